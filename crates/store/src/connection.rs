//! Connection pools, and connections that are acquired from them.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use sea_orm::sea_query::Values;
use sea_orm::sqlx::pool::PoolConnection;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePoolOptions, SqliteQueryResult, SqliteRow};
use sea_orm::sqlx::{
    self, AssertSqlSafe, ConnectOptions, Connection as _, Either, Executor, PgConnection, PgPool, Postgres, Sqlite,
    SqlitePool,
};
use sea_orm::{ConnAcquireErr, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement};
use sea_query_sqlx::SqlxValues;
use tokio::time::timeout;

use crate::pooler::Sessions;
use crate::postgres_server::{PostgresServer, unreachable};

/// Lock timeout: how long a statement waits for a lock before it fails as busy.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long an acquire waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);

/// Timeout of the ping that tests an idle PostgreSQL connection before it is acquired.
const PING_TIMEOUT: Duration = Duration::from_millis(300);

/// Connections to one database. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool, Arc<PostgresServer>),
}

impl Pool {
    pub async fn open_sqlite(
        url: &str,
        connections: u32,
        configure: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Self, sqlx::Error> {
        let options = configure(SqliteConnectOptions::from_str(url)?).disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(connections).min_connections(1);
        Ok(Self::Sqlite(pool.acquire_timeout(ACQUIRE_TIMEOUT).test_before_acquire(false).connect_with(options).await?))
    }

    /// Opens a pool on PostgreSQL, with the options of [`postgres_options`].
    pub async fn open_postgres(
        options: PgConnectOptions,
        connections: u32,
        sessions: Sessions,
    ) -> Result<Self, sqlx::Error> {
        let pool =
            PgPoolOptions::new().max_connections(connections).min_connections(1).acquire_timeout(ACQUIRE_TIMEOUT);
        // For reads outside a transaction. In a shared session it would be set for others, and not be set for us.
        let pool = match sessions {
            Sessions::Own => pool.after_connect(|connection, _| {
                let set = AssertSqlSafe(format!("SET {}", lock_timeout_setting()));
                Box::pin(async move { connection.execute(set).await.map(|_| ()) })
            }),
            Sessions::Shared => pool,
        };
        // After a restart of the database the idle connections are dead, and none may be handed out. sqlx's own test
        // has no timeout, and hangs on a connection that a firewall or a load balancer dropped silently.
        let pool = pool.test_before_acquire(false).before_acquire(|connection, _| Box::pin(ping(connection)));
        let pool = pool.connect_with(options.clone()).await?;
        let server = PostgresServer::new(options, sessions, &pool).await?;
        Ok(Self::Postgres(pool, Arc::new(server)))
    }

    pub fn backend(&self) -> DbBackend {
        match self {
            Self::Sqlite(_) => DbBackend::Sqlite,
            Self::Postgres(..) => DbBackend::Postgres,
        }
    }

    /// Acquires a connection for exclusive use until it is dropped.
    pub async fn acquire(&self) -> Result<Connection, DbErr> {
        match self {
            Self::Sqlite(pool) => pool.acquire().await.map(Connection::Sqlite),
            Self::Postgres(pool, server) => {
                let acquired = server.while_reachable(pool.acquire()).await;
                acquired.map(|connection| Connection::Postgres(connection, server.clone()))
            }
        }
        .map_err(|error| match error {
            sqlx::Error::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
            sqlx::Error::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
            error => DbErr::Conn(RuntimeErr::SqlxError(error.into())),
        })
    }

    /// The pool as SeaORM's migrations need it.
    pub fn to_sea_orm(&self) -> DatabaseConnection {
        match self {
            Self::Sqlite(pool) => pool.clone().into(),
            Self::Postgres(pool, _) => pool.clone().into(),
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool, _) => pool.close().await,
        }
    }
}

/// How to connect to the PostgreSQL server of `url`. What is set for a connection is set by statements: a pooler knows
/// few parameters of the startup packet, and refuses or drops the others.
pub(crate) fn postgres_options(url: &str, application: &str) -> Result<PgConnectOptions, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?.application_name(application);
    Ok(options.extra_float_digits(None).disable_statement_logging())
}

/// The lock timeout as an assignment, for PostgreSQL's `SET`.
pub(crate) fn lock_timeout_setting() -> String {
    format!("lock_timeout = {}", LOCK_TIMEOUT.as_millis())
}

/// Tests an idle connection; a dead one is closed, and the pool tries the next one.
async fn ping(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    timeout(PING_TIMEOUT, connection.ping()).await.unwrap_or_else(|_| Err(unreachable())).map(|()| true)
}

