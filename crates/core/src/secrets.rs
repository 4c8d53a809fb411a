//! Random names and keyed hashes.

use hmac::{Hmac, KeyInit, Mac};
use rand::distr::{Alphanumeric, SampleString};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// `length` random letters and digits; 22 of them hold 128 bits.
pub fn random_name(length: usize) -> String {
    Alphanumeric.sample_string(&mut rand::rng(), length)
}

/// SHA-256 in hexadecimal: how random secrets are kept.
pub fn fingerprint(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// HMAC-SHA256 of `message` in hexadecimal. `purpose` keeps the signatures of one use from serving another.
pub fn sign(key: &SecretString, purpose: &str, message: &str) -> String {
    hex::encode(mac(key, purpose, message).finalize().into_bytes())
}

/// Compares in constant time.
pub fn verify(key: &SecretString, purpose: &str, message: &str, signature: &str) -> bool {
    hex::decode(signature).is_ok_and(|bytes| mac(key, purpose, message).verify_slice(&bytes).is_ok())
}

fn mac(key: &SecretString, purpose: &str, message: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes()).expect("HMAC takes keys of any length");
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(message.as_bytes());
    mac
}
