//! Password policy (length, common passwords) and hashing with Argon2id.

use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use mwanga_store::types::Role;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::AccountError;
use crate::core_state::{Core, Part};
use crate::email::EmailAddress;

/// Password length in characters: minimum by role, and the maximum that is hashed.
const READER_MIN_CHARS: usize = 8;
const STAFF_MIN_CHARS: usize = 12;
const MAX_CHARS: usize = 512;

/// Checks the password policy for an account of this role and address.
pub fn check(core: &Core, password: &SecretString, role: Role, email: &EmailAddress) -> Result<(), AccountError> {
    let words = personal_words(
        &email.key(),
        &core.settings().site.brand,
        core.config.http.base_url.as_ref().and_then(|url| url.host_str()).unwrap_or_default(),
    );
    check_policy(password, role, &words)
}

fn check_policy(password: &SecretString, role: Role, personal_words: &[String]) -> Result<(), AccountError> {
    match password.expose_secret().chars().count() {
        0 => Err(AccountError::Password("Enter a password.")),
        n if n < STAFF_MIN_CHARS && role.is_staff() => Err(AccountError::Password("Use at least 12 characters.")),
        n if n < READER_MIN_CHARS => Err(AccountError::Password("Use at least 8 characters.")),
        n if n > MAX_CHARS => Err(AccountError::Password("Use at most 512 characters.")),
        _ if is_common(password.expose_secret()) => Err(AccountError::Password(
            "This password is among the first that anyone tries. Use several words instead.",
        )),
        _ if is_padded_word(password.expose_secret(), |word| personal_words.iter().any(|own| own == word)) => {
            Err(AccountError::Password(
                "This password is your address or the name of this site. Use several words instead.",
            ))
        }
        _ => Ok(()),
    }
}

/// The passwords of 8 letters and more in the list of leaked ones that zxcvbn 4.5 carries (Dropbox, MIT licence), most
/// frequent first.
static COMMON_PASSWORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common-passwords.txt").lines().collect());

/// Common words that are too short for that list, and become passwords by added digits.
const COMMON_WORDS: [&str; 17] = [
    "abc",
    "abcdef",
    "admin",
    "administrator",
    "changeme",
    "default",
    "dragon",
    "letmein",
    "login",
    "master",
    "monkey",
    "passwort",
    "qwerty",
    "secret",
    "test",
    "welcome",
    "zxcvbnm",
];

/// Shorter parts of the address or host are not treated as personal words.
const MIN_PART_CHARS: usize = 4;

/// Personal words that are easy to guess: address, host, their parts, and the brand, in lower case.
fn personal_words(email_key: &str, brand: &str, host: &str) -> Vec<String> {
    let (brand, host) = (brand.to_lowercase(), host.to_lowercase());
    let parts = [email_key, &host].into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let parts = parts.filter(|part| part.chars().count() >= MIN_PART_CHARS).map(str::to_owned);
    let without_blanks: String = brand.split_whitespace().collect();
    let whole =
        [email_key.to_owned(), host.clone(), brand.clone(), without_blanks].into_iter().filter(|word| !word.is_empty());
    whole.chain(parts).collect()
}

/// Whether a password is a word, or a word padded with digits or punctuation.
fn is_padded_word(password: &str, is_word: impl Fn(&str) -> bool) -> bool {
    let lower = password.to_lowercase();
    let is_sign = |c: char| !c.is_alphabetic();
    [lower.as_str(), lower.trim_end_matches(is_sign), lower.trim_matches(is_sign)].into_iter().any(is_word)
}

/// Whether a password is common: in the lists above, a repeated pattern, or a sequence.
fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let chars: Vec<char> = lower.chars().collect();
    let repeats = (1..=4).any(|piece| chars.windows(piece + 1).all(|window| window[0] == window[piece]));
    let rises = chars.windows(2).all(|pair| pair[0] as u32 + 1 == pair[1] as u32 || (pair[0], pair[1]) == ('9', '0'));
    let falls = chars.windows(2).all(|pair| pair[0] as u32 == pair[1] as u32 + 1 || (pair[0], pair[1]) == ('0', '9'));
    repeats
        || rises
        || falls
        || is_padded_word(password, |word| COMMON_PASSWORDS.contains(word) || COMMON_WORDS.contains(&word))
}

