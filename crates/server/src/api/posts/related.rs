use axum::extract::State;
use mwanga_core::posts;

use super::slug::find_public_post;
use crate::AppState;
use crate::extract::ApiPath;
use crate::problem::errors;
use crate::public_response::{PublicError, PublicResponse};
use crate::views::{self, RelatedView};

/// Related posts, and the next one of the category.
#[utoipa::path(get, path = "/post/slug/{slug}/related", tag = "posts", params(("slug" = String, Path)),
    responses((status = 200, body = RelatedView), errors::NotFound, errors::Gone))]
pub async fn related_posts(
    State(app): State<AppState>,
    ApiPath(slug): ApiPath<String>,
) -> Result<PublicResponse<RelatedView>, PublicError> {
    let (post, mut provenance) = find_public_post(&app, &slug).await?;
    let related = posts::related(&app.core, &post).await?;
    provenance.tags.extend(related.tags);
    provenance.expires_at = [provenance.expires_at, related.expires_at].into_iter().flatten().min();
    let next = match related.next {
        Some(next) => views::cards(&app.core, &[next]).await?.into_iter().next(),
        None => None,
    };
    Ok(PublicResponse { body: RelatedView { data: views::cards(&app.core, &related.posts).await?, next }, provenance })
}
