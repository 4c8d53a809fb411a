use std::sync::OnceLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use secrecy::{ExposeSecret, SecretString};

use super::AccountError;

/// Characters that a staff password has at least, and the most that are hashed.
const STAFF_MIN: usize = 12;
const MAX: usize = 512;

pub fn check_staff(password: &SecretString) -> Result<(), AccountError> {
    match password.expose_secret().chars().count() {
        0 => Err(AccountError::Password("Enter a password.")),
        n if n < STAFF_MIN => Err(AccountError::Password("Use at least 12 characters.")),
        n if n > MAX => Err(AccountError::Password("Use at most 512 characters.")),
        _ => Ok(()),
    }
}

/// Argon2id in PHC form, computed off the async threads.
pub async fn hash(password: SecretString) -> Result<String, AccountError> {
    let work = move || Argon2::default().hash_password(password.expose_secret().as_bytes()).map(|hash| hash.to_string());
    tokio::task::spawn_blocking(work).await.map_err(|e| AccountError::Hashing(e.to_string()))?.map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Takes as long for an account that is not there (`hash` is none) as for one that is.
pub async fn verify(password: SecretString, hash: Option<String>) -> Result<bool, AccountError> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    let work = move || {
        if password.expose_secret().chars().count() > MAX {
            return false;
        }
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| {
            NOBODY.get_or_init(|| Argon2::default().hash_password(b"nobody has this password").map(|hash| hash.to_string()).unwrap_or_default()).clone()
        });
        let fits = PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(password.expose_secret().as_bytes(), &hash).is_ok());
        fits && known
    };
    tokio::task::spawn_blocking(work).await.map_err(|e| AccountError::Hashing(e.to_string()))
}
