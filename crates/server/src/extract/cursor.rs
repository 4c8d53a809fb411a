use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use mwanga_store::queries::{desk, mail_log, subscribers, subscriptions, trash};
use mwanga_store::types::{
    MailLogId, MediaId, PostCorrectionId, PostId, SubscriberId, SubscriptionId, Timestamp, TrashId,
};
use serde::Deserialize;

use super::query::{ApiQuery, Paging};
use crate::problem::ApiError;

/// A key of a list (keyset pagination), as text in `after` and `next`.
pub trait Cursor: Sized {
    /// Default page size.
    const PER_PAGE: u64;
    fn parse(text: &str) -> Option<Self>;
    fn to_text(&self) -> String;
}

/// Parameters of a list by cursor. Beside it `ApiQuery` reads what the list is narrowed to: serde cannot flatten
/// numbers of a query.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CursorParams {
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
    /// The `next` of the page before.
    pub after: Option<String>,
}

/// The parameter of a list whose pages have numbers too.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageParam {
    /// From 1; `after` wins over it.
    #[param(minimum = 1)]
    pub page: Option<u64>,
}

/// Requested part of a list: the entries after a cursor, else a page by its number.
pub struct CursorPage<K> {
    pub after: Option<K>,
    pub page: u64,
    pub per_page: u64,
}

impl<K> CursorPage<K> {
    /// Entries to skip: none after a cursor.
    pub fn offset(&self) -> u64 {
        if self.after.is_some() { 0 } else { (self.page - 1).saturating_mul(self.per_page) }
    }
}

impl<K: Cursor, S: Send + Sync> FromRequestParts<S> for CursorPage<K> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let ApiQuery(params) = ApiQuery::<CursorParams>::from_request_parts(parts, state).await?;
        let ApiQuery(PageParam { page }) = ApiQuery::from_request_parts(parts, state).await?;
        let request = Paging { page, per_page: params.per_page }.or(K::PER_PAGE)?;
        let after = match params.after.as_deref() {
            Some(text) => Some(K::parse(text).ok_or_else(ApiError::no_such_place)?),
            None => None,
        };
        Ok(Self { after, page: request.page, per_page: request.per_page })
    }
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
