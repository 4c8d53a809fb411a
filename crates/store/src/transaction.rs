//! Transactions whose commit is reported only when it is certain.
//!
//! They run `BEGIN`, `COMMIT` and `ROLLBACK` as plain statements. sqlx 0.9 counts nested transactions, and miscounts
//! after SQLite has rolled one back on its own (decision 064): from then on nothing is committed, although every commit
//! reports success.

use sea_orm::sqlx::postgres::{PgDatabaseError, PgSeverity};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, Statement};
use tokio::sync::{Mutex, MutexGuard};

use crate::StoreResult;
use crate::connection::{Connection, DiscardOnDrop, Pool, lock_timeout_setting};
use crate::error::{database_error, has_answered, is_full_or_busy, outcome_unknown};

/// A write transaction. Dropped without [`Transaction::commit`] it is rolled back.
///
/// After a failed statement it is aborted: it runs no further statement and cannot be committed. SQLite may have rolled
/// back on its own, and would autocommit each later statement; PostgreSQL answers `COMMIT` of an aborted transaction as
/// if it had succeeded.
pub struct Transaction {
    pool: Pool,
    state: Mutex<State>,
}

struct State {
    /// `None` once the transaction was committed or rolled back.
    connection: Option<Connection>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Every statement so far succeeded.
    Active,
    /// The database answered a statement with an error: the transaction is aborted.
    Failed,
    /// A statement was sent and is unanswered: it runs, was cancelled, or its connection is lost.
    Unanswered,
}

impl Transaction {
    /// Begins a write transaction. On SQLite it takes the write lock at once, so that it never fails half-way for lack
    /// of it. SQLite refuses `BEGIN` within a transaction, which proves that the connection had none.
    pub(crate) async fn begin(pool: &Pool) -> Result<Self, DbErr> {
        let begin = if pool.backend() == DbBackend::Sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
        Self::begin_with(pool, begin).await
    }

    /// Begins a snapshot: reads all rows as they are now, whatever is written meanwhile, and blocks no writer.
    pub(crate) async fn begin_snapshot(pool: &Pool) -> Result<Self, DbErr> {
        let begin = match pool.backend() {
            DbBackend::Sqlite => "BEGIN",
            _ => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        let snapshot = Self::begin_with(pool, begin).await?;
        // Both databases take the snapshot at the first read.
        snapshot.execute_unprepared("SELECT COUNT(*) FROM seaql_migrations").await?;
        Ok(snapshot)
    }

    /// On PostgreSQL the lock timeout is set for the transaction, in the same message: it holds behind a pooler that
    /// drops what a session sets.
    async fn begin_with(pool: &Pool, begin: &str) -> Result<Self, DbErr> {
        let begin = match pool.backend() {
            DbBackend::Sqlite => begin.to_owned(),
            _ => format!("{begin}; SET LOCAL {}", lock_timeout_setting()),
        };
        let connection = pool.acquire().await?;
        let state = State { connection: Some(connection), phase: Phase::Unanswered };
        // Built before the first `await`: when this is cancelled there, the dropped transaction discards its
        // connection.
        let mut this = Self { pool: pool.clone(), state: Mutex::new(state) };
        let state = this.state.get_mut();
        state.connection()?.execute_unprepared(&begin).await?;
        state.phase = Phase::Active;
        Ok(this)
    }

    /// Commits, and answers `Ok` only where the commit is certain.
    ///
    /// Runs to completion even when the caller's future is dropped.
    ///
    /// # Errors
    ///
    /// - [`StoreError::OutcomeUnknown`]: it may have been committed or not.
    /// - any other: it was not committed.
    pub async fn commit(self) -> StoreResult<()> {
        Ok(self.commit_to_db_result().await?)
    }

    pub(crate) async fn commit_to_db_result(self) -> Result<(), DbErr> {
        match tokio::spawn(self.run_commit()).await {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
    }

    async fn run_commit(mut self) -> Result<(), DbErr> {
        let pool = self.pool.clone();
        let state = self.state.get_mut();
        if state.phase != Phase::Active {
            return Err(aborted());
        }
        match &pool {
            Pool::Sqlite(_) => {
                let Err(error) = state.execute_unprepared("COMMIT").await else { return state.return_connection() };
                state.discard();
                if is_full_or_busy(&error) {
                    // The last page never reached the write-ahead log.
                    return Err(error);
                }
                overwrite_refused_commit(&pool).await.map_err(outcome_unknown)?;
                Err(error)
            }
            Pool::Postgres(_, server) => {
                let id = if server.has_commit_status { state.transaction_id().await? } else { None };
                let Err(error) = state.execute_unprepared("COMMIT").await else { return state.return_connection() };
                state.discard();
                if was_refused_by_postgres(&error) {
                    return Err(error);
                }
                let committed = match id {
                    Some(id) => server.was_committed(&id).await,
                    // The transaction wrote nothing, so it does not matter.
                    None if server.has_commit_status => Some(true),
                    None => None,
                };
                match committed {
                    Some(true) => Ok(()),
                    Some(false) => Err(error),
                    None => Err(outcome_unknown(error)),
                }
            }
        }
    }

    /// Rolls back, and waits for it; dropping the transaction rolls back without waiting.
    pub async fn rollback(mut self) {
        if let Some(rollback) = self.state.get_mut().take_rollback() {
            rollback.await;
        }
    }

    /// Locks the connection for one statement; [`StatementGuard::finish`] records its result.
    async fn lock_for_statement(&self) -> Result<StatementGuard<'_>, DbErr> {
        let mut state = self.state.lock().await;
        if state.phase != Phase::Active {
            return Err(aborted());
        }
        state.phase = Phase::Unanswered;
        Ok(StatementGuard(state))
    }
}

/// A statement of a transaction that is being run.
struct StatementGuard<'a>(MutexGuard<'a, State>);

