//! Settings of mail.

use std::path::PathBuf;

use lettre::message::Mailbox;
use secrecy::SecretString;

use super::{ConfigError, ConfigSource};
use crate::fold::one_line;
use crate::mail::SmtpServer;

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
    /// `MWANGA_MAIL_TIMEOUT_S`, default 30: how long a mail server may take over one answer; over the one to a whole
    /// message five times as long.
    pub timeout_s: u64,
    /// `MWANGA_NEWSLETTER_DOUBLE_OPT_IN`, default true; `false`: an address is confirmed at once.
    pub double_opt_in: bool,
}

impl MailConfig {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
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
            timeout_s: source.number("mail_timeout_s", 30, 1..=600)?,
            double_opt_in: source.flag("newsletter_double_opt_in", true)?,
        })
    }
}

/// Lines as one, as envelopes are written on one.
fn join_lines(lines: &str) -> String {
    lines.lines().map(one_line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
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
