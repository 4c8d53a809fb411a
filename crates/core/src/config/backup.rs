//! Settings of scheduled backups.

use std::path::PathBuf;

use url::Url;

use super::{Bucket, ConfigError, ConfigSource};

/// Backups that are made each night.
#[derive(Clone, Debug)]
pub struct BackupConfig {
    /// `MWANGA_BACKUP_URL`; see [`BackupLocation`]. Unset: none are made.
    pub location: Option<BackupLocation>,
    /// `MWANGA_BACKUP_ENCRYPT_TO`: an age recipient (`age1…`) that scheduled backups and downloads are encrypted to.
    pub encrypt_to: Option<String>,
}

/// Where scheduled backups lie: `MWANGA_BACKUP_URL`.
#[derive(Clone, Debug)]
pub enum BackupLocation {
    /// `file:///folder`, best on another disk.
    Folder(PathBuf),
    /// `s3://bucket/prefix`, with the usual `AWS_…` variables.
    Bucket(Bucket),
}

impl BackupConfig {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        Ok(Self { location: location(source)?, encrypt_to: source.text("backup_encrypt_to") })
    }
}

fn location(source: &ConfigSource) -> Result<Option<BackupLocation>, ConfigError> {
    const KEY: &str = "backup_url";
    let Some(text) = source.text(KEY) else { return Ok(None) };
    if text.starts_with("s3:") {
        return Bucket::read(source, KEY, &text).map(BackupLocation::Bucket).map(Some);
    }
    // `file:backups` would be a folder at the root of the disk.
    let url = Url::parse(&text).ok().filter(|_| text.starts_with("file:///"));
    match url.and_then(|url| url.to_file_path().ok()).filter(|path| path.parent().is_some()) {
        Some(folder) => Ok(Some(BackupLocation::Folder(folder))),
        None => {
            let why = "is neither a folder such as `file:///backups` nor a bucket such as `s3://bucket/prefix`";
            Err(source.invalid(KEY, why))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> ConfigSource {
        ConfigSource::from_pairs([("backup_url".to_owned(), text.to_owned())])
    }

    #[test]
    fn a_backup_url_is_a_folder_or_a_bucket() {
        let folder = location(&source("file:///srv/mwanga%20backups/")).unwrap();
        assert!(matches!(folder, Some(BackupLocation::Folder(path)) if path.ends_with("mwanga backups")));
        let bucket = location(&source("s3://archive/news")).unwrap();
        assert!(matches!(bucket, Some(BackupLocation::Bucket(place)) if place.name == "archive"));
        for (text, why) in [
            ("/srv/backups", "is neither a folder such as"),
            ("file:///", "is neither a folder such as"),
            ("file:backups", "is neither a folder such as"),
            ("https://archive.example", "is neither a folder such as"),
            ("s3:///news", "names no bucket"),
        ] {
            let error = location(&source(text)).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("MWANGA_BACKUP_URL: {why}")), "{text}: {error}");
        }
    }
}