/// Limits concurrent hashing to the number of cores: each hash takes 19 MiB and a core, and a flood of sign-ins must
/// not take the memory and threads of everything else.
pub struct HashingLimit(Semaphore);

impl Part for HashingLimit {}

impl Core {
    fn hashing(&self) -> &HashingLimit {
        self.part()
    }
}

impl Default for HashingLimit {
    fn default() -> Self {
        Self(Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get())))
    }
}

/// How long a sign-in waits for a permit before it fails with [`AccountError::TooManyHashes`].
const HASHING_TIMEOUT: Duration = Duration::from_secs(5);

async fn acquire_permit(core: &Core) -> Result<SemaphorePermit<'_>, AccountError> {
    match tokio::time::timeout(HASHING_TIMEOUT, core.hashing().0.acquire()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(AccountError::TooManyHashes),
    }
}

/// Argon2id in PHC form, computed off the async threads.
pub async fn hash(core: &Core, password: SecretString) -> Result<String, AccountError> {
    let _permit = acquire_permit(core).await?;
    let work =
        move || Argon2::default().hash_password(password.expose_secret().as_bytes()).map(|hash| hash.to_string());
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|e| AccountError::Hashing(e.to_string()))?
        .map_err(|e| AccountError::Hashing(e.to_string()))
}

/// Verifies a password against a hash. Without a hash a dummy is verified, so that the time does not reveal whether an
/// account exists.
pub async fn verify(core: &Core, password: SecretString, hash: Option<String>) -> Result<bool, AccountError> {
    static DUMMY_HASH: OnceLock<String> = OnceLock::new();
    let _permit = acquire_permit(core).await?;
    let work = move || {
        if password.expose_secret().chars().count() > MAX_CHARS {
            return false;
        }
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| {
            DUMMY_HASH
                .get_or_init(|| {
                    Argon2::default()
                        .hash_password(b"nobody has this password")
                        .map(|hash| hash.to_string())
                        .unwrap_or_default()
                })
                .clone()
        });
        let matches = PasswordHash::new(&hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.expose_secret().as_bytes(), &hash).is_ok());
        matches && known
    };
    tokio::task::spawn_blocking(work).await.map_err(|e| AccountError::Hashing(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(password: &str, role: Role) -> bool {
        let words = personal_words("amina.wanjiru@mail.example", "The Daily Lamp", "lamp-news.example");
        check_policy(&password.to_owned().into(), role, &words).is_err()
    }

    #[test]
    fn common_passwords_are_refused_even_when_long() {
        for common in [
            "password1234",
            "Password!2026",
            "123456789012",
            "098765432109",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "qwertyuiop12",
            "Administrator",
            "abcdefghijkl",
        ] {
            assert!(refused(common, Role::Editor), "{common}");
        }
        for common in [
            "password",
            "12345678",
            "qwerty12",
            "iloveyou",
            "aaaaaaaa",
            "welcome2026",
            "sevenup",
            "1qaz2wsx",
            "TRUSTNO1",
            "sunshine!!",
            "q1w2e3r4",
        ] {
            assert!(refused(common, Role::Reader), "{common}");
        }
        for good in ["a lamp in the window", "correct horse battery", "jua-maji-upepo-42"] {
            assert!(!refused(good, Role::Editor), "{good}");
        }
        assert!(!refused("jua-maji", Role::Reader));
    }

    #[test]
    fn passwords_made_of_address_site_or_brand_are_refused() {
        for own in [
            "amina.wanjiru@mail.example",
            "Amina.Wanjiru@mail.example1",
            "wanjiru2026",
            "amina12345",
            "lamp-news.example",
            "The Daily Lamp",
            "thedailylamp!",
            "example99",
        ] {
            assert!(refused(own, Role::Reader), "{own}");
        }
        assert!(!refused("amina anapenda taa", Role::Reader), "more than the name");
    }

    #[test]
    fn the_list_of_common_passwords_has_over_11000_lower_case_entries() {
        assert!(COMMON_PASSWORDS.len() > 11_000, "{}", COMMON_PASSWORDS.len());
        assert!(
            COMMON_PASSWORDS
                .iter()
                .all(|word| word.chars().count() >= READER_MIN_CHARS && !word.contains(char::is_uppercase))
        );
    }
}
