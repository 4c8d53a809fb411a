//! Errors of sending a mail, and how jobs retry them.

use mwanga_jobs::JobError;

use crate::smtp::DeliveryError;

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Permanent failure: the address is invalid, or the server rejected the mail (5xx).
    #[error("this mail cannot be sent: {0}")]
    Unsendable(String),
    /// Temporary failure: no connection, or the server answered 4xx.
    #[error("the mail server did not take it: {0}")]
    Temporary(String),
    /// The data was sent and no reply came: the mail may have been delivered.
    #[error("the mail server did not say whether it took it: {0}")]
    Unanswered(String),
}

/// Maximum runs of a letter without a reply: a duplicate of a link is better than none, thirty are not.
const UNANSWERED_RUNS: i32 = 3;

impl From<MailError> for JobError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Unsendable(_) => Self::fail(error),
            MailError::Temporary(_) => Self::retry(error),
            MailError::Unanswered(_) => Self::retry_up_to(UNANSWERED_RUNS, error),
        }
    }
}

impl From<DeliveryError> for MailError {
    fn from(why: DeliveryError) -> Self {
        match why {
            DeliveryError::Permanent { words, .. } | DeliveryError::TooLarge(words) => Self::Unsendable(words),
            DeliveryError::ConnectionFailed(words)
            | DeliveryError::Interrupted(words)
            | DeliveryError::Temporary(words) => Self::Temporary(words),
            DeliveryError::Unanswered(words) => Self::Unanswered(words),
            DeliveryError::Cancelled => Self::Temporary("it was held back".into()),
        }
    }
}
