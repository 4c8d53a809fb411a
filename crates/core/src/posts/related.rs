//! Related posts.

use std::cmp::Reverse;
use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::post_tags;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::{PostId, Timestamp};

use super::deals::next_end;
use super::list::earliest;
use super::parse_tags;
use crate::categories::{self, SPONSORED};
use crate::{Core, changes};

/// Related posts of a post.
#[derive(Debug)]
pub struct Related {
    pub posts: Vec<Model>,
    /// The next older post of the category; it is not among `posts`.
    pub next: Option<Model>,
    /// Cache tags.
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

const MAX_RELATED: usize = 4;
/// Newest posts of each tag that are considered: a popular tag must not cost more than a rare one.
const CANDIDATES_PER_TAG: u64 = 40;
/// Tags of the post that are considered.
const MAX_TAGS: usize = 12;

/// The posts that share most tags with `post`; of equals those of its category first, then the newest. Others of its
/// category follow. Sponsored posts are related only to sponsored ones.
pub async fn related(core: &Core, post: &Model) -> StoreResult<Related> {
    let db = core.store.reader();
    let now = core.now();
    let sponsored =
        categories::find(core, SPONSORED).await?.map(|category| category.id).filter(|id| *id != post.category_id);
    let slugs: Vec<String> = parse_tags(&post.tags).into_iter().map(|tag| tag.slug).collect();

    let mut shared_tags: HashMap<PostId, usize> = HashMap::new();
    for slug in slugs.iter().take(MAX_TAGS) {
        for id in post_tags::public_ids(db, std::slice::from_ref(slug), now, 0, CANDIDATES_PER_TAG).await? {
            *shared_tags.entry(id).or_default() += 1;
        }
    }
    let next = query::previous_in_category(db, post, now).await?;
    let excluded = [Some(post.id), next];
    shared_tags.retain(|id, _| !excluded.contains(&Some(*id)));
    let ids: Vec<PostId> = shared_tags.keys().copied().collect();
    let mut candidates = query::filter_public(db, &ids, now).await?;
    candidates.retain(|(_, category, _)| Some(*category) != sponsored);
    candidates.sort_unstable_by_key(|(id, category, at)| {
        (Reverse(shared_tags[id]), *category != post.category_id, Reverse(*at), Reverse(*id))
    });
    let mut selected: Vec<PostId> = candidates.into_iter().take(MAX_RELATED).map(|(id, ..)| id).collect();
    let of_category = PublicFilter { category: Some(post.category_id), ..PublicFilter::default() };
    if selected.len() < MAX_RELATED {
        let newest = query::public_ids(db, &of_category, now, 0, 2 * MAX_RELATED as u64 + 1).await?;
        let others: Vec<PostId> =
            newest.into_iter().filter(|id| !excluded.contains(&Some(*id)) && !selected.contains(id)).collect();
        selected.extend(others.into_iter().take(MAX_RELATED - selected.len()));
    }

    let mut tags: Vec<String> = slugs.iter().map(|slug| changes::tag(slug)).collect();
    tags.extend(selected.iter().chain(&next).map(|id| changes::post(*id)));
    tags.push(changes::category(post.category_id));
    let expires_at = earliest(
        query::next_scheduled(db, &of_category, now).await?,
        post_tags::next_scheduled(db, &slugs, now).await?,
    );
    let is_visible = |post: &Model| super::is_public(post, now);
    let mut posts = query::by_ids_without_content(db, &selected).await?;
    posts.retain(is_visible);
    let next = query::by_ids_without_content(db, next.as_slice()).await?.into_iter().next().filter(is_visible);
    let expires_at = earliest(expires_at, next_end(posts.iter().chain(&next), now));
    Ok(Related { posts, next, tags, expires_at })
}
