//! Storage of media behind one interface.
//!
//! - `folder`: the data folder.
//! - `bucket`: an S3 bucket, with `cache` on the local disk.
//! - `upload_info`: information about an upload.

mod bucket;
mod cache;
mod folder;
mod upload_info;

use std::io;
use std::sync::Arc;

pub(super) use bucket::{Bucket, block_numbers};
use bytes::Bytes;
pub(super) use folder::Folder;
use mwanga_store::types::Timestamp;
use tokio::fs;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
pub(super) use upload_info::UploadInfo;

use crate::config::{Config, MediaLocation};
use crate::core_state::{Core, Part};

/// The media store. `incoming/` has uploads and is never served, `files/` has accepted files under the same keys.
/// Files are never overwritten, except to remove metadata that an earlier version accepted.
///
/// # Errors
///
/// [`io::ErrorKind::NotFound`] and [`io::ErrorKind::AlreadyExists`] mean the same on both stores. A bucket that fails
/// is [`io::ErrorKind::NetworkUnreachable`].
#[derive(Debug)]
pub enum MediaStore {
    Folder(Folder),
    Bucket(Bucket),
}

impl Part for Arc<MediaStore> {}

impl Core {
    /// Where the files of the publication are.
    pub fn media(&self) -> &Arc<MediaStore> {
        self.part()
    }
}