/// A connection of a pool; it is returned there when dropped.
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>, Arc<PostgresServer>),
}

impl Connection {
    pub async fn execute(&mut self, statement: Statement) -> Result<ExecResult, DbErr> {
        let (sql, values) = into_sql_and_values(statement);
        match self {
            Self::Sqlite(connection) => {
                run_to_end(connection, sqlx::query_with(sql, values)).await.map(|(result, _)| result.into())
            }
            Self::Postgres(connection, server) => {
                let work = sqlx::query_with(sql, values).execute(&mut **connection);
                server.while_reachable(work).await.map(Into::into)
            }
        }
        .map_err(|error| DbErr::Exec(RuntimeErr::SqlxError(error.into())))
    }

    pub async fn execute_unprepared(&mut self, sql: &str) -> Result<ExecResult, DbErr> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => run_to_end(connection, sql).await.map(|(result, _)| result.into()),
            Self::Postgres(connection, server) => server.while_reachable(connection.execute(sql)).await.map(Into::into),
        }
        .map_err(|error| DbErr::Exec(RuntimeErr::SqlxError(error.into())))
    }

    /// Runs a query to completion, and answers all of its rows.
    ///
    /// Never `fetch_one`: on SQLite sqlx 0.9 resets the statement after the first row and drops the error of that
    /// reset, which is where an `INSERT … RETURNING` outside of a transaction fails to commit.
    pub async fn query(&mut self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let (sql, values) = into_sql_and_values(statement);
        let rows: Result<Vec<QueryResult>, sqlx::Error> = match self {
            Self::Sqlite(connection) => {
                let ended = run_to_end(connection, sqlx::query_with(sql, values)).await;
                ended.map(|(_, rows)| rows.into_iter().map(Into::into).collect())
            }
            Self::Postgres(connection, server) => {
                let work = sqlx::query_with(sql, values).fetch_all(&mut **connection);
                let rows = server.while_reachable(work).await;
                rows.map(|rows| rows.into_iter().map(Into::into).collect())
            }
        };
        rows.map_err(|error| DbErr::Query(RuntimeErr::SqlxError(error.into())))
    }

    /// Closes the connection instead of returning it to the pool; its open transaction is rolled back.
    pub fn discard(mut self) {
        match &mut self {
            Self::Sqlite(connection) => connection.close_on_drop(),
            Self::Postgres(connection, _) => connection.close_on_drop(),
        }
    }
}

/// Runs a statement on SQLite, and answers only where SQLite reported its completion.
///
/// sqlx 0.9 panics in the connection's thread where SQLite cannot allocate memory to copy a row. The stream of rows
/// then just ends, and `fetch_all` takes the truncated rows for all of them.
async fn run_to_end<'q>(
    connection: &mut SqliteConnection,
    statement: impl sqlx::Execute<'q, Sqlite> + 'q,
) -> Result<(SqliteQueryResult, Vec<SqliteRow>), sqlx::Error> {
    let (mut result, mut rows, mut is_over) = (SqliteQueryResult::default(), Vec::new(), false);
    let mut answers = connection.fetch_many(statement);
    while let Some(answer) = answers.try_next().await? {
        is_over = answer.is_left();
        match answer {
            Either::Left(more) => result.extend([more]),
            Either::Right(row) => rows.push(row),
        }
    }
    if is_over { Ok((result, rows)) } else { Err(sqlx::Error::WorkerCrashed) }
}

/// Drop guard of a connection: discards it unless [`DiscardOnDrop::return_to_pool`] is called, because its statement
/// was cancelled or is unanswered. Returned, it would occupy the pool for as long as sqlx waits for the rest of the
/// answer.
pub(crate) struct DiscardOnDrop(Option<Connection>);

impl DiscardOnDrop {
    pub fn new(connection: Connection) -> Self {
        Self(Some(connection))
    }

    pub fn get(&mut self) -> &mut Connection {
        self.0.as_mut().expect("it is there until it is returned or dropped")
    }

    /// Returns the connection to its pool.
    pub fn return_to_pool(mut self) {
        self.0 = None;
    }
}

impl Drop for DiscardOnDrop {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            connection.discard();
        }
    }
}

fn into_sql_and_values(statement: Statement) -> (AssertSqlSafe<String>, SqlxValues) {
    (AssertSqlSafe(statement.sql), SqlxValues(statement.values.unwrap_or(Values(Vec::new()))))
}
