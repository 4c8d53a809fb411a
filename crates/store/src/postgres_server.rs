//! PostgreSQL server beside its pool: health probe, and the status of a commit whose answer was lost.

use std::time::Duration;

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection, PgConnection, PgPool};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::pooler::Sessions;

/// How long a statement runs before the server is probed, and between probes.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// Timeout of a probe: a new connection.
const PROBE_TIMEOUT: Duration = Duration::from_millis(400);
/// Timeout of its statement behind a pooler in transaction mode, which takes connections for a server that hangs: it
/// may wait for as long as others wait for locks.
const SHARED_PROBE_TIMEOUT: Duration = Duration::from_secs(6);
/// How long the result of a probe is cached for all waiting statements.
const PROBE_LIFETIME: Duration = Duration::from_millis(500);

/// Timeout for the status of a commit whose answer was lost.
const COMMIT_STATUS_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Pause between two queries of that status.
const COMMIT_STATUS_PAUSE: Duration = Duration::from_millis(20);

/// Health probe: tells a slow statement from a server that is down. A statement may wait for a lock as long as the
/// server accepts new connections.
#[derive(Debug)]
pub(crate) struct PostgresServer {
    options: PgConnectOptions,
    sessions: Sessions,
    /// Whether [`PostgresServer::was_committed`] works; engines that only speak the protocol have no `pg_xact_status`.
    pub has_commit_status: bool,
    /// Time and result of the last probe. Locked during a probe, so that one connection probes for all.
    last_probe: Mutex<Option<(Instant, bool)>>,
}

impl PostgresServer {
    pub async fn new(options: PgConnectOptions, sessions: Sessions, pool: &PgPool) -> Result<Self, sqlx::Error> {
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(pool).await?;
        // YugabyteDB calls itself PostgreSQL and adds `-YB-` to the version.
        let has_commit_status = version.starts_with("PostgreSQL ") && !version.contains("-YB-");
        Ok(Self { options, sessions, has_commit_status, last_probe: Mutex::new(None) })
    }

    /// Opens a connection outside the pool.
    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        timeout(PROBE_TIMEOUT, self.options.connect()).await.unwrap_or_else(|_| Err(unreachable()))
    }

    /// Runs `work` as long as the server is reachable.
    ///
    /// # Errors
    ///
    /// Those of `work`, and [`sqlx::Error::Io`] within 1.5 s after the server was last reachable.
    pub async fn while_reachable<T>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        tokio::select! {
            biased;
            result = work => result,
            () = self.until_unreachable() => Err(unreachable()),
        }
    }

    async fn until_unreachable(&self) {
        loop {
            sleep(PROBE_INTERVAL).await;
            if !self.is_reachable().await {
                return;
            }
        }
    }

    /// Probes the server, or answers the cached result.
    async fn is_reachable(&self) -> bool {
        let mut last = self.last_probe.lock().await;
        if let Some((at, answered)) = *last
            && at.elapsed() < PROBE_LIFETIME
        {
            return answered;
        }
        let answered = match self.connect().await {
            Ok(mut connection) => {
                let answered = match self.sessions {
                    Sessions::Own => true,
                    Sessions::Shared => {
                        let statement = sqlx::raw_sql("SELECT 1").execute(&mut connection);
                        timeout(SHARED_PROBE_TIMEOUT, statement).await.is_ok_and(|answer| answer.is_ok())
                    }
                };
                let _ = timeout(PROBE_TIMEOUT, connection.close()).await;
                answered
            }
            // The server answered with an error, such as too many connections: it is reachable.
            Err(error) => matches!(error, sqlx::Error::Database(_)),
        };
        *last = Some((Instant::now(), answered));
        answered
    }

    /// Whether the transaction with this id (`pg_current_xact_id`) was committed; `None` where the server does not
    /// answer in time.
    pub async fn was_committed(&self, id: &str) -> Option<bool> {
        // The commit failed because the server is down: another probe would only delay the caller.
        if let Some((at, false)) = *self.last_probe.lock().await
            && at.elapsed() < PROBE_LIFETIME
        {
            return None;
        }
        let status = async {
            let mut connection = self.connect().await?;
            loop {
                let query = sqlx::query_scalar("SELECT pg_xact_status($1::text::xid8)").bind(id);
                let status: Option<String> = query.fetch_one(&mut connection).await?;
                match status.as_deref() {
                    // The server has not noticed yet that the connection is lost, or is about to commit.
                    Some("in progress") => sleep(COMMIT_STATUS_PAUSE).await,
                    status => {
                        let _ = connection.close().await;
                        return Ok::<_, sqlx::Error>(status.map(|status| status == "committed"));
                    }
                }
            }
        };
        timeout(COMMIT_STATUS_TIMEOUT, status).await.ok()?.ok()?
    }
}

/// The error of a server that does not answer.
pub(crate) fn unreachable() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "PostgreSQL does not answer"))
}
