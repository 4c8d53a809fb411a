//! What PostgreSQL is asked beside its pool: whether it is there, and what became of a commit.

use std::time::Duration;

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection, PgConnection, PgPool};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

/// How long a statement waits before the server is asked whether it is there.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the server may take over a new connection.
const PROBE_TIMEOUT: Duration = Duration::from_millis(400);
/// How long one answer counts for all who wait.
const PROBE_LIFETIME: Duration = Duration::from_millis(500);

/// How long it is asked for the outcome of a commit whose answer was lost.
const OUTCOME_TIMEOUT: Duration = Duration::from_millis(1_500);
const OUTCOME_PAUSE: Duration = Duration::from_millis(20);

/// Tells a slow statement from a server that is gone: a statement may wait for a lock as long as the server takes new
/// connections.
#[derive(Debug)]
pub(crate) struct PostgresServer {
    options: PgConnectOptions,
    /// Whether [`PostgresServer::outcome_of`] can be asked; engines that only speak its protocol do not keep it.
    pub knows_outcomes: bool,
    /// When the server was last asked, and whether it answered. Locked while it is asked, so that one connection asks
    /// for all.
    last_probe: Mutex<Option<(Instant, bool)>>,
}

impl PostgresServer {
    pub async fn new(options: PgConnectOptions, pool: &PgPool) -> Result<Self, sqlx::Error> {
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(pool).await?;
        // YugabyteDB calls itself PostgreSQL with its own sign behind the version.
        let knows_outcomes = version.starts_with("PostgreSQL ") && !version.contains("-YB-");
        Ok(Self { options, knows_outcomes, last_probe: Mutex::new(None) })
    }

    /// A connection beside the pool.
    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        timeout(PROBE_TIMEOUT, self.options.connect()).await.unwrap_or_else(|_| Err(unreachable()))
    }

    /// Runs `work` for as long as the server is there.
    ///
    /// # Errors
    ///
    /// Those of `work`, and [`sqlx::Error::Io`] within 1.5 s of the server's last sign.
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
            sleep(PATIENCE).await;
            if !self.answers().await {
                return;
            }
        }
    }

    async fn answers(&self) -> bool {
        let mut last = self.last_probe.lock().await;
        if let Some((at, answered)) = *last
            && at.elapsed() < PROBE_LIFETIME
        {
            return answered;
        }
        let answered = match self.connect().await {
            Ok(connection) => {
                let _ = timeout(PROBE_TIMEOUT, connection.close()).await;
                true
            }
            // It refuses more connections, for instance: it is there.
            Err(error) => matches!(error, sqlx::Error::Database(_)),
        };
        *last = Some((Instant::now(), answered));
        answered
    }

    /// Whether the transaction of this id (`pg_current_xact_id`) was committed; none when the server does not say so in
    /// time.
    pub async fn outcome_of(&self, id: &str) -> Option<bool> {
        // The commit was given up because the server is gone: to be told the same once more takes time that its caller
        // has not.
        if let Some((at, false)) = *self.last_probe.lock().await
            && at.elapsed() < PROBE_LIFETIME
        {
            return None;
        }
        let ask = async {
            let mut connection = self.connect().await?;
            loop {
                let ask = sqlx::query_scalar("SELECT pg_xact_status($1::text::xid8)").bind(id);
                let status: Option<String> = ask.fetch_one(&mut connection).await?;
                match status.as_deref() {
                    // It has not noticed yet that the connection is gone, or is about to commit.
                    Some("in progress") => sleep(OUTCOME_PAUSE).await,
                    status => {
                        let _ = connection.close().await;
                        return Ok::<_, sqlx::Error>(status.map(|status| status == "committed"));
                    }
                }
            }
        };
        timeout(OUTCOME_TIMEOUT, ask).await.ok()?.ok()?
    }
}

pub(crate) fn unreachable() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "PostgreSQL does not answer"))
}
