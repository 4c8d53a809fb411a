//! The secret key.

use std::path::{Path, PathBuf};

use secrecy::SecretString;

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
            None => (load_or_create_secret(data_dir)?, Some(data_dir.join(SECRET_FILE))),
        };
        let secret_before = match source.text("secret_key_before") {
            Some(key) if key.len() < 32 => {
                return Err(source.invalid("secret_key_before", "is shorter than 32 characters"));
            }
            key => key.map(SecretString::from),
        };
        Ok(Self { secret, secret_file, secret_before })
    }
}

/// In the data folder.
const SECRET_FILE: &str = "secret.key";

/// The key in the data folder; made on the first call, readable by its owner alone.
fn load_or_create_secret(data_dir: &Path) -> Result<SecretString, ConfigError> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;

    let path = data_dir.join(SECRET_FILE);
    let failed = |e: std::io::Error| ConfigError::File { path: path.clone(), why: e.to_string() };
    std::fs::create_dir_all(data_dir).map_err(failed)?;
    let fresh = data_dir.join(format!("secret.{}.new", secrets::random_token(8)));
    if !path.exists() {
        let mut file =
            std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh).map_err(failed)?;
        file.write_all(secrets::random_token(64).as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        // A link never replaces: of two first starts at once, both read the winner's key.
        let _ = std::fs::hard_link(&fresh, &path);
        std::fs::remove_file(&fresh).map_err(failed)?;
    }
    let key = std::fs::read_to_string(&path).map_err(failed)?;
    if key.trim().len() < 32 {
        return Err(ConfigError::File { path, why: "holds no key of 32 characters or more".into() });
    }
    Ok(SecretString::from(key.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_secret_key_is_reused_and_readable_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let keys: Vec<String> = (0..2)
            .map(|_| secrecy::ExposeSecret::expose_secret(&load_or_create_secret(dir.path()).unwrap()).to_owned())
            .collect();
        assert_eq!(keys[0], keys[1]);
        assert_eq!(std::fs::metadata(dir.path().join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
