use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use mwanga_core::accounts::Identity;
use serde::Deserialize;

use super::identity::{AdminUser, StaffUser, WriterUser};
use super::query::ApiQuery;
use crate::AppState;
use crate::problem::ApiError;

#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ForeverParam {
    /// `true`: for good, from the trash or not. For administrators.
    pub forever: Option<bool>,
}

/// Who deletes: an editor or an administrator moves something to the trash, an administrator alone deletes it for good.
pub struct DeletingUser {
    pub identity: Identity,
    /// For good, instead of into the trash.
    pub forever: bool,
}

impl FromRequestParts<AppState> for DeletingUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let StaffUser(identity) = StaffUser::from_request_parts(parts, app).await?;
        Ok(Self { identity, forever: is_forever(parts, app).await? })
    }
}

/// Who deletes a post: anyone of the newsroom moves one to the trash, as far as `core::posts::Writer` allows it.
pub struct DeletingWriter {
    pub identity: Identity,
    /// As in [`DeletingUser`].
    pub forever: bool,
}

impl FromRequestParts<AppState> for DeletingWriter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let WriterUser(identity) = WriterUser::from_request_parts(parts, app).await?;
        Ok(Self { identity, forever: is_forever(parts, app).await? })
    }
}

/// Whether it is deleted for good, which administrators alone do.
async fn is_forever(parts: &mut Parts, app: &AppState) -> Result<bool, ApiError> {
    let ApiQuery(ForeverParam { forever }) = ApiQuery::from_request_parts(parts, app).await?;
    let forever = forever.unwrap_or(false);
    if forever {
        AdminUser::from_request_parts(parts, app).await?;
    }
    Ok(forever)
}
