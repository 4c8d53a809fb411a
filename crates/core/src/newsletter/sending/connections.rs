//! Connection pool: each connection takes claimed deliveries from a queue, sends them, and reports the outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mwanga_store::entities::delivery;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::rate_limit::RateLimiter;
use super::status_updates::{Outcome, StatusUpdate};
use super::{ClaimedDelivery, ConnectionFailure, RunLimits, RunOutcome, message, pause_for};
use crate::Core;
use crate::mail::{MailConnection, MailError};
use crate::smtp::DeliveryError;

/// Consecutive failures after which a connection is given up for this run.
const MAX_FAILURES: u32 = 2;

/// State that the connections of a run share.
#[derive(Clone)]
pub(super) struct ConnectionPool {
    core: Core,
    queue: Arc<Mutex<mpsc::Receiver<ClaimedDelivery>>>,
    updates: mpsc::Sender<StatusUpdate>,
    /// Maximum mails per connection.
    max_mails: u64,
    progress: Arc<AtomicBool>,
    failure: Arc<std::sync::Mutex<Option<ConnectionFailure>>>,
    /// Connections that are still open.
    open_connections: Arc<AtomicU64>,
}

impl ConnectionPool {
    pub(super) fn new(
        core: Core,
        queue: mpsc::Receiver<ClaimedDelivery>,
        updates: mpsc::Sender<StatusUpdate>,
        RunLimits { connections, max_mails }: RunLimits,
    ) -> Self {
        let open_connections = Arc::new(AtomicU64::new(connections));
        Self {
            core,
            queue: Arc::new(Mutex::new(queue)),
            updates,
            max_mails,
            progress: Arc::default(),
            failure: Arc::default(),
            open_connections,
        }
    }

    pub(super) fn outcome(&self) -> RunOutcome {
        RunOutcome {
            progress: self.progress.load(Ordering::Relaxed),
            failure: self.failure.lock().expect("no panic while held").clone(),
        }
    }

    fn note_failure(&self, words: &str, unanswered: bool) {
        *self.failure.lock().expect("no panic while held") =
            Some(ConnectionFailure { words: words.to_owned(), unanswered });
    }

    /// Runs one connection until the queue ends. When the server accepts fewer connections than configured, the others
    /// go on.
    pub(super) async fn run(self) {
        let mut connection: Option<MailConnection> = None;
        let (mut failures, mut tried) = (0, 0);
        while failures < MAX_FAILURES && tried < self.max_mails && !self.core.stopping.is_cancelled() {
            let claimed = self.queue.lock().await.recv().await;
            let Some(claimed) = claimed else { break };
            let now = self.core.now();
            let rate_limiter = self.core.sending().rate_limiter(&self.core.config);
            let turn = rate_limiter.reserve(claimed.row.id, &claimed.row.email, now);
            if !RateLimiter::is_soon(turn, now) {
                if self.updates.send(StatusUpdate::Deferred { id: claimed.row.id, due_at: turn }).await.is_err() {
                    break;
                }
                continue;
            }
            tokio::time::sleep(Duration::from_millis(turn.0.saturating_sub(now.0).unsigned_abs())).await;
            rate_limiter.wait().await;
            let outcome = self.attempt(&mut connection, &claimed).await;
            tried += 1;
            match &outcome {
                Err(DeliveryError::ConnectionFailed(words) | DeliveryError::Interrupted(words)) => {
                    failures += 1;
                    self.note_failure(words, false);
                    tracing::warn!("a connection to the mail server ended: {words}");
                }
                // May concern this mail alone; repeated, the next mails have to wait.
                Err(DeliveryError::Unanswered(words)) => {
                    failures += 1;
                    self.note_failure(words, true);
                }
                Ok(()) | Err(DeliveryError::Temporary(_) | DeliveryError::Permanent { .. }) => {
                    failures = 0;
                    self.progress.store(true, Ordering::Relaxed);
                }
                Err(DeliveryError::TooLarge(words)) => {
                    if let Err(e) = pause_for(&self.core, claimed.row.issue_id, words).await {
                        tracing::warn!("an issue whose mails are too large cannot be paused: {e}");
                    }
                }
                Err(DeliveryError::Cancelled) => {}
            }
            if connection.as_ref().is_some_and(MailConnection::is_over)
                && let Some(over) = connection.take()
            {
                over.close().await;
            }
            if self.updates.send(StatusUpdate::Outcome(Box::new(Outcome { claimed, outcome }))).await.is_err() {
                break;
            }
        }
        // The last connection closes the queue, so that the producer does not wait.
        if self.open_connections.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.queue.lock().await.close();
        }
        if let Some(connection) = connection {
            connection.close().await;
        }
    }

    async fn attempt(
        &self,
        connection: &mut Option<MailConnection>,
        claimed: &ClaimedDelivery,
    ) -> Result<(), DeliveryError> {
        let (id, message) = message(&self.core, claimed).map_err(|e| match e {
            MailError::Unsendable(words) | MailError::Temporary(words) | MailError::Unanswered(words) => {
                DeliveryError::Permanent { words, mailbox_is_gone: false }
            }
        })?;
        let open = match connection {
            Some(open) => open,
            None => connection.insert(self.core.mailer().open().await?),
        };
        open.deliver(&id, message, self.hand_over(&claimed.row)).await
    }

    /// Whether the hand-over of this mail is committed, so that its data may be sent.
    async fn hand_over(&self, row: &delivery::Model) -> bool {
        let (answer, answered) = oneshot::channel();
        self.updates.send(StatusUpdate::HandOver { id: row.id, answer }).await.is_ok()
            && answered.await.unwrap_or(false)
    }
}
