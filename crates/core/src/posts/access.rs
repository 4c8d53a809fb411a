//! Access control for the full text of posts.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, MediaKind};
use serde::{Deserialize, Serialize};

use crate::{Core, media};

/// A kind of reader, for the preview of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReaderKind {
    /// Not signed in.
    #[default]
    Stranger,
    /// Signed in, without a subscription.
    Reader,
    Subscriber,
}

impl ReaderKind {
    /// Whether such a reader may read the full text.
    pub const fn may_read(self, post: &Model) -> bool {
        match post.access {
            Access::Everyone => true,
            Access::Registered => !matches!(self, Self::Stranger),
            Access::Subscribers => matches!(self, Self::Subscriber),
        }
    }
}

/// The keys of the files that everybody gets of a gated post: its cover, and the poster and subtitles of a cover that
/// is a video.
pub async fn cover_files(core: &Core, post: &Model) -> StoreResult<Vec<String>> {
    let Some(cover) = &post.preview_url else { return Ok(Vec::new()) };
    let mut files = vec![cover.clone()];
    if media::kind(cover) == MediaKind::Video {
        files.extend(post.poster_url.clone());
        let items = media::find_by_keys(core, &files[..1]).await?;
        files.extend(items.into_iter().flat_map(|item| [item.poster_key, item.captions_key]).flatten());
    }
    Ok(files)
}
