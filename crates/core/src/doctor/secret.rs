use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{fs, io};

use secrecy::ExposeSecret;

use super::check::Outcome;
use crate::Core;

/// A random key of 32 characters has more different ones.
const FEWEST_DIFFERENT: usize = 12;

/// The key itself is never told.
pub fn check(core: &Core) -> Outcome {
    let keys = &core.config.keys;
    let secret = keys.secret.expose_secret();
    let length = secret.chars().count();
    if secret.chars().collect::<HashSet<_>>().len() < FEWEST_DIFFERENT {
        let finding = format!("It has {length} characters and few different ones: it may be guessed.");
        let advice = "Make a random one, and keep the present one in MWANGA_SECRET_KEY_BEFORE for a day:\n\
                      openssl rand -base64 48";
        return Outcome::warning(finding, advice);
    }
    match &keys.secret_file {
        None => Outcome::well(format!("MWANGA_SECRET_KEY says it; it has {length} characters.")),
        Some(file) => check_file(file, secret),
    }
}

fn check_file(file: &Path, secret: &str) -> Outcome {
    let path = file.display();
    let read = || -> io::Result<_> { Ok((fs::read_to_string(file)?, fs::metadata(file)?.permissions().mode())) };
    match read() {
        Err(e) => {
            let advice = "Put the file back: the next start makes another key, which signs everybody out.";
            Outcome::broken(format!("{path} cannot be read any more: {e}"), advice)
        }
        Ok((key, _)) if key.trim() != secret => {
            let advice = "Restart the server, or put the former file back.";
            Outcome::broken(format!("{path} holds another key than the one in use."), advice)
        }
        Ok((_, mode)) if mode & 0o077 != 0 => {
            let finding = format!("Others on this machine may read {path}: with it anybody signs in as anybody.");
            Outcome::warning(finding, format!("Close it:\nchmod go= {path}"))
        }
        Ok(_) => {
            let length = secret.chars().count();
            Outcome::well(format!("It lies in {path}, readable by its owner alone; it has {length} characters."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::CheckState::{Broken, Warning, Well};

    #[test]
    fn the_file_of_the_secret_key_is_private_and_holds_the_key_in_use() {
        const KEY: &str = "what nobody else knows, 44 characters or more";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret.key");
        assert_eq!(check_file(&file, KEY).state, Broken, "there is no file");
        fs::write(&file, format!("{KEY}\n")).unwrap();
        for (mode, state) in [(0o600, Well), (0o400, Well), (0o640, Warning), (0o604, Warning)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let outcome = check_file(&file, KEY);
            assert_eq!(outcome.state, state, "{mode:o}");
            assert!(!format!("{outcome:?}").contains(KEY));
        }
        assert_eq!(check_file(&file, "another key").state, Broken);
    }
}
