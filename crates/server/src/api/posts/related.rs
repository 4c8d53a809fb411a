use axum::extract::State;
use mwanga_core::posts;

use super::slug::public_post;
use crate::AppState;
use crate::extract::ApiPath;
use crate::problem::errors;
use crate::public_response::{PublicError, PublicResponse};
use crate::views::{self, RelatedView};

/// What to read after a post.
#[utoipa::path(get, path = "/post/slug/{slug}/related", tag = "posts", params(("slug" = String, Path)),
    responses((status = 200, body = RelatedView), errors::NotFound, errors::Gone))]
pub async fn related_posts(
    State(app): State<AppState>,
    ApiPath(slug): ApiPath<String>,
) -> Result<PublicResponse<RelatedView>, PublicError> {
    let (post, mut provenance) = public_post(&app, &slug).await?;
    let related = posts::related(&app.core, &post).await?;
    provenance.tags.extend(related.tags);
    provenance.expires_at = [provenance.expires_at, related.expires_at].into_iter().flatten().min();
    let next = match related.next {
        Some(next) => views::cards(&app.core, &[next]).await?.into_iter().next(),
        None => None,
    };
    Ok(PublicResponse { body: RelatedView { data: views::cards(&app.core, &related.posts).await?, next }, provenance })
}
