//! Storage in the data folder.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mwanga_store::types::Timestamp;
use tokio::fs;
use tokio::io::AsyncWriteExt;

use crate::media::variants::WIDTHS;
use crate::media::video::metadata;
use crate::secrets;

/// Media on the local disk: `incoming/` takes uploads and is never served, `files/` holds what was accepted.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    incoming: PathBuf,
    files: PathBuf,
    /// Copies of pictures in `files/`; whatever is missing here is made again.
    variants: PathBuf,
}

impl Folder {
    pub async fn open(root: &Path) -> io::Result<Self> {
        let folder = Self {
            root: root.to_owned(),
            incoming: root.join("incoming"),
            files: root.join("files"),
            variants: root.join("variants"),
        };
        fs::create_dir_all(&folder.incoming).await?;
        fs::create_dir_all(&folder.files).await?;
        Ok(folder)
    }

    /// Where an accepted file lies. The key must be one of ours: made by us, or checked by [`find`](crate::media::find).
    pub fn path(&self, key: &str) -> PathBuf {
        self.files.join(key)
    }

    /// Where the copy of an accepted picture lies that is `width` pixels wide.
    pub fn variant_path(&self, key: &str, width: u32) -> PathBuf {
        self.variants.join(format!("w{width}")).join(format!("{key}.webp"))
    }

    pub fn incoming_path(&self, key: &str) -> PathBuf {
        self.incoming.join(key)
    }

    /// A file beside the uploads, to be filled and then kept by [`Folder::keep`]; it goes when dropped.
    pub async fn scratch(&self) -> io::Result<Scratch> {
        let path = self.incoming.join(format!(".{}.part", secrets::random_name(16)));
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&path).await?;
        Ok(Scratch { file, path })
    }

    /// Puts a filled scratch file where `key` says, whole and synced.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] when the key was written before: nothing is ever overwritten.
    pub async fn keep(&self, mut scratch: Scratch, to: &Path) -> io::Result<()> {
        scratch.file.flush().await?;
        scratch.file.sync_all().await?;
        self.link(&scratch.path, to).await
    }

    /// Puts other bytes in the place of an accepted file, at once.
    pub async fn replace(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let mut scratch = self.scratch().await?;
        scratch.file.write_all(bytes).await?;
        // The error of the write: `sync_all` waits for it and drops it.
        scratch.file.flush().await?;
        scratch.file.sync_all().await?;
        let path = self.path(key);
        fs::rename(&scratch.path, &path).await?;
        // The new name must survive a power cut as well as the bytes.
        fs::File::open(path.parent().unwrap_or(&self.files)).await?.sync_all().await
    }

    /// Takes the metadata out of an uploaded video, and gives it its final name without copying it: videos are large.
    pub async fn keep_video(&self, key: &str, extension: &'static str) -> io::Result<()> {
        clean_video(self.incoming.join(key), extension).await?;
        self.link(&self.incoming.join(key), &self.files.join(key)).await
    }

    async fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).await?;
        }
        let linked = fs::hard_link(from, to).await;
        // One that is there already may be of a call whose sync failed.
        if linked.as_ref().is_err_and(|e| e.kind() != io::ErrorKind::AlreadyExists) {
            return linked;
        }
        // The name must survive a power cut as well as the bytes, and so must the folders that were made for it.
        for folder in to.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.root)) {
            fs::File::open(folder).await?.sync_all().await?;
        }
        linked
    }

    /// Deletes an accepted file and its copies, after its row is gone. What is not there is no error.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        for path in WIDTHS.iter().map(|width| self.variant_path(key, *width)).chain([self.path(key)]) {
            match fs::remove_file(path).await {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Ok(())
    }

    /// Says whose store this is.
    pub async fn write_marker(&self, mark: &str) -> io::Result<()> {
        let mut scratch = self.scratch().await?;
        scratch.file.write_all(mark.as_bytes()).await?;
        // The error of the write: `sync_all` waits for it and drops it.
        scratch.file.flush().await?;
        scratch.file.sync_all().await?;
        fs::rename(&scratch.path, self.marker()).await
    }

    /// Whose store this says it is; none where it says nothing.
    pub async fn read_marker(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.marker()).await {
            Ok(mark) => Ok(Some(mark)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    fn marker(&self) -> PathBuf {
        self.files.join(".mwanga")
    }

    pub async fn forget_incoming(&self, key: &str) {
        // What stays behind is swept with the abandoned uploads.
        let _ = fs::remove_file(self.incoming_path(key)).await;
    }

    /// Deletes what was put into `incoming/` before a moment and never accepted, scratch files of dead processes too;
    /// says how many.
    ///
    /// Folders stay: an upload may be about to write into one.
    pub async fn sweep_incoming(&self, before: Timestamp) -> io::Result<u64> {
        let root = self.incoming.clone();
        tokio::task::spawn_blocking(move || sweep(&root, before)).await?
    }
}

pub fn written_at(meta: &Metadata) -> io::Result<Timestamp> {
    Ok(Timestamp(meta.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)))
}

/// Overwrites the metadata of a video, synced, and says whether there was any.
pub async fn clean_video(path: PathBuf, extension: &'static str) -> io::Result<bool> {
    let clean = move || {
        let mut file = std::fs::OpenOptions::new().read(true).write(true).open(path)?;
        metadata::clean(&mut file, extension, |file| file.sync_all())
    };
    tokio::task::spawn_blocking(clean).await?
}

fn sweep(folder: &Path, before: Timestamp) -> io::Result<u64> {
    let mut swept = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            swept += sweep(&entry.path(), before)?;
            continue;
        }
        let removed = entry.metadata().and_then(|meta| {
            if written_at(&meta)? < before { std::fs::remove_file(entry.path()).map(|()| true) } else { Ok(false) }
        });
        match removed {
            Ok(removed) => swept += u64::from(removed),
            // Accepted or given up meanwhile.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(e),
        }
    }
    Ok(swept)
}

/// A file being written.
#[derive(Debug)]
pub struct Scratch {
    pub file: fs::File,
    path: PathBuf,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
