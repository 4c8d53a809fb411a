//! Fills an empty store with a backup: whole, or nothing is left behind.
//!
//! Rows go into a database beside its place (SQLite) or behind a marker (PostgreSQL), files into a folder of their
//! own. Only when every sum was right do they get their names; until then the markers of `unfinished.rs` keep
//! the store from being served.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use mwanga_core::clock::Clock;
use mwanga_core::config::Config;
use mwanga_core::held_copy;
use mwanga_core::library;
use mwanga_core::media::MediaStore;
use mwanga_store::queries::tables::{self, Row};
use mwanga_store::{Store, StoreOptions, migrations, sqlite_file};
use rustix::fs::{FlockOperation, flock};
use tokio::runtime::Handle;

use crate::durable::{rename_new, sync_folder};
use crate::encryption::Identity;
use crate::format::{Header, Manifest, MediaPart};
use crate::read::{self, Visitor};
use crate::row_loader::RowLoader;
use crate::unfinished::{
    create_marker_table, database_files, drop_marker_table, files_under_way, has_marker_table, marker, remove_files,
    under_way,
};
use crate::{BackupError, Report};

/// Restores a backup into the empty store of `config`, and brings its schema up to date.
///
/// What an earlier restore left that ended early is removed first.
///
/// # Errors
///
/// [`BackupError::NotEmpty`]: there is a store already. After every error the store is as empty as before.
pub async fn restore(
    config: &Config,
    input: impl Read + Send + 'static,
    identity: Option<Identity>,
) -> Result<Report, BackupError> {
    let failed = || BackupError::io(format!("the data folder {}", config.data_dir.display()));
    let is_new = !config.data_dir.exists();
    fs::create_dir_all(&config.data_dir).map_err(failed())?;
    // One restore at a time: a second would take the files of the first for leftovers. The lock ends with the process.
    let folder = File::open(&config.data_dir).map_err(failed())?;
    if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Err(BackupError::NotEmpty("another restore into this data folder is under way".into()));
    }
    let outcome = restore_locked(config, input, identity).await;
    if outcome.is_err() && is_new {
        // Fails, as it should, when something was left.
        let _ = fs::remove_dir(&config.data_dir);
    }
    outcome
}

async fn restore_locked(
    config: &Config,
    input: impl Read + Send + 'static,
    identity: Option<Identity>,
) -> Result<Report, BackupError> {
    let failed = || BackupError::io(format!("the data folder {}", config.data_dir.display()));
    let file = sqlite_file(&config.database_url);
    if marker(config).exists() {
        match &file {
            None if is_restored(&config.database_url).await? => fs::remove_file(marker(config)).map_err(failed())?,
            _ => remove_files(config).map_err(failed())?,
        }
    }
    refuse_files(config)?;
    let connected = match &file {
        Some(file) => {
            refuse_database(file)?;
            None
        }
        None => Some(connect_postgres(&config.database_url).await?),
    };
    // Before anything that a full disk could keep from being removed.
    let path = file.as_deref().and_then(Path::to_str).unwrap_or_default();
    if let Err(e) = write_synced(&marker(config), path.as_bytes()) {
        let _ = fs::remove_file(marker(config));
        return Err(failed()(e));
    }
    let opened = match (&file, connected) {
        (_, Some(store)) => create_marker_table(&store).await.map(|()| store).map_err(BackupError::from),
        (Some(file), None) => open_sqlite(file).await,
        (None, None) => unreachable!("PostgreSQL is connected above"),
    };
    let store = match opened {
        Ok(store) => store,
        Err(e) => {
            remove_files(config).map_err(failed())?;
            return Err(e);
        }
    };
    let mut written = Vec::new();
    let outcome = fill(config, &store, file.as_deref(), &mut written, input, identity).await;
    if let Err(error) = &outcome {
        tracing::debug!("restore undone: {error}");
        if file.is_none() {
            drop_all(&store).await?;
        }
        store.close().await?;
        if !written.is_empty() {
            let media = open_media(config).await?;
            for key in written {
                media.remove(&key).await.map_err(BackupError::io(format!("cannot remove the file {key}")))?;
            }
        }
        remove_files(config).map_err(failed())?;
    }
    outcome
}

