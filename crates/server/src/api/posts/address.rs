use axum::extract::State;
use mwanga_core::{changes, posts};
use mwanga_store::types::PostId;

use super::slug::post_or_error;
use crate::AppState;
use crate::extract::ApiPath;
use crate::problem::errors;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::PostAddressView;

/// Where a public post stands. Its id stays the same when its slug changes.
#[utoipa::path(get, path = "/posts/{id}/address", tag = "posts", params(("id" = PostId, Path)),
    responses((status = 200, body = PostAddressView), errors::NotFound, errors::Gone))]
pub async fn post_address(
    State(app): State<AppState>,
    ApiPath(id): ApiPath<PostId>,
) -> Result<PublicResponse<PostAddressView>, PublicError> {
    let (found, expires_at) = posts::find_public_by_id(&app.core, id).await?;
    let (post, mut provenance) =
        post_or_error(found, Provenance { tags: vec![changes::post(id)], expires_at, ..Provenance::default() })?;
    let canonical_path = posts::canonical_path(&post.slug);
    provenance.canonical_path = Some(canonical_path.clone());
    Ok(PublicResponse { body: PostAddressView { id, slug: post.slug, canonical_path }, provenance })
}
