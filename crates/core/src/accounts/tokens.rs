use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use mwanga_store::types::{AccountId, Role, Timestamp};
use serde::{Deserialize, Serialize};

use super::AccountError;
use crate::Core;

/// How long a token is good for, in seconds; its refresh cookie gets the next one.
pub const TOKEN_LIFE_S: i64 = 3_600;

/// How far the clocks of two nodes may be apart, in seconds.
const CLOCKS_APART_S: i64 = 60;

/// What a token says. The browser reads it to decide what to paint; the server believes only `sid`, asks its own rows
/// for the rest, and refuses a token that contradicts them.
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

/// `role`: what the session may do, which is less than its account may where staff sign in as readers do.
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
        exp: now_s + TOKEN_LIFE_S,
        is_admin: role.is_staff(),
        role,
        sid: sid.to_owned(),
    };
    jsonwebtoken::encode(&Header::new(ALGORITHM), &claims, &EncodingKey::from_secret(&core.keys.key(PURPOSE)))
        .map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Reads a token of ours that is good at `now`.
pub fn read(core: &Core, token: &str, now: Timestamp) -> Result<Claims, AccountError> {
    let claims = read_any_age(core, token)?;
    let now_s = now.0 / 1000;
    if claims.exp <= now_s || claims.nbf.is_some_and(|nbf| nbf > now_s + CLOCKS_APART_S) {
        Err(AccountError::Ended)
    } else {
        Ok(claims)
    }
}

/// Reads a token of ours, whatever its age.
pub fn read_any_age(core: &Core, token: &str) -> Result<Claims, AccountError> {
    let mut validation = Validation::new(ALGORITHM);
    // The clock is ours, not the library's.
    validation.validate_exp = false;
    let decode =
        |key: Vec<u8>| jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(&key), &validation).ok();
    core.keys.accepted_keys(PURPOSE).into_iter().find_map(decode).map(|data| data.claims).ok_or(AccountError::False)
}
