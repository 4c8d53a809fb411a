//! State of one sign-in flow: state, nonce and PKCE verifier, derived from a signed cookie.

use mwanga_store::types::SocialProvider;

use crate::{Core, secrets};

/// How long a flow may take, in seconds.
pub const FLOW_TTL_S: i64 = 600;

/// One sign-in flow, from the redirect to the callback.
///
/// Stateless: the cookie holds a signed random seed; state, nonce and PKCE verifier are MACs of the seed under the
/// site's keys. Any node can handle the callback, and neither the cookie alone nor what the provider saw is enough.
pub struct Flow {
    provider: SocialProvider,
    seed: String,
    /// Seconds since 1970.
    expires_s: i64,
}

impl Flow {
    pub fn new(core: &Core, provider: SocialProvider) -> Self {
        Self { provider, seed: secrets::random_token(43), expires_s: core.now().0 / 1000 + FLOW_TTL_S }
    }

    pub fn cookie(&self, core: &Core) -> String {
        format!("{}.{}.{}", self.seed, self.expires_s, core.keys.sign("social flow", &self.signing_input()))
    }

    /// Reads the flow cookie; none when it is forged, expired, or of another provider.
    pub fn from_cookie(core: &Core, provider: SocialProvider, cookie: &str) -> Option<Self> {
        let mut parts = cookie.splitn(3, '.');
        let flow = Self { provider, seed: parts.next()?.to_owned(), expires_s: parts.next()?.parse().ok()? };
        let ours = core.keys.verify("social flow", &flow.signing_input(), parts.next()?);
        (ours && core.now().0 / 1000 < flow.expires_s).then_some(flow)
    }

    fn signing_input(&self) -> String {
        format!("{}\n{}\n{}", self.provider.as_str(), self.seed, self.expires_s)
    }

    pub fn state(&self, core: &Core) -> String {
        core.keys.sign("social state", &self.seed)
    }

    pub fn verify_state(&self, core: &Core, state: &str) -> bool {
        core.keys.verify("social state", &self.seed, state)
    }

    pub fn nonce(&self, core: &Core) -> String {
        core.keys.sign("social nonce", &self.seed)
    }

    pub fn verify_nonce(&self, core: &Core, nonce: &str) -> bool {
        core.keys.verify("social nonce", &self.seed, nonce)
    }

    /// PKCE code verifier (RFC 7636), 64 characters.
    pub fn pkce_verifier(&self, core: &Core) -> String {
        core.keys.sign("social verifier", &self.seed)
    }
}
