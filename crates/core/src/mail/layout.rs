//! Layout of every mail: header, footer and common headers. Styles are inline, because mail clients drop style sheets;
//! only the button and the top line have a colour, so dark mode works.

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use mwanga_store::types::Timestamp;

use super::MailError;
use crate::fold::one_line;
use crate::html;
use crate::settings::Settings;

/// HTML before the content. `preheader` is the preview text that inboxes show beside the subject.
pub(super) fn html_start(settings: &Settings, subject: &str, preheader: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"supported-color-schemes\" content=\"light dark\"><title>{subject}</title></head>\
         <body style=\"margin:0;padding:24px 16px;font:16px/1.6 Georgia,'Times New Roman',serif\">\
         <div style=\"max-height:0;overflow:hidden;mso-hide:all\">{preheader}</div><div style=\"max-width:560px;margin:0 auto;padding:16px 0 0;border-top:4px solid {accent};overflow-wrap:anywhere\">\
         <p style=\"font-size:22px;font-weight:bold;margin:0 0 24px\"><a href=\"{base}\" style=\"color:inherit;text-decoration:none\">{name}</a></p>",
        language = escape(&settings.site.language),
        subject = escape(subject),
        preheader = escape(preheader),
        base = escape(settings.base()),
        name = name(settings),
        accent = settings.accent_on_white(),
    )
}

/// The name of the publication behind its sign, or its logo, where the newsroom has its own. Who does not load pictures
/// reads the name.
fn name(settings: &Settings) -> String {
    let (site, base, brand) = (&settings.site, escape(settings.base()), escape(&settings.site.brand));
    if !site.logo.is_empty() {
        let dark = if site.logo_dark.is_empty() { &site.logo } else { &site.logo_dark };
        return format!(
            "<picture><source media=\"(prefers-color-scheme:dark)\" srcset=\"{base}/brand/{dark}.png\">\
             <img src=\"{base}/brand/{logo}.png\" alt=\"{brand}\" height=\"40\" style=\"height:40px;max-width:100%;border:0;vertical-align:middle\"></picture>",
            logo = site.logo,
        );
    }
    if site.mark.is_empty() {
        return brand;
    }
    format!(
        "<img src=\"{base}/brand/{mark}.png\" alt=\"\" width=\"32\" height=\"32\" style=\"border:0;vertical-align:middle\"> {brand}",
        mark = site.mark,
    )
}

/// HTML after the content; `foot` is HTML.
pub(super) fn html_end(foot: &str) -> String {
    format!(
        "<div style=\"font:14px/1.5 Arial,Helvetica,sans-serif;margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a\">{foot}</div></div></body></html>"
    )
}

/// Footer of the text part.
pub(super) fn text_footer(settings: &Settings, foot: &str) -> String {
    format!("\n\n--\n{foot}{brand}\n{base}\n", brand = settings.site.brand, base = settings.base())
}

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

/// Text as the inside of an element or of a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    html::escape_attribute(text, &mut out);
    out
}
