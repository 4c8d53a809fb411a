//! SMTP client, one command at a time, so that each outcome is recorded before the next command.

mod greeting;
mod refusal;

use std::net::IpAddr;
use std::time::Duration;

use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{self, AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use secrecy::{ExposeSecret, SecretString};
use tokio_util::compat::FuturesAsyncReadCompatExt;
use url::Url;

use self::greeting::{GreetedStream, Greeting};
use self::refusal::says_mailbox_is_gone;
use crate::email::to_a_label;

/// The mail server of an `SMTP_URL`.
#[derive(Clone)]
pub struct SmtpServer {
    host: String,
    port: u16,
    tls: Encryption,
    credentials: Option<Credentials>,
    /// What we call ourselves.
    hello: ClientId,
    /// Mails of a session at most; none: as many as the server's kind takes well.
    per_session: Option<u64>,
}

#[derive(Clone)]
enum Encryption {
    None,
    StartTls(TlsParameters),
    Always(TlsParameters),
}

/// Why a mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryError {
    /// No working connection; no data was sent, and it says nothing about this mail.
    ConnectionFailed(String),
    /// The session ended at this mail's recipient, before its data was sent; the cause may be the server or the
    /// recipient.
    Interrupted(String),
    /// Temporary failure of this mail (4xx).
    Temporary(String),
    /// Permanent failure of this mail (5xx); `mailbox_is_gone`: the server says so of the recipient.
    Permanent { words: String, mailbox_is_gone: bool },
    /// The data was sent and no reply came.
    Unanswered(String),
    /// The server takes no mail of this size, as it says when a session begins; nothing was sent.
    TooLarge(String),
    /// The caller cancelled it before its data was sent.
    Cancelled,
}

/// A name that we call ourselves by in `EHLO`: a host of the DNS, or an address of this machine, as a literal. None
/// for what no server takes.
pub fn hello_name(text: &str) -> Option<ClientId> {
    let literal = text.trim_matches(['[', ']']);
    match literal.trim_start_matches("IPv6:").parse() {
        Ok(IpAddr::V4(address)) => Some(ClientId::Ipv4(address)),
        Ok(IpAddr::V6(address)) => Some(ClientId::Ipv6(address)),
        Err(_) => to_a_label(text).map(ClientId::Domain),
    }
}

