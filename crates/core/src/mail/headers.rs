//! Headers that every mail has.

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use mwanga_store::types::Timestamp;

use super::MailError;
use crate::email::to_deliverable;
use crate::fold::one_line;
use crate::settings::Settings;

/// Common headers. A mail that is sent again with the same `id` has the same `Message-ID`.
///
/// # Errors
///
/// [`MailError::Unsendable`] when the address is none that a mail can be sent to.
pub(super) fn headers(
    settings: &Settings,
    id: &str,
    to: &str,
    subject: &str,
    at: Timestamp,
) -> Result<MessageBuilder, MailError> {
    let message = headers_without_reply(settings, id, to, subject, at)?;
    Ok(match settings.reply_to() {
        Some(desk) => message.reply_to(desk),
        None => message,
    })
}

/// [`headers`] without `Reply-To`.
pub(super) fn headers_without_reply(
    settings: &Settings,
    id: &str,
    to: &str,
    subject: &str,
    at: Timestamp,
) -> Result<MessageBuilder, MailError> {
    let from = settings.mail_from();
    let to = to.parse().map_err(|e: lettre::address::AddressError| MailError::Unsendable(e.to_string()))?;
    let to = Mailbox::new(None, to_deliverable(to));
    let message_id = format!("<{id}@{}>", from.email.domain());
    let date = std::time::UNIX_EPOCH + std::time::Duration::from_millis(u64::try_from(at.0).unwrap_or(0));
    // RFC 3834: no out-of-office replies.
    let by_machine = HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned());
    Ok(Message::builder()
        .from(from)
        .to(to)
        .subject(one_line(subject))
        .date(date)
        .message_id(Some(message_id))
        .raw_header(by_machine))
}

/// Adds the headers of a mailing list to those of a mail: its name, how to leave it (RFC 8058), and its archive.
pub(super) fn with_list(
    mut message: MessageBuilder,
    settings: &Settings,
    unsubscribe: Option<&str>,
    archive: Option<&str>,
) -> MessageBuilder {
    let domain = settings.mail_from().email.domain().to_owned();
    let mut headers = vec![("List-Id", format!("{} <newsletter.{domain}>", settings.site.brand))];
    if let Some(unsubscribe) = unsubscribe {
        headers.push(("List-Unsubscribe", format!("<{unsubscribe}>")));
        headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    if let Some(archive) = archive {
        headers.push(("List-Archive", format!("<{archive}>")));
    }
    for (name, value) in headers {
        message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), one_line(&value)));
    }
    message
}
