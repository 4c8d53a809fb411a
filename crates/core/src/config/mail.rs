//! Settings of mail.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use lettre::message::Mailbox;
use lettre::transport::smtp::extension::ClientId;
use secrecy::SecretString;

use super::{ConfigError, ConfigSource};
use crate::fold::one_line;
use crate::smtp::{SmtpServer, hello_name};

/// How mail leaves.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// `SMTP_URL`: `smtp://`, `smtps://` or `smtp+starttls://user:pass@host:port`; without it every mail is a file in
    /// `outbox/` of the data folder.
    pub smtp_url: Option<SecretString>,
    /// `MWANGA_MAIL_FROM`: sender of every mail, `news@site.example` or `The News <news@site.example>`; default the
    /// brand at the base URL's host.
    pub from: Option<Mailbox>,
    /// `MWANGA_POSTAL_ADDRESS`: where the newsroom is, at the end of each newsletter, as many countries ask for;
    /// default none. Lines become one.
    pub postal_address: Option<String>,
    /// `MWANGA_DKIM_KEY_FILE`, `MWANGA_DKIM_SELECTOR`: the private key that mail is signed with, and the name of its
    /// public half in the DNS; default none.
    pub dkim: Option<(PathBuf, String)>,
    /// `MWANGA_MAIL_CONNECTIONS`, default 4: sessions with the mail server that newsletters are sent over at once.
    pub connections: u64,
    /// `MWANGA_MAIL_PER_SECOND`: newsletters sent in a second at most, by one process; default 0: as fast as the mail
    /// server takes them.
    pub per_second: u64,
    /// `MWANGA_MAIL_PER_DOMAIN`: newsletters sent in a minute at most to addresses of one host, by one process; default
    /// 0: no limit.
    pub per_domain: u64,
    /// `MWANGA_MAIL_PER_SESSION`: mails sent over a session at most, then another one begins; 0: no limit; default 10
    /// where the mail server greets as Exim, which queues what comes after, else no limit.
    pub per_session: Option<u64>,
    /// `MWANGA_MAIL_HELO`: the name that we call ourselves by to mail servers; default the host of the base URL.
    pub hello: Option<ClientId>,
    /// `MWANGA_MAIL_TIMEOUT_S`, default 30: how long a mail server may take over one answer; over the one to a whole
    /// message five times as long.
    pub timeout_s: u64,
    /// `MWANGA_DNS_SERVER`, an address or `address:port`: who is asked for the sender's records; default the servers
    /// of this machine.
    pub dns_server: Option<SocketAddr>,
    /// `MWANGA_UNDO_S`, default 60: how long an issue, or the notice of a post, waits in which it can be taken back.
    /// Production takes no other, since the screens say a minute.
    pub undo_s: u64,
    /// `MWANGA_NEWSLETTER_DOUBLE_OPT_IN`, default true; `false`: an address is confirmed at once.
    pub double_opt_in: bool,
}

impl MailConfig {
    pub(super) fn read(source: &ConfigSource, production: bool) -> Result<Self, ConfigError> {
        let smtp_url = source.text("smtp_url").map(SecretString::from);
        if let Some(url) = &smtp_url {
            SmtpServer::parse(url).map_err(|why| source.invalid("smtp_url", why))?;
        }
        let from =
            match source.text("mail_from") {
                Some(text) => Some(text.parse().map_err(|_| {
                    source.invalid("mail_from", "is not a sender such as `The News <news@site.example>`")
                })?),
                None => None,
            };
        Ok(Self {
            smtp_url,
            from,
            postal_address: source
                .text("postal_address")
                .map(|text| join_lines(&text))
                .filter(|address| !address.is_empty()),
            dkim: dkim(source)?,
            connections: source.number("mail_connections", 4, 1..=64)?,
            per_second: source.number("mail_per_second", 0, 0..=10_000)?,
            per_domain: source.number("mail_per_domain", 0, 0..=1_000_000)?,
            per_session: match source.text("mail_per_session") {
                Some(_) => Some(source.number("mail_per_session", 0, 0..=1_000_000)?),
                None => None,
            },
            hello: match source.text("mail_helo") {
                Some(text) => Some(
                    hello_name(&text)
                        .ok_or_else(|| source.invalid("mail_helo", "is no name of a host such as `news.example`"))?,
                ),
                None => None,
            },
            timeout_s: source.number("mail_timeout_s", 30, 1..=600)?,
            dns_server: dns_server(source)?,
            undo_s: undo_s(source, production)?,
            double_opt_in: source.flag("newsletter_double_opt_in", true)?,
        })
    }

