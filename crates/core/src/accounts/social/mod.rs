//! Signing in by an account somewhere else: authorization code with PKCE, state and nonce. Providers are data:
//! `SocialProfile`.

mod error;
mod flow;
mod link;
mod oauth;
mod oidc;
mod outgoing;
mod person;

use mwanga_store::types::SocialProvider;
use url::Url;

use self::flow::Flow;
use self::outgoing::Outgoing;
use super::{AccountError, Client, SignedIn};
use crate::Core;
use crate::config::{Endpoints, SocialClient, SocialProfile};

pub use self::error::SocialError;
pub use self::flow::FLOW_LIFE_S;

/// What the process keeps for social sign-in.
#[derive(Default)]
pub struct Social {
    outgoing: Outgoing,
    known: oidc::Known,
}

/// A sign-in that begins.
pub struct LoginRedirect {
    /// The provider's page for it.
    pub url: String,
    /// What the browser keeps until it is back, for [`FLOW_LIFE_S`]; shown to no script and to no provider.
    pub cookie: String,
}

/// What the provider sent back by way of the browser.
#[derive(Debug, Default)]
pub struct Answer {
    pub code: Option<String>,
    pub state: Option<String>,
    /// In place of a code.
    pub error: Option<String>,
}

/// Begins a sign-in at a provider.
pub async fn begin(core: &Core, provider: SocialProvider) -> Result<LoginRedirect, AccountError> {
    let client = client(core, provider)?;
    let flow = Flow::begin(core, provider);
    let url = match &client.endpoints {
        Endpoints::Issuer(issuer) => oidc::url(core, provider, client, issuer, &flow).await?,
        Endpoints::Named { auth, token, .. } => {
            let parts = oauth::Parts { provider, client, auth, token, pkce: true };
            oauth::url(core, &parts, &flow, None)?
        }
    };
    Ok(LoginRedirect { url, cookie: flow.cookie(core) })
}

/// Ends it: asks the provider who came back, and signs them in as a reader.
pub async fn finish(
    core: &Core,
    provider: SocialProvider,
    answer: Answer,
    cookie: Option<&str>,
    browser: &Client,
) -> Result<SignedIn, AccountError> {
    let social_client = client(core, provider)?;
    if let Some(error) = &answer.error {
        // OAuth's own word, and LinkedIn's for both of its Cancel buttons.
        let declined = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"].contains(&error.as_str());
        return Err(if declined {
            SocialError::Declined
        } else {
            SocialError::Failed("the provider reports an error")
        }
        .into());
    }
    let flow = Flow::read(core, provider, cookie.unwrap_or_default())
        .ok_or(SocialError::Failed("the browser holds no sign-in that began here"))?;
    if !flow.is_own(core, answer.state.as_deref().unwrap_or_default()) {
        return Err(SocialError::Failed("the state is another one").into());
    }
    let code = answer.code.filter(|code| !code.is_empty()).ok_or(SocialError::Failed("there is no code"))?;
    let person = match &social_client.endpoints {
        Endpoints::Issuer(issuer) => oidc::person(core, provider, social_client, issuer, &flow, code).await?,
        Endpoints::Named { auth, token, userinfo } => {
            let parts = oauth::Parts { provider, client: social_client, auth, token, pkce: true };
            let tokens = oauth::exchange(core, &parts, &flow, code).await?;
            let mut userinfo = Url::parse(userinfo).map_err(|_| SocialError::Away("its address is none".to_owned()))?;
            if let Some(fields) = SocialProfile::of(provider).userinfo_fields {
                userinfo.query_pairs_mut().append_pair("fields", fields);
            }
            core.social.outgoing.json(userinfo.as_str(), Some(&tokens.access)).await?
        }
    };
    link::sign_in(core, provider, person, browser).await
}

fn client(core: &Core, provider: SocialProvider) -> Result<&SocialClient, SocialError> {
    core.config.social.get(&provider).ok_or(SocialError::NotSetUp)
}
