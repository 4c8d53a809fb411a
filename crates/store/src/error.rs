use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr, SqlErr, sqlx};

pub type StoreResult<T> = Result<T, StoreError>;

/// Database errors, grouped by what a caller can do about them; the rest is [`StoreError::Database`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique or foreign key constraint was violated. Holds the database's message, which names the columns or the
    /// constraint.
    #[error("conflict: {0}")]
    Conflict(String),
    /// Lock timeout, deadlock or no free connection in time; safe to retry.
    #[error("database busy")]
    Busy(#[source] DbErr),
    /// The database's disk is full; reads still work.
    #[error("no space left for the database")]
    Full(#[source] DbErr),
    /// The answer to a commit was lost, and its status could not be determined.
    #[error("it is unknown whether this was committed")]
    OutcomeUnknown(#[source] DbErr),
    #[error("database: {0}")]
    Database(#[source] DbErr),
}

/// Carries [`StoreError::OutcomeUnknown`] through functions that return a [`DbErr`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct OutcomeUnknown(DbErr);

/// Wraps the error of a commit that may have succeeded nevertheless.
pub(crate) fn outcome_unknown(error: DbErr) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(sqlx::Error::AnyDriverError(Box::new(OutcomeUnknown(error))).into()))
}

fn is_outcome_unknown(error: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(e)) = error else { return false };
    matches!(&**e, sqlx::Error::AnyDriverError(e) if e.is::<OutcomeUnknown>())
}

/// SQLite's primary result codes (https://sqlite.org/rescode.html).
const SQLITE_BUSY: &str = "5";
const SQLITE_LOCKED: &str = "6";
const SQLITE_FULL: &str = "13";
const SQLITE_IOERR_SHMOPEN: u32 = 4_618;
const SQLITE_IOERR_SHMSIZE: u32 = 4_874;
const SQLITE_IOERR_SHMLOCK: u32 = 5_130;
const SQLITE_IOERR_SHMMAP: u32 = 5_386;
/// PostgreSQL's SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const PG_DISK_FULL: &str = "53100";
const PG_TOO_MANY_CONNECTIONS: &str = "53300";
const PG_SERIALIZATION_FAILURE: &str = "40001";
const PG_DEADLOCK: &str = "40P01";
const PG_LOCK_NOT_AVAILABLE: &str = "55P03";

/// The database's own error; `None` where it did not answer.
pub(crate) fn database_error(error: &DbErr) -> Option<&dyn DatabaseError> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(e)) | DbErr::Query(RuntimeErr::SqlxError(e)) => e.as_database_error(),
        _ => None,
    }
}

/// Whether the database answered a statement, with an error or not: its connection can run the next one.
pub(crate) fn has_answered<T>(result: &Result<T, DbErr>) -> bool {
    result.as_ref().err().is_none_or(|error| database_error(error).is_some())
}

/// Whether SQLite's disk is full, or another connection holds the lock.
pub(crate) fn is_full_or_busy(error: &DbErr) -> bool {
    matches!(error_code(error).as_deref(), Some(SQLITE_FULL | SQLITE_BUSY))
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        if is_outcome_unknown(&error) {
            return Self::OutcomeUnknown(error);
        }
        if let Some(SqlErr::UniqueConstraintViolation(message) | SqlErr::ForeignKeyConstraintViolation(message)) =
            error.sql_err()
        {
            return Self::Conflict(message);
        }
        if matches!(error, DbErr::ConnectionAcquire(_)) {
            return Self::Busy(error);
        }
        if is_without_shared_memory(&error) {
            return Self::Database(DbErr::Custom(format!(
                "the file system of the database cannot share memory between connections, which SQLite needs: put \
                 MWANGA_DATA_DIR on a disk of this machine, or use PostgreSQL ({error})"
            )));
        }
        match error_code(&error).as_deref() {
            Some(SQLITE_FULL | PG_DISK_FULL) => Self::Full(error),
            Some(
                SQLITE_BUSY
                | SQLITE_LOCKED
                | PG_TOO_MANY_CONNECTIONS
                | PG_SERIALIZATION_FAILURE
                | PG_DEADLOCK
                | PG_LOCK_NOT_AVAILABLE,
            ) => Self::Busy(error),
            _ => Self::Database(error),
        }
    }
}

/// Whether SQLite cannot make, size, lock or map the file beside the database that its connections share, as on many
/// network file systems.
fn is_without_shared_memory(error: &DbErr) -> bool {
    let code = full_code(error).and_then(|code| code.parse().ok());
    matches!(code, Some(SQLITE_IOERR_SHMOPEN | SQLITE_IOERR_SHMSIZE | SQLITE_IOERR_SHMLOCK | SQLITE_IOERR_SHMMAP))
}

/// SQLite's primary result code or PostgreSQL's SQLSTATE.
fn error_code(error: &DbErr) -> Option<String> {
    let code = full_code(error)?;
    // Extended result codes of SQLite have the primary code in the lowest eight bits (SQLITE_BUSY_SNAPSHOT is 517).
    match code.parse::<u32>() {
        Ok(extended) if extended < 10_000 => Some((extended & 0xff).to_string()),
        _ => Some(code),
    }
}

/// SQLite's extended result code or PostgreSQL's SQLSTATE.
fn full_code(error: &DbErr) -> Option<String> {
    let (DbErr::Exec(RuntimeErr::SqlxError(e))
    | DbErr::Query(RuntimeErr::SqlxError(e))
    | DbErr::Conn(RuntimeErr::SqlxError(e))) = error
    else {
        return None;
    };
    match &**e {
        sqlx::Error::Database(e) => Some(e.code()?.into_owned()),
        sqlx::Error::PoolTimedOut => Some(SQLITE_BUSY.to_owned()),
        _ => None,
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Database(DbErr::Json(error.to_string()))
    }
}
