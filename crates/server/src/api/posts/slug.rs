use axum::extract::State;
use mwanga_core::changes;
use mwanga_core::posts::{self, PostLookup};
use mwanga_store::entities::post::Model;

use crate::AppState;
use crate::extract::ApiPath;
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::PostView;

/// One public post. An old slug answers the post too; its `canonical_path` says where it lives now.
#[utoipa::path(get, path = "/post/slug/{slug}", tag = "posts", params(("slug" = String, Path)),
    responses((status = 200, body = PostView), errors::NotFound, errors::Gone))]
pub async fn post_by_slug(
    State(app): State<AppState>,
    ApiPath(slug): ApiPath<String>,
) -> Result<PublicResponse<PostView>, PublicError> {
    let (post, mut provenance) = find_public_post(&app, &slug).await?;
    let body = PostView::public(&app.core, &post).await?;
    provenance.canonical_path = Some(body.canonical_path.clone());
    provenance.language = own_language(&post);
    Ok(PublicResponse { body, provenance })
}

/// The public post of a current or old slug, with its provenance.
pub(super) async fn find_public_post(app: &AppState, slug: &str) -> Result<(Box<Model>, Provenance), PublicError> {
    let mut provenance = Provenance { tags: vec![changes::slug(slug)], ..Provenance::default() };
    // No slug holds a NUL, and PostgreSQL answers one with an error of its own.
    if slug.contains('\0') || slug.chars().nth(200).is_some() {
        return Err(ApiError::no_such_post().into());
    }
    let (found, until) = posts::find_public(&app.core, slug).await?;
    provenance.expires_at = until;
    post_or_error(found, provenance)
}

/// The language of a post that says one.
pub fn own_language(post: &Model) -> Option<Box<str>> {
    (!post.language.is_empty()).then(|| post.language.as_str().into())
}

/// The post, or why there is none.
pub(super) fn post_or_error(
    found: PostLookup,
    mut provenance: Provenance,
) -> Result<(Box<Model>, Provenance), PublicError> {
    match found {
        PostLookup::Post(post) => {
            provenance.tags.extend([changes::post(post.id), changes::slug(&post.slug)]);
            Ok((post, provenance))
        }
        PostLookup::Gone => Err(PublicError { error: ApiError::post_gone(), provenance }),
        PostLookup::NotFound => Err(PublicError { error: ApiError::no_such_post(), provenance }),
    }
}
