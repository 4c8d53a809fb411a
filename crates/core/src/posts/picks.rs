//! The order of Today's Picks.

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::PostId;

use crate::Core;
use crate::categories::{self, SPONSORED};
use crate::changes::{self, Tags};

/// Picks that can be ordered: many more than readers see.
pub const ORDERED: u64 = 20;

/// The published picks in their order, scheduled ones too; sponsored posts are none.
pub async fn picks(core: &Core) -> StoreResult<Vec<Model>> {
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let ids: Vec<PostId> =
        query::picks(core.store.reader(), sponsored, ORDERED).await?.into_iter().map(|(id, _)| id).collect();
    query::cards(core.store.reader(), &ids).await
}

/// Puts those of `ids` that are picks into this order. They share the places that they held together, so a newer pick
/// still comes first.
pub async fn order_picks(core: &Core, ids: &[PostId]) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let held: HashMap<PostId, i64> = query::picks_of(&tx, ids).await?.into_iter().collect();
    let mut places: Vec<i64> = held.values().copied().collect();
    places.sort_unstable_by(|a, b| b.cmp(a));
    let mut above = i64::MAX;
    let mut wanted: Vec<PostId> = Vec::new();
    for id in ids {
        if held.contains_key(id) && !wanted.contains(id) {
            wanted.push(*id);
        }
    }
    for (id, place) in wanted.into_iter().zip(places) {
        // Two posts of one moment have one place between them.
        let place = place.min(above - 1);
        above = place;
        if held[&id] != place {
            query::set_pick_rank(&tx, id, place).await?;
        }
    }
    let mut tags = Tags::default();
    tags.add(changes::LIST);
    core.commit(tx, tags).await
}
