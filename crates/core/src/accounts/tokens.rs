use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use mwanga_store::types::{AccountId, Role, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::AccountError;

/// How long a token is good for, in seconds; its refresh cookie gets the next one.
pub const TOKEN_LIFE_S: i64 = 3_600;

/// What a token says. The browser reads it to decide what to paint; the server believes only `sid`, and asks its own rows for the rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// Account id, as text.
    pub sub: String,
    pub email: String,
    /// Seconds since 1970.
    pub exp: i64,
    pub is_admin: bool,
    pub role: Role,
    /// Session id.
    pub sid: String,
}

const ALGORITHM: Algorithm = Algorithm::HS256;

/// `role`: what the session may do, which is less than its account may where staff sign in as readers do.
pub fn issue(key: &SecretString, account: AccountId, email: &str, role: Role, sid: &str, now: Timestamp) -> Result<String, AccountError> {
    let claims =
        Claims { sub: account.to_string(), email: email.to_owned(), exp: now.0 / 1000 + TOKEN_LIFE_S, is_admin: role.is_staff(), role, sid: sid.to_owned() };
    jsonwebtoken::encode(&Header::new(ALGORITHM), &claims, &EncodingKey::from_secret(key.expose_secret().as_bytes()))
        .map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Reads a token of ours that is still good at `now`.
pub fn read(key: &SecretString, token: &str, now: Timestamp) -> Result<Claims, AccountError> {
    let mut validation = Validation::new(ALGORITHM);
    // The clock is ours, not the library's.
    validation.validate_exp = false;
    let claims = match jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(key.expose_secret().as_bytes()), &validation) {
        Ok(data) => data.claims,
        Err(_) => return Err(AccountError::False),
    };
    if claims.exp <= now.0 / 1000 { Err(AccountError::Ended) } else { Ok(claims) }
}
