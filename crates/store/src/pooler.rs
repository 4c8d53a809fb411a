//! A pooler before PostgreSQL, such as PgBouncer: what it does with our sessions is found out at the start.

use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgRow};
use sea_orm::sqlx::{self, ConnectOptions, Connection, PgConnection, Row};
use sea_orm::{DbErr, RuntimeErr};
use tokio::time::timeout;

use crate::{StoreError, StoreResult};

/// Who has a session of the server while we are in no transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sessions {
    /// Our connection, until it closes: the server itself, or a pooler in session mode.
    Own,
    /// Whoever comes next: a pooler in transaction mode.
    Shared,
}

/// Where the lock timeout of a session is dropped.
pub const READS_WITHOUT_LOCK_TIMEOUT: &str = "A pooler before PostgreSQL drops what Mwanga sets for its sessions: \
                                              reads wait for locks without end, writes do not.";
/// What to do there.
pub const SET_FOR_ROLE: &str =
    "Have the server set it for the role that the pooler connects as: ALTER ROLE mwanga SET lock_timeout = '5s'";

/// How often a session is looked for that changes: between two looks another client may have had it.
const ROUNDS: u32 = 3;
/// How long the probe waits for a session; one that a small pool does not give says nothing.
const SESSION_TIMEOUT: Duration = Duration::from_secs(3);

/// PostgreSQL's SQLSTATE of a prepared statement that is not there, and of one whose name is taken; and PgBouncer's, of
/// a transaction that it does not allow.
const PG_INVALID_STATEMENT_NAME: &str = "26000";
const PG_DUPLICATE_PREPARED_STATEMENT: &str = "42P05";
const PG_PROTOCOL_VIOLATION: &str = "08P01";

/// Tells whose the sessions are that `options` lead to: a second connection takes one for a transaction, and the first
/// then has its own or another.
///
/// # Errors
///
/// [`StoreError::Database`] where the server cannot be reached, and with words for the operator where the pooler allows
/// no transactions, or loses prepared statements between them.
pub(crate) async fn probe(options: &PgConnectOptions) -> StoreResult<Sessions> {
    let mut first = options.connect().await.map_err(refusal)?;
    // A server with one free connection is used as it is.
    let Ok(mut second) = options.connect().await else { return Ok(Sessions::Own) };
    let mut found = Ok(None);
    for _ in 0..ROUNDS {
        found = probe_once(&mut first, &mut second).await;
        if !matches!(found, Ok(None)) {
            break;
        }
    }
    for connection in [first, second] {
        // What the pooler has closed already is closed.
        let _ = timeout(SESSION_TIMEOUT, connection.close()).await;
    }
    let found = found.map_err(refusal)?.unwrap_or(Sessions::Own);
    // A session that is not reset has the statements of the two; no other fault of this connection says anything.
    if let Ok(mut third) = options.connect().await
        && let Ok(Err(error)) = timeout(SESSION_TIMEOUT, prepared_session(&mut third)).await
        && error.as_database_error().is_some()
    {
        return Err(refusal(error));
    }
    Ok(found)
}

/// One look; `None` where the first connection has kept its session, and might have by chance.
async fn probe_once(first: &mut PgConnection, second: &mut PgConnection) -> Result<Option<Sessions>, sqlx::Error> {
    let before = prepared_session(first).await?;
    let begin = sqlx::raw_sql("BEGIN; SELECT pg_backend_pid()::text").fetch_one(&mut *second);
    // Somebody has the session for longer than a transaction: the first connection.
    let Ok(taken) = timeout(SESSION_TIMEOUT, begin).await else { return Ok(Some(Sessions::Own)) };
    let taken = session_of(&taken?)?;
    // Likewise, the second one.
    let Ok(after) = timeout(SESSION_TIMEOUT, prepared_session(first)).await else { return Ok(Some(Sessions::Shared)) };
    let after = after?;
    sqlx::raw_sql("ROLLBACK").execute(second).await?;
    Ok((before != after || taken == before).then_some(Sessions::Shared))
}

/// The server's process of the session, asked by a prepared statement.
async fn prepared_session(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    session_of(&sqlx::query("SELECT pg_backend_pid()::text").fetch_one(connection).await?)
}

fn session_of(row: &PgRow) -> Result<String, sqlx::Error> {
    row.try_get(0)
}

/// The error in words that name what to set, where the pooler is the cause.
pub(crate) fn refusal(error: sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(|e| e.code()).unwrap_or_default().into_owned();
    let cause = match code.as_str() {
        PG_INVALID_STATEMENT_NAME | PG_DUPLICATE_PREPARED_STATEMENT => {
            "mixes up the prepared statements of its clients"
        }
        PG_PROTOCOL_VIOLATION if error.to_string().contains("statement pooling") => "allows no transactions",
        _ => return DbErr::Conn(RuntimeErr::SqlxError(error.into())).into(),
    };
    StoreError::Database(DbErr::Custom(format!(
        "the pooler before PostgreSQL {cause}: with PgBouncer set pool_mode = session and server_reset_query = DISCARD \
         ALL, or from 1.21 on pool_mode = transaction and max_prepared_statements = 200 ({error})"
    )))
}
