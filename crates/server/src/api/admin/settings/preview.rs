use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use mwanga_core::paging::PageRequest;
use mwanga_core::posts::{self, PublicListQuery, canonical_path};
use mwanga_core::{newsletter, settings, settings_changes};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{AdminUser, ApiJson};
use crate::problem::{ApiError, errors};
use crate::views::SettingsPreviewView;

use super::SettingInput;

/// What a preview shows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PreviewSubject {
    Home,
    /// The newest public post.
    Post,
    /// A newsletter of the newest posts.
    Mail,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SettingsPreviewInput {
    /// Changes by key, as for a save.
    #[schema(value_type = BTreeMap<String, SettingInput>)]
    pub values: BTreeMap<String, serde_json::Value>,
    pub subject: PreviewSubject,
    /// Draws a page in the dark theme.
    #[serde(default)]
    pub dark: bool,
}

/// A page or a mail as it would be with changes that nobody saved, for a sandboxed frame. For administrators.
#[utoipa::path(post, path = "/admin/settings/preview", tag = "admin", security(("bearer" = [])), request_body = SettingsPreviewInput,
    responses((status = 200, body = SettingsPreviewView), errors::StaffOnly, errors::JsonBody, errors::Conflict, errors::Unavailable))]
pub async fn preview_settings(
    State(app): State<AppState>,
    _: AdminUser,
    ApiJson(input): ApiJson<SettingsPreviewInput>,
) -> Result<Json<SettingsPreviewView>, ApiError> {
    let draft = settings_changes::draft(&app.core, input.values).await?;
    let html = settings::override_for(draft, draw(&app, input.subject)).await?;
    let html = without_scripts(&html);
    // Scripts do not run in the frame, so the theme is chosen here.
    let class = if input.dark { "js dark" } else { "js light" };
    Ok(Json(SettingsPreviewView { html: html.replacen("<html ", &format!("<html class=\"{class}\" "), 1) }))
}

/// A document of ours without its scripts: the frame would refuse each of them with an error.
fn without_scripts(html: &str) -> String {
    let mut parts = html.split("<script");
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| Some(part.split_once("</script>")?.1));
    std::iter::once(first).chain(rest).collect()
}

async fn draw(app: &AppState, subject: PreviewSubject) -> Result<String, ApiError> {
    let path = match subject {
        PreviewSubject::Home => "/".to_owned(),
        PreviewSubject::Post => {
            let newest = PageRequest { page: 1, per_page: 1 };
            let list = posts::list_public(&app.core, &PublicListQuery::default(), newest).await?;
            list.posts.first().map_or_else(|| "/".to_owned(), |post| canonical_path(&post.slug))
        }
        PreviewSubject::Mail => {
            let digest = newsletter::digest(&app.core).await?;
            let html = if digest.posts == 0 { "<p>There are no new posts yet.</p>".to_owned() } else { digest.html };
            return Ok(newsletter::preview(
                &app.core,
                newsletter::IssueText { subject: &digest.subject, preheader: "", html: &html },
            )
            .await?
            .html);
        }
    };
    app.draw_uncached(&path).await.ok_or_else(ApiError::preview_failed)
}