    /// [`MailConfig::undo_s`] in milliseconds.
    pub fn undo_ms(&self) -> i64 {
        self.undo_s as i64 * 1_000
    }
}

fn undo_s(source: &ConfigSource, production: bool) -> Result<u64, ConfigError> {
    const DEFAULT: u64 = 60;
    match source.number("undo_s", DEFAULT, 0..=3_600)? {
        other if production && other != DEFAULT => Err(source.invalid("undo_s", "cannot be changed in production")),
        seconds => Ok(seconds),
    }
}

/// Lines as one, as envelopes are written on one.
fn join_lines(lines: &str) -> String {
    lines.lines().map(one_line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
}

fn dns_server(source: &ConfigSource) -> Result<Option<SocketAddr>, ConfigError> {
    const PORT: u16 = 53;
    let Some(text) = source.text("dns_server") else { return Ok(None) };
    match (text.parse::<SocketAddr>(), text.parse::<IpAddr>()) {
        (Ok(server), _) => Ok(Some(server)),
        (_, Ok(address)) => Ok(Some(SocketAddr::new(address, PORT))),
        _ => Err(source.invalid("dns_server", "is no address such as `192.0.2.1` or `192.0.2.1:5353`")),
    }
}

fn dkim(source: &ConfigSource) -> Result<Option<(PathBuf, String)>, ConfigError> {
    match (source.text("dkim_key_file"), source.text("dkim_selector")) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(source.invalid("dkim_key_file", "needs MWANGA_DKIM_SELECTOR beside it")),
        (None, Some(_)) => Err(source.invalid("dkim_selector", "needs MWANGA_DKIM_KEY_FILE beside it")),
        (Some(file), Some(selector))
            if selector.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.')) =>
        {
            Ok(Some((file.into(), selector)))
        }
        (Some(_), Some(_)) => Err(source.invalid("dkim_selector", "is not a name in the DNS such as `news`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_can_be_undone_for_a_minute_which_production_keeps() {
        let read = |text: &str, production| {
            let pair = ("undo_s".to_owned(), text.to_owned());
            undo_s(&ConfigSource::from_pairs([pair]), production).ok()
        };
        assert_eq!([read("", false), read("", true), read("60", true)], [Some(60); 3]);
        assert_eq!([read("1", false), read("1", true), read("-1", false)], [Some(1), None, None]);
    }

    #[test]
    fn a_dns_server_is_an_address_with_or_without_port() {
        let read = |text: &str| {
            let pair = ("dns_server".to_owned(), text.to_owned());
            dns_server(&ConfigSource::from_pairs([pair])).map(|server| server.map(|server| server.to_string()))
        };
        for (text, server) in [
            ("192.0.2.1", "192.0.2.1:53"),
            ("192.0.2.1:5353", "192.0.2.1:5353"),
            ("2001:db8::1", "[2001:db8::1]:53"),
            ("[2001:db8::1]:5353", "[2001:db8::1]:5353"),
        ] {
            assert_eq!(read(text).unwrap().as_deref(), Some(server));
        }
        assert_eq!(read("").unwrap(), None);
        for text in ["dns.example", "192.0.2.1:", "192.0.2.1:99999", "192.0.2"] {
            assert!(read(text).unwrap_err().to_string().starts_with("MWANGA_DNS_SERVER: "), "{text}");
        }
    }
}
