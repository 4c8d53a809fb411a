//! DKIM signatures (RFC 6376).

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lettre::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;

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
pub struct DkimSigner(DkimConfig);

impl DkimSigner {
    /// Reads a private key file: RSA or Ed25519 in PEM, as `openssl genpkey` or `openssl genrsa` write it.
    ///
    /// # Errors
    ///
    /// Why the key is invalid, without repeating it.
    pub fn open(file: &Path, selector: &str, domain: &str) -> Result<Self, String> {
        let pem = std::fs::read_to_string(file).map_err(|e| format!("cannot be read: {e}"))?;
        let key =
            parse_private_key(&pem).ok_or("holds no RSA or Ed25519 private key in PEM, or one with a password")?;
        // Relaxed canonicalization: relays refold headers, which would break a simple one.
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let headers = HEADERS.into_iter().map(HeaderName::new_from_ascii_str).collect();
        Ok(Self(DkimConfig::new(selector.to_owned(), domain.to_owned(), key, headers, relaxed)))
    }

    /// Adds the `DKIM-Signature` header.
    pub fn sign(&self, message: &mut Message) {
        message.sign(&self.0);
    }
}

fn parse_private_key(pem: &str) -> Option<DkimSigningKey> {
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
                    DkimSigningKey::new(&BASE64.encode(seed), DkimSigningAlgorithm::Ed25519).ok()
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn rsa_key(pkcs1: &[u8]) -> Option<DkimSigningKey> {
    let text = BASE64.encode(pkcs1);
    let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n", lines.join("\n"));
    DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).ok()
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
