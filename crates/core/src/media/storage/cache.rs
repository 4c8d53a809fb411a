//! What was fetched or made once, on the local disk, up to so many bytes.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::{fs, sync};

use crate::secrets;

/// What was asked for least recently goes first. It is only ever a copy: the folder may be emptied at any time.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    max_bytes: u64,
    kept: Mutex<Kept>,
    flights: Mutex<HashMap<String, Weak<sync::Mutex<()>>>>,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<String, File>,
    bytes: u64,
    /// Counts the uses, so that they can be put in order.
    uses: u64,
}

#[derive(Debug)]
struct File {
    bytes: u64,
    used: u64,
}

/// Of files that are not whole yet: they go at the next start.
pub const PART: &str = ".part";

impl Cache {
    /// Finds again what an earlier process left, oldest first.
    pub async fn open(root: &Path, max_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(root).await?;
        let folder = root.to_owned();
        let files = tokio::task::spawn_blocking(move || found(&folder)).await??;
        let mut kept = Kept::default();
        for (name, bytes) in files {
            kept.add(name, bytes);
        }
        let cache = Self { root: root.to_owned(), max_bytes, kept: Mutex::new(kept), flights: Mutex::default() };
        cache.shrink().await;
        Ok(cache)
    }

    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// What is kept under a name.
    pub async fn find(&self, name: &str) -> Option<Bytes> {
        self.get(&hex::encode(Sha256::digest(name))).await
    }

    /// What is kept under a name and is whole, else what `make` answers; of those who ask at once one makes it.
    pub async fn get_or<E>(
        &self,
        name: &str,
        is_whole: impl Fn(&Bytes) -> bool,
        make: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        let name = hex::encode(Sha256::digest(name));
        if let Some(bytes) = self.get(&name).await.filter(&is_whole) {
            return Ok(bytes);
        }
        let flight = self.flight(&name);
        let _mine = flight.lock().await;
        if let Some(bytes) = self.get(&name).await.filter(&is_whole) {
            return Ok(bytes);
        }
        let bytes = make.await?;
        // A full disk keeps nothing from anybody.
        if let Err(e) = self.put(&name, &bytes).await {
            tracing::warn!("the cache of media cannot be written: {e}");
        }
        Ok(bytes)
    }

    async fn get(&self, name: &str) -> Option<Bytes> {
        {
            let mut kept = self.kept();
            let uses = kept.uses + 1;
            kept.files.get_mut(name)?.used = uses;
            kept.uses = uses;
        }
        match fs::read(self.root.join(name)).await {
            Ok(bytes) => Some(bytes.into()),
            Err(_) => {
                self.kept().remove(name);
                None
            }
        }
    }

