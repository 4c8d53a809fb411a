use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::sqlx;
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement};

use crate::connection::{DiscardOnDrop, LOCK_TIMEOUT, Pool, postgres_options};
use crate::error::has_answered;
use crate::pooler::{self, READS_WITHOUT_LOCK_TIMEOUT, SET_FOR_ROLE, Sessions};
use crate::{StoreError, StoreResult, Transaction};

/// One writer and a pool of readers on SQLite, one pool for both on PostgreSQL. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    write: Writer,
    read: Reader,
    sessions: Sessions,
    options: StoreOptions,
}

#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// `sqlite://path` (the file is created) or `postgres://…`.
    pub url: String,
    /// Connections that may read at once.
    pub readers: u32,
}

impl Store {
    /// Opens the database; changes nothing in it. [`crate::migrations::migrate`] brings the schema up to date.
    pub async fn open(options: &StoreOptions) -> StoreResult<Self> {
        if options.url.starts_with("sqlite:") {
            let write = open_sqlite(&options.url, 1, writer_options).await?;
            let read = open_sqlite(&options.url, options.readers.max(1), |o| reader_options(o).read_only(true)).await?;
            let (write, read) = (Writer(write), Reader(read));
            return Ok(Self { write, read, sessions: Sessions::Own, options: options.clone() });
        }
        let server = postgres_options(&options.url, "mwanga").map_err(connect_error)?;
        let sessions = pooler::probe(&server).await?;
        let pool = Pool::open_postgres(server, options.readers.max(4), sessions).await.map_err(pooler::refusal)?;
        let store = Self { write: Writer(pool.clone()), read: Reader(pool), sessions, options: options.clone() };
        if !store.reads_have_lock_timeout().await? {
            tracing::warn!("{READS_WITHOUT_LOCK_TIMEOUT} {SET_FOR_ROLE}");
        }
        Ok(store)
    }

    /// For reads outside a transaction.
    pub fn reader(&self) -> &Reader {
        &self.read
    }

    /// A reader on a connection of its own, outside the pool; to be closed.
    pub async fn open_reader(&self) -> StoreResult<Reader> {
        let url = &self.options.url;
        if url.starts_with("sqlite:") {
            return Ok(Reader(open_sqlite(url, 1, |o| reader_options(o).read_only(true)).await?));
        }
        let server = postgres_options(url, "mwanga check").map_err(connect_error)?;
        Ok(Reader(Pool::open_postgres(server, 1, self.sessions).await.map_err(connect_error)?))
    }

    /// A read-only snapshot of all rows, on a connection of its own. It blocks no writer; to be rolled back after
    /// reading.
    pub async fn snapshot(&self) -> StoreResult<Transaction> {
        Ok(Transaction::begin_snapshot(&self.open_reader().await?.0).await?)
    }

    /// For single statements that write; several belong in a transaction, [`Store::begin`].
    pub fn writer(&self) -> &Writer {
        &self.write
    }

    /// A write transaction.
    pub async fn begin(&self) -> StoreResult<Transaction> {
        Ok(Transaction::begin(&self.write.0).await?)
    }

    /// Health check: runs a trivial query.
    pub async fn ping(&self) -> StoreResult<()> {
        self.read.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Whether a read outside a transaction stops waiting for a lock; false behind a pooler that drops the setting.
    pub async fn reads_have_lock_timeout(&self) -> StoreResult<bool> {
        if self.read.get_database_backend() == DbBackend::Sqlite {
            return Ok(true);
        }
        let show = Statement::from_string(DbBackend::Postgres, "SELECT current_setting('lock_timeout')");
        let row = self.read.query_one_raw(show).await?;
        Ok(row.map(|row| row.try_get_by_index::<String>(0)).transpose()?.is_none_or(|value| value != "0"))
    }

    /// Reads the whole database file and answers the damage found in it; none on PostgreSQL, which has checksums of its
    /// own.
    pub async fn check_integrity(&self) -> StoreResult<Option<Vec<String>>> {
        let reader = self.open_reader().await?;
        if reader.get_database_backend() != DbBackend::Sqlite {
            reader.close().await;
            return Ok(None);
        }
        let check = Statement::from_string(DbBackend::Sqlite, "PRAGMA quick_check(10)");
        let rows = reader.query_all_raw(check).await;
        reader.close().await;
        let mut found = rows?.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, _>>()?;
        found.retain(|line| line != "ok");
        Ok(Some(found))
    }

    /// Closes every connection; each later call fails.
    pub async fn close(&self) -> StoreResult<()> {
        self.read.0.close().await;
        self.write.0.close().await;
        Ok(())
    }

    /// The writer's pool as SeaORM's migrations need it.
    pub(crate) fn schema_connection(&self) -> DatabaseConnection {
        self.write.0.to_sea_orm()
    }
}

/// The file of a `sqlite:` URL; `None` for other URLs.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let options = SqliteConnectOptions::from_str(url).ok().filter(|_| url.starts_with("sqlite:"))?;
    Some(options.get_filename().to_owned())
}

