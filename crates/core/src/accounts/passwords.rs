use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use mwanga_store::types::Role;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::AccountError;

/// Characters that a password has at least, and the most that are hashed.
const READER_MIN: usize = 8;
const STAFF_MIN: usize = 12;
const MAX: usize = 512;

/// Whether a password is good enough for an account of this role.
pub fn check(password: &SecretString, role: Role) -> Result<(), AccountError> {
    match password.expose_secret().chars().count() {
        0 => Err(AccountError::Password("Enter a password.")),
        n if n < STAFF_MIN && role.is_staff() => Err(AccountError::Password("Use at least 12 characters.")),
        n if n < READER_MIN => Err(AccountError::Password("Use at least 8 characters.")),
        n if n > MAX => Err(AccountError::Password("Use at most 512 characters.")),
        _ if is_common(password.expose_secret()) => {
            Err(AccountError::Password("This password is among the first that anyone tries. Use several words instead."))
        }
        _ => Ok(()),
    }
}

/// Words that passwords are most often made of, whatever digits stand around them (from the top of public lists of leaked passwords).
const COMMON: [&str; 32] = [
    "abc",
    "abcdef",
    "admin",
    "administrator",
    "asdfghjkl",
    "baseball",
    "changeme",
    "default",
    "dragon",
    "football",
    "iloveyou",
    "letmein",
    "login",
    "master",
    "monkey",
    "mwanga",
    "passw0rd",
    "passwort",
    "password",
    "passwordpassword",
    "princess",
    "qwerty",
    "qwertyuiop",
    "qwertyuiopasdfghjkl",
    "secret",
    "starwars",
    "sunshine",
    "superman",
    "test",
    "trustno1",
    "welcome",
    "zxcvbnm",
];

/// Long enough, and guessed all the same: one of the words above, one piece again and again, or keys in their order.
fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let word = lower.trim_matches(|c: char| !c.is_alphabetic());
    let chars: Vec<char> = lower.chars().collect();
    let repeats = (1..=4).any(|piece| chars.windows(piece + 1).all(|window| window[0] == window[piece]));
    let rises = chars.windows(2).all(|pair| pair[0] as u32 + 1 == pair[1] as u32 || (pair[0], pair[1]) == ('9', '0'));
    let falls = chars.windows(2).all(|pair| pair[0] as u32 == pair[1] as u32 + 1 || (pair[0], pair[1]) == ('0', '9'));
    COMMON.contains(&word) || COMMON.contains(&lower.as_str()) || repeats || rises || falls
}

/// One takes 19 MiB and a core for a while. More at once than there are cores would only be slower, and a flood of sign-ins would
/// take the memory and the threads that everything else needs.
static HASHING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get())));
/// How long a sign-in waits for its turn before it is told to try again.
const PATIENCE: Duration = Duration::from_secs(5);

async fn turn() -> Result<SemaphorePermit<'static>, AccountError> {
    match tokio::time::timeout(PATIENCE, HASHING.acquire()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(AccountError::Busy),
    }
}

/// Argon2id in PHC form, computed off the async threads.
pub async fn hash(password: SecretString) -> Result<String, AccountError> {
    let _turn = turn().await?;
    let work = move || Argon2::default().hash_password(password.expose_secret().as_bytes()).map(|hash| hash.to_string());
    tokio::task::spawn_blocking(work).await.map_err(|e| AccountError::Hashing(e.to_string()))?.map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Takes as long for an account that is not there (`hash` is none) as for one that is.
pub async fn verify(password: SecretString, hash: Option<String>) -> Result<bool, AccountError> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    let _turn = turn().await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_passwords_that_anyone_tries_are_refused() {
        for common in
            ["password1234", "Password!2026", "123456789012", "098765432109", "aaaaaaaaaaaa", "abcabcabcabc", "qwertyuiop12", "Administrator", "abcdefghijkl"]
        {
            assert!(check(&common.to_owned().into(), Role::Editor).is_err(), "{common}");
        }
        for common in ["password", "12345678", "qwerty12", "iloveyou", "aaaaaaaa", "mwanga2026", "sevenup"] {
            assert!(check(&common.to_owned().into(), Role::Reader).is_err(), "{common}");
        }
        for good in ["a lamp in the window", "correct horse battery", "jua-maji-upepo-42"] {
            assert!(check(&good.to_owned().into(), Role::Editor).is_ok(), "{good}");
        }
        assert!(check(&"jua-maji".to_owned().into(), Role::Reader).is_ok());
    }
}
