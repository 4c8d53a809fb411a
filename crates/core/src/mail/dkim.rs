//! DKIM signatures (RFC 6376).

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lettre::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::EncodePublicKey;

/// Signed headers. Absent ones are signed too, so that they cannot be added. `Content-Type` is left out: the library
/// counts that of multipart mails as body.
const HEADERS: [&str; 11] = [
    "From",
    "Reply-To",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "MIME-Version",
    "List-Id",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "List-Archive",
];

/// Signs mails with one DKIM key.
pub struct DkimSigner {
    config: DkimConfig,
    selector: String,
    domain: String,
    record: String,
}

/// A private key, and its public half as the DNS publishes it.
struct KeyPair {
    private: DkimSigningKey,
    record: String,
}

impl DkimSigner {
    /// Reads a private key file: RSA or Ed25519 in PEM, as `openssl genpkey` or `openssl genrsa` write it.
    ///
    /// # Errors
    ///
    /// Why the key is invalid, without repeating it.
    pub fn open(file: &Path, selector: &str, domain: &str) -> Result<Self, String> {
        let pem = std::fs::read_to_string(file).map_err(|e| format!("cannot be read: {e}"))?;
        let KeyPair { private, record } =
            parse_private_key(&pem).ok_or("holds no RSA or Ed25519 private key in PEM, or one with a password")?;
        // Relaxed canonicalization: relays refold headers, which would break a simple one.
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let headers = HEADERS.into_iter().map(HeaderName::new_from_ascii_str).collect();
        let config = DkimConfig::new(selector.to_owned(), domain.to_owned(), private, headers, relaxed);
        Ok(Self { config, selector: selector.to_owned(), domain: domain.to_owned(), record })
    }

    /// Its TXT record is published at `{selector}._domainkey.{domain}`.
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// The domain that it signs for.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The TXT record that verifies its signatures (RFC 6376, 3.6.1; RFC 8463 for Ed25519).
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Adds the `DKIM-Signature` header.
    pub fn sign(&self, message: &mut Message) {
        message.sign(&self.config);
    }
}

fn parse_private_key(pem: &str) -> Option<KeyPair> {
    let (begin, rest) = pem.split_once("-----BEGIN ")?.1.split_once("-----")?;
    let der = BASE64.decode(rest.split_once("-----END")?.0.split_whitespace().collect::<String>()).ok()?;
    match begin {
        "RSA PRIVATE KEY" => rsa_key(&der),
        "PRIVATE KEY" => {
            // PKCS #8: a version, the algorithm, and the key in its own form.
            let (algorithm, inner) = parse_pkcs8(&der)?;
            const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
            const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
            match algorithm {
                RSA => rsa_key(inner),
                ED25519 => {
                    let (0x04, seed, _) = der_element(inner)? else { return None };
                    ed25519_key(seed)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn rsa_key(pkcs1: &[u8]) -> Option<KeyPair> {
    let text = BASE64.encode(pkcs1);
    let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n", lines.join("\n"));
    let public = rsa::RsaPrivateKey::from_pkcs1_der(pkcs1).ok()?.to_public_key().to_public_key_der().ok()?;
    Some(KeyPair {
        private: DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).ok()?,
        record: format!("v=DKIM1; k=rsa; p={}", BASE64.encode(public.as_bytes())),
    })
}

fn ed25519_key(seed: &[u8]) -> Option<KeyPair> {
    let public = ed25519_dalek::SigningKey::from_bytes(seed.try_into().ok()?).verifying_key();
    Some(KeyPair {
        private: DkimSigningKey::new(&BASE64.encode(seed), DkimSigningAlgorithm::Ed25519).ok()?,
        record: format!("v=DKIM1; k=ed25519; p={}", BASE64.encode(public.as_bytes())),
    })
}

/// The object identifier of the algorithm, and the key.
fn parse_pkcs8(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (0x30, sequence, _) = der_element(der)? else { return None };
    let (0x02, _, rest) = der_element(sequence)? else { return None };
    let (0x30, algorithm, rest) = der_element(rest)? else { return None };
    let (0x06, identifier, _) = der_element(algorithm)? else { return None };
    let (0x04, key, _) = der_element(rest)? else { return None };
    Some((identifier, key))
}

/// The first element of DER: tag, content, and what follows.
fn der_element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = der.split_first()?;
    let (&first, mut rest) = rest.split_first()?;
    let mut length = usize::from(first);
    if first & 0x80 != 0 {
        let bytes = usize::from(first & 0x7f);
        if bytes == 0 || bytes > 4 || rest.len() < bytes {
            return None;
        }
        length = rest[..bytes].iter().fold(0, |length, byte| (length << 8) | usize::from(*byte));
        rest = &rest[bytes..];
    }
    (rest.len() >= length).then(|| (tag, &rest[..length], &rest[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of `openssl`, and the public halves that it wrote.
    #[test]
    fn the_record_of_a_key_is_its_public_half() {
        let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/../mwanga/tests/mail");
        let public = std::fs::read_to_string(format!("{tests}/dkim.pub")).unwrap();
        for file in ["dkim.pem", "dkim-pkcs8.pem"] {
            let signer = DkimSigner::open(Path::new(tests).join(file).as_path(), "news", "news.example").unwrap();
            assert_eq!(signer.record(), format!("v=DKIM1; k=rsa; p={}", public.trim()), "{file}");
            assert_eq!(signer.selector(), "news");
        }
        // The first test vector of RFC 8032.
        let seed = hex::decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").unwrap();
        let public = hex::decode("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a").unwrap();
        assert_eq!(ed25519_key(&seed).unwrap().record, format!("v=DKIM1; k=ed25519; p={}", BASE64.encode(public)));
    }

    #[test]
    fn an_invalid_dkim_key_is_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key.pem");
        let why = || DkimSigner::open(&file, "s", "news.example").err().unwrap();
        assert!(why().starts_with("cannot be read"));
        for text in [
            "",
            "hunter2",
            "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n",
            "-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----\n",
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(why(), "holds no RSA or Ed25519 private key in PEM, or one with a password", "{text}");
        }
    }
}
