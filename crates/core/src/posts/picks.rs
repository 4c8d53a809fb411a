//! The order of Today's Picks.

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::PostId;

use crate::Core;
use crate::categories::{self, SPONSORED};
use crate::changes::{self, Tags};

/// Most picks that can be ordered: many more than readers see.
pub const MAX_ORDERED_PICKS: u64 = 20;

/// The published picks in their order, scheduled ones too, without sponsored posts.
pub async fn picks(core: &Core) -> StoreResult<Vec<Model>> {
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let ids: Vec<PostId> =
        query::picks(core.store.reader(), sponsored, MAX_ORDERED_PICKS).await?.into_iter().map(|(id, _)| id).collect();
    query::by_ids_without_content(core.store.reader(), &ids).await
}

/// Orders the picks among `ids`. They exchange their present ranks, so that a newer pick still comes first.
pub async fn order_picks(core: &Core, ids: &[PostId]) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let current_ranks: HashMap<PostId, i64> = query::lock_picks(&tx, ids).await?.into_iter().collect();
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
