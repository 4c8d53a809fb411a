//! What each connection does: takes a parcel, writes the mail, delivers it, and says what became of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mwanga_store::entities::delivery;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::marks::{Mark, Outcome};
use super::pace::Pace;
use super::{End, Parcel, Size, Trouble, message};
use crate::Core;
use crate::mail::{MailError, MailLine, Undelivered};

/// Mails in a row that a connection may fail at before it is given up for this run.
const MOST_TROUBLES: u32 = 2;

/// What the connections of a run have in common.
#[derive(Clone)]
pub(super) struct Shared {
    core: Core,
    parcels: Arc<Mutex<mpsc::Receiver<Parcel>>>,
    marks: mpsc::Sender<Mark>,
    /// Mails that each connection may try.
    most: u64,
    progress: Arc<AtomicBool>,
    trouble: Arc<std::sync::Mutex<Option<Trouble>>>,
    /// Connections that have not ended.
    working: Arc<AtomicU64>,
}

impl Shared {
    pub(super) fn new(
        core: Core,
        parcels: mpsc::Receiver<Parcel>,
        marks: mpsc::Sender<Mark>,
        Size { connections, most }: Size,
    ) -> Self {
        let working = Arc::new(AtomicU64::new(connections));
        Self {
            core,
            parcels: Arc::new(Mutex::new(parcels)),
            marks,
            most,
            progress: Arc::default(),
            trouble: Arc::default(),
            working,
        }
    }

    pub(super) fn end(&self) -> End {
        End {
            progress: self.progress.load(Ordering::Relaxed),
            trouble: self.trouble.lock().expect("no panic while held").clone(),
        }
    }

    fn note_trouble(&self, words: &str, unanswered: bool) {
        *self.trouble.lock().expect("no panic while held") = Some(Trouble { words: words.to_owned(), unanswered });
    }

    /// One connection from its first parcel to its last. A server that takes fewer than are configured keeps the others
    /// working.
    pub(super) async fn work(self) {
        let mut line: Option<MailLine> = None;
        let (mut troubles, mut tried) = (0, 0);
        while troubles < MOST_TROUBLES && tried < self.most && !self.core.stopping.is_cancelled() {
            let parcel = self.parcels.lock().await.recv().await;
            let Some(parcel) = parcel else { break };
            let now = self.core.now();
            let pace = self.core.lane.pace(&self.core.config);
            let turn = pace.turn(parcel.row.id, &parcel.row.email, now);
            if !Pace::is_near(turn, now) {
                if self.marks.send(Mark::NotYet { id: parcel.row.id, due_at: turn }).await.is_err() {
                    break;
                }
                continue;
            }
            tokio::time::sleep(Duration::from_millis(turn.0.saturating_sub(now.0).unsigned_abs())).await;
            pace.wait().await;
            let outcome = self.attempt(&mut line, &parcel).await;
            tried += 1;
            match &outcome {
                Err(Undelivered::Trouble(words) | Undelivered::BrokeOff(words)) => {
                    troubles += 1;
                    self.note_trouble(words, false);
                    tracing::warn!("a connection to the mail server ended: {words}");
                }
                // Said of this mail alone; but where no other one is answered either, the next ones had better wait.
                Err(Undelivered::Unanswered(words)) => {
                    troubles += 1;
                    self.note_trouble(words, true);
                }
                Ok(()) | Err(Undelivered::Later(_) | Undelivered::Refused { .. }) => {
                    troubles = 0;
                    self.progress.store(true, Ordering::Relaxed);
                }
                Err(Undelivered::HeldBack) => {}
            }
            if line.as_ref().is_some_and(MailLine::is_broken)
                && let Some(broken) = line.take()
            {
                broken.close().await;
            }
            if self.marks.send(Mark::Outcome(Box::new(Outcome { parcel, outcome }))).await.is_err() {
                break;
            }
        }
        // Whoever waits for a place in the queue learns that nobody takes from it any more.
        if self.working.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.parcels.lock().await.close();
        }
        if let Some(line) = line {
            line.close().await;
        }
    }

    async fn attempt(&self, line: &mut Option<MailLine>, parcel: &Parcel) -> Result<(), Undelivered> {
        let (id, message) = message(&self.core, parcel).map_err(|e| match e {
            MailError::Unsendable(words) | MailError::Later(words) | MailError::Unanswered(words) => {
                Undelivered::Refused { words, no_such_mailbox: false }
            }
        })?;
        let open = match line {
            Some(open) => open,
            None => line.insert(self.core.mailer.open().await?),
        };
        open.deliver(&id, message, self.hand_over(&parcel.row)).await
    }

    /// Whether the note is committed that this mail's data go out now.
    async fn hand_over(&self, row: &delivery::Model) -> bool {
        let (answer, answered) = oneshot::channel();
        self.marks.send(Mark::HandOver { id: row.id, answer }).await.is_ok() && answered.await.unwrap_or(false)
    }
}