async fn open_media(config: &Config) -> Result<MediaStore, BackupError> {
    MediaStore::open(config).await.map_err(|e| BackupError::Key(format!("media: {e:#}")))
}

fn refuse_database(file: &Path) -> Result<(), BackupError> {
    if let Some(there) = database_files(file).iter().find(|path| path.exists()) {
        return Err(BackupError::NotEmpty(format!(
            "{} is there already: a backup is restored into an empty store only",
            there.display()
        )));
    }
    Ok(())
}

async fn open_sqlite(file: &Path) -> Result<Store, BackupError> {
    for leftover in database_files(&under_way(file)) {
        match fs::remove_file(&leftover) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                return Err(BackupError::io(format!("cannot remove {}", leftover.display()))(e));
            }
            _ => {}
        }
    }
    let url = format!("sqlite://{}", under_way(file).display());
    Ok(Store::open(&StoreOptions { url, readers: 1 }).await?)
}

/// An empty database.
async fn connect_postgres(url: &str) -> Result<Store, BackupError> {
    let store = Store::open(&StoreOptions { url: url.to_owned(), readers: 4 }).await?;
    if has_marker_table(&store).await? {
        drop_all(&store).await?;
    } else if let Some(table) = tables::names(store.reader()).await?.first() {
        return Err(BackupError::NotEmpty(format!(
            "the database holds tables already ({table}): a backup is restored into an empty one only"
        )));
    }
    Ok(store)
}

/// Drops all tables at once, so that no kill leaves some of them without the marker.
async fn drop_all(store: &Store) -> Result<(), BackupError> {
    let tx = store.begin().await?;
    tables::drop_all(&tx).await?;
    Ok(tx.commit().await?)
}

/// Whether a restore had filled the database, and was killed before it removed the marker in the data folder.
async fn is_restored(url: &str) -> Result<bool, BackupError> {
    let store = Store::open(&StoreOptions { url: url.to_owned(), readers: 4 }).await?;
    let is_restored = !has_marker_table(&store).await? && !tables::names(store.reader()).await?.is_empty();
    store.close().await?;
    Ok(is_restored)
}

/// A bucket may hold the files already: that is how a backup without them is restored. A folder beside it may not: what
/// a failed restore undoes is that folder.
fn refuse_files(config: &Config) -> Result<(), BackupError> {
    let files = config.data_dir.join("media").join("files");
    let holds_files = fs::read_dir(&files).is_ok_and(|mut entries| entries.next().is_some());
    if holds_files {
        return Err(BackupError::NotEmpty(format!(
            "{} holds files already: a backup is restored into an empty store only",
            files.display()
        )));
    }
    Ok(())
}

async fn fill(
    config: &Config,
    store: &Store,
    file: Option<&Path>,
    written: &mut Vec<String>,
    input: impl Read + Send + 'static,
    identity: Option<Identity>,
) -> Result<Report, BackupError> {
    let files = files_under_way(config);
    let mut filling = Filling {
        rows: RowLoader::new(store.clone(), Handle::current()),
        media: open_media(config).await?,
        files: files.clone(),
        written: Vec::new(),
        secret: None,
    };
    let work = move || {
        let outcome = read::read(input, identity.as_ref(), &mut filling).and_then(|parts| {
            filling.rows.commit()?;
            Ok(parts)
        });
        (outcome, filling)
    };
    let (outcome, filling) = tokio::task::spawn_blocking(work).await?;
    *written = filling.written;
    let (header, manifest) = outcome?;
    finish_rows(store, &header, &manifest).await?;
    let failed = || BackupError::io("cannot put the restored store into its place");
    move_files(config, &files).map_err(failed())?;
    if header.media == MediaPart::Included {
        let media = open_media(config).await?;
        let marked = library::mark_restored(store.reader(), &media).await;
        marked.map_err(|e| failed()(io::Error::other(e)))?;
    }
    if let Some(secret) = filling.secret {
        write_secret(config, &secret).map_err(failed())?;
    }
    match file {
        Some(file) => {
            store.close().await?;
            let [database, wal, ..] = database_files(&under_way(file));
            // SQLite does not say when it could not move the last rows out of it.
            if wal.exists() {
                return Err(failed()(io::Error::other("the database did not take all rows: is the disk full?")));
            }
            File::open(&database).and_then(|database| database.sync_all()).map_err(failed())?;
            rename_new(&database, file).and_then(|()| sync_folder(file)).map_err(failed())?;
        }
        None => {
            drop_marker_table(store).await?;
            store.close().await?;
        }
    }
    fs::remove_file(marker(config)).map_err(failed())?;
    sync_folder(&marker(config)).map_err(failed())?;
    Ok(Report { header, manifest })
}

