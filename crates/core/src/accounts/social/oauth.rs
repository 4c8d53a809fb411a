//! OAuth 2.0 authorization code flow with PKCE: the authorization URL and the exchange of the code.

use mwanga_store::types::SocialProvider;
use oauth2::basic::{
    BasicErrorResponse, BasicErrorResponseType, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse,
    BasicTokenType,
};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    ExtraTokenFields, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    StandardRevocableToken, StandardTokenResponse, TokenResponse, TokenUrl,
};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use super::SocialError;
use super::flow::Flow;
use crate::Core;
use crate::config::{SocialClient, SocialProfile};

/// An OAuth client: credentials and endpoints of one provider.
pub struct OAuthClient<'a> {
    pub provider: SocialProvider,
    pub client: &'a SocialClient,
    pub auth: &'a str,
    pub token: &'a str,
    /// Whether the provider takes a PKCE verifier.
    pub pkce: bool,
}

/// Access token and ID token of a code exchange.
pub struct Tokens {
    pub access: String,
    pub id: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct IdTokenField {
    id_token: Option<String>,
}
impl ExtraTokenFields for IdTokenField {}

type Client = oauth2::Client<
    BasicErrorResponse,
    StandardTokenResponse<IdTokenField, BasicTokenType>,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

impl OAuthClient<'_> {
    fn client(&self, core: &Core) -> Result<Client, SocialError> {
        let wrong = |_| SocialError::Unavailable("an address of it is none".to_owned());
        // Redirect URI: registered at the provider, so it is the same on every host of the site.
        let back = format!("{}/auth/callback/{}", core.config.base(), self.provider.as_str());
        Ok(oauth2::Client::new(ClientId::new(self.client.id.clone()))
            .set_client_secret(ClientSecret::new(self.client.secret.expose_secret().to_owned()))
            // Client authentication that every provider supports.
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri(AuthUrl::new(self.auth.to_owned()).map_err(wrong)?)
            .set_token_uri(TokenUrl::new(self.token.to_owned()).map_err(wrong)?)
            .set_redirect_uri(RedirectUrl::new(back).map_err(wrong)?))
    }
}

/// Authorization URL with state, scopes, PKCE challenge and nonce.
pub fn authorization_url(
    core: &Core,
    oauth_client: &OAuthClient<'_>,
    flow: &Flow,
    nonce: Option<&str>,
) -> Result<String, SocialError> {
    let client = oauth_client.client(core)?;
    let mut request = client.authorize_url(|| CsrfToken::new(flow.state(core)));
    let scopes = SocialProfile::of(oauth_client.provider).scopes;
    request = request.add_scopes(scopes.iter().map(|scope| Scope::new((*scope).to_owned())));
    if oauth_client.pkce {
        request = request.set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(
            flow.pkce_verifier(core),
        )));
    }
    if let Some(nonce) = nonce {
        request = request.add_extra_param("nonce", nonce);
    }
    Ok(request.url().0.into())
}

/// Exchanges an authorization code for tokens.
pub async fn exchange_code(
    core: &Core,
    oauth_client: &OAuthClient<'_>,
    flow: &Flow,
    code: String,
) -> Result<Tokens, SocialError> {
    let client = oauth_client.client(core)?;
    let mut request = client.exchange_code(AuthorizationCode::new(code));
    if oauth_client.pkce {
        request = request.set_pkce_verifier(PkceCodeVerifier::new(flow.pkce_verifier(core)));
    }
    let response = request.request_async(&core.social().http).await.map_err(|error| match error {
        RequestTokenError::Request(error) => error,
        RequestTokenError::ServerResponse(response) => match response.error() {
            BasicErrorResponseType::InvalidClient | BasicErrorResponseType::UnauthorizedClient => {
                SocialError::Unavailable("it does not take the client's id and secret".to_owned())
            }
            // The provider's text may repeat what it was sent.
            _ => SocialError::Rejected("the provider did not take the code"),
        },
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            SocialError::Rejected("the provider's answer to the code was none")
        }
    })?;
    Ok(Tokens { access: response.access_token().secret().clone(), id: response.extra_fields().id_token.clone() })
}
