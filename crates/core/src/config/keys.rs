//! The secret key.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};

use super::{ConfigError, ConfigSource};
use crate::secrets;

/// Secret keys of signatures.
#[derive(Clone, Debug)]
pub struct KeyConfig {
    /// `MWANGA_SECRET_KEY`, else generated once and kept in the data folder: signs tokens and upload links.
    pub secret: SecretString,
    /// Where it lies; none where `MWANGA_SECRET_KEY` says it.
    pub secret_file: Option<PathBuf>,
    /// `MWANGA_SECRET_KEY_BEFORE`: the one before it; what it signed is still accepted.
    pub secret_before: Option<SecretString>,
}

impl KeyConfig {
    pub(super) fn read(source: &ConfigSource, data_dir: &Path) -> Result<Self, ConfigError> {
        let (secret, secret_file) = match source.text("secret_key") {
            Some(key) if key.len() >= 32 => (SecretString::from(key), None),
            Some(_) => return Err(source.invalid("secret_key", "is shorter than 32 characters")),
            None => (load_secret(data_dir)?, Some(data_dir.join(SECRET_FILE))),
        };
        let secret_before = match source.text("secret_key_before") {
            Some(key) if key.len() < 32 => {
                return Err(source.invalid("secret_key_before", "is shorter than 32 characters"));
            }
            key => key.map(SecretString::from),
        };
        Ok(Self { secret, secret_file, secret_before })
    }

    /// Creates the secret key's file where there is none; readable by its owner alone.
    pub(super) fn create_secret_file(&mut self, data_dir: &Path) -> Result<(), ConfigError> {
        let Some(path) = &self.secret_file else { return Ok(()) };
        if !path.exists() {
            let secret = self.secret.expose_secret().as_bytes();
            write_once(data_dir, path, secret)
                .map_err(|e| ConfigError::File { path: path.clone(), why: e.to_string() })?;
        }
        // Of two first starts at once, both read the winner's key.
        self.secret = load_secret(data_dir)?;
        Ok(())
    }
}

/// Writes a file unless it is there by now.
fn write_once(data_dir: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;

    std::fs::create_dir_all(data_dir)?;
    let fresh = data_dir.join(format!("secret.{}.new", secrets::random_token(8)));
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh)?;
    file.write_all(bytes).and_then(|()| file.sync_all())?;
    // A link never replaces.
    let _ = std::fs::hard_link(&fresh, path);
    std::fs::remove_file(&fresh)
}

/// In the data folder.
const SECRET_FILE: &str = "secret.key";

/// Whether a file with this text can be served: a site signs with what is in it, but for the blanks around it.
pub fn is_secret_key(text: &str) -> bool {
    text.trim().len() >= 32
}

/// The key in the data folder; a new one, written nowhere yet, where there is none.
fn load_secret(data_dir: &Path) -> Result<SecretString, ConfigError> {
    let path = data_dir.join(SECRET_FILE);
    match std::fs::read_to_string(&path) {
        Ok(key) if is_secret_key(&key) => Ok(SecretString::from(key.trim().to_owned())),
        Ok(_) => Err(ConfigError::File { path, why: "holds no key of 32 characters or more".into() }),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(SecretString::from(secrets::random_token(64))),
        Err(e) => Err(ConfigError::File { path, why: e.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_secret_key_is_reused_and_readable_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let source = ConfigSource::from_pairs([]);
        let read = || KeyConfig::read(&source, dir.path()).unwrap();
        let unused = read();
        assert!(std::fs::read_dir(dir.path()).unwrap().next().is_none(), "reading writes nothing");
        let [mut first, mut second] = [read(), read()];
        for keys in [&mut first, &mut second] {
            keys.create_secret_file(dir.path()).unwrap();
        }
        let secrets = [&first, &second, &read(), &unused].map(|keys| keys.secret.expose_secret().to_owned());
        assert!(secrets[0] == secrets[1] && secrets[0] == secrets[2] && secrets[0] != secrets[3]);
        assert_eq!(std::fs::metadata(dir.path().join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
