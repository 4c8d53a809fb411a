use axum::extract::State;
use mwanga_core::posts;

use crate::AppState;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, PostListView};

/// The posts at the top of home: at most three that are marked, newest first.
#[utoipa::path(get, path = "/posts/public/todays-picks", tag = "posts", responses((status = 200, body = PostListView)))]
pub async fn todays_picks(State(app): State<AppState>) -> Result<PublicResponse<PostListView>, PublicError> {
    let page = posts::todays_picks(&app.core).await?;
    let body = PostListView {
        data: views::cards(&app.core, &page.posts).await?,
        total: page.total,
        page: 1,
        per_page: posts::TODAYS_PICKS,
    };
    Ok(PublicResponse {
        body,
        provenance: Provenance {
            tags: page.tags,
            expires_at: page.expires_at,
            canonical_path: None,
            ..Provenance::default()
        },
    })
}