impl SmtpServer {
    /// The server of a URL, greeted as `localhost` and given as many mails a session as its kind takes well.
    ///
    /// # Errors
    ///
    /// Why the URL is invalid, without repeating it.
    pub fn parse(url: &SecretString) -> Result<Self, &'static str> {
        let url = url.expose_secret();
        let (rest, starttls) = match url.strip_prefix("smtp+starttls://") {
            Some(rest) => (format!("smtp://{rest}"), true),
            None if url.starts_with("smtp://") || url.starts_with("smtps://") => (url.to_owned(), false),
            None => return Err("starts with none of `smtp://`, `smtps://` and `smtp+starttls://`"),
        };
        let wrong = "is not the address of a mail server";
        let url = Url::parse(&rest).map_err(|_| wrong)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(wrong)?.to_owned();
        let starttls = starttls || url.query_pairs().any(|(name, value)| name == "tls" && value == "required");
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| wrong);
        let (tls, port) = match url.scheme() {
            "smtps" => (Encryption::Always(parameters()?), 465),
            _ if starttls => (Encryption::StartTls(parameters()?), 587),
            _ => (Encryption::None, 25),
        };
        let decoded = |text: &str| {
            percent_encoding::percent_decode_str(text).decode_utf8().map(|text| text.into_owned()).map_err(|_| wrong)
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        let hello = ClientId::Domain("localhost".to_owned());
        Ok(Self { host, port: url.port().unwrap_or(port), tls, credentials, hello, per_session: None })
    }

    /// How its sessions go: what we call ourselves, and how many mails one has at most.
    pub fn with_sessions(self, hello: ClientId, per_session: Option<u64>) -> Self {
        Self { hello, per_session, ..self }
    }

    /// What we call ourselves, as it stands after `EHLO`.
    pub fn hello(&self) -> String {
        self.hello.to_string()
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether nobody on the way reads along: by TLS, or because there is no way.
    pub fn is_private(&self) -> bool {
        !matches!(self.tls, Encryption::None) || self.is_local()
    }

    /// Whether it is on this machine.
    pub fn is_local(&self) -> bool {
        let address = self.host.trim_matches(['[', ']']).parse::<IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    pub fn asks_for_password(&self) -> bool {
        self.credentials.is_some()
    }
}

type SmtpError = lettre::transport::smtp::Error;

/// A session with a mail server, for one mail after another.
pub struct SmtpConnection {
    session: AsyncSmtpConnection,
    timeout: Duration,
    broken: bool,
    /// Largest mail that the server takes, as it says (RFC 1870); none: it says nothing of it.
    max_bytes: Option<u64>,
    /// How many more mails this session takes; none: there is no limit.
    mails_left: Option<u64>,
}

/// Mails of a session that Exim delivers at once; what comes after waits for its next queue run
/// (`smtp_accept_queue_per_connection`, Exim 4.96).
const EXIM_MAILS_PER_SESSION: u64 = 10;

/// Factor of the timeout for the final reply: giving up early leaves it unknown whether the mail was delivered.
const FINAL_REPLY_FACTOR: u32 = 5;

impl SmtpConnection {
    /// Greets, encrypts and signs in. `timeout` is how long the server may take over one answer.
    ///
    /// # Errors
    ///
    /// Why there is no session, in words for the log.
    pub async fn open(server: &SmtpServer, timeout: Duration) -> Result<Self, String> {
        let SmtpServer { host, port, tls, credentials, hello, per_session } = server;
        let opened = async {
            let wrapped = match tls {
                Encryption::Always(parameters) => Some(parameters.clone()),
                Encryption::None | Encryption::StartTls(_) => None,
            };
            let (stream, greeting) = connect((host.as_str(), *port), timeout, wrapped).await?;
            let mut session = AsyncSmtpConnection::connect_with_transport(stream, hello).await?;
            if let Encryption::StartTls(parameters) = tls {
                session.starttls(parameters.clone(), hello).await?;
            }
            if let Some(credentials) = credentials {
                session.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await?;
            }
            let mails_left = match per_session {
                None => greeting.names_exim().then_some(EXIM_MAILS_PER_SESSION),
                Some(0) => None,
                Some(limit) => Some(*limit),
            };
            Ok::<_, SmtpError>(Self { session, timeout, broken: false, max_bytes: greeting.max_bytes(), mails_left })
        };
        match tokio::time::timeout(timeout, opened).await {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(e)) => Err(with_causes(&e)),
            Err(_) => Err("it did not greet in time".into()),
        }
    }

    /// Whether no further mail goes by this session: it broke off, or has had as many as it may.
    pub fn is_over(&self) -> bool {
        self.broken || self.mails_left == Some(0)
    }

    /// Sends a mail. `hand_over` runs once the server accepted the recipient; data is sent only if it returns `true`.
    pub async fn deliver(
        &mut self,
        envelope: &Envelope,
        message: &[u8],
        hand_over: impl Future<Output = bool>,
    ) -> Result<(), DeliveryError> {
        let Ok(message) = std::str::from_utf8(message) else {
            return Err(DeliveryError::Permanent { words: "the message is no text".into(), mailbox_is_gone: false });
        };
        if let Some(max_bytes) = self.max_bytes.filter(|max_bytes| message.len() as u64 > *max_bytes) {
            return Err(DeliveryError::TooLarge(format!(
                "The mail has {} bytes, and the mail server takes {max_bytes} at most.",
                message.len()
            )));
        }
        let parameters = self.parameters(envelope, message)?;
        // A rejected sender is a connection failure: otherwise one wrong setting would fail a whole issue.
        if let Err(e) = self.command(Mail::new(envelope.from().cloned(), parameters)).await {
            self.broken = true;
            return Err(DeliveryError::ConnectionFailed(e.words));
        }
        for to in envelope.to() {
            if let Err(e) = self.command(Rcpt::new(to.clone(), vec![])).await {
                let why = self.classify(envelope, e);
                if !self.broken && self.command(Rset).await.is_err() {
                    self.broken = true;
                }
                return Err(why);
            }
        }
        // Concurrently: the server prepares while the hand-over is committed.
        let (ready, is_allowed) = tokio::join!(self.command(Data), hand_over);
        if let Err(e) = ready {
            let why = self.classify(envelope, e);
            if !self.broken && self.command(Rset).await.is_err() {
                self.broken = true;
            }
            return Err(why);
        }
        if !is_allowed {
            self.broken = true;
            return Err(DeliveryError::Cancelled);
        }
        match with_timeout(self.timeout * FINAL_REPLY_FACTOR, self.session.command(DotStuffed(message))).await {
            Ok(_) => {
                self.mails_left = self.mails_left.map(|left| left.saturating_sub(1));
                Ok(())
            }
            Err(e) if e.code.is_none() => {
                self.broken = true;
                Err(DeliveryError::Unanswered(e.words))
            }
            Err(e) => Err(self.classify(envelope, e)),
        }
    }

    pub async fn close(mut self) {
        if !self.broken {
            let _ = tokio::time::timeout(self.timeout, self.session.quit()).await;
        }
    }

    async fn command(&mut self, command: impl std::fmt::Display) -> Result<Response, SmtpFailure> {
        with_timeout(self.timeout, self.session.command(command)).await
    }

    fn parameters(&self, envelope: &Envelope, message: &str) -> Result<Vec<MailParameter>, DeliveryError> {
        let can = |extension| self.session.server_info().supports_feature(extension);
        let mut parameters = Vec::new();
        if envelope.to().iter().chain(envelope.from()).any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
            if !can(Extension::SmtpUtfEight) {
                let words = "the mail server takes no address with letters beyond ASCII".to_owned();
                return Err(DeliveryError::Permanent { words, mailbox_is_gone: false });
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !message.is_ascii() && can(Extension::EightBitMime) {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(parameters)
    }

    /// Classifies a failed reply about one mail.
    fn classify(&mut self, envelope: &Envelope, failure: SmtpFailure) -> DeliveryError {
        let SmtpFailure { code, words, answer } = failure;
        match code {
            // 421: the server ends the session, whatever it was asked.
            None | Some(421) => {
                self.broken = true;
                DeliveryError::Interrupted(words)
            }
            Some(400..=499) => DeliveryError::Temporary(words),
            Some(_) => {
                let sender = envelope.from().map(AsRef::<str>::as_ref).unwrap_or_default();
                let is_gone = |to: &Address| says_mailbox_is_gone(to.as_ref(), sender, &answer);
                DeliveryError::Permanent { mailbox_is_gone: envelope.to().iter().any(is_gone), words }
            }
        }
    }
}

/// Opens a connection, and what the server will say of itself by it.
#[expect(deprecated, reason = "the library has no other way to the line that a server greets with under TLS")]
async fn connect(
    server: (&str, u16),
    timeout: Duration,
    tls: Option<TlsParameters>,
) -> Result<(Box<dyn AsyncTokioStream>, Greeting), SmtpError> {
    let stream = client::AsyncNetworkStream::connect_tokio1(server, Some(timeout), tls, None).await?;
    // Nobody asks for it.
    let peer = stream.peer_addr().unwrap_or_else(|_| ([0, 0, 0, 0], 0).into());
    let greeting = Greeting::default();
    Ok((Box::new(GreetedStream::new(stream.compat(), peer, greeting.clone())), greeting))
}

/// Dot-stuffed message with its final dot (RFC 5321, 4.5.2). One write: with two, Nagle's algorithm and delayed
/// acknowledgements cost some 40 ms.
struct DotStuffed<'a>(&'a str);

impl std::fmt::Display for DotStuffed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in self.0.split_inclusive('\n') {
            if line.starts_with('.') {
                f.write_str(".")?;
            }
            f.write_str(line)?;
        }
        f.write_str(if self.0.is_empty() || self.0.ends_with('\n') { ".\r\n" } else { "\r\n.\r\n" })
    }
}

