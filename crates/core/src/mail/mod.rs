//! Mail: layout, SMTP delivery, and the log. To send one, enqueue a job in the transaction of its cause; the job
//! renders the letter and delivers it.
//!
//! - `letter`, `newsletter`, `reader_message` with `layout`, `inline_styles`, `plain_text`: HTML and text of a mail;
//! - `mailer` with `smtp` and `dkim`: delivery; `log`: what became of each mail; `error`: why one was not sent;
//! - `codes`: single-use codes in links.

pub mod codes;
mod dkim;
mod error;
mod inline_styles;
mod layout;
mod letter;
mod log;
mod mailer;
mod newsletter;
mod plain_text;
mod reader_message;
mod smtp;

pub use dkim::DkimSigner;
pub use error::MailError;
pub use letter::Letter;
pub(crate) use log::{LogCount, MailAttempt, log_row};
pub use log::{MailPage, list, mark_interrupted, total};
pub use mailer::{MailConnection, Mailer};
pub use newsletter::{NewsletterMail, Recipient};
pub use reader_message::ReaderMessage;
pub use smtp::{DeliveryError, SmtpServer};

use mwanga_jobs::JobError;

use crate::{Core, held};

/// Concurrency group of mail jobs: limits how many mail jobs wait for the server at once.
pub(crate) const CONCURRENCY_GROUP: mwanga_jobs::ConcurrencyGroup =
    mwanga_jobs::ConcurrencyGroup::io_bound("mail server");

/// Sends the letter of a job, if any. Temporary failures are retried.
pub(crate) async fn send_letter<E>(core: &Core, letter: Result<Option<Letter>, E>) -> Result<(), JobError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    // Another process may have held the site just now.
    held::refuse_while_held(core).await.map_err(JobError::retry)?;
    match letter.map_err(JobError::retry)? {
        Some(letter) => Ok(core.mailer.send(core, &letter).await?),
        None => Ok(()),
    }
}
