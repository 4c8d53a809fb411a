//! Bearer tokens (JWT, HS256).

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use mwanga_store::types::{AccountId, Role, Timestamp};
use serde::{Deserialize, Serialize};

use super::AccountError;
use crate::Core;

/// How long a token is good for, in seconds; its refresh cookie gets the next one.
pub const TOKEN_TTL_S: i64 = 3_600;

/// Allowed clock skew between nodes, in seconds.
const CLOCK_SKEW_S: i64 = 60;

/// Claims of a token. The browser reads them to decide what to show; the server trusts only `sid`, reads the rest from
/// the store, and refuses a token that contradicts it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// Account id, as text.
    pub sub: String,
    pub email: String,
    /// From when until when it is good, in seconds since 1970. Tokens of versions before do not say from when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
    pub exp: i64,
    pub is_admin: bool,
    pub role: Role,
    /// Session id.
    pub sid: String,
}

const ALGORITHM: Algorithm = Algorithm::HS256;
/// The purpose of the key that signs tokens.
const PURPOSE: &str = "bearer";

/// Issues a token. `role` is the role in the session, which is lower than the account's when staff sign in as readers.
pub fn issue(
    core: &Core,
    account: AccountId,
    email: &str,
    role: Role,
    sid: &str,
    now: Timestamp,
) -> Result<String, AccountError> {
    let now_s = now.0 / 1000;
    let claims = Claims {
        sub: account.to_string(),
        email: email.to_owned(),
        nbf: Some(now_s),
        exp: now_s + TOKEN_TTL_S,
        is_admin: role.is_staff(),
        role,
        sid: sid.to_owned(),
    };
    jsonwebtoken::encode(&Header::new(ALGORITHM), &claims, &EncodingKey::from_secret(&core.keys.key(PURPOSE)))
        .map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Verifies signature and times of a token.
pub fn verify(core: &Core, token: &str, now: Timestamp) -> Result<Claims, AccountError> {
    let claims = verify_ignoring_expiry(core, token)?;
    let now_s = now.0 / 1000;
    if claims.exp <= now_s || claims.nbf.is_some_and(|nbf| nbf > now_s + CLOCK_SKEW_S) {
        Err(AccountError::SessionEnded)
    } else {
        Ok(claims)
    }
}

/// Verifies only the signature of a token.
pub fn verify_ignoring_expiry(core: &Core, token: &str) -> Result<Claims, AccountError> {
    let mut validation = Validation::new(ALGORITHM);
    // Expiry is checked against [`Core::now`], not the library's clock.
    validation.validate_exp = false;
    let decode =
        |key: Vec<u8>| jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(&key), &validation).ok();
    core.keys
        .accepted_keys(PURPOSE)
        .into_iter()
        .find_map(decode)
        .map(|data| data.claims)
        .ok_or(AccountError::InvalidToken)
}
