use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use mwanga_jobs::JobError;
use secrecy::{ExposeSecret, SecretString};

use super::{Letter, log};
use crate::Core;

/// How long a mail server may take over one answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The way out: a mail server, or a folder of `.eml` files. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Mailer {
    Server(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Nobody can send this: the address is none, or the server refused it for good (5xx).
    #[error("this mail cannot be sent: {0}")]
    Unsendable(String),
    /// No connection, or the server asks to come back (4xx).
    #[error("the mail server did not take it: {0}")]
    Later(String),
    #[error("the outbox folder: {0}")]
    Outbox(#[from] std::io::Error),
}

impl From<MailError> for JobError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Unsendable(_) => Self::fail(error),
            MailError::Later(_) | MailError::Outbox(_) => Self::retry(error),
        }
    }
}

impl Mailer {
    /// By `SMTP_URL`, or into `outbox/` of the data folder where there is none. Connects to nothing yet; needs a running Tokio.
    ///
    /// # Errors
    ///
    /// As [`server`].
    pub fn new(smtp_url: Option<&SecretString>, data_dir: &Path) -> Result<Self, &'static str> {
        match smtp_url {
            Some(url) => Ok(Self::Server(server(url)?.timeout(Some(PATIENCE)).build())),
            None => Ok(Self::Outbox(data_dir.join("outbox"))),
        }
    }

    /// Whether mail leaves this machine.
    pub const fn leaves(&self) -> bool {
        matches!(self, Self::Server(_))
    }

    /// Hands a letter over, and notes in the log how that went. Sent twice, it has the same `Message-ID`, one row in the log, and one file in the outbox.
    pub async fn send(&self, core: &Core, letter: &Letter) -> Result<(), MailError> {
        let outcome = self.hand_over(core, letter).await;
        log::note(core, letter, outcome.as_ref().err()).await;
        outcome
    }

    async fn hand_over(&self, core: &Core, letter: &Letter) -> Result<(), MailError> {
        let message = letter.message(&core.config, core.now())?;
        match self {
            Self::Server(transport) => match transport.send(message).await {
                Ok(_) => Ok(()),
                Err(e) if e.is_permanent() => Err(MailError::Unsendable(told(&e))),
                Err(e) => Err(MailError::Later(told(&e))),
            },
            Self::Outbox(folder) => Ok(write(folder, &letter.id, &message.formatted()).await?),
        }
    }
}

/// The mail server of an `SMTP_URL`.
///
/// # Errors
///
/// What is wrong with the URL, in words that do not repeat it.
pub fn server(url: &SecretString) -> Result<AsyncSmtpTransportBuilder, &'static str> {
    let url = url.expose_secret();
    let url = match url.strip_prefix("smtp+starttls://") {
        Some(rest) => format!("smtp://{rest}{}tls=required", if rest.contains('?') { '&' } else { '?' }),
        None if url.starts_with("smtp://") || url.starts_with("smtps://") => url.to_owned(),
        None => return Err("starts with none of `smtp://`, `smtps://` and `smtp+starttls://`"),
    };
    AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|_| "is not the address of a mail server")
}

/// An error with what lies behind it.
fn told(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// Whole or not at all; for its owner alone, because links of mails open accounts.
async fn write(folder: &Path, id: &str, bytes: &[u8]) -> std::io::Result<()> {
    use tokio::io::AsyncWriteExt;
    tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).await?;
    let unfinished = folder.join(format!("{id}.part"));
    let mut file = tokio::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished).await?;
    file.write_all(bytes).await?;
    file.sync_all().await?;
    tokio::fs::rename(&unfinished, folder.join(format!("{id}.eml"))).await
}