    /// Nobody ever sees a file that is half there, not after a power cut either.
    async fn put(&self, name: &str, bytes: &Bytes) -> io::Result<()> {
        if bytes.len() as u64 > self.max_bytes {
            return Ok(());
        }
        let part = self.root.join(format!("{}{PART}", secrets::random_name(16)));
        let written = async {
            let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&part).await?;
            file.write_all(bytes).await?;
            // The error of the write: `sync_data` waits for it and drops it.
            file.flush().await?;
            file.sync_data().await?;
            fs::rename(&part, self.root.join(name)).await
        };
        if let Err(e) = written.await {
            let _ = fs::remove_file(&part).await;
            return Err(e);
        }
        self.kept().add(name.to_owned(), bytes.len() as u64);
        self.shrink().await;
        Ok(())
    }

    /// Makes room for more than one, so that not every new file has to.
    async fn shrink(&self) {
        let gone = {
            let mut kept = self.kept();
            if kept.bytes <= self.max_bytes {
                return;
            }
            let mut names: Vec<(u64, String)> =
                kept.files.iter().map(|(name, file)| (file.used, name.clone())).collect();
            names.sort_unstable();
            let mut gone = Vec::new();
            for (_, name) in names {
                if kept.bytes <= self.max_bytes / 10 * 9 {
                    break;
                }
                kept.remove(&name);
                gone.push(name);
            }
            gone
        };
        for name in gone {
            let _ = fs::remove_file(self.root.join(name)).await;
        }
    }

    fn flight(&self, name: &str) -> Arc<sync::Mutex<()>> {
        let mut flights = self.flights.lock().unwrap_or_else(|e| e.into_inner());
        flights.retain(|_, flight| flight.strong_count() > 0);
        if let Some(flight) = flights.get(name).and_then(Weak::upgrade) {
            return flight;
        }
        let flight = Arc::new(sync::Mutex::new(()));
        flights.insert(name.to_owned(), Arc::downgrade(&flight));
        flight
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Kept {
    fn add(&mut self, name: String, bytes: u64) {
        self.uses += 1;
        let replaced = self.files.insert(name, File { bytes, used: self.uses });
        self.bytes = self.bytes + bytes - replaced.map_or(0, |file| file.bytes);
    }

    fn remove(&mut self, name: &str) {
        if let Some(file) = self.files.remove(name) {
            self.bytes -= file.bytes;
        }
    }
}

/// Names and sizes, oldest first; what a dead process was writing goes.
fn found(root: &Path) -> io::Result<Vec<(String, u64)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root)? {
        let (entry, name) = entry.and_then(|entry| Ok((entry.metadata()?, entry.file_name())))?;
        let Ok(name) = name.into_string() else { continue };
        if name.ends_with(PART) {
            std::fs::remove_file(root.join(name))?;
        } else if entry.is_file() {
            files.push((entry.modified()?, name, entry.len()));
        }
    }
    files.sort_unstable();
    Ok(files.into_iter().map(|(_, name, bytes)| (name, bytes)).collect())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn size(root: &Path) -> u64 {
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
    }

    /// Whether it had to be made.
    async fn ask(cache: &Cache, name: &str, bytes: usize) -> bool {
        let mut made = false;
        let make = async {
            made = true;
            Ok::<_, Infallible>(Bytes::from(vec![7; bytes]))
        };
        let got = cache.get_or(name, |kept| kept.len() == bytes, make).await.unwrap();
        assert_eq!(got, vec![7; bytes]);
        made
    }

    #[tokio::test]
    async fn the_least_recently_used_file_is_evicted_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        for number in 0..9 {
            assert!(ask(&cache, &number.to_string(), 100).await);
        }
        assert!(!ask(&cache, "0", 100).await);
        for number in 9..12 {
            assert!(ask(&cache, &number.to_string(), 100).await);
            assert!(size(folder.path()) <= 1_000);
        }
        assert!(!ask(&cache, "0", 100).await);
        assert!(ask(&cache, "1", 100).await, "it went");
        assert!(ask(&cache, "larger than all of it", 1_001).await);
        assert!(size(folder.path()) <= 1_000);
        // Another process finds it, and keeps to a smaller bound.
        let again = Cache::open(folder.path(), 500).await.unwrap();
        assert!(size(folder.path()) <= 500);
        assert!(!ask(&again, "1", 100).await, "the newest stayed");
    }

    #[tokio::test]
    async fn a_truncated_or_deleted_cache_file_is_fetched_again() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(format!("a{PART}")), "of a dead process").unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        assert_eq!(size(folder.path()), 0);
        ask(&cache, "a", 100).await;
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        std::fs::write(&file, "half").unwrap();
        assert!(ask(&cache, "a", 100).await);
        std::fs::remove_file(&file).unwrap();
        assert!(ask(&cache, "a", 100).await);
        assert!(!ask(&cache, "a", 100).await);
    }

    #[tokio::test]
    async fn concurrent_reads_of_a_missing_file_fetch_it_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        let made = AtomicU32::new(0);
        let ask = || {
            cache.get_or("a", |_| true, async {
                made.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(Bytes::from_static(b"a"))
            })
        };
        futures_util::future::join_all((0..50).map(|_| ask())).await;
        assert_eq!(made.load(Ordering::Relaxed), 1);
        // One who fails leaves it to the next.
        let failed = cache.get_or("b", |_| true, async { Err::<Bytes, ()>(()) }).await;
        assert!(failed.is_err() && cache.get_or("b", |_| true, async { Ok::<_, ()>(Bytes::new()) }).await.is_ok());
    }
}
