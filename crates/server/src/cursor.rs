//! Cursors of lists: the key of an entry as text.

use mwanga_store::queries::{desk, mail_log, subscribers, subscriptions, trash};
use mwanga_store::types::{
    MailLogId, MediaId, PostCorrectionId, PostId, SubscriberId, SubscriptionId, Timestamp, TrashId,
};

/// A key of a list (keyset pagination), as text in `after` and `next`.
pub trait Cursor: Sized {
    /// Default page size.
    const PER_PAGE: u64;
    fn parse(text: &str) -> Option<Self>;
    fn to_text(&self) -> String;
}

impl Cursor for desk::DeskCursor {
    const PER_PAGE: u64 = 5;
    fn parse(text: &str) -> Option<Self> {
        let (key, id) = text.rsplit_once('_')?;
        Some(Self { key: key.to_owned(), id: PostId(id.parse().ok()?) })
    }
    fn to_text(&self) -> String {
        format!("{}_{}", self.key, self.id)
    }
}

impl Cursor for mail_log::MailLogCursor {
    const PER_PAGE: u64 = 20;
    fn parse(text: &str) -> Option<Self> {
        let (id, recipient_key) = text.split_once('_')?;
        Some(Self { id: MailLogId(id.parse().ok()?), recipient_key: recipient_key.to_owned() })
    }
    fn to_text(&self) -> String {
        format!("{}_{}", self.id, self.recipient_key)
    }
}

impl Cursor for subscribers::SubscriberCursor {
    const PER_PAGE: u64 = 20;
    fn parse(text: &str) -> Option<Self> {
        let (id, email_key) = text.split_once('_')?;
        Some(Self { id: SubscriberId(id.parse().ok()?), email_key: email_key.to_owned() })
    }
    fn to_text(&self) -> String {
        format!("{}_{}", self.id, self.email_key)
    }
}

impl Cursor for subscriptions::SubscriptionCursor {
    const PER_PAGE: u64 = 20;
    fn parse(text: &str) -> Option<Self> {
        let (id, email_key) = text.split_once('_')?;
        Some(Self { id: SubscriptionId(id.parse().ok()?), email_key: email_key.to_owned() })
    }
    fn to_text(&self) -> String {
        format!("{}_{}", self.id, self.email_key)
    }
}

impl Cursor for trash::TrashCursor {
    const PER_PAGE: u64 = 20;
    fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('_')?;
        Some(Self { trashed_at: Timestamp(at.parse().ok()?), id: TrashId(id.parse().ok()?) })
    }
    fn to_text(&self) -> String {
        format!("{}_{}", self.trashed_at.0, self.id)
    }
}

impl Cursor for PostCorrectionId {
    const PER_PAGE: u64 = 20;
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
    fn to_text(&self) -> String {
        self.to_string()
    }
}

impl Cursor for MediaId {
    const PER_PAGE: u64 = 24;
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
    fn to_text(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_round_trips_through_its_text() {
        for text in ["1762507801928_12", "-5_1"] {
            assert_eq!(desk::DeskCursor::parse(text).unwrap().to_text(), text);
            assert_eq!(trash::TrashCursor::parse(text).unwrap().to_text(), text);
        }
        assert_eq!(desk::DeskCursor::parse(" solar pumps_12").unwrap().to_text(), " solar pumps_12");
        assert_eq!(mail_log::MailLogCursor::parse("7_amina_o@example.com").unwrap().to_text(), "7_amina_o@example.com");
        assert_eq!(
            subscriptions::SubscriptionCursor::parse("7_amina@example.com").unwrap().to_text(),
            "7_amina@example.com"
        );
        assert_eq!(MediaId::parse("24").unwrap().to_text(), "24");
        for text in ["", "x", "_", "1", "1_x"] {
            assert!(desk::DeskCursor::parse(text).is_none() && trash::TrashCursor::parse(text).is_none(), "{text}");
        }
        assert!(mail_log::MailLogCursor::parse("x_1").is_none());
    }
}
