//! Encryption to an age recipient (`age1…`), and back with its identity file.

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::str::FromStr;

use mwanga_core::config::Config;

use crate::BackupError;

/// How an encrypted backup begins.
const AGE: &[u8] = b"age-encryption.org/";

/// Whom a backup is encrypted to.
#[derive(Clone, Debug)]
pub struct Recipient(age::x25519::Recipient);

impl FromStr for Recipient {
    type Err = BackupError;

    fn from_str(text: &str) -> Result<Self, BackupError> {
        let recipient = text.trim().parse();
        recipient.map(Self).map_err(|e| BackupError::Key(format!("{text} is no age recipient (age1…): {e}")))
    }
}

/// Whom scheduled backups and downloads are encrypted to: `MWANGA_BACKUP_ENCRYPT_TO`.
///
/// # Errors
///
/// It is no recipient.
pub fn recipient(config: &Config) -> Result<Option<Recipient>, BackupError> {
    let recipient = config.backup.encrypt_to.as_deref().map(str::parse).transpose();
    recipient.map_err(|e| BackupError::Key(format!("MWANGA_BACKUP_ENCRYPT_TO: {e}")))
}

/// What opens an encrypted backup.
pub struct Identity(Vec<Box<dyn age::Identity + Send + Sync>>);

impl Identity {
    /// Reads an identity file as `age-keygen` writes it.
    pub fn read(path: &Path) -> Result<Self, BackupError> {
        let text =
            std::fs::read_to_string(path).map_err(BackupError::io(format!("the identity {}", path.display())))?;
        let keys = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys = keys.map(|line| {
            let key: Result<age::x25519::Identity, _> = line.parse();
            key.map(|key| Box::new(key) as Box<dyn age::Identity + Send + Sync>)
                .map_err(|_| BackupError::Key(format!("{} holds a line that is no age identity", path.display())))
        });
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err(BackupError::Key(format!("{} holds no age identity", path.display())));
        }
        Ok(Self(keys))
    }
}

/// Encrypts what is written; to be finished.
pub fn encrypt<W: Write>(out: W, to: &Recipient) -> Result<age::stream::StreamWriter<W>, BackupError> {
    let encryptor = age::Encryptor::with_recipients(std::iter::once(&to.0 as &dyn age::Recipient))
        .map_err(|e| BackupError::Key(e.to_string()))?;
    encryptor.wrap_output(out).map_err(BackupError::io("cannot write the backup"))
}

/// What is inside an encrypted backup, or the backup as it is.
pub fn decrypt<'a>(
    mut input: impl BufRead + Send + 'a,
    identity: Option<&Identity>,
) -> Result<Box<dyn Read + Send + 'a>, BackupError> {
    if !input.fill_buf().map_err(BackupError::io("cannot read the backup"))?.starts_with(AGE) {
        return Ok(Box::new(input));
    }
    let identity = identity.ok_or(BackupError::Encrypted)?;
    let decryptor = age::Decryptor::new_buffered(input).map_err(decrypt_error)?;
    let keys = identity.0.iter().map(|key| key.as_ref() as &dyn age::Identity);
    Ok(Box::new(decryptor.decrypt(keys).map_err(decrypt_error)?))
}

fn decrypt_error(error: age::DecryptError) -> BackupError {
    match error {
        age::DecryptError::NoMatchingKeys => BackupError::Key("this identity does not open the backup".into()),
        age::DecryptError::Io(e) => BackupError::reading(e),
        error => BackupError::Damaged(error.to_string()),
    }
}
