use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;

use super::query::{ApiQuery, Paging};
use crate::cursor::Cursor;
use crate::problem::ApiError;

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