fn reader_options(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.foreign_keys(true).busy_timeout(LOCK_TIMEOUT)
}

fn writer_options(options: SqliteConnectOptions) -> SqliteConnectOptions {
    let options = reader_options(options).create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
    // An acknowledged commit survives a power loss, not only a crash of the process.
    options.synchronous(SqliteSynchronous::Full)
}

/// Opens a pool on SQLite.
async fn open_sqlite(
    url: &str,
    connections: u32,
    configure: fn(SqliteConnectOptions) -> SqliteConnectOptions,
) -> StoreResult<Pool> {
    retry_while_busy(|| async move { Pool::open_sqlite(url, connections, configure).await.map_err(connect_error) })
        .await
}

/// Tries again while SQLite is busy, for as long as its busy timeout: it does not wait by itself where several
/// processes open a new file at once, switch it to WAL, or close it.
pub(crate) async fn retry_while_busy<T, F>(mut step: impl FnMut() -> F) -> StoreResult<T>
where
    F: Future<Output = StoreResult<T>>,
{
    let deadline = tokio::time::Instant::now() + LOCK_TIMEOUT;
    loop {
        match step().await {
            Err(StoreError::Busy(_)) if tokio::time::Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            outcome => return outcome,
        }
    }
}

fn connect_error(error: sqlx::Error) -> StoreError {
    DbErr::Conn(RuntimeErr::SqlxError(error.into())).into()
}

/// Runs reads, each statement in its own implicit transaction.
#[derive(Clone, Debug)]
pub struct Reader(Pool);

impl Reader {
    /// Closes its connections, also those of its clones.
    pub async fn close(&self) {
        self.0.close().await;
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Reader {
    fn get_database_backend(&self) -> DbBackend {
        self.0.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut connection = DiscardOnDrop::new(self.0.acquire().await?);
        let result = connection.get().execute(statement).await;
        return_if_answered(connection, result)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let mut connection = DiscardOnDrop::new(self.0.acquire().await?);
        let result = connection.get().execute_unprepared(sql).await;
        return_if_answered(connection, result)
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        Ok(self.query_all_raw(statement).await?.into_iter().next())
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut connection = DiscardOnDrop::new(self.0.acquire().await?);
        let result = connection.get().query(statement).await;
        return_if_answered(connection, result)
    }
}

/// Returns the connection to its pool where the database answered; otherwise it is discarded.
fn return_if_answered<T>(connection: DiscardOnDrop, result: Result<T, DbErr>) -> Result<T, DbErr> {
    if has_answered(&result) {
        connection.return_to_pool();
    }
    result
}

/// Runs writes, each statement in its own [`Transaction`], so that its commit is as reliable as that of several.
#[derive(Clone, Debug)]
pub struct Writer(Pool);

#[async_trait::async_trait]
impl ConnectionTrait for Writer {
    fn get_database_backend(&self) -> DbBackend {
        self.0.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let tx = Transaction::begin(&self.0).await?;
        let result = tx.execute_raw(statement).await?;
        tx.commit_to_db_result().await.map(|()| result)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let tx = Transaction::begin(&self.0).await?;
        let result = tx.execute_unprepared(sql).await?;
        tx.commit_to_db_result().await.map(|()| result)
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        Ok(self.query_all_raw(statement).await?.into_iter().next())
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let tx = Transaction::begin(&self.0).await?;
        let rows = tx.query_all_raw(statement).await?;
        tx.commit_to_db_result().await.map(|()| rows)
    }
}
