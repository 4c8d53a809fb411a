//! SMTP client, one command at a time, so that each outcome is recorded before the next command.

use std::net::IpAddr;
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

/// The mail server of an `SMTP_URL`.
#[derive(Clone)]
pub struct SmtpServer {
    host: String,
    port: u16,
    tls: Encryption,
    credentials: Option<Credentials>,
    ehlo_name: ClientId,
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
    /// Permanent failure of this mail (5xx).
    Permanent { words: String, no_such_mailbox: bool },
    /// The data was sent and no reply came.
    Unanswered(String),
    /// The caller cancelled it before its data was sent.
    Cancelled,
}

impl SmtpServer {
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
        let name = url.path().trim_matches('/');
        let ehlo_name = if name.is_empty() { ClientId::default() } else { ClientId::Domain(name.to_owned()) };
        Ok(Self { host, port: url.port().unwrap_or(port), tls, credentials, ehlo_name })
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
}

/// Factor of the timeout for the final reply: giving up early leaves it unknown whether the mail was delivered.
const FINAL_REPLY_FACTOR: u32 = 5;

impl SmtpConnection {
    /// Greets, encrypts and signs in. `timeout` is how long the server may take over one answer.
    ///
    /// # Errors
    ///
    /// Why there is no session, in words for the log.
    pub async fn open(server: &SmtpServer, timeout: Duration) -> Result<Self, String> {
        let SmtpServer { host, port, tls, credentials, ehlo_name } = server;
        let opened = async {
            let wrapped = match tls {
                Encryption::Always(parameters) => Some(parameters.clone()),
                Encryption::None | Encryption::StartTls(_) => None,
            };
            let mut session =
                AsyncSmtpConnection::connect_tokio1((host.as_str(), *port), Some(timeout), ehlo_name, wrapped, None)
                    .await?;
            if let Encryption::StartTls(parameters) = tls {
                session.starttls(parameters.clone(), ehlo_name).await?;
            }
            if let Some(credentials) = credentials {
                session.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await?;
            }
            Ok::<_, SmtpError>(session)
        };
        match tokio::time::timeout(timeout, opened).await {
            Ok(Ok(session)) => Ok(Self { session, timeout, broken: false }),
            Ok(Err(e)) => Err(with_causes(&e)),
            Err(_) => Err("it did not greet in time".into()),
        }
    }

    /// Whether no further mail can go by this session.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Sends a mail. `hand_over` runs once the server accepted the recipient; data is sent only if it returns `true`.
    pub async fn deliver(
        &mut self,
        envelope: &Envelope,
        message: &[u8],
        hand_over: impl Future<Output = bool>,
    ) -> Result<(), DeliveryError> {
        let Ok(message) = std::str::from_utf8(message) else {
            return Err(DeliveryError::Permanent { words: "the message is no text".into(), no_such_mailbox: false });
        };
        let parameters = self.parameters(envelope, message)?;
        // A rejected sender is a connection failure: otherwise one wrong setting would fail a whole issue.
        if let Err(e) = self.command(Mail::new(envelope.from().cloned(), parameters)).await {
            self.broken = true;
            return Err(DeliveryError::ConnectionFailed(e.words));
        }
        for to in envelope.to() {
            if let Err(e) = self.command(Rcpt::new(to.clone(), vec![])).await {
                let why = self.classify(e);
                if !self.broken && self.command(Rset).await.is_err() {
                    self.broken = true;
                }
                return Err(why);
            }
        }
        // Concurrently: the server prepares while the hand-over is committed.
        let (ready, is_allowed) = tokio::join!(self.command(Data), hand_over);
        if let Err(e) = ready {
            let why = self.classify(e);
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
            Ok(_) => Ok(()),
            Err(e) if e.code.is_none() => {
                self.broken = true;
                Err(DeliveryError::Unanswered(e.words))
            }
            Err(e) => Err(self.classify(e)),
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
                return Err(DeliveryError::Permanent { words, no_such_mailbox: false });
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !message.is_ascii() && can(Extension::EightBitMime) {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(parameters)
    }

    /// Classifies a failed reply about one mail.
    fn classify(&mut self, SmtpFailure { code, words }: SmtpFailure) -> DeliveryError {
        match code {
            // 421: the server ends the session, whatever it was asked.
            None | Some(421) => {
                self.broken = true;
                DeliveryError::Interrupted(words)
            }
            Some(400..=499) => DeliveryError::Temporary(words),
            Some(code) => DeliveryError::Permanent { no_such_mailbox: says_no_such_mailbox(code, &words), words },
        }
    }
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
}

async fn with_timeout(
    timeout: Duration,
    step: impl Future<Output = Result<Response, SmtpError>>,
) -> Result<Response, SmtpFailure> {
    match tokio::time::timeout(timeout, step).await {
        Ok(outcome) => outcome.map_err(|e| SmtpFailure { code: e.status().map(Into::into), words: with_causes(&e) }),
        Err(_) => Err(SmtpFailure { code: None, words: "it did not answer in time".into() }),
    }
}

/// Whether a refusal is about the mailbox and not about us: by its enhanced status code (RFC 3463), else by the words
/// that servers without them use.
fn says_no_such_mailbox(code: u16, words: &str) -> bool {
    let enhanced = words
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '(' | ')'))
        .find(|word| word.starts_with("5.") && word.split('.').count() == 3);
    if let Some(enhanced) = enhanced {
        return ["5.1.1", "5.1.6", "5.1.10"].contains(&enhanced);
    }
    let words = words.to_lowercase();
    matches!(code, 550 | 551 | 553)
        && [
            "user unknown",
            "unknown user",
            "no such user",
            "no such mailbox",
            "no such recipient",
            "does not exist",
            "mailbox not found",
            "user not found",
        ]
        .iter()
        .any(|known| words.contains(known))
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

    #[test]
    fn only_a_missing_mailbox_counts_as_a_bounce() {
        for (code, words, missing) in [
            (550, "permanent error (550): 5.1.1 <a@b.example> User unknown", true),
            (550, "permanent error (550): 5.1.10 RESOLVER.ADR.RecipientNotFound", true),
            (550, "permanent error (550): 5.7.1 relaying denied, user unknown", false),
            (550, "permanent error (550): No such user here", true),
            (550, "permanent error (550): rejected as spam", false),
            (554, "permanent error (554): 5.2.2 mailbox full", false),
            (552, "permanent error (552): user unknown", false),
        ] {
            assert_eq!(says_no_such_mailbox(code, words), missing, "{words}");
        }
    }
}
