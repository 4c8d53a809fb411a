use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DatabaseTransaction, SqliteTransactionMode, TransactionOptions, TransactionTrait};

use crate::{StoreError, StoreResult};

/// One writer and a pool of readers on SQLite, one pool for both on PostgreSQL. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    write: DatabaseConnection,
    read: DatabaseConnection,
}

#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// `sqlite://path` (the file is created) or `postgres://…`.
    pub url: String,
    /// Connections that may read at once.
    pub readers: u32,
}

/// How long a statement waits for what another writer holds, before its caller is told to try again.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

impl Store {
    /// Opens the database; changes nothing in it. [`crate::migrations::migrate`] brings the schema up to date.
    pub async fn open(options: &StoreOptions) -> StoreResult<Self> {
        if !options.url.starts_with("sqlite:") {
            let mut connect = base(&options.url, options.readers.max(4));
            connect.map_sqlx_postgres_opts(|o| o.application_name("mwanga").options([("lock_timeout", LOCK_TIMEOUT.as_millis().to_string())]));
            // After a restart of the database the old connections are dead; nobody should meet one.
            connect.test_before_acquire(true);
            let pool = Database::connect(connect).await?;
            return Ok(Self { write: pool.clone(), read: pool });
        }
        let mut writer = base(&options.url, 1);
        writer.map_sqlx_sqlite_opts(|o| {
            o.create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // An acknowledged save survives a power cut, not only a crash of the process.
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(LOCK_TIMEOUT)
        });
        let write = connect_patiently(&writer).await?;
        let mut readers = base(&options.url, options.readers.max(1));
        readers.map_sqlx_sqlite_opts(|o| o.read_only(true).foreign_keys(true).busy_timeout(LOCK_TIMEOUT));
        let read = connect_patiently(&readers).await?;
        Ok(Self { write, read })
    }

    /// For reads outside a transaction.
    pub fn reader(&self) -> &DatabaseConnection {
        &self.read
    }

    /// For single statements that write; several belong into [`Store::begin`].
    pub fn writer(&self) -> &DatabaseConnection {
        &self.write
    }

    /// A write transaction. On SQLite it takes the write lock at once, so that it never fails half-way for want of it.
    pub async fn begin(&self) -> StoreResult<DatabaseTransaction> {
        let options = TransactionOptions { sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate), ..TransactionOptions::default() };
        Ok(self.write.begin_with_options(options).await?)
    }

    /// Answers when a trivial query went through.
    pub async fn ping(&self) -> StoreResult<()> {
        Ok(self.read.ping().await?)
    }

    /// Closes every connection; each later call fails.
    pub async fn close(&self) -> StoreResult<()> {
        self.read.close_by_ref().await?;
        Ok(self.write.close_by_ref().await?)
    }
}

/// Opens a pool on SQLite. Switching a new file to WAL answers "busy" at once, whatever the busy timeout says, while another process does the same.
async fn connect_patiently(options: &ConnectOptions) -> StoreResult<DatabaseConnection> {
    let deadline = tokio::time::Instant::now() + LOCK_TIMEOUT;
    loop {
        match Database::connect(options.clone()).await.map_err(StoreError::from) {
            Err(StoreError::Busy(_)) if tokio::time::Instant::now() < deadline => tokio::time::sleep(Duration::from_millis(20)).await,
            outcome => return outcome,
        }
    }
}

fn base(url: &str, max_connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(max_connections).min_connections(1).acquire_timeout(Duration::from_secs(8)).sqlx_logging(false).test_before_acquire(false);
    options
}
