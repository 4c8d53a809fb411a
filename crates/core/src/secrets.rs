//! Random tokens, hashes and signatures (HMAC-SHA256, keys by HKDF).

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use rand::distr::{Alphanumeric, SampleString};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// `length` random letters and digits; 22 of them hold 128 bits.
pub fn random_token(length: usize) -> String {
    Alphanumeric.sample_string(&mut rand::rng(), length)
}

/// SHA-256 in hexadecimal: how random secrets are stored.
pub fn fingerprint(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// The key of one purpose.
pub type PurposeKey = [u8; 32];

/// Signs and verifies with keys derived from `MWANGA_SECRET_KEY`, one per purpose, so that a signature for one purpose
/// is invalid for another.
///
/// Signatures made under `MWANGA_SECRET_KEY_BEFORE` are still accepted, and those of versions that signed every purpose
/// with the secret itself.
#[derive(Clone, Debug)]
pub struct Keys {
    current: SecretString,
    previous: Option<SecretString>,
}

impl Keys {
    pub fn new(current: SecretString, previous: Option<SecretString>) -> Self {
        Self { current, previous }
    }

    /// HMAC-SHA256 of `message` in hexadecimal, under the key of `purpose`.
    pub fn sign(&self, purpose: &str, message: &str) -> String {
        hex::encode(mac(&self.key(purpose), message).finalize().into_bytes())
    }

    /// Whether this is, or was, the signature of `message`. Compares in constant time.
    pub fn verify(&self, purpose: &str, message: &str, signature: &str) -> bool {
        let Ok(signature) = hex::decode(signature) else { return false };
        self.macs(purpose, message).into_iter().any(|mac| mac.verify_slice(&signature).is_ok())
    }

    /// Every signature of `message` that is accepted, the one that is made now first.
    pub fn accepted_signatures(&self, purpose: &str, message: &str) -> Vec<String> {
        self.macs(purpose, message).into_iter().map(|mac| hex::encode(mac.finalize().into_bytes())).collect()
    }

    /// The signature that a version before [`Keys`] made: under the key before, where there is one, because that was in
    /// force then.
    pub fn sign_legacy(&self, purpose: &str, message: &str) -> String {
        hex::encode(
            legacy_mac(self.previous.as_ref().unwrap_or(&self.current), purpose, message).finalize().into_bytes(),
        )
    }

    /// The key by which something is signed for `purpose` now.
    pub fn key(&self, purpose: &str) -> PurposeKey {
        derive_key(&self.current, purpose)
    }

    /// Every key by which something signed for `purpose` is accepted, the present one first. The secrets themselves are
    /// the last: they signed tokens in versions before [`Keys`].
    pub fn accepted_keys(&self, purpose: &str) -> Vec<Vec<u8>> {
        let secrets = || [Some(&self.current), self.previous.as_ref()].into_iter().flatten();
        let own = secrets().map(|secret| derive_key(secret, purpose).to_vec());
        own.chain(secrets().map(|secret| secret.expose_secret().as_bytes().to_vec())).collect()
    }

    fn macs(&self, purpose: &str, message: &str) -> Vec<Hmac<Sha256>> {
        let secrets = || [Some(&self.current), self.previous.as_ref()].into_iter().flatten();
        let own = secrets().map(|secret| mac(&derive_key(secret, purpose), message));
        own.chain(secrets().map(|secret| legacy_mac(secret, purpose, message))).collect()
    }
}

/// HKDF-SHA256 (RFC 5869) without a salt: the secret is random already.
fn derive_key(secret: &SecretString, purpose: &str) -> PurposeKey {
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(None, secret.expose_secret().as_bytes())
        .expand(purpose.as_bytes(), &mut key)
        .expect("32 bytes are few enough");
    key
}

/// HMAC-SHA256 of `message` in hexadecimal, under a key of its own.
pub fn sign_with(key: &SecretString, message: &str) -> String {
    hex::encode(mac(key.expose_secret().as_bytes(), message).finalize().into_bytes())
}

/// Compares in constant time.
pub(crate) fn verify_with(key: &SecretString, message: &str, signature: &str) -> bool {
    hex::decode(signature)
        .is_ok_and(|signature| mac(key.expose_secret().as_bytes(), message).verify_slice(&signature).is_ok())
}

/// The first 128 bits of [`sign_with`].
pub(crate) fn sign_short_with(key: &SecretString, message: &str) -> String {
    hex::encode(&mac(key.expose_secret().as_bytes(), message).finalize().into_bytes()[..SHORT_BYTES])
}

/// Compares in constant time.
pub(crate) fn verify_short_with(key: &SecretString, message: &str, signature: &str) -> bool {
    hex::decode(signature).is_ok_and(|signature| {
        signature.len() == SHORT_BYTES
            && mac(key.expose_secret().as_bytes(), message).verify_truncated_left(&signature).is_ok()
    })
}

const SHORT_BYTES: usize = 16;

fn mac(key: &[u8], message: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message.as_bytes());
    mac
}

/// As versions before [`Keys`] signed.
fn legacy_mac(secret: &SecretString, purpose: &str, message: &str) -> Hmac<Sha256> {
    mac(secret.expose_secret().as_bytes(), &format!("{purpose}\0{message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "the key of last year, 44 characters or more";
    const NEW: &str = "the key of this year, 44 characters or more";

    fn keys(current: &str, previous: Option<&str>) -> Keys {
        Keys::new(current.to_owned().into(), previous.map(|key| key.to_owned().into()))
    }

    #[test]
    fn a_signature_is_valid_for_its_purpose_only() {
        let keys = keys(NEW, None);
        let signature = keys.sign("upload", "a.png");
        assert!(keys.verify("upload", "a.png", &signature));
        assert!(!keys.verify("upload", "b.png", &signature));
        assert!(!keys.verify("print address", "a.png", &signature));
        assert!(!keys.verify("upload", "a.png", ""));
        assert_ne!(keys.key("upload"), keys.key("print address"));
    }

    #[test]
    fn the_previous_key_verifies_and_does_not_sign() {
        let (old, new) = (keys(OLD, None), keys(NEW, Some(OLD)));
        assert!(new.verify("upload", "a.png", &old.sign("upload", "a.png")));
        assert!(!old.verify("upload", "a.png", &new.sign("upload", "a.png")));
        assert!(!keys(NEW, None).verify("upload", "a.png", &old.sign("upload", "a.png")));
        assert!(new.accepted_signatures("upload", "a.png").contains(&old.sign("upload", "a.png")));
    }

    /// HMAC-SHA256 of "upload", a zero byte and "a.png" under [`OLD`], as versions before signed it.
    #[test]
    fn signatures_of_earlier_versions_are_accepted() {
        let mut mac = Hmac::<Sha256>::new_from_slice(OLD.as_bytes()).unwrap();
        mac.update(b"upload\0a.png");
        let signature = hex::encode(mac.finalize().into_bytes());
        assert!(keys(OLD, None).verify("upload", "a.png", &signature));
        assert!(keys(NEW, Some(OLD)).verify("upload", "a.png", &signature));
        assert!(!keys(NEW, None).verify("upload", "a.png", &signature));
        assert_eq!(keys(NEW, Some(OLD)).sign_legacy("upload", "a.png"), signature);
    }
}
