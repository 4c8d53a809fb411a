//! The menus, for administrators: settings under names of their own.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use mwanga_core::menus::{MenuEntry, MenuGroup};
use mwanga_core::navigation;
use mwanga_core::settings_changes;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson};
use crate::problem::{ApiError, errors};
use crate::views::{MenusView, NavigationView};

/// A menu to save; null goes back to that of the installation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes the JSON of a value")]
pub enum MenuInput {
    Entries(Vec<MenuEntry>),
    GroupsOrDefault(Option<Vec<MenuGroup>>),
}

/// Changes of menus, on top of the version that their author saw.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NavigationInput {
    pub version: i64,
    /// By name: `bar`, `menu`, `services`, `footer`.
    #[schema(value_type = BTreeMap<String, MenuInput>)]
    pub values: BTreeMap<String, serde_json::Value>,
}

/// The menus as they are edited, and what they may lead to. For administrators.
#[utoipa::path(get, path = "/admin/navigation", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = NavigationView), errors::StaffOnly))]
pub async fn get_navigation(State(app): State<AppState>, _: AdminUser) -> Result<Json<NavigationView>, ApiError> {
    Ok(Json(view(&app).await?))
}

/// Saves menus, all of them or none; every page is drawn anew. What is refused is named by menu and place:
/// `navigation.bar.3`, `navigation.footer.2.3`. For administrators.
#[utoipa::path(put, path = "/admin/navigation", tag = "admin", security(("bearer" = [])), request_body = NavigationInput,
    responses((status = 200, body = NavigationView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn update_navigation(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    ApiJson(input): ApiJson<NavigationInput>,
) -> Result<Json<NavigationView>, ApiError> {
    let changes = input.values.into_iter().map(|(menu, value)| (format!("navigation.{menu}"), value)).collect();
    settings_changes::save(&app.core, input.version, changes, admin.account_id).await?.commit(&app.core).await?;
    Ok(Json(view(&app).await?))
}

async fn view(app: &AppState) -> Result<NavigationView, ApiError> {
    let settings = app.core.settings();
    let targets = navigation::targets(&app.core).await?;
    Ok(NavigationView {
        version: settings.version,
        data: MenusView::from(&settings.navigation),
        shipped: MenusView::shipped(&settings.site.brand),
        targets: targets.into_iter().map(Into::into).collect(),
    })
}
