//! Transactions that are committed when they say so.
//!
//! They run `BEGIN`, `COMMIT` and `ROLLBACK` as statements of their own. sqlx 0.9 would count nested transactions, and
//! counts wrong after SQLite has rolled one back by itself (decision 064): then nothing is committed any more, and
//! every commit says it was.

use sea_orm::sqlx::postgres::{PgDatabaseError, PgSeverity};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, Statement};
use tokio::sync::{Mutex, MutexGuard};

use crate::StoreResult;
use crate::connection::{Connection, DiscardOnDrop, Pool};
use crate::error::{database_error, has_answered, is_full_or_busy, outcome_unknown};

/// A write transaction. Dropped without [`Transaction::commit`] it is rolled back.
///
/// After a statement that failed it runs no other one and cannot be committed: SQLite may have rolled back by itself,
/// and would commit each later statement alone; PostgreSQL answers `COMMIT` of such a transaction as if it had gone
/// well.
pub struct Transaction {
    pool: Pool,
    state: Mutex<State>,
}

struct State {
    /// None once it was committed or rolled back.
    connection: Option<Connection>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Every statement so far has answered well.
    Sound,
    /// The database refused a statement.
    Failed,
    /// A statement was sent and has not answered: it runs, was cancelled, or its connection is lost.
    Unanswered,
}

impl Transaction {
    /// On SQLite it takes the write lock at once, so that it never fails half-way for want of it. SQLite refuses
    /// `BEGIN` within a transaction, which proves that the connection had none.
    pub(crate) async fn begin(pool: &Pool) -> Result<Self, DbErr> {
        let connection = pool.acquire().await?;
        let state = State { connection: Some(connection), phase: Phase::Unanswered };
        // Before the first `await`: who is cancelled in it drops a transaction whose connection is thrown away.
        let mut this = Self { pool: pool.clone(), state: Mutex::new(state) };
        let state = this.state.get_mut();
        let begin = if pool.backend() == DbBackend::Sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
        state.connection()?.execute_unprepared(begin).await?;
        state.phase = Phase::Sound;
        Ok(this)
    }

    /// Commits, and answers only when it is known that it happened.
    ///
    /// Runs to its end even when the caller is dropped.
    ///
    /// # Errors
    ///
    /// - [`StoreError::OutcomeUnknown`]: it may have happened or not.
    /// - any other: it did not happen.
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
        if state.phase != Phase::Sound {
            return Err(after_failure());
        }
        match &pool {
            Pool::Sqlite(_) => {
                let Err(error) = state.execute_unprepared("COMMIT").await else { return state.finish() };
                state.discard();
                if is_full_or_busy(&error) {
                    // Its last page never reached the log.
                    return Err(error);
                }
                overwrite_refused_commit(&pool).await.map_err(outcome_unknown)?;
                Err(error)
            }
            Pool::Postgres(_, server) => {
                let id = if server.knows_outcomes { state.transaction_id().await? } else { None };
                let Err(error) = state.execute_unprepared("COMMIT").await else { return state.finish() };
                state.discard();
                if was_refused_by_postgres(&error) {
                    return Err(error);
                }
                let committed = match id {
                    Some(id) => server.outcome_of(&id).await,
                    // It wrote nothing: either way is the same.
                    None if server.knows_outcomes => Some(true),
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

    /// Undoes everything; dropping the transaction does the same, without waiting for it.
    pub async fn rollback(mut self) {
        if let Some(end) = self.state.get_mut().take_end() {
            end.await;
        }
    }

    /// The connection, for one statement; [`Running::end`] says how it went.
    async fn statement(&self) -> Result<Running<'_>, DbErr> {
        let mut state = self.state.lock().await;
        if state.phase != Phase::Sound {
            return Err(after_failure());
        }
        state.phase = Phase::Unanswered;
        Ok(Running(state))
    }
}

/// A statement of a transaction on its way.
struct Running<'a>(MutexGuard<'a, State>);

impl Running<'_> {
    fn connection(&mut self) -> Result<&mut Connection, DbErr> {
        self.0.connection()
    }

    fn end<T>(mut self, result: Result<T, DbErr>) -> Result<T, DbErr> {
        self.0.phase = phase_after(&result);
        result
    }
}

impl State {
    fn connection(&mut self) -> Result<&mut Connection, DbErr> {
        self.connection.as_mut().ok_or_else(after_failure)
    }

    async fn execute_unprepared(&mut self, sql: &str) -> Result<(), DbErr> {
        self.phase = Phase::Unanswered;
        let result = self.connection()?.execute_unprepared(sql).await;
        self.phase = phase_after(&result);
        result.map(|_| ())
    }

    /// PostgreSQL's name of this transaction; none when it has written nothing.
    async fn transaction_id(&mut self) -> Result<Option<String>, DbErr> {
        self.phase = Phase::Unanswered;
        let statement = Statement::from_string(DbBackend::Postgres, "SELECT pg_current_xact_id_if_assigned()::text");
        let result = self.connection()?.query(statement).await;
        self.phase = phase_after(&result);
        result?.first().map_or(Ok(None), |row| row.try_get_by_index(0))
    }

    /// Hands the connection back, with no transaction in it.
    fn finish(&mut self) -> Result<(), DbErr> {
        self.connection = None;
        Ok(())
    }

    fn discard(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.discard();
        }
    }

    /// What is left to do for a transaction that is not committed. A connection whose last statement did not answer, or
    /// that refuses to roll back, is never used again.
    fn take_end(&mut self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let connection = self.connection.take()?;
        if self.phase == Phase::Unanswered {
            connection.discard();
            return None;
        }
        let mut connection = DiscardOnDrop::new(connection);
        Some(async move {
            if connection.get().execute_unprepared("ROLLBACK").await.is_ok() {
                connection.keep();
            }
        })
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let Some(end) = self.state.get_mut().take_end()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(end);
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut running = self.statement().await?;
        let result = running.connection()?.execute(statement).await;
        running.end(result)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let mut running = self.statement().await?;
        let result = running.connection()?.execute_unprepared(sql).await;
        running.end(result)
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        Ok(self.query_all_raw(statement).await?.into_iter().next())
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut running = self.statement().await?;
        let result = running.connection()?.query(statement).await;
        running.end(result)
    }
}

fn phase_after<T>(result: &Result<T, DbErr>) -> Phase {
    match result {
        Ok(_) => Phase::Sound,
        Err(_) if has_answered(result) => Phase::Failed,
        Err(_) => Phase::Unanswered,
    }
}

fn after_failure() -> DbErr {
    DbErr::Custom("an earlier statement of this transaction failed: it cannot go on".into())
}

/// Whether PostgreSQL answered `COMMIT` with an error. Worse than that (`FATAL`) ends the connection and says nothing
/// of the commit.
fn was_refused_by_postgres(error: &DbErr) -> bool {
    let error = database_error(error).and_then(|e| e.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|e| e.severity() == PgSeverity::Error)
}

/// Writes over what a refused commit may have left in SQLite's log.
///
/// Where only the last sync failed, the log holds the whole transaction: nobody sees it, but a process that is killed
/// now leaves it to be recovered at the next start. The next commit lies over it, so one is made at once.
async fn overwrite_refused_commit(pool: &Pool) -> Result<(), DbErr> {
    let mut transaction = Transaction::begin(pool).await?;
    let state = transaction.state.get_mut();
    state.execute_unprepared("PRAGMA user_version = 1").await?;
    state.execute_unprepared("COMMIT").await?;
    state.finish()
}
