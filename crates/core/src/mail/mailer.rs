//! The mailer: signs mails and hands them to an SMTP server, or writes them to the outbox folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lettre::Message;
use mwanga_store::types::MailKind;

use super::MailError;
use super::{DkimSigner, Letter, log};
use crate::config::Config;
use crate::core_state::{Core, Part};
use crate::settings::Settings;
use crate::smtp::{DeliveryError, SmtpConnection, SmtpServer};

/// Sends mail by SMTP, or writes `.eml` files to the outbox folder.
pub struct Mailer {
    transport: TransportConfig,
    /// Timeout of one SMTP reply.
    timeout: Duration,
    signer: Option<Arc<DkimSigner>>,
}

enum TransportConfig {
    Server(Box<SmtpServer>),
    Outbox(PathBuf),
    /// Mail of the demo's past: nobody gets it.
    Discarded,
}

impl Part for Mailer {}

impl Core {
    pub fn mailer(&self) -> &Mailer {
        self.part()
    }
}

impl Mailer {
    /// Uses `SMTP_URL`, or `outbox/` in the data folder without one. Does not connect yet. Signs for the domain of the
    /// sender, who stays there while the process runs.
    ///
    /// # Errors
    ///
    /// Which variable is wrong, and why.
    pub fn new(config: &Config, settings: &Settings) -> Result<Self, String> {
        let transport = match &config.mail.smtp_url {
            Some(url) => {
                let server = SmtpServer::parse(url).map_err(|why| format!("SMTP_URL {why}"))?;
                TransportConfig::Server(Box::new(server.with_sessions(config.hello(), config.mail.per_session)))
            }
            None => TransportConfig::Outbox(config.data_dir.join("outbox")),
        };
        let signer = match &config.mail.dkim {
            Some((file, selector)) => {
                let signer = DkimSigner::open(file, selector, settings.mail_from().email.domain());
                Some(Arc::new(signer.map_err(|why| format!("MWANGA_DKIM_KEY_FILE: {} {why}", file.display()))?))
            }
            None => None,
        };
        Ok(Self { transport, timeout: Duration::from_secs(config.mail.timeout_s), signer })
    }

    /// Takes every mail and sends none.
    pub const fn discarding() -> Self {
        Self { transport: TransportConfig::Discarded, timeout: Duration::ZERO, signer: None }
    }

    /// Whether mail is sent by SMTP rather than written to the outbox.
    pub const fn is_smtp(&self) -> bool {
        matches!(self.transport, TransportConfig::Server(_))
    }

    /// The mail server; none where mail is written to the outbox.
    pub fn smtp_server(&self) -> Option<&SmtpServer> {
        match &self.transport {
            TransportConfig::Server(server) => Some(server),
            TransportConfig::Outbox(_) | TransportConfig::Discarded => None,
        }
    }

    /// What mails are signed with, if they are.
    pub fn dkim_signer(&self) -> Option<&DkimSigner> {
        self.signer.as_deref()
    }

    /// Sends a letter and logs the outcome. Sent twice, it has the same `Message-ID`, log row and outbox file.
    pub async fn send(&self, core: &Core, letter: &Letter) -> Result<(), MailError> {
        let log_entry = (letter.id.as_str(), letter.kind, letter.to.as_str(), letter.subject.as_str());
        let outcome = match letter.message(&core.settings(), core.now()) {
            Ok(message) => self.deliver_alone(core, log_entry, message).await,
            Err(e) => Err(e),
        };
        log::log_outcome(core, log_entry, outcome.as_ref().err()).await;
        outcome
    }

    /// Sends one mail that is not a letter, and logs the outcome.
    pub async fn send_message(
        &self,
        core: &Core,
        id: &str,
        kind: MailKind,
        to: &str,
        subject: &str,
        message: Message,
    ) -> Result<(), MailError> {
        let log_entry = (id, kind, to, subject);
        let outcome = self.deliver_alone(core, log_entry, message).await;
        log::log_outcome(core, log_entry, outcome.as_ref().err()).await;
        outcome
    }

    async fn deliver_alone(
        &self,
        core: &Core,
        log_entry: (&str, MailKind, &str, &str),
        message: Message,
    ) -> Result<(), MailError> {
        let mut connection = self.open().await?;
        let hand_over = async {
            log::log_sending(core, log_entry).await;
            true
        };
        let outcome = connection.deliver(log_entry.0, message, hand_over).await;
        connection.close().await;
        Ok(outcome?)
    }

    /// Opens a connection for several mails.
    pub async fn open(&self) -> Result<MailConnection, DeliveryError> {
        let transport = match &self.transport {
            TransportConfig::Server(server) => Transport::Server(Box::new(
                SmtpConnection::open(server, self.timeout).await.map_err(DeliveryError::ConnectionFailed)?,
            )),
            TransportConfig::Outbox(folder) => Transport::Outbox(folder.clone()),
            TransportConfig::Discarded => Transport::Discarded,
        };
        Ok(MailConnection { transport, signer: self.signer.clone() })
    }
}

/// An open SMTP session, or the outbox folder.
pub struct MailConnection {
    transport: Transport,
    signer: Option<Arc<DkimSigner>>,
}

enum Transport {
    Server(Box<SmtpConnection>),
    Outbox(PathBuf),
    Discarded,
}

impl MailConnection {
    /// Signs and delivers a mail, see [`SmtpConnection::deliver`]. `id` is its file name in the outbox.
    pub async fn deliver(
        &mut self,
        id: &str,
        mut message: Message,
        hand_over: impl Future<Output = bool>,
    ) -> Result<(), DeliveryError> {
        if let Some(signer) = &self.signer {
            signer.sign(&mut message);
        }
        match &mut self.transport {
            Transport::Server(connection) => {
                connection.deliver(message.envelope(), &message.formatted(), hand_over).await
            }
            Transport::Discarded => {
                if hand_over.await {
                    Ok(())
                } else {
                    Err(DeliveryError::Cancelled)
                }
            }
            Transport::Outbox(_) if !hand_over.await => Err(DeliveryError::Cancelled),
            // A full disk is a temporary failure.
            Transport::Outbox(folder) => write(folder, id, &message.formatted())
                .await
                .map_err(|e| DeliveryError::ConnectionFailed(format!("the outbox folder: {e}"))),
        }
    }

    /// Whether no further mail goes by this connection.
    pub fn is_over(&self) -> bool {
        matches!(&self.transport, Transport::Server(connection) if connection.is_over())
    }

    pub async fn close(self) {
        if let Transport::Server(connection) = self.transport {
            connection.close().await;
        }
    }
}

/// Atomic write with mode 0600: links in mails open accounts.
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
