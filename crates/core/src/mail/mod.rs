//! Mail: what it looks like, how it leaves, and what became of it. Who sends one enqueues a job in the transaction of
//! its cause; the job writes the letter and hands it over.

pub mod codes;
mod dkim;
mod error;
mod frame;
mod inline;
mod letter;
mod log;
mod mailer;
mod newsletter;
mod plain;
mod smtp;

pub use dkim::Signer;
pub use error::MailError;
pub use letter::Letter;
pub use log::{Counted, MailPage, list, mark_cut_off, total};
pub(crate) use log::{Try, row};
pub use mailer::{MailLine, Mailer};
pub use newsletter::{NewsletterMail, Reader};
pub use smtp::{SmtpServer, Undelivered};

use mwanga_jobs::JobError;

use crate::Core;

/// The lane of all jobs that hand mails over.
pub(crate) const LANE: mwanga_jobs::Lane = mwanga_jobs::Lane::of_waiting("mail server");

/// Sends what a job has written: nothing where there is no letter any more. A letter that could not be written, or not
/// be handed over yet, is tried again.
pub(crate) async fn send_letter<E>(core: &Core, written: Result<Option<Letter>, E>) -> Result<(), JobError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    match written.map_err(JobError::retry)? {
        Some(letter) => Ok(core.mailer.send(core, &letter).await?),
        None => Ok(()),
    }
}