/// A failed command; `code` is none without a reply.
struct SmtpFailure {
    code: Option<u16>,
    words: String,
    /// The text of the reply, line by line.
    answer: String,
}

async fn with_timeout(
    timeout: Duration,
    step: impl Future<Output = Result<Response, SmtpError>>,
) -> Result<Response, SmtpFailure> {
    match tokio::time::timeout(timeout, step).await {
        Ok(outcome) => outcome.map_err(|e| SmtpFailure {
            code: e.status().map(Into::into),
            words: with_causes(&e),
            answer: std::error::Error::source(&e).map(ToString::to_string).unwrap_or_default(),
        }),
        Err(_) => Err(SmtpFailure { code: None, words: "it did not answer in time".into(), answer: String::new() }),
    }
}

/// An error with what lies behind it.
fn with_causes(error: &dyn std::error::Error) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_smtp_url_is_parsed_with_port_and_credentials() {
        let port = |url: &str| {
            SmtpServer::parse(&url.to_owned().into())
                .map(|server| (server.host, server.port, server.credentials.is_some()))
        };
        assert_eq!(port("smtp://mail.example"), Ok(("mail.example".into(), 25, false)));
        assert_eq!(port("smtp+starttls://me:p%40ss@mail.example"), Ok(("mail.example".into(), 587, true)));
        assert_eq!(port("smtps://me:pass@mail.example:4650"), Ok(("mail.example".into(), 4650, true)));
        for url in ["http://mail.example", "smtp://", "smtp:///x", "mail.example"] {
            assert!(port(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_mail_server_is_private_by_tls_or_on_this_machine() {
        for (url, private) in [
            ("smtp://mail.example", false),
            ("smtp://192.0.2.7:25", false),
            ("smtp://localhost", true),
            ("smtp://127.0.0.1:2525", true),
            ("smtp://[::1]:25", true),
            ("smtps://mail.example", true),
            ("smtp+starttls://me:pass@mail.example", true),
        ] {
            assert_eq!(SmtpServer::parse(&url.to_owned().into()).unwrap().is_private(), private, "{url}");
        }
    }

    #[test]
    fn lines_that_begin_with_a_dot_are_stuffed() {
        for (message, sent) in [
            ("A: b\r\n\r\n.\r\n..x\r\n", "A: b\r\n\r\n..\r\n...x\r\n.\r\n"),
            (".", "..\r\n.\r\n"),
            ("a.\r\nb", "a.\r\nb\r\n.\r\n"),
            ("", ".\r\n"),
        ] {
            assert_eq!(DotStuffed(message).to_string(), sent);
        }
    }
}
