//! Idempotency keys of requests and the ids of what they created. The rules are in `mwanga_core::idempotency`.

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set,
};

use crate::StoreResult;
use crate::entities::idempotency_key::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

pub async fn by_hashes(
    db: &impl ConnectionTrait,
    key_hashes: impl IntoIterator<Item = &str>,
) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::KeyHash.is_in(key_hashes)).all(db).await?)
}

/// Claims a key for what the same transaction creates; `false` where another request has it. A concurrent request with
/// the same key waits here until the first transaction ends. Rows created at `expired` or before, and the one whose
/// `created_id` is `ended`, are replaced.
pub async fn claim(
    db: &impl ConnectionTrait,
    key_hash: &str,
    route: &str,
    request_hash: &str,
    ended: Option<i64>,
    expired: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let row = ActiveModel {
        key_hash: Set(key_hash.to_owned()),
        route: Set(route.to_owned()),
        request_hash: Set(request_hash.to_owned()),
        created_id: Set(None),
        created_at: Set(now),
    };
    let column = |column: Column| Expr::col((Entity, column));
    let free = Condition::any()
        .add(column(Column::CreatedAt).lte(expired.0))
        .add(column(Column::CreatedId).is_null())
        .add_option(ended.map(|id| column(Column::CreatedId).eq(id)));
    let unless_taken = OnConflict::column(Column::KeyHash)
        .update_columns([Column::RequestHash, Column::CreatedId, Column::CreatedAt])
        .action_cond_where(free)
        .to_owned();
    Ok(Entity::insert(row).on_conflict(unless_taken).exec_without_returning(db).await? == 1)
}

/// Sets the id of what was created under a key, in the transaction that claimed it.
pub async fn set_created(db: &impl ConnectionTrait, key_hash: &str, id: i64) -> StoreResult<()> {
    let set = ActiveModel { created_id: Set(Some(id)), ..Default::default() };
    Entity::update_many().set(set).filter(Column::KeyHash.eq(key_hash)).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` keys that were used before `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::KeyHash).filter(Column::CreatedAt.lt(before));
    let old = old.order_by_asc(Column::CreatedAt).limit(limit).into_query();
    // Filtered again: a key may be used again between the subquery and the delete.
    let delete = Entity::delete_many().filter(Column::CreatedAt.lt(before));
    Ok(delete.filter(Column::KeyHash.in_subquery(old)).exec(db).await?.rows_affected)
}
