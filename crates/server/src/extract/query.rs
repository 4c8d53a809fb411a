use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use mwanga_core::paging::PageRequest;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::problem::ApiError;

/// Extractor of query parameters; a rejection is an [`ApiError`].
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::invalid_query("A parameter of this address is missing or of the wrong kind.")),
        }
    }
}

/// Extractor of path parameters; one of the wrong type is answered 404.
pub struct ApiPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for ApiPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::no_such_address()),
        }
    }
}

/// `page` from 1, `per_page` from 1 to 100.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// From 1.
    #[param(minimum = 1)]
    pub page: Option<u64>,
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
}

impl Paging {
    /// The page that is requested, with a default size.
    ///
    /// # Errors
    ///
    /// 400 where a number is out of range.
    pub fn or(self, default_per_page: u64) -> Result<PageRequest, ApiError> {
        let page = self.page.unwrap_or(1);
        let per_page = self.per_page.unwrap_or(default_per_page);
        // Far beyond any list; keeps the arithmetic of offsets inside what databases take.
        if page == 0 || page > 1_000_000_000 || !(1..=100).contains(&per_page) {
            return Err(ApiError::invalid_query("Pages start at 1 and hold 1 to 100 entries."));
        }
        Ok(PageRequest { page, per_page })
    }
}
