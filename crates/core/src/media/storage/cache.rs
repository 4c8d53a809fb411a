//! Bounded LRU cache of files on the local disk.

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

/// Evicts the least recently used file first. The folder may be emptied at any time.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    max_bytes: u64,
    entries: Mutex<Entries>,
    /// One lock per file that is created now.
    in_flight: Mutex<HashMap<String, Weak<sync::Mutex<()>>>>,
}

#[derive(Debug, Default)]
struct Entries {
    files: HashMap<String, File>,
    bytes: u64,
    /// Counts all uses, to order them.
    uses: u64,
}

#[derive(Debug)]
struct File {
    bytes: u64,
    /// The value of `uses` at the last use.
    last_use: u64,
}

/// Suffix of incomplete files, which are deleted at the next start.
pub const PART: &str = ".part";

impl Cache {
    /// Opens the cache with the files of an earlier process.
    pub async fn open(root: &Path, max_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(root).await?;
        let folder = root.to_owned();
        let files = tokio::task::spawn_blocking(move || list_files(&folder)).await??;
        let mut entries = Entries::default();
        for (name, bytes) in files {
            entries.add(name, bytes);
        }
        let cache =
            Self { root: root.to_owned(), max_bytes, entries: Mutex::new(entries), in_flight: Mutex::default() };
        cache.evict().await;
        Ok(cache)
    }

    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// Finds a cached file.
    pub async fn find(&self, name: &str) -> Option<Bytes> {
        self.get(&hex::encode(Sha256::digest(name))).await
    }

    /// The cached file if it is whole, else the result of `create`. Of concurrent calls only one creates it.
    pub async fn get_or_insert<E>(
        &self,
        name: &str,
        is_whole: impl Fn(&Bytes) -> bool,
        create: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        let name = hex::encode(Sha256::digest(name));
        if let Some(bytes) = self.get(&name).await.filter(&is_whole) {
            return Ok(bytes);
        }
        let lock = self.in_flight_lock(&name);
        let _guard = lock.lock().await;
        if let Some(bytes) = self.get(&name).await.filter(&is_whole) {
            return Ok(bytes);
        }
        let bytes = create.await?;
        // A full disk must not fail the request.
        if let Err(e) = self.insert(&name, &bytes).await {
            tracing::warn!("the cache of media cannot be written: {e}");
        }
        Ok(bytes)
    }

    async fn get(&self, name: &str) -> Option<Bytes> {
        {
            let mut entries = self.entries();
            let uses = entries.uses + 1;
            entries.files.get_mut(name)?.last_use = uses;
            entries.uses = uses;
        }
        match fs::read(self.root.join(name)).await {
            Ok(bytes) => Some(bytes.into()),
            Err(_) => {
                self.entries().remove(name);
                None
            }
        }
    }

