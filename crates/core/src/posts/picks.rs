//! Today's Picks: their order, and their ends.

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::{PostId, Timestamp};

use crate::Core;
use crate::categories::{self, SPONSORED};
use crate::changes::{self, Tags};

/// Most picks that can be ordered: many more than readers see.
pub const MAX_ORDERED_PICKS: u64 = 20;

/// Whether a post is a pick: one whose end has come is none any more.
pub fn is_pick(post: &Model, now: Timestamp) -> bool {
    post.is_today_pick && post.pick_until.is_none_or(|until| until > now)
}

/// The published picks in their order, scheduled ones too, without sponsored posts.
pub async fn picks(core: &Core) -> StoreResult<Vec<Model>> {
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let ids: Vec<PostId> = query::picks(core.store.reader(), sponsored, core.now(), MAX_ORDERED_PICKS)
        .await?
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    query::by_ids_without_content(core.store.reader(), &ids).await
}

/// Orders the picks among `ids`, and sets when those of `ends` stop being picks. They exchange their present ranks, so
/// that a newer pick still comes first.
pub async fn order_picks(core: &Core, ids: &[PostId], ends: &[(PostId, Option<Timestamp>)]) -> StoreResult<()> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let ending: Vec<PostId> = ends.iter().map(|(id, _)| *id).collect();
    let locked = query::lock_picks(&tx, &[ids, &ending].concat(), now).await?;
    for (id, until) in ends.iter().filter(|(id, _)| locked.iter().any(|(locked, _)| locked == id)) {
        query::set_pick_until(&tx, *id, *until).await?;
    }
    let current_ranks: HashMap<PostId, i64> = locked.into_iter().filter(|(id, _)| ids.contains(id)).collect();
    let mut ranks: Vec<i64> = current_ranks.values().copied().collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let mut rank_above = i64::MAX;
    let mut ordered: Vec<PostId> = Vec::new();
    for id in ids {
        if current_ranks.contains_key(id) && !ordered.contains(id) {
            ordered.push(*id);
        }
    }
    for (id, rank) in ordered.into_iter().zip(ranks) {
        // Posts published in the same moment share a rank: the later one gets a lower one.
        let rank = rank.min(rank_above - 1);
        rank_above = rank;
        if current_ranks[&id] != rank {
            query::set_pick_rank(&tx, id, rank).await?;
        }
    }
    let mut tags = Tags::default();
    tags.add(changes::LIST);
    core.commit(tx, tags).await
}
