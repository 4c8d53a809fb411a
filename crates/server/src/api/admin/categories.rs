use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::categories::{self, CategoryChanges};
use mwanga_core::{Core, idempotency};
use mwanga_store::entities::category;
use mwanga_store::types::CategoryId;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, ApiQuery, IdempotencyHeader, IdempotencyKey, StaffUser, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminCategoryView, CategorySavedView, MessageView};

/// Every category in its order, as a bare list.
#[utoipa::path(get, path = "/admin/categories", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Vec<AdminCategoryView>), errors::StaffOnly))]
pub async fn admin_categories(
    State(app): State<AppState>,
    _: WriterUser,
) -> Result<Json<Vec<AdminCategoryView>>, ApiError> {
    let all = categories::all(&app.core).await?;
    Ok(Json(AdminCategoryView::list(&app.core, &all).await?))
}

/// The answer to a save.
async fn saved(core: &Core, category: category::Model, message: &'static str) -> Result<CategorySavedView, ApiError> {
    let mut views = AdminCategoryView::list(core, &[category]).await?;
    Ok(CategorySavedView { category: views.remove(0), message })
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
    Ok((StatusCode::CREATED, Json(saved(core, category, "Category created.").await?)))
}

/// What changes of a category; what is absent stays.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CategoryUpdate {
    /// At most 60 characters, with a letter or digit in them.
    pub name: Option<String>,
    /// One line of at most 300 characters; empty for none.
    pub description: Option<String>,
    /// `#rrggbb`; empty for that of the style sheet.
    pub colour: Option<String>,
    /// Hash of a picture that was uploaded to `/admin/settings/pictures`; empty for none.
    pub picture: Option<String>,
    pub on_home: Option<bool>,
    pub is_news: Option<bool>,
}

/// Changes a category; its slug stays.
#[utoipa::path(put, path = "/admin/categories/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = CategoryUpdate,
    responses((status = 200, body = CategorySavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn update_category(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<CategoryId>,
    ApiJson(input): ApiJson<CategoryUpdate>,
) -> Result<Json<CategorySavedView>, ApiError> {
    let CategoryUpdate { name, description, colour, picture, on_home, is_news } = input;
    let more = [description.is_some(), colour.is_some(), picture.is_some(), on_home.is_some(), is_news.is_some()];
    let is_renamed = name.is_some() && !more.contains(&true);
    let message = if is_renamed { "Category renamed." } else { "Category saved." };
    let changes = CategoryChanges { name, description, colour, picture, on_home, is_news };
    let category = categories::update(&app.core, id, changes).await?;
    Ok(Json(saved(&app.core, category, message).await?))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CategoryOrderInput {
    /// Of all categories, each once.
    #[schema(value_type = Vec<i64>)]
    pub ids: Vec<CategoryId>,
}

/// Puts all categories into an order. Others than there are: 409 `category.list_changed`.
#[utoipa::path(put, path = "/admin/categories/order", tag = "admin", security(("bearer" = [])), request_body = CategoryOrderInput,
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn order_categories(
    State(app): State<AppState>,
    _: StaffUser,
    ApiJson(input): ApiJson<CategoryOrderInput>,
) -> Result<Json<MessageView>, ApiError> {
    categories::set_order(&app.core, &input.ids).await?;
    Ok(Json(MessageView { message: "Order saved." }))
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
