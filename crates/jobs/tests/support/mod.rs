//! Test databases: a SQLite file, and PostgreSQL where `scripts/with-postgres` runs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, Store, StoreOptions, migrations};

pub const NOW: Timestamp = Timestamp(1_795_154_400_000);

/// Runs a test on each available database.
pub async fn on_each<F: Future<Output = ()>>(test: impl Fn(Database) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(Database::new(format!("sqlite://{}", folder.path().join("test.sqlite").display())).await).await;
    let Ok(cluster) = std::env::var("MWANGA_TEST_POSTGRES") else { return };
    let folder = tempfile::tempdir().unwrap();
    let name = format!("queue_{}", random_part(folder.path()));
    let server = sea_orm::Database::connect(&cluster).await.unwrap();
    server.execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE template0")).await.unwrap();
    let url = cluster.replacen("/postgres?", &format!("/{name}?"), 1);
    assert_ne!(url, cluster, "MWANGA_TEST_POSTGRES names the database `postgres` and has parameters");
    test(Database::new(url).await).await;
    server.execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await.unwrap();
}

/// The random part of a temporary folder's name.
fn random_part(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap()
        .to_string_lossy()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_lowercase()
}

/// A migrated database.
pub struct Database {
    pub url: String,
}

impl Database {
    async fn new(url: String) -> Self {
        let database = Self { url };
        let store = database.open().await;
        migrations::migrate(&store, || NOW).await.unwrap();
        store.close().await.unwrap();
        database
    }

    /// Opens a store with its own connections, like another process.
    pub async fn open(&self) -> Store {
        Store::open(&StoreOptions { url: self.url.clone(), readers: 4 }).await.unwrap()
    }
}

/// Test clock: stands still until it is advanced.
#[derive(Clone)]
pub struct Clock(Arc<AtomicI64>);

impl Clock {
    pub fn new() -> Self {
        Self(Arc::new(AtomicI64::new(NOW.0)))
    }
    pub fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
    pub fn advance_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}
