//! Signing mail (RFC 6376), so that mail servers believe who it comes from.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lettre::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;

/// What is signed: what a reader or a mail program goes by. One that a mail lacks cannot be added to it either. (The
/// library counts the `Content-Type` of mails in parts among their body and cannot sign it; the parts themselves are
/// signed.)
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

pub struct Signer(DkimConfig);

impl Signer {
    /// By the private key of a file: RSA or Ed25519 in PEM, as `openssl genpkey` or `openssl genrsa` write it.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words that do not repeat it.
    pub fn open(file: &Path, selector: &str, domain: &str) -> Result<Self, String> {
        let pem = std::fs::read_to_string(file).map_err(|e| format!("cannot be read: {e}"))?;
        let key = key(&pem).ok_or("holds no RSA or Ed25519 private key in PEM, or one with a password")?;
        // Relaxed in both: mail servers on the way fold headers anew, and strict ones then find the signature broken.
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let headers = HEADERS.into_iter().map(HeaderName::new_from_ascii_str).collect();
        Ok(Self(DkimConfig::new(selector.to_owned(), domain.to_owned(), key, headers, relaxed)))
    }

    pub fn sign(&self, message: &mut Message) {
        message.sign(&self.0);
    }
}

fn key(pem: &str) -> Option<DkimSigningKey> {
    let (begin, rest) = pem.split_once("-----BEGIN ")?.1.split_once("-----")?;
    let der = BASE64.decode(rest.split_once("-----END")?.0.split_whitespace().collect::<String>()).ok()?;
    match begin {
        "RSA PRIVATE KEY" => rsa(&der),
        "PRIVATE KEY" => {
            // PKCS #8: a version, the algorithm, and the key in its own form.
            let (algorithm, inner) = pkcs8(&der)?;
            const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
            const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
            match algorithm {
                RSA => rsa(inner),
                ED25519 => {
                    let (0x04, seed, _) = element(inner)? else { return None };
                    DkimSigningKey::new(&BASE64.encode(seed), DkimSigningAlgorithm::Ed25519).ok()
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn rsa(pkcs1: &[u8]) -> Option<DkimSigningKey> {
    let text = BASE64.encode(pkcs1);
    let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n", lines.join("\n"));
    DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).ok()
}

/// The object identifier of the algorithm, and the key.
fn pkcs8(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (0x30, sequence, _) = element(der)? else { return None };
    let (0x02, _, rest) = element(sequence)? else { return None };
    let (0x30, algorithm, rest) = element(rest)? else { return None };
    let (0x06, identifier, _) = element(algorithm)? else { return None };
    let (0x04, key, _) = element(rest)? else { return None };
    Some((identifier, key))
}

/// The first element of DER: tag, content, and what follows.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
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
        let why = || Signer::open(&file, "s", "news.example").err().unwrap();
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
