use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lettre::Message;
use mwanga_store::types::MailKind;

use super::MailError;
use super::smtp::{SmtpConnection, SmtpServer, Undelivered};
use super::{Letter, Signer, log};
use crate::Core;
use crate::config::Config;

/// The way out: a mail server, or a folder of `.eml` files.
pub struct Mailer {
    way: Way,
    /// How long a mail server may take over one answer.
    patience: Duration,
    signer: Option<Arc<Signer>>,
}

enum Way {
    Server(Box<SmtpServer>),
    Outbox(PathBuf),
}

impl Mailer {
    /// By `SMTP_URL`, or into `outbox/` of the data folder where there is none. Connects to nothing yet.
    ///
    /// # Errors
    ///
    /// Which variable is wrong, and why.
    pub fn new(config: &Config) -> Result<Self, String> {
        let way = match &config.mail.smtp_url {
            Some(url) => Way::Server(Box::new(SmtpServer::parse(url).map_err(|why| format!("SMTP_URL {why}"))?)),
            None => Way::Outbox(config.data_dir.join("outbox")),
        };
        let signer = match &config.mail.dkim {
            Some((file, selector)) => {
                let signer = Signer::open(file, selector, config.mail_from().email.domain());
                Some(Arc::new(signer.map_err(|why| format!("MWANGA_DKIM_KEY_FILE: {} {why}", file.display()))?))
            }
            None => None,
        };
        Ok(Self { way, patience: Duration::from_secs(config.mail.timeout_s), signer })
    }

    /// Whether mail leaves this machine.
    pub const fn leaves(&self) -> bool {
        matches!(self.way, Way::Server(_))
    }

    /// Hands a letter over, and notes in the log how that went. Sent twice, it has the same `Message-ID`, one row in
    /// the log, and one file in the outbox.
    pub async fn send(&self, core: &Core, letter: &Letter) -> Result<(), MailError> {
        let named = (letter.id.as_str(), letter.kind, letter.to.as_str(), letter.subject.as_str());
        let outcome = match letter.message(&core.config, core.now()) {
            Ok(message) => self.deliver_alone(core, named, message).await,
            Err(e) => Err(e),
        };
        log::note(core, named, outcome.as_ref().err()).await;
        outcome
    }

    /// Hands over one mail that is no letter, and notes in the log how that went.
    pub async fn send_message(
        &self,
        core: &Core,
        id: &str,
        kind: MailKind,
        to: &str,
        subject: &str,
        message: Message,
    ) -> Result<(), MailError> {
        let named = (id, kind, to, subject);
        let outcome = self.deliver_alone(core, named, message).await;
        log::note(core, named, outcome.as_ref().err()).await;
        outcome
    }

    async fn deliver_alone(
        &self,
        core: &Core,
        named: (&str, MailKind, &str, &str),
        message: Message,
    ) -> Result<(), MailError> {
        let mut line = self.open().await?;
        let hand_over = async {
            log::begin(core, named).await;
            true
        };
        let outcome = line.deliver(named.0, message, hand_over).await;
        line.close().await;
        Ok(outcome?)
    }

    /// A line for one mail after another.
    pub async fn open(&self) -> Result<MailLine, Undelivered> {
        let out = match &self.way {
            Way::Server(server) => {
                Out::Server(Box::new(SmtpConnection::open(server, self.patience).await.map_err(Undelivered::Trouble)?))
            }
            Way::Outbox(folder) => Out::Outbox(folder.clone()),
        };
        Ok(MailLine { out, signer: self.signer.clone() })
    }
}

/// One session with the mail server, or the folder.
pub struct MailLine {
    out: Out,
    signer: Option<Arc<Signer>>,
}

enum Out {
    Server(Box<SmtpConnection>),
    Outbox(PathBuf),
}

impl MailLine {
    /// Signs a mail and sends it, as [`SmtpConnection::deliver`] says. `id` names its file in the outbox.
    pub async fn deliver(
        &mut self,
        id: &str,
        mut message: Message,
        hand_over: impl Future<Output = bool>,
    ) -> Result<(), Undelivered> {
        if let Some(signer) = &self.signer {
            signer.sign(&mut message);
        }
        match &mut self.out {
            Out::Server(connection) => connection.deliver(message.envelope(), &message.formatted(), hand_over).await,
            Out::Outbox(_) if !hand_over.await => Err(Undelivered::HeldBack),
            // A disk that is full takes it later.
            Out::Outbox(folder) => write(folder, id, &message.formatted())
                .await
                .map_err(|e| Undelivered::Trouble(format!("the outbox folder: {e}"))),
        }
    }

    pub fn is_broken(&self) -> bool {
        matches!(&self.out, Out::Server(connection) if connection.is_broken())
    }

    pub async fn close(self) {
        if let Out::Server(connection) = self.out {
            connection.close().await;
        }
    }
}

/// Whole or not at all; for its owner alone, because links of mails open accounts.
async fn write(folder: &Path, id: &str, bytes: &[u8]) -> std::io::Result<()> {
    use tokio::io::AsyncWriteExt;
    tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).await?;
    let unfinished = folder.join(format!("{id}.part"));
    let mut file =
        tokio::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished).await?;
    file.write_all(bytes).await?;
    // The error of the write: `sync_all` waits for it and drops it.
    file.flush().await?;
    file.sync_all().await?;
    tokio::fs::rename(&unfinished, folder.join(format!("{id}.eml"))).await
}
