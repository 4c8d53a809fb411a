//! What can go wrong with a mail on its way to the mail server.

use mwanga_jobs::JobError;

use super::Undelivered;

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Nobody can send this: the address is none, or the server refused it for good (5xx).
    #[error("this mail cannot be sent: {0}")]
    Unsendable(String),
    /// No connection, no answer, or the server asks to come back (4xx).
    #[error("the mail server did not take it: {0}")]
    Later(String),
    /// The whole mail went out and no answer came: it may have arrived.
    #[error("the mail server did not say whether it took it: {0}")]
    Unanswered(String),
}

/// Runs of a letter after which it is not sent again without an answer. Who waits for a link is better off with two,
/// and nobody wants thirty.
const UNANSWERED_RUNS: i32 = 3;

impl From<MailError> for JobError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Unsendable(_) => Self::fail(error),
            MailError::Later(_) => Self::retry(error),
            MailError::Unanswered(_) => Self::retry_up_to(UNANSWERED_RUNS, error),
        }
    }
}

impl From<Undelivered> for MailError {
    fn from(why: Undelivered) -> Self {
        match why {
            Undelivered::Refused { words, .. } => Self::Unsendable(words),
            Undelivered::Trouble(words) | Undelivered::BrokeOff(words) | Undelivered::Later(words) => {
                Self::Later(words)
            }
            Undelivered::Unanswered(words) => Self::Unanswered(words),
            Undelivered::HeldBack => Self::Later("it was held back".into()),
        }
    }
}
