//! What is asked of an issue, and what it says: limits and the stored form, for what is sent and what is still written.

use std::collections::BTreeMap;

use mwanga_store::types::{IssueDraftId, Timestamp};

use super::{NewsletterError, topics};
use crate::fold::one_line;
use crate::{Core, html};

const SUBJECT_CHARS: usize = 200;
const PREHEADER_CHARS: usize = 150;
const MAX_HTML_BYTES: usize = 1_500_000;

/// Messages by field name of the request.
pub(super) type FieldErrors = BTreeMap<&'static str, String>;

/// What an issue says.
#[derive(Clone, Copy, Debug, Default)]
pub struct IssueText<'a> {
    pub subject: &'a str,
    /// What mail programs show after the subject; empty: how the issue begins.
    pub preheader: &'a str,
    pub html: &'a str,
}

/// Request to send an issue, or to save its draft.
#[derive(Clone, Copy, Debug, Default)]
pub struct IssueRequest<'a> {
    pub text: IssueText<'a>,
    /// End of the digest's period; none: now.
    pub until: Option<Timestamp>,
    /// Restricts the audience to subscribers of this topic.
    pub topic: Option<&'a str>,
    /// When it goes out, an RFC 3339 time or a local one in the publication's time zone; none: after the undo period.
    pub send_at: Option<&'a str>,
    /// The saved draft that it is made of, which is gone with it.
    pub draft: Option<DraftVersion>,
}

/// A draft in the state in which somebody read it.
#[derive(Clone, Copy, Debug)]
pub struct DraftVersion {
    pub id: IssueDraftId,
    pub version: i32,
}

/// Validated text of an issue.
pub(super) struct ValidIssue {
    pub subject: String,
    pub preheader: String,
    /// In the stored form.
    pub html: String,
}

/// Text as it can be sent.
pub(super) async fn validate(core: &Core, text: IssueText<'_>) -> Result<ValidIssue, NewsletterError> {
    let (valid, mut wrong) = clean(core, text).await?;
    if valid.subject.is_empty() {
        wrong.insert("subject", "Write a subject.".to_owned());
    }
    if html::plain_text(&valid.html, 1).is_empty() && html::first_media(&valid.html).is_none() {
        wrong.entry("html").or_insert_with(|| "Write something to send.".to_owned());
    }
    if wrong.is_empty() { Ok(valid) } else { Err(NewsletterError::Invalid(wrong)) }
}

/// Text in the stored form, and a message for each field that is too long. It may be unfinished.
pub(super) async fn clean(core: &Core, text: IssueText<'_>) -> Result<(ValidIssue, FieldErrors), html::Refused> {
    let (subject, preheader) = (one_line(text.subject), one_line(text.preheader));
    let mut wrong = FieldErrors::new();
    if subject.chars().count() > SUBJECT_CHARS {
        wrong.insert("subject", format!("Use {SUBJECT_CHARS} characters or fewer."));
    }
    if preheader.chars().count() > PREHEADER_CHARS {
        wrong.insert("preheader", format!("Use {PREHEADER_CHARS} characters or fewer."));
    }
    if text.html.len() > MAX_HTML_BYTES {
        wrong.insert("html", "This text is too long. Split it into several newsletters.".to_owned());
        return Ok((ValidIssue { subject, preheader, html: String::new() }, wrong));
    }
    let (html, base) = (text.html.to_owned(), core.config.base().to_owned());
    let html =
        html::read_sent(move || html::check_limits(&html).map(|()| html::clean_with_origins(&html, &[&base]))).await?;
    Ok((ValidIssue { subject, preheader, html }, wrong))
}

/// Id of a topic of the catalogue; none: everyone.
pub(super) fn find_topic_id(topic: Option<&str>) -> Result<Option<String>, &'static str> {
    match topic.map(str::trim).filter(|topic| !topic.is_empty()).map(topics::find) {
        Some(None) => Err("Choose one of the catalogue's topics."),
        known => Ok(known.flatten().map(|topic| topic.id.to_owned())),
    }
}

/// The moment that a date-time field names, in the publication's time zone unless it has an offset.
pub(super) fn parse_send_at(core: &Core, send_at: &str) -> Option<Timestamp> {
    Timestamp::parse_in(send_at, core.settings().time_zone())
}

/// An error of one field.
pub(super) fn invalid(field: &'static str, text: &str) -> NewsletterError {
    NewsletterError::Invalid(FieldErrors::from([(field, text.to_owned())]))
}
