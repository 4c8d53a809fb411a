//! Files of what is for development: a JSON file each in a folder of the data folder, so that they survive a restart.

use std::io;
use std::marker::PhantomData;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::AppState;

/// What is kept in a file, by its id.
pub trait Kept: Clone + Serialize + DeserializeOwned {
    fn id(&self) -> &str;
}

/// A folder of files.
pub struct Files<T> {
    folder: &'static str,
    kept: PhantomData<fn() -> T>,
}

/// Serializes changes.
static WRITE_LOCK: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

impl<T: Kept> Files<T> {
    pub const fn new(folder: &'static str) -> Self {
        Self { folder, kept: PhantomData }
    }

    fn path(&self, app: &AppState, id: &str) -> Option<PathBuf> {
        // No path traversal: ids are alphanumeric.
        let is_id = !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id.then(|| app.core.config.data_dir.join(self.folder).join(format!("{id}.json")))
    }

    pub async fn get(&self, app: &AppState, id: &str) -> Option<T> {
        let bytes = tokio::fs::read(self.path(app, id)?).await.ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// All that can be read, in no order.
    pub async fn all(&self, app: &AppState) -> Vec<T> {
        let mut all = Vec::new();
        let Ok(mut folder) = tokio::fs::read_dir(app.core.config.data_dir.join(self.folder)).await else { return all };
        while let Ok(Some(entry)) = folder.next_entry().await {
            let name = entry.file_name().to_string_lossy().into_owned();
            if let Some(id) = name.strip_suffix(".json") {
                all.extend(self.get(app, id).await);
            }
        }
        all
    }

    /// Inserts one; returns the existing one if there is one with its id.
    pub async fn insert_if_absent(&self, app: &AppState, new: T) -> io::Result<T> {
        let _lock = WRITE_LOCK.lock().await;
        if let Some(existing) = self.get(app, new.id()).await {
            return Ok(existing);
        }
        self.write(app, &new).await?;
        Ok(new)
    }

    /// Updates one; `None` where there is none.
    pub async fn update<R>(
        &self,
        app: &AppState,
        id: &str,
        update: impl FnOnce(&mut T) -> R,
    ) -> io::Result<Option<(T, R)>> {
        let _lock = WRITE_LOCK.lock().await;
        let Some(mut kept) = self.get(app, id).await else { return Ok(None) };
        let outcome = update(&mut kept);
        self.write(app, &kept).await?;
        Ok(Some((kept, outcome)))
    }

    async fn write(&self, app: &AppState, kept: &T) -> io::Result<()> {
        let path = self.path(app, kept.id()).ok_or_else(|| io::Error::other("this is no name of a file"))?;
        if let Some(folder) = path.parent() {
            tokio::fs::create_dir_all(folder).await?;
        }
        let temp_path = path.with_extension("part");
        tokio::fs::write(&temp_path, serde_json::to_vec(kept)?).await?;
        tokio::fs::rename(temp_path, path).await
    }
}
