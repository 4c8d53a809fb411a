//! Where media lie: in the data folder (`folder.rs`) or in a bucket (`bucket.rs`, with a `cache.rs` on the disk). What
//! is above it is the same for both.

mod bucket;
mod cache;
mod folder;
mod incoming;

use std::io;

pub(super) use bucket::{Bucket, blocks_of};
use bytes::Bytes;
pub(super) use folder::Folder;
pub(super) use incoming::Incoming;
use mwanga_store::types::Timestamp;
use tokio::fs;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::config::{Config, MediaPlace};

/// `incoming/` takes uploads and is never served, `files/` holds what was accepted, under the same keys. Nothing is
/// ever overwritten, but by the cleaning of what an earlier version accepted.
///
/// Of the errors [`io::ErrorKind::NotFound`] and [`io::ErrorKind::AlreadyExists`] mean just that, on both stores; a
/// bucket that does not answer as it should is [`io::ErrorKind::NetworkUnreachable`].
#[derive(Debug)]
pub enum MediaStore {
    Folder(Folder),
    Bucket(Bucket),
}

impl MediaStore {
    /// # Errors
    ///
    /// Says what is wrong with the configuration. A bucket that cannot be reached now is none.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let root = config.data_dir.join("media");
        Ok(match &config.media.place {
            MediaPlace::Folder => Self::Folder(Folder::open(&root).await?),
            MediaPlace::Bucket(place) => Self::Bucket(
                Bucket::open(place, &root.join("cache"), config.media.cache_mb * 1024 * 1024, config.timeouts.block)
                    .await?,
            ),
        })
    }

    /// The folder, where media lie in one.
    pub fn folder(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }

    /// The bucket, where media lie in one.
    pub fn bucket(&self) -> Option<&Bucket> {
        match self {
            Self::Folder(_) => None,
            Self::Bucket(bucket) => Some(bucket),
        }
    }

    pub async fn incoming(&self, key: &str) -> io::Result<Incoming> {
        match self {
            Self::Folder(folder) => {
                let meta = fs::metadata(folder.incoming_path(key)).await?;
                Ok(Incoming { size_bytes: meta.len(), written_at: folder::written_at(&meta)? })
            }
            Self::Bucket(bucket) => bucket.incoming(key).await,
        }
    }

    /// Up to `limit` bytes of the beginning of an upload that is not empty.
    pub async fn read_incoming(&self, key: &str, limit: u64) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => beginning(&folder.incoming_path(key), limit).await,
            Self::Bucket(bucket) => bucket.read_incoming(key, limit).await,
        }
    }

    /// Size of an accepted file, and up to `limit` bytes of its beginning.
    pub async fn look_at(&self, key: &str, limit: u64) -> io::Result<(u64, Vec<u8>)> {
        match self {
            Self::Folder(folder) => {
                let path = folder.path(key);
                Ok((fs::metadata(&path).await?.len(), beginning(&path, limit).await?))
            }
            Self::Bucket(bucket) => bucket.look_at(key, limit).await,
        }
    }

    /// Writes an accepted file, whole.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] when the key was written before: nothing is ever overwritten.
    pub async fn write(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        match self {
            Self::Folder(folder) => {
                let mut scratch = folder.scratch().await?;
                scratch.file.write_all(&bytes).await?;
                folder.keep(scratch, &folder.path(key)).await
            }
            Self::Bucket(bucket) => bucket.write(key, bytes).await,
        }
    }

    /// Takes the metadata out of an uploaded video and gives it its final name, in pieces: videos are large. Fails as
    /// [`MediaStore::write`] does.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`]: it is not built as its extension says.
    pub async fn keep_video(&self, key: &str, extension: &'static str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.keep_video(key, extension).await,
            Self::Bucket(bucket) => bucket.keep_video(key, extension).await,
        }
    }

    /// [`MediaStore::keep_video`] for one that was accepted by an earlier version; says whether anything was taken out.
    pub async fn clean_video(&self, key: &str, extension: &'static str) -> io::Result<bool> {
        match self {
            Self::Folder(folder) => folder::clean_video(folder.path(key), extension).await,
            Self::Bucket(bucket) => bucket.clean_video(key, extension).await,
        }
    }

    /// Puts other bytes in the place of an accepted file, at once.
    pub async fn replace(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.replace(key, &bytes).await,
            Self::Bucket(bucket) => bucket.replace(key, bytes).await,
        }
    }

    /// Has an accepted file on this machine, so that who reads it next waits for nobody far away.
    pub async fn bring_near(&self, key: &str, size_bytes: u64) -> io::Result<()> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Bucket(bucket) => bucket.bring_near(key, size_bytes).await,
        }
    }

    /// A whole accepted file of `size_bytes`.
    pub async fn read(&self, key: &str, size_bytes: u64) -> io::Result<Bytes> {
        match self {
            Self::Folder(folder) => Ok(fs::read(folder.path(key)).await?.into()),
            Self::Bucket(bucket) => bucket.read(key, size_bytes).await,
        }
    }

    /// Whether an accepted file lies there. Only a plain "there is none" counts as no.
    pub async fn holds(&self, key: &str) -> io::Result<bool> {
        match self {
            Self::Folder(folder) => fs::try_exists(folder.path(key)).await,
            Self::Bucket(bucket) => bucket.holds(key).await,
        }
    }

    /// Deletes an accepted file and its copies, after its row is gone. What is not there is no error.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.remove(key).await,
            Self::Bucket(bucket) => bucket.remove(key).await,
        }
    }

    /// Says whose store this is.
    pub async fn write_marker(&self, mark: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => folder.write_marker(mark).await,
            Self::Bucket(bucket) => bucket.write_marker(mark).await,
        }
    }

    /// Whose store this says it is; none where it says nothing.
    pub async fn read_marker(&self) -> io::Result<Option<String>> {
        match self {
            Self::Folder(folder) => folder.read_marker().await,
            Self::Bucket(bucket) => bucket.read_marker().await,
        }
    }

    pub async fn forget_incoming(&self, key: &str) {
        match self {
            Self::Folder(folder) => folder.forget_incoming(key).await,
            Self::Bucket(bucket) => bucket.forget_incoming(key).await,
        }
    }

    /// Deletes what was put into `incoming/` before a moment and never accepted, scratch files of dead processes too;
    /// says how many.
    pub async fn sweep_incoming(&self, before: Timestamp) -> io::Result<u64> {
        match self {
            Self::Folder(folder) => folder.sweep_incoming(before).await,
            Self::Bucket(bucket) => bucket.sweep_incoming(before).await,
        }
    }
}

async fn beginning(path: &std::path::Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path).await?.take(limit).read_to_end(&mut bytes).await?;
    Ok(bytes)
}
