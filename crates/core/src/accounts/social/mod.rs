//! Social sign-in: OAuth 2.0 authorization code flow with PKCE, state and nonce. Providers are data: `SocialProfile`.
//!
//! - `flow`: state, nonce and PKCE verifier of one sign-in;
//! - `oauth`: authorization URL and code exchange; `oidc`: discovery and ID tokens; `user_info`: the claims of both;
//! - `provider_client`: the HTTP client; `link`: which account is signed in; `error`: why a sign-in failed.

mod error;
mod flow;
mod link;
mod oauth;
mod oidc;
mod provider_client;
mod user_info;

use mwanga_store::types::SocialProvider;
use url::Url;

use self::flow::Flow;
use self::provider_client::ProviderClient;
use super::{AccountError, Client, SessionTokens};
use crate::config::{Endpoints, SocialClient, SocialProfile};
use crate::core_state::{Core, Part};

pub use self::error::SocialError;
pub use self::flow::FLOW_TTL_S;

/// HTTP client and issuer cache of social sign-in.
#[derive(Default)]
pub struct Social {
    http: ProviderClient,
    issuers: oidc::IssuerCache,
}

impl Part for Social {
    /// Forgets what providers said of themselves; it is fetched again.
    fn on_clock_set(&self) {
        self.issuers.clear();
    }
}

impl Core {
    fn social(&self) -> &Social {
        self.part()
    }
}

/// Redirect to the provider that starts a sign-in.
pub struct LoginRedirect {
    /// Authorization URL of the provider.
    pub url: String,
    /// Flow cookie, valid for [`FLOW_TTL_S`]; HTTP-only, and never sent to the provider.
    pub cookie: String,
}

/// Query parameters of the callback.
#[derive(Debug, Default)]
pub struct CallbackParams {
    pub code: Option<String>,
    pub state: Option<String>,
    /// OAuth error, in place of a code.
    pub error: Option<String>,
}

/// Starts a sign-in at a provider.
pub async fn start_login(core: &Core, provider: SocialProvider) -> Result<LoginRedirect, AccountError> {
    let client = client(core, provider)?;
    let flow = Flow::new(core, provider);
    let url = match &client.endpoints {
        Endpoints::Issuer(issuer) => oidc::authorization_url(core, provider, client, issuer, &flow).await?,
        Endpoints::Named { auth, token, .. } => {
            let oauth_client = oauth::OAuthClient { provider, client, auth, token, pkce: true };
            oauth::authorization_url(core, &oauth_client, &flow, None)?
        }
    };
    Ok(LoginRedirect { url, cookie: flow.cookie(core) })
}

/// Completes a sign-in: exchanges the code, and signs the user in as a reader.
pub async fn complete_login(
    core: &Core,
    provider: SocialProvider,
    params: CallbackParams,
    cookie: Option<&str>,
    browser: &Client,
) -> Result<SessionTokens, AccountError> {
    let social_client = client(core, provider)?;
    if let Some(error) = &params.error {
        // The standard OAuth error, and LinkedIn's own two for Cancel.
        let declined = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"].contains(&error.as_str());
        return Err(if declined {
            SocialError::Declined
        } else {
            SocialError::Rejected("the provider reports an error")
        }
        .into());
    }
    let flow = Flow::from_cookie(core, provider, cookie.unwrap_or_default())
        .ok_or(SocialError::Rejected("the browser holds no sign-in that began here"))?;
    if !flow.verify_state(core, params.state.as_deref().unwrap_or_default()) {
        return Err(SocialError::Rejected("the state is another one").into());
    }
    let code = params.code.filter(|code| !code.is_empty()).ok_or(SocialError::Rejected("there is no code"))?;
    let person = match &social_client.endpoints {
        Endpoints::Issuer(issuer) => oidc::fetch_user_info(core, provider, social_client, issuer, &flow, code).await?,
        Endpoints::Named { auth, token, userinfo } => {
            let oauth_client = oauth::OAuthClient { provider, client: social_client, auth, token, pkce: true };
            let tokens = oauth::exchange_code(core, &oauth_client, &flow, code).await?;
            let mut userinfo =
                Url::parse(userinfo).map_err(|_| SocialError::Unavailable("its address is none".to_owned()))?;
            if let Some(fields) = SocialProfile::of(provider).userinfo_fields {
                userinfo.query_pairs_mut().append_pair("fields", fields);
            }
            core.social().http.json(userinfo.as_str(), Some(&tokens.access)).await?
        }
    };
    link::sign_in(core, provider, person, browser).await
}

/// Whether a provider answers: its description and keys where it is an issuer, otherwise each of its addresses.
pub async fn probe(core: &Core, provider: SocialProvider) -> Result<(), SocialError> {
    let http = &core.social().http;
    match &client(core, provider)?.endpoints {
        Endpoints::Issuer(issuer) => oidc::refresh(core, provider, issuer).await,
        Endpoints::Named { auth, token, userinfo } => {
            tokio::try_join!(http.probe(auth), http.probe(token), http.probe(userinfo)).map(drop)
        }
    }
}

fn client(core: &Core, provider: SocialProvider) -> Result<&SocialClient, SocialError> {
    core.config.social.get(&provider).ok_or(SocialError::NotConfigured)
}
