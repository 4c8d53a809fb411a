//! What every command begins with.

use std::fs::{Metadata, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use mwanga_backup::{refuse_unfinished_database, refuse_unfinished_files};
use mwanga_core::Core;
use mwanga_core::clock::Clock;
use mwanga_core::config::Config;
use mwanga_store::{Store, StoreOptions, migrations, sqlite_file};
use rustix::fs::Mode;
use tracing_subscriber::EnvFilter;

/// Logs to standard error; `RUST_LOG` chooses how much.
pub fn init_logging() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sea_orm_migration=warn,sqlx=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

/// Takes as many open files as the system grants: a connection is one, and the usual soft limit of 1,024 is soon met.
pub fn raise_open_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(e) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!("cannot raise the limit of open files: {e}");
    }
}

/// What is written from here on is its owner's alone, whatever the umask was: the database, mails, files, the search
/// index.
pub fn set_private_umask() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Makes the data folder and what earlier versions left in it private. The folder itself comes last: as long as it is
/// open, there may be more in it that is.
fn make_private(config: &Config) -> std::io::Result<()> {
    let folder = &config.data_dir;
    let is_open = |about: &Metadata| about.permissions().mode() & 0o077 != 0;
    if is_open(&folder.metadata()?) {
        let mut folders = vec![folder.clone()];
        while let Some(below) = folders.pop() {
            for entry in std::fs::read_dir(&below)? {
                let (path, about) = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)))?;
                // Links are left alone: what they lead to is somebody else's.
                if about.is_dir() {
                    std::fs::set_permissions(&path, Permissions::from_mode(0o700))?;
                    folders.push(path);
                } else if about.is_file() && is_open(&about) {
                    std::fs::set_permissions(&path, Permissions::from_mode(0o600))?;
                }
            }
        }
        std::fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Opens the store of the configuration, with its schema up to date.
pub async fn store(file: Option<&Path>) -> anyhow::Result<(Config, Store)> {
    let config = Config::load(file)?;
    let store = open(&config).await?;
    Ok((config, store))
}

pub async fn open(config: &Config) -> anyhow::Result<Store> {
    let store = open_store(config).await?;
    let clock = Clock::system();
    migrations::migrate(&store, || clock.now()).await.context("cannot bring the database up to date")?;
    Ok(store)
}

/// Opens the store, and leaves its schema as it is.
async fn open_store(config: &Config) -> anyhow::Result<Store> {
    refuse_unfinished_files(config)?;
    tokio::fs::create_dir_all(&config.data_dir)
        .await
        .with_context(|| format!("the data folder {}", config.data_dir.display()))?;
    if let Err(e) = make_private(config) {
        tracing::warn!("others may read the data folder {}: {e}", config.data_dir.display());
    }
    let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() as u32 * 2);
    let store = Store::open(&StoreOptions { url: config.database_url.clone(), readers })
        .await
        .context("cannot open the database")?;
    refuse_unfinished_database(&store).await?;
    Ok(store)
}

/// Opens a store that is there already and has this version's schema, and changes nothing in it.
pub async fn open_current_store(config: &Config) -> anyhow::Result<Store> {
    if let Some(file) = sqlite_file(&config.database_url).filter(|file| !file.exists()) {
        bail!("there is no store: {} does not exist", file.display());
    }
    let store = open_store(config).await?;
    if !migrations::is_current(&store).await {
        bail!("the store is of another version of Mwanga: use the one that serves it, or `mwanga migrate` first");
    }
    Ok(store)
}

/// The parts that a command works with.
pub async fn core(file: Option<&Path>) -> anyhow::Result<Core> {
    let (config, store) = store(file).await?;
    Core::new(config, store, Clock::system()).await
}

/// Blocks from this size on are mapped one by one, and go back to the system when they are freed. Left to itself glibc
/// raises the size after each large block, and the memory of decoded pictures then stays with the process for good (138
/// MB after a hundred of them, 40 with this).
pub fn set_malloc_mmap_threshold() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: called first thing, before another thread exists; it changes a number in the allocator.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 512 * 1024);
    }
}
