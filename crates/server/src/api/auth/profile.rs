use axum::Json;

use crate::extract::AnyUser;
use crate::problem::Problem;
use crate::views::ProfileView;

/// Who is signed in.
#[utoipa::path(get, path = "/auth/profile", tag = "accounts", security(("bearer" = [])), responses((status = 200, body = ProfileView), (status = 401, body = Problem)))]
pub async fn profile(user: AnyUser) -> Json<ProfileView> {
    Json(user.0.into())
}
