use mwanga_store::types::SocialProvider;

use crate::{Core, secrets};

/// How long somebody may take at the provider, in seconds.
pub const FLOW_LIFE_S: i64 = 600;

/// One sign-in at a provider, from the button until the browser is back.
///
/// The browser keeps a random seed, signed; state, nonce and PKCE verifier are the seed's signatures by the site's key.
/// So no table and no memory holds them, the browser is back on any node, and neither the cookie alone nor what the
/// provider saw is enough to finish.
pub struct Flow {
    provider: SocialProvider,
    seed: String,
    /// Seconds since 1970.
    ends_s: i64,
}

impl Flow {
    pub fn begin(core: &Core, provider: SocialProvider) -> Self {
        Self { provider, seed: secrets::random_name(43), ends_s: core.now().0 / 1000 + FLOW_LIFE_S }
    }

    pub fn cookie(&self, core: &Core) -> String {
        format!("{}.{}.{}", self.seed, self.ends_s, core.keys.sign("social flow", &self.signed()))
    }

    /// None where the cookie is not ours, for another provider, or too old.
    pub fn read(core: &Core, provider: SocialProvider, cookie: &str) -> Option<Self> {
        let mut parts = cookie.splitn(3, '.');
        let flow = Self { provider, seed: parts.next()?.to_owned(), ends_s: parts.next()?.parse().ok()? };
        let ours = core.keys.verify("social flow", &flow.signed(), parts.next()?);
        (ours && core.now().0 / 1000 < flow.ends_s).then_some(flow)
    }

    fn signed(&self) -> String {
        format!("{}\n{}\n{}", self.provider.as_str(), self.seed, self.ends_s)
    }

    pub fn state(&self, core: &Core) -> String {
        core.keys.sign("social state", &self.seed)
    }

    pub fn is_own(&self, core: &Core, state: &str) -> bool {
        core.keys.verify("social state", &self.seed, state)
    }

    pub fn nonce(&self, core: &Core) -> String {
        core.keys.sign("social nonce", &self.seed)
    }

    pub fn is_own_nonce(&self, core: &Core, nonce: &str) -> bool {
        core.keys.verify("social nonce", &self.seed, nonce)
    }

    /// PKCE's: 64 characters.
    pub fn verifier(&self, core: &Core) -> String {
        core.keys.sign("social verifier", &self.seed)
    }
}
