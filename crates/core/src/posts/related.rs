use std::cmp::Reverse;
use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::post_tags;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::{PostId, Timestamp};

use super::list::earliest;
use super::tags_of;
use crate::categories::{self, SPONSORED};
use crate::{Core, changes};

/// What to read after a post, with what ends the answer.
#[derive(Debug)]
pub struct Related {
    pub posts: Vec<Model>,
    /// The one that came out before it in its category; it stands by itself and is not among `posts`.
    pub next: Option<Model>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

const MOST: usize = 4;
/// Newest posts of each tag that are weighed: a popular tag must not cost more than a rare one.
const NEWEST_OF_TAG: u64 = 40;
const MOST_TAGS: usize = 12;

/// Posts that share most tags with `post`, those of its category first among equals, then the newest; after them others
/// of its category.
///
/// A sponsored post stands only beside a sponsored one.
pub async fn related(core: &Core, post: &Model) -> StoreResult<Related> {
    let db = core.store.reader();
    let now = core.now();
    let sponsored =
        categories::find(core, SPONSORED).await?.map(|category| category.id).filter(|id| *id != post.category_id);
    let slugs: Vec<String> = tags_of(&post.tags).into_iter().map(|tag| tag.slug).collect();

    let mut shared: HashMap<PostId, usize> = HashMap::new();
    for slug in slugs.iter().take(MOST_TAGS) {
        for id in post_tags::public_ids(db, slug, now, 0, NEWEST_OF_TAG).await? {
            *shared.entry(id).or_default() += 1;
        }
    }
    let next = query::next_older(db, post, now).await?;
    let apart = [Some(post.id), next];
    shared.retain(|id, _| !apart.contains(&Some(*id)));
    let ids: Vec<PostId> = shared.keys().copied().collect();
    let mut candidates = query::public_of(db, &ids, now).await?;
    candidates.retain(|(_, category, _)| Some(*category) != sponsored);
    candidates.sort_unstable_by_key(|(id, category, at)| {
        (Reverse(shared[id]), *category != post.category_id, Reverse(*at), Reverse(*id))
    });
    let mut chosen: Vec<PostId> = candidates.into_iter().take(MOST).map(|(id, ..)| id).collect();
    let of_category = PublicFilter { category: Some(post.category_id), ..PublicFilter::default() };
    if chosen.len() < MOST {
        let newest = query::public_ids(db, &of_category, now, 0, 2 * MOST as u64 + 1).await?;
        let others: Vec<PostId> =
            newest.into_iter().filter(|id| !apart.contains(&Some(*id)) && !chosen.contains(id)).collect();
        chosen.extend(others.into_iter().take(MOST - chosen.len()));
    }

    let mut tags: Vec<String> = slugs.iter().map(|slug| changes::tag(slug)).collect();
    tags.extend(chosen.iter().chain(&next).map(|id| changes::post(*id)));
    tags.push(changes::category(post.category_id));
    let expires_at = earliest(
        query::next_scheduled(db, &of_category, now).await?,
        post_tags::next_scheduled(db, &slugs, now).await?,
    );
    let public = |post: &Model| super::is_public(post, now);
    let mut posts = query::cards(db, &chosen).await?;
    posts.retain(public);
    let next = query::cards(db, next.as_slice()).await?.into_iter().next().filter(public);
    Ok(Related { posts, next, tags, expires_at })
}