/// What follows the rows: ids that go on where they were, the newest schema, and the hold.
async fn finish_rows(store: &Store, header: &Header, manifest: &Manifest) -> Result<(), BackupError> {
    tables::set_sequences(store.writer(), &manifest.sequences).await?;
    let clock = Clock::system();
    migrations::migrate(store, || clock.now()).await?;
    Ok(held_copy::hold_restored(store.writer(), &header.created_at, clock.now()).await?)
}

/// Gives the files their names, all at once.
fn move_files(config: &Config, from: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    // Thousands of small files: one sync of the whole disk is quicker than one for each.
    rustix::fs::syncfs(File::open(&config.data_dir)?)?;
    let to = config.data_dir.join("media").join("files");
    match fs::remove_dir(&to) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    fs::rename(from, &to)?;
    sync_folder(&to)
}

/// A key that was there, made by the first command on this machine, is kept beside it.
fn write_secret(config: &Config, secret: &str) -> io::Result<()> {
    let path = config.data_dir.join("secret.key");
    match fs::read_to_string(&path) {
        Ok(present) if present.trim() == secret.trim() => return Ok(()),
        Ok(_) => fs::rename(&path, config.data_dir.join("secret.key.before-restore"))?,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => return Err(e),
    }
    write_synced(&path, secret.as_bytes())
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    sync_folder(path)
}

/// A store that is filled.
struct Filling {
    rows: RowLoader,
    media: MediaStore,
    /// Where files go that lie in the data folder.
    files: PathBuf,
    /// Keys of files that went into a bucket.
    written: Vec<String>,
    secret: Option<String>,
}

impl Visitor for Filling {
    fn header(&mut self, header: &Header) -> Result<(), BackupError> {
        self.rows.create_schema(header)
    }

    fn rows(&mut self, table: &str, rows: Vec<Row>) -> Result<(), BackupError> {
        self.rows.insert(table, &rows)
    }

    fn media(&mut self, key: &str, content: &mut dyn Read) -> Result<(), BackupError> {
        let failed = || BackupError::io(format!("cannot write the file {key}"));
        if self.media.folder().is_some() {
            let path = self.files.join(key);
            fs::create_dir_all(path.parent().unwrap_or(&self.files)).map_err(failed())?;
            let mut file = File::create_new(&path).map_err(failed())?;
            let mut buffer = vec![0; 128 * 1024];
            loop {
                let read = content.read(&mut buffer).map_err(BackupError::reading)?;
                if read == 0 {
                    return Ok(());
                }
                file.write_all(&buffer[..read]).map_err(failed())?;
            }
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes).map_err(BackupError::reading)?;
        match self.rows.runtime.block_on(self.media.write(key, bytes)) {
            // Keys are random, and nothing is ever overwritten: it is the same file.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(e) => Err(failed()(e)),
            Ok(()) => {
                self.written.push(key.to_owned());
                Ok(())
            }
        }
    }

    fn secret(&mut self, secret: &str) -> Result<(), BackupError> {
        self.secret = Some(secret.to_owned());
        Ok(())
    }
}
