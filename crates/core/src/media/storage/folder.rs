//! Storage in the data folder.

use std::fs::Metadata;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mwanga_store::types::Timestamp;
use sha2::{Digest, Sha256};
use tokio::fs;
use tokio::io::AsyncWriteExt;

use crate::media::key::is_key;
use crate::media::variants::Variant;
use crate::media::video::metadata;
use crate::secrets;

/// Media on the local disk: uploads in `incoming/`, which is never served, accepted files in `files/`.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    incoming: PathBuf,
    files: PathBuf,
    /// Variants of the pictures in `files/`; missing ones are created again.
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

    /// The path of an accepted file. The key must be generated here, or checked by [`find`](crate::media::find).
    pub fn path(&self, key: &str) -> PathBuf {
        self.files.join(key)
    }

    /// Keys of all accepted files.
    pub fn keys(&self) -> io::Result<Vec<String>> {
        let (mut keys, mut folders) = (Vec::new(), vec![self.files.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let entry = entry?;
                let path = entry.path();
                if entry.file_type()?.is_dir() {
                    folders.push(path);
                } else if let Some(key) = path.strip_prefix(&self.files).ok().and_then(Path::to_str)
                    && is_key(key)
                {
                    keys.push(key.to_owned());
                }
            }
        }
        Ok(keys)
    }

    /// The path of a copy of a picture.
    pub fn variant_path(&self, key: &str, variant: Variant) -> PathBuf {
        self.variants.join(variant.path(key))
    }

    pub fn incoming_path(&self, key: &str) -> PathBuf {
        self.incoming.join(key)
    }

    /// Creates a temporary file, to be written and then moved by [`Folder::commit`]. It is deleted when dropped.
    pub async fn temp_file(&self) -> io::Result<TempFile> {
        let path = self.incoming.join(format!(".{}.part", secrets::random_token(16)));
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&path).await?;
        Ok(TempFile { file, path })
    }

    /// Syncs a temporary file, and moves it to `to` atomically.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] when the file exists: nothing is ever overwritten.
    pub async fn commit(&self, temp_file: TempFile, to: &Path) -> io::Result<()> {
        let temp_file = temp_file.sync().await?;
        self.link(&temp_file.path, to).await
    }

    /// [`Folder::commit`] of a variant, whose name need not survive a power cut: a missing one is created again.
    pub async fn commit_variant(&self, temp_file: TempFile, to: &Path) -> io::Result<()> {
        let temp_file = temp_file.sync().await?;
        link_unsynced(&temp_file.path, to).await
    }

    /// Replaces an accepted file atomically.
    pub async fn replace(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let mut temp_file = self.temp_file().await?;
        temp_file.file.write_all(bytes).await?;
        // Flushed first, because `sync_all` drops the error of a pending write.
        temp_file.file.flush().await?;
        temp_file.file.sync_all().await?;
        let path = self.path(key);
        fs::rename(&temp_file.path, &path).await?;
        // The folder is synced too: the new name must survive a power cut.
        fs::File::open(path.parent().unwrap_or(&self.files)).await?.sync_all().await
    }

    /// Removes the metadata of an uploaded video in place, and moves it to the accepted files.
    pub async fn accept_video(&self, key: &str, extension: &'static str) -> io::Result<String> {
        let sha256 = sha256_of(self.incoming.join(key)).await?;
        clean_video(self.incoming.join(key), extension).await?;
        self.link(&self.incoming.join(key), &self.files.join(key)).await?;
        Ok(sha256)
    }

    async fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let linked = link_unsynced(from, to).await;
        // An existing one may be of a call whose sync failed.
        if linked.as_ref().is_err_and(|e| e.kind() != io::ErrorKind::AlreadyExists) {
            return linked;
        }
        // All new folders are synced too: the name must survive a power cut.
        for folder in to.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.root)) {
            fs::File::open(folder).await?.sync_all().await?;
        }
        linked
    }

    /// Deletes an accepted file and its variants, after its row is deleted. A missing file is no error.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        for path in Variant::all().map(|variant| self.variant_path(key, variant)).chain([self.path(key)]) {
            match fs::remove_file(path).await {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the marker of the site.
    pub async fn write_marker(&self, mark: &str) -> io::Result<()> {
        let mut temp_file = self.temp_file().await?;
        temp_file.file.write_all(mark.as_bytes()).await?;
        // Flushed first, because `sync_all` drops the error of a pending write.
        temp_file.file.flush().await?;
        temp_file.file.sync_all().await?;
        fs::rename(&temp_file.path, self.marker()).await
    }

    /// Reads the marker; none when there is none.
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

    pub async fn remove_incoming(&self, key: &str) {
        // A failure is ignored: `sweep_incoming` deletes what is left.
        let _ = fs::remove_file(self.incoming_path(key)).await;
    }

    /// Deletes abandoned uploads and temporary files that were written before a moment. Returns their number. Folders
    /// stay, because an upload may be about to write into one.
    pub async fn sweep_incoming(&self, before: Timestamp) -> io::Result<u64> {
        let root = self.incoming.clone();
        tokio::task::spawn_blocking(move || sweep(&root, before)).await?
    }
}

async fn link_unsynced(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).await?;
    }
    fs::hard_link(from, to).await
}

pub fn written_at(meta: &Metadata) -> io::Result<Timestamp> {
    Ok(Timestamp(meta.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)))
}

/// Overwrites the metadata of a video and syncs it. Returns whether it had any.
pub async fn clean_video(path: PathBuf, extension: &'static str) -> io::Result<bool> {
    let clean = move || {
        let mut file = std::fs::OpenOptions::new().read(true).write(true).open(path)?;
        metadata::clean(&mut file, extension, |file| file.sync_all())
    };
    tokio::task::spawn_blocking(clean).await?
}

/// SHA-256 of a file in hex.
pub async fn sha256_of(path: PathBuf) -> io::Result<String> {
    let read = move || {
        let (mut file, mut sum, mut piece) = (std::fs::File::open(path)?, Sha256::new(), vec![0; 64 * 1024]);
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(hex::encode(sum.finalize())),
                length => sum.update(&piece[..length]),
            }
        }
    };
    tokio::task::spawn_blocking(read).await?
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
            // Accepted or deleted meanwhile.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(e),
        }
    }
    Ok(swept)
}

/// A temporary file, deleted when dropped.
#[derive(Debug)]
pub struct TempFile {
    pub file: fs::File,
    path: PathBuf,
}

impl TempFile {
    async fn sync(mut self) -> io::Result<Self> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        Ok(self)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
