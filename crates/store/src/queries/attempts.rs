use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::attempt::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Increments the count of an attempt and answers the row afterwards. Where its window began at `expired` or before, a
/// new window begins `now` with a count of 1 (fixed-window rate limit).
pub async fn increment(
    db: &impl ConnectionTrait,
    key_hash: &str,
    account_hash: &str,
    expired: Timestamp,
    now: Timestamp,
) -> StoreResult<Model> {
    let row = ActiveModel {
        key_hash: Set(key_hash.to_owned()),
        account_hash: Set(account_hash.to_owned()),
        window_started_at: Set(now),
        count: Set(1),
    };
    // Both assignments of the update see the old row.
    let unless_expired = |current: &str, new: &str| {
        Expr::cust(format!("CASE WHEN attempt.window_started_at <= {} THEN {new} ELSE {current} END", expired.0))
    };
    let known = OnConflict::column(Column::KeyHash)
        .value(Column::Count, unless_expired("attempt.count + 1", "1"))
        .value(Column::WindowStartedAt, unless_expired("attempt.window_started_at", "excluded.window_started_at"))
        .to_owned();
    Ok(Entity::insert(row).on_conflict(known).exec_with_returning(db).await?)
}

pub async fn delete(db: &impl ConnectionTrait, key_hash: &str) -> StoreResult<()> {
    Entity::delete_by_id(key_hash).exec(db).await?;
    Ok(())
}

/// Deletes all counts of an account.
pub async fn delete_by_account(db: &impl ConnectionTrait, account_hash: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::AccountHash.eq(account_hash)).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` windows that began before `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::KeyHash).filter(Column::WindowStartedAt.lt(before));
    let old = old.order_by_asc(Column::WindowStartedAt).limit(limit).into_query();
    // Filtered again: a new window may begin between the subquery and the delete.
    let delete = Entity::delete_many().filter(Column::WindowStartedAt.lt(before));
    Ok(delete.filter(Column::KeyHash.in_subquery(old)).exec(db).await?.rows_affected)
}

/// Takes one attempt off the count.
pub async fn decrement(db: &impl ConnectionTrait, key_hash: &str) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::Count, Expr::cust("count - 1"))
        .filter(Column::KeyHash.eq(key_hash))
        .exec(db)
        .await?;
    Ok(())
}
