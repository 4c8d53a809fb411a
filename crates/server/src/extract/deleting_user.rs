use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use mwanga_core::accounts::Identity;
use serde::Deserialize;

use super::identity::{AdminUser, StaffUser};
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
        let ApiQuery(ForeverParam { forever }) = ApiQuery::from_request_parts(parts, app).await?;
        let forever = forever.unwrap_or(false);
        if forever {
            AdminUser::from_request_parts(parts, app).await?;
        }
        Ok(Self { identity, forever })
    }
}
