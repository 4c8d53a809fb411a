//! The marker of a restore under way: half a store is never served.
//!
//! It is a file in the data folder, and in PostgreSQL a table too: other machines share that database, not the folder.

use std::fs;
use std::path::{Path, PathBuf};

use mwanga_core::config::Config;
use mwanga_store::queries::tables;
use mwanga_store::{ConnectionTrait, Store, StoreResult, sqlite_file};

use crate::BackupError;

const TABLE: &str = "restore_under_way";

/// # Errors
///
/// [`BackupError::UnfinishedRestore`]: a restore into this data folder ended early.
pub fn refuse_unfinished_files(config: &Config) -> Result<(), BackupError> {
    if marker(config).exists() { Err(BackupError::UnfinishedRestore) } else { Ok(()) }
}

/// # Errors
///
/// [`BackupError::UnfinishedRestore`]: a restore into this database ended early.
pub async fn refuse_unfinished_database(store: &Store) -> Result<(), BackupError> {
    if has_marker_table(store).await? { Err(BackupError::UnfinishedRestore) } else { Ok(()) }
}

pub fn marker(config: &Config) -> PathBuf {
    config.data_dir.join("restore-under-way")
}

pub async fn has_marker_table(store: &Store) -> StoreResult<bool> {
    Ok(tables::names(store.reader()).await?.iter().any(|name| name == TABLE))
}

pub async fn create_marker_table(store: &Store) -> StoreResult<()> {
    store.writer().execute_unprepared(&format!("CREATE TABLE {TABLE} (id integer PRIMARY KEY)")).await?;
    Ok(())
}

pub async fn drop_marker_table(store: &Store) -> StoreResult<()> {
    store.writer().execute_unprepared(&format!("DROP TABLE {TABLE}")).await?;
    Ok(())
}

/// The database's own files, on SQLite; the journal is there before it has a write-ahead log.
pub fn database_files(file: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|ending| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Removes what a restore has put into the data folder; the marker goes last.
pub fn remove_files(config: &Config) -> std::io::Result<()> {
    let absent = |outcome: std::io::Result<()>| match outcome {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        outcome => outcome,
    };
    let marker = marker(config);
    // The database that it was restoring, which the configuration may not name any more.
    let database = fs::read_to_string(&marker).ok();
    if let Some(file) = sqlite_file(&config.database_url)
        && database.as_deref() == file.to_str()
    {
        for file in database_files(&file).into_iter().chain(database_files(&under_way(&file))) {
            absent(fs::remove_file(file))?;
        }
    }
    absent(fs::remove_dir_all(config.data_dir.join("media").join("files")))?;
    absent(fs::remove_dir_all(files_under_way(config)))?;
    // What opening the media store created. A folder that holds something, or is mounted, stays.
    for folder in ["incoming", "cache", ""] {
        let _ = fs::remove_dir(config.data_dir.join("media").join(folder));
    }
    absent(fs::remove_file(marker))
}

/// Where the database is filled.
pub fn under_way(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".restoring");
    PathBuf::from(name)
}

/// Where media are filled in.
pub fn files_under_way(config: &Config) -> PathBuf {
    config.data_dir.join("media").join("restoring")
}