    /// Writes a file atomically, also across a power cut.
    async fn insert(&self, name: &str, bytes: &Bytes) -> io::Result<()> {
        if bytes.len() as u64 > self.max_bytes {
            return Ok(());
        }
        let part = self.root.join(format!("{}{PART}", secrets::random_token(16)));
        let written = async {
            let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&part).await?;
            file.write_all(bytes).await?;
            // Flushed first, because `sync_data` drops the error of a pending write.
            file.flush().await?;
            file.sync_data().await?;
            fs::rename(&part, self.root.join(name)).await
        };
        if let Err(e) = written.await {
            let _ = fs::remove_file(&part).await;
            return Err(e);
        }
        self.entries().add(name.to_owned(), bytes.len() as u64);
        self.evict().await;
        Ok(())
    }

    /// Evicts files down to 90 % of the limit, so that not every new file evicts one.
    async fn evict(&self) {
        let evicted = {
            let mut entries = self.entries();
            if entries.bytes <= self.max_bytes {
                return;
            }
            let mut names: Vec<(u64, String)> =
                entries.files.iter().map(|(name, file)| (file.last_use, name.clone())).collect();
            names.sort_unstable();
            let mut evicted = Vec::new();
            for (_, name) in names {
                if entries.bytes <= self.max_bytes / 10 * 9 {
                    break;
                }
                entries.remove(&name);
                evicted.push(name);
            }
            evicted
        };
        for name in evicted {
            let _ = fs::remove_file(self.root.join(name)).await;
        }
    }

    fn in_flight_lock(&self, name: &str) -> Arc<sync::Mutex<()>> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(|e| e.into_inner());
        in_flight.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = in_flight.get(name).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::new(sync::Mutex::new(()));
        in_flight.insert(name.to_owned(), Arc::downgrade(&lock));
        lock
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl Entries {
    fn add(&mut self, name: String, bytes: u64) {
        self.uses += 1;
        let replaced = self.files.insert(name, File { bytes, last_use: self.uses });
        self.bytes = self.bytes + bytes - replaced.map_or(0, |file| file.bytes);
    }

    fn remove(&mut self, name: &str) {
        if let Some(file) = self.files.remove(name) {
            self.bytes -= file.bytes;
        }
    }
}

/// Names and sizes, oldest first. Deletes incomplete files.
fn list_files(root: &Path) -> io::Result<Vec<(String, u64)>> {
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

    /// Reads or creates a file, and returns whether it was created.
    async fn read(cache: &Cache, name: &str, bytes: usize) -> bool {
        let mut created = false;
        let create = async {
            created = true;
            Ok::<_, Infallible>(Bytes::from(vec![7; bytes]))
        };
        let got = cache.get_or_insert(name, |cached| cached.len() == bytes, create).await.unwrap();
        assert_eq!(got, vec![7; bytes]);
        created
    }

    #[tokio::test]
    async fn the_least_recently_used_file_is_evicted_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        for number in 0..9 {
            assert!(read(&cache, &number.to_string(), 100).await);
        }
        assert!(!read(&cache, "0", 100).await);
        for number in 9..12 {
            assert!(read(&cache, &number.to_string(), 100).await);
            assert!(size(folder.path()) <= 1_000);
        }
        assert!(!read(&cache, "0", 100).await);
        assert!(read(&cache, "1", 100).await, "it went");
        assert!(read(&cache, "larger than all of it", 1_001).await);
        assert!(size(folder.path()) <= 1_000);
        // Another process finds it, and keeps to a smaller bound.
        let again = Cache::open(folder.path(), 500).await.unwrap();
        assert!(size(folder.path()) <= 500);
        assert!(!read(&again, "1", 100).await, "the newest stayed");
    }

    #[tokio::test]
    async fn a_truncated_or_deleted_cache_file_is_fetched_again() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(format!("a{PART}")), "of a dead process").unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        assert_eq!(size(folder.path()), 0);
        read(&cache, "a", 100).await;
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        std::fs::write(&file, "half").unwrap();
        assert!(read(&cache, "a", 100).await);
        std::fs::remove_file(&file).unwrap();
        assert!(read(&cache, "a", 100).await);
        assert!(!read(&cache, "a", 100).await);
    }

    #[tokio::test]
    async fn concurrent_reads_of_a_missing_file_fetch_it_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 1_000).await.unwrap();
        let created = AtomicU32::new(0);
        let read = || {
            cache.get_or_insert("a", |_| true, async {
                created.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(Bytes::from_static(b"a"))
            })
        };
        futures_util::future::join_all((0..50).map(|_| read())).await;
        assert_eq!(created.load(Ordering::Relaxed), 1);
        // One who fails leaves it to the next.
        let failed = cache.get_or_insert("b", |_| true, async { Err::<Bytes, ()>(()) }).await;
        assert!(
            failed.is_err() && cache.get_or_insert("b", |_| true, async { Ok::<_, ()>(Bytes::new()) }).await.is_ok()
        );
    }
}