impl StatementGuard<'_> {
    fn connection(&mut self) -> Result<&mut Connection, DbErr> {
        self.0.connection()
    }

    /// Records the result as the transaction's phase.
    fn finish<T>(mut self, result: Result<T, DbErr>) -> Result<T, DbErr> {
        self.0.phase = phase_after(&result);
        result
    }
}

impl State {
    fn connection(&mut self) -> Result<&mut Connection, DbErr> {
        self.connection.as_mut().ok_or_else(aborted)
    }

    async fn execute_unprepared(&mut self, sql: &str) -> Result<(), DbErr> {
        self.phase = Phase::Unanswered;
        let result = self.connection()?.execute_unprepared(sql).await;
        self.phase = phase_after(&result);
        result.map(|_| ())
    }

    /// PostgreSQL's id of this transaction; `None` where it has written nothing.
    async fn transaction_id(&mut self) -> Result<Option<String>, DbErr> {
        self.phase = Phase::Unanswered;
        let statement = Statement::from_string(DbBackend::Postgres, "SELECT pg_current_xact_id_if_assigned()::text");
        let result = self.connection()?.query(statement).await;
        self.phase = phase_after(&result);
        result?.first().map_or(Ok(None), |row| row.try_get_by_index(0))
    }

    /// Returns the connection to its pool after the transaction ended.
    fn return_connection(&mut self) -> Result<(), DbErr> {
        self.connection = None;
        Ok(())
    }

    fn discard(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.discard();
        }
    }

    /// The rollback of a transaction that is not committed. A connection whose last statement is unanswered, or whose
    /// rollback fails, is discarded.
    fn take_rollback(&mut self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let connection = self.connection.take()?;
        if self.phase == Phase::Unanswered {
            connection.discard();
            return None;
        }
        let mut connection = DiscardOnDrop::new(connection);
        Some(async move {
            if connection.get().execute_unprepared("ROLLBACK").await.is_ok() {
                connection.return_to_pool();
            }
        })
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let Some(rollback) = self.state.get_mut().take_rollback()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(rollback);
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut guard = self.lock_for_statement().await?;
        let result = guard.connection()?.execute(statement).await;
        guard.finish(result)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let mut guard = self.lock_for_statement().await?;
        let result = guard.connection()?.execute_unprepared(sql).await;
        guard.finish(result)
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        Ok(self.query_all_raw(statement).await?.into_iter().next())
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut guard = self.lock_for_statement().await?;
        let result = guard.connection()?.query(statement).await;
        guard.finish(result)
    }
}

fn phase_after<T>(result: &Result<T, DbErr>) -> Phase {
    match result {
        Ok(_) => Phase::Active,
        Err(_) if has_answered(result) => Phase::Failed,
        Err(_) => Phase::Unanswered,
    }
}

/// The error of a statement after a failed one.
fn aborted() -> DbErr {
    DbErr::Custom("an earlier statement of this transaction failed: it cannot go on".into())
}

/// Whether PostgreSQL answered `COMMIT` with severity `ERROR`. `FATAL` ends the connection and says nothing about the
/// commit.
fn was_refused_by_postgres(error: &DbErr) -> bool {
    let error = database_error(error).and_then(|e| e.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|e| e.severity() == PgSeverity::Error)
}

/// Overwrites what a refused commit may have left in SQLite's write-ahead log.
///
/// Where only the last sync failed, the log holds the whole transaction: no reader sees it, but after a crash it would
/// be recovered at the next start. The next commit overwrites it, so one is made at once.
async fn overwrite_refused_commit(pool: &Pool) -> Result<(), DbErr> {
    let mut transaction = Transaction::begin(pool).await?;
    let state = transaction.state.get_mut();
    state.execute_unprepared("PRAGMA user_version = 1").await?;
    state.execute_unprepared("COMMIT").await?;
    state.return_connection()
}
