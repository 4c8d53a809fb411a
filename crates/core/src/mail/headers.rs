//! Headers that every mail has.

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use mwanga_store::types::Timestamp;

use super::MailError;
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
    let to = Mailbox::new(
        None,
        to.parse().map_err(|e: lettre::address::AddressError| MailError::Unsendable(e.to_string()))?,
    );
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
