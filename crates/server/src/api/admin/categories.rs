use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::{categories, idempotency};
use mwanga_store::types::CategoryId;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, ApiQuery, IdempotencyHeader, IdempotencyKey, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{CategorySavedView, CategoryView, MessageView};

/// Every category, as a bare list.
#[utoipa::path(get, path = "/admin/categories", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Vec<CategoryView>), errors::StaffOnly))]
pub async fn admin_categories(State(app): State<AppState>, _: StaffUser) -> Result<Json<Vec<CategoryView>>, ApiError> {
    Ok(Json(categories::all(&app.core).await?.iter().map(CategoryView::from).collect()))
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CategoryInput {
    /// At most 80 characters, with a letter or digit in them.
    pub name: String,
}

/// Makes a category; its slug follows from its name.
#[utoipa::path(post, path = "/admin/categories", tag = "admin", security(("bearer" = [])), request_body = CategoryInput, params(IdempotencyHeader),
    responses((status = 201, body = CategorySavedView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn create_category(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<CategoryInput>,
) -> Result<(StatusCode, Json<CategorySavedView>), ApiError> {
    let core = &app.core;
    let request = key.for_account(core, staff.account_id, "POST /admin/categories", &input)?;
    let name = input.name.as_str();
    let create = |claim| async move { categories::create(core, name, &claim).await };
    let category = idempotency::run_once(
        core,
        request,
        |id| async move { Ok(categories::by_id(core, CategoryId(id)).await?) },
        create,
    )
    .await?
    .into_inner();
    Ok((StatusCode::CREATED, Json(CategorySavedView { category: (&category).into(), message: "Category created." })))
}

/// Gives a category another name; its slug stays.
#[utoipa::path(put, path = "/admin/categories/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = CategoryInput,
    responses((status = 200, body = CategorySavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn rename_category(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<CategoryId>,
    ApiJson(input): ApiJson<CategoryInput>,
) -> Result<Json<CategorySavedView>, ApiError> {
    let category = categories::rename(&app.core, id, &input.name).await?;
    Ok(Json(CategorySavedView { category: (&category).into(), message: "Category renamed." }))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteCategoryQuery {
    /// Id of the category that takes the posts, and that the address leads to from then on.
    #[param(value_type = i64)]
    pub target: CategoryId,
}

/// Takes a category away; its posts go to `target`. `latest-news`, `trending` and `sponsored` stay.
#[utoipa::path(delete, path = "/admin/categories/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), DeleteCategoryQuery),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::BadRequest, errors::NotFound, errors::Conflict, errors::Invalid))]
pub async fn delete_category(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<CategoryId>,
    ApiQuery(query): ApiQuery<DeleteCategoryQuery>,
) -> Result<Json<MessageView>, ApiError> {
    categories::delete(&app.core, id, query.target).await?;
    Ok(Json(MessageView { message: "Category deleted." }))
}