impl MediaStore {
    /// Opens the configured store.
    ///
    /// # Errors
    ///
    /// The configuration is invalid. A bucket that cannot be reached now is no error.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let root = config.data_dir.join("media");
        Ok(match &config.media.place {
            MediaLocation::Folder => Self::Folder(Folder::open(&root).await?),
            MediaLocation::Bucket(place) => Self::Bucket(
                Bucket::open(place, &root.join("cache"), config.media.cache_mb * 1024 * 1024, config.timeouts.block)
                    .await?,
            ),
        })
    }

    /// The folder; none for a bucket.
    pub fn folder(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }

    /// The bucket; none for a folder.
    pub fn bucket(&self) -> Option<&Bucket> {
        match self {
            Self::Folder(_) => None,
            Self::Bucket(bucket) => Some(bucket),
        }
    }

    /// Size and time of an upload.
    pub async fn upload_info(&self, key: &str) -> io::Result<UploadInfo> {
        match self {
            Self::Folder(folder) => {
                let meta = fs::metadata(folder.incoming_path(key)).await?;
                Ok(UploadInfo { size_bytes: meta.len(), written_at: folder::written_at(&meta)? })
            }
            Self::Bucket(bucket) => bucket.upload_info(key).await,
        }
    }

    /// The first `limit` bytes of an upload that is not empty.
    pub async fn read_incoming(&self, key: &str, limit: u64) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => read_file_head(&folder.incoming_path(key), limit).await,
            Self::Bucket(bucket) => bucket.read_incoming(key, limit).await,
        }
    }

    /// Size and first `limit` bytes of an accepted file.
    pub async fn read_head(&self, key: &str, limit: u64) -> io::Result<(u64, Vec<u8>)> {
        match self {
            Self::Folder(folder) => {
                let path = folder.path(key);
                Ok((fs::metadata(&path).await?.len(), read_file_head(&path, limit).await?))
            }
            Self::Bucket(bucket) => bucket.read_head(key, limit).await,
        }
    }

    /// Writes an accepted file atomically.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] when the key was written before: nothing is ever overwritten.
    pub async fn write(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        match self {
            Self::Folder(folder) => {
                let mut temp_file = folder.temp_file().await?;
                temp_file.file.write_all(&bytes).await?;
                folder.commit(temp_file, &folder.path(key)).await
            }
            Self::Bucket(bucket) => bucket.write(key, bytes).await,
        }
    }

    /// Removes the metadata of an uploaded video, and moves it to the accepted files. Returns the SHA-256 in hex of
    /// what was uploaded. Reads it in pieces, because videos are large. Fails as [`MediaStore::write`] does.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`]: its structure does not match its extension.
    pub async fn accept_video(&self, key: &str, extension: &'static str) -> io::Result<String> {
        match self {
            Self::Folder(folder) => folder.accept_video(key, extension).await,
            Self::Bucket(bucket) => bucket.accept_video(key, extension).await,
        }
    }

    /// Removes the metadata of a video that an earlier version accepted. Returns whether it had any.
    pub async fn clean_video(&self, key: &str, extension: &'static str) -> io::Result<bool> {
        match self {
            Self::Folder(folder) => folder::clean_video(folder.path(key), extension).await,
            Self::Bucket(bucket) => bucket.clean_video(key, extension).await,
        }
    }

    /// Replaces an accepted file atomically.
    pub async fn replace(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.replace(key, &bytes).await,
            Self::Bucket(bucket) => bucket.replace(key, bytes).await,
        }
    }

    /// Loads an accepted file into the local cache, so that the next read is fast.
    pub async fn prefetch(&self, key: &str, size_bytes: u64) -> io::Result<()> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Bucket(bucket) => bucket.prefetch(key, size_bytes).await,
        }
    }

    /// Reads a whole accepted file of `size_bytes`.
    pub async fn read(&self, key: &str, size_bytes: u64) -> io::Result<Bytes> {
        match self {
            Self::Folder(folder) => Ok(fs::read(folder.path(key)).await?.into()),
            Self::Bucket(bucket) => bucket.read(key, size_bytes).await,
        }
    }

    /// Reads an accepted file in a bucket from `position` to the end of the block. `cleaning` is the version of the
    /// file: cached blocks of earlier versions are not used.
    pub async fn read_block(&self, key: &str, size_bytes: u64, cleaning: i32, position: u64) -> io::Result<Bytes> {
        let (number, rest) = (position / bucket::BLOCK_BYTES, position..size_bytes);
        match self {
            Self::Folder(_) => Err(io::ErrorKind::Unsupported.into()),
            Self::Bucket(bucket) => bucket.read_block_range(key, size_bytes, cleaning, number, &rest).await,
        }
    }

    /// Whether an accepted file exists. A failure is an error, not a no.
    pub async fn exists(&self, key: &str) -> io::Result<bool> {
        match self {
            Self::Folder(folder) => fs::try_exists(folder.path(key)).await,
            Self::Bucket(bucket) => bucket.exists(key).await,
        }
    }

    /// Deletes an accepted file and its variants, after its row is deleted. A missing file is no error.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.remove(key).await,
            Self::Bucket(bucket) => bucket.remove(key).await,
        }
    }

    /// Writes the marker of the site.
    pub async fn write_marker(&self, mark: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.write_marker(mark).await,
            Self::Bucket(bucket) => bucket.write_marker(mark).await,
        }
    }

    /// Reads the marker; none when there is none.
    pub async fn read_marker(&self) -> io::Result<Option<String>> {
        match self {
            Self::Folder(folder) => folder.read_marker().await,
            Self::Bucket(bucket) => bucket.read_marker().await,
        }
    }

    /// Deletes an upload.
    pub async fn remove_incoming(&self, key: &str) {
        match self {
            Self::Folder(folder) => folder.remove_incoming(key).await,
            Self::Bucket(bucket) => bucket.remove_incoming(key).await,
        }
    }

    /// Deletes abandoned uploads and temporary files that were written before a moment. Returns their number.
    pub async fn sweep_incoming(&self, before: Timestamp) -> io::Result<u64> {
        match self {
            Self::Folder(folder) => folder.sweep_incoming(before).await,
            Self::Bucket(bucket) => bucket.sweep_incoming(before).await,
        }
    }
}

/// The first `limit` bytes of a file.
async fn read_file_head(path: &std::path::Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path).await?.take(limit).read_to_end(&mut bytes).await?;
    Ok(bytes)
}
