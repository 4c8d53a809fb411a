//! Mail: layout, SMTP delivery, and the log. To send one, enqueue a job in the transaction of its cause; the job
//! renders the letter and delivers it.
//!
//! - `letter`, `newsletter`, `welcome`, `reader_message`: the mails, rendered by `templates` with the `look` of the
//!   publication;
//! - `stories`, `inline_styles`, `plain_text`: what a newsletter is made of, from its stored HTML; `links`: where it
//!   leads; `headers`; `preview`; `sample`;
//! - `mailer` with `dkim`: delivery; `log`: what became of each mail; `error`: why one was not sent;
//! - `codes`: single-use codes in links.

pub mod codes;
mod dkim;
mod error;
mod headers;
mod inline_styles;
mod letter;
mod links;
mod log;
mod look;
mod mailer;
mod newsletter;
mod plain_text;
mod preview;
mod reader_message;
mod sample;
mod stories;
mod templates;
mod welcome;

pub use dkim::DkimSigner;
pub use error::MailError;
pub(crate) use inline_styles::height_at;
pub use letter::Letter;
pub(crate) use links::issue_links;
pub(crate) use log::{LogCount, MailAttempt, log_row};
pub use log::{MailPage, list, mark_interrupted, total};
pub use mailer::{MailConnection, Mailer};
pub use newsletter::{MAX_HTML_BYTES, NewsletterMail, Recipient};
pub use preview::{PreviewLook, PreviewPictures, PreviewTheme, preview_as};
pub use reader_message::ReaderMessage;
pub use sample::MailSample;
pub use stories::StoryDetails;
pub(crate) use stories::{PostDetails, Section, StoryPicture, TextPicture, story_slugs};
pub(crate) use templates::render;
pub use welcome::WelcomeMail;

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
        Some(letter) => Ok(core.mailer().send(core, &letter).await?),
        None => Ok(()),
    }
}
