//! Where scheduled backups lie: a folder or a bucket.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use mwanga_core::config::BackupLocation;
use mwanga_core::s3;
use object_store::aws::AmazonS3;
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{BackoffConfig, ObjectStore, ObjectStoreExt, RetryConfig};
use tokio::io::AsyncWriteExt;
use tokio_util::io::{StreamReader, SyncIoBridge};

use crate::format::FileSum;
use crate::{BackupError, Options, Source, write, write_file};

pub enum BackupStorage {
    Folder(PathBuf),
    Bucket { s3: AmazonS3, prefix: Path },
}

impl BackupStorage {
    /// # Errors
    ///
    /// The configuration is invalid. A bucket that cannot be reached now is no error.
    pub fn open(location: &BackupLocation) -> Result<Self, BackupError> {
        match location {
            BackupLocation::Folder(folder) => Ok(Self::Folder(folder.clone())),
            BackupLocation::Bucket(place) => {
                let invalid = |e: String| BackupError::Key(format!("MWANGA_BACKUP_URL and the AWS_ variables: {e}"));
                let s3 = s3::client(place, retry()).map_err(|e| invalid(e.to_string()))?;
                let prefix = Path::parse(&place.prefix).map_err(|e| invalid(e.to_string()))?;
                Ok(Self::Bucket { s3, prefix })
            }
        }
    }

    /// Writes a backup under a new name, which it has only when it is whole.
    pub async fn write(&self, source: Source, options: Options, name: &str) -> Result<FileSum, BackupError> {
        match self {
            Self::Folder(folder) => {
                let failed = BackupError::io(format!("cannot make the folder {}", folder.display()));
                fs::create_dir_all(folder).map_err(failed)?;
                let (_, sum) = write_file(source, options, &folder.join(name)).await?;
                Ok(sum)
            }
            Self::Bucket { s3, prefix } => {
                // Of one that breaks off no object is made; the bucket's lifecycle rule deletes its parts.
                let upload = BufWriter::new(Arc::new(s3.clone()), object(prefix, name));
                let (_, sum, upload) = write(source, options, SyncIoBridge::new(upload)).await?;
                let finished = upload.into_inner().shutdown().await;
                finished.map_err(BackupError::io(format!("the bucket did not take {name}")))?;
                Ok(sum)
            }
        }
    }

    /// Reads a backup; to be read where blocking is allowed.
    pub async fn read(&self, name: &str) -> Result<Box<dyn Read + Send>, BackupError> {
        let failed = || BackupError::io(format!("cannot read {name}"));
        match self {
            Self::Folder(folder) => Ok(Box::new(File::open(folder.join(name)).map_err(failed())?)),
            Self::Bucket { s3, prefix } => {
                let found = s3.get(&object(prefix, name)).await.map_err(|e| failed()(io::Error::other(e)))?;
                let pieces = found.into_stream().map_err(io::Error::other);
                Ok(Box::new(SyncIoBridge::new(StreamReader::new(Box::pin(pieces)))))
            }
        }
    }

    /// Names of all files, ours or not.
    pub async fn names(&self) -> Result<Vec<String>, BackupError> {
        match self {
            Self::Folder(folder) => {
                let failed = || BackupError::io(format!("cannot list {}", folder.display()));
                let entries = match fs::read_dir(folder) {
                    // The first backup makes it.
                    Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
                    entries => entries.map_err(failed())?,
                };
                let names = entries.map(|entry| Ok(entry?.file_name().into_string().unwrap_or_default()));
                names.collect::<io::Result<_>>().map_err(failed())
            }
            Self::Bucket { s3, prefix } => {
                let failed = |e| BackupError::io("cannot list the bucket of backups")(io::Error::other(e));
                let listed = s3.list_with_delimiter(Some(prefix)).await.map_err(failed)?;
                Ok(listed.objects.iter().filter_map(|meta| meta.location.filename().map(str::to_owned)).collect())
            }
        }
    }

    /// How long ago a file of a folder was last written to; none in a bucket, which shows no unfinished ones.
    pub fn age(&self, name: &str) -> Option<Duration> {
        match self {
            Self::Folder(folder) => folder.join(name).metadata().ok()?.modified().ok()?.elapsed().ok(),
            Self::Bucket { .. } => None,
        }
    }

    /// Deletes a file; one that is gone is no error.
    pub async fn delete(&self, name: &str) -> Result<(), BackupError> {
        let failed = || BackupError::io(format!("cannot delete {name}"));
        let deleted = match self {
            Self::Folder(folder) => fs::remove_file(folder.join(name)),
            Self::Bucket { s3, prefix } => match s3.delete(&object(prefix, name)).await {
                Err(object_store::Error::NotFound { .. }) => Ok(()),
                outcome => outcome.map_err(io::Error::other),
            },
        };
        match deleted {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(failed()(e)),
            _ => Ok(()),
        }
    }
}

/// A try of the job ends soon where the bucket is away; the next one comes some minutes later.
fn retry() -> RetryConfig {
    let backoff =
        BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(2), base: 2. };
    RetryConfig { backoff, max_retries: 5, retry_timeout: Duration::from_secs(60) }
}

fn object(prefix: &Path, name: &str) -> Path {
    prefix.parts().chain([name.into()]).collect()
}
