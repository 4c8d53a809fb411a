use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::attempt::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Counts one try and answers the row as it is then. A window that began at `over` or before is over: the count begins
/// again, now.
pub async fn count(
    db: &impl ConnectionTrait,
    key_hash: &str,
    account_hash: &str,
    over: Timestamp,
    now: Timestamp,
) -> StoreResult<Model> {
    let row = ActiveModel {
        key_hash: Set(key_hash.to_owned()),
        account_hash: Set(account_hash.to_owned()),
        window_started_at: Set(now),
        count: Set(1),
    };
    // Both sides of the update see the row as it was.
    let unless_over = |going_on: &str, anew: &str| {
        Expr::cust(format!("CASE WHEN attempt.window_started_at <= {} THEN {anew} ELSE {going_on} END", over.0))
    };
    let known = OnConflict::column(Column::KeyHash)
        .value(Column::Count, unless_over("attempt.count + 1", "1"))
        .value(Column::WindowStartedAt, unless_over("attempt.window_started_at", "excluded.window_started_at"))
        .to_owned();
    Ok(Entity::insert(row).on_conflict(known).exec_with_returning(db).await?)
}

pub async fn clear(db: &impl ConnectionTrait, key_hash: &str) -> StoreResult<()> {
    Entity::delete_by_id(key_hash).exec(db).await?;
    Ok(())
}

/// Forgets everything that was counted for an account.
pub async fn clear_of_account(db: &impl ConnectionTrait, account_hash: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::AccountHash.eq(account_hash)).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` windows that began before `before`; says how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::KeyHash).filter(Column::WindowStartedAt.lt(before));
    let old = old.order_by_asc(Column::WindowStartedAt).limit(limit).into_query();
    // Asked again here: a window may begin anew meanwhile.
    let still = Entity::delete_many().filter(Column::WindowStartedAt.lt(before));
    Ok(still.filter(Column::KeyHash.in_subquery(old)).exec(db).await?.rows_affected)
}

/// Takes one try back.
pub async fn take_back(db: &impl ConnectionTrait, key_hash: &str) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::Count, Expr::cust("count - 1"))
        .filter(Column::KeyHash.eq(key_hash))
        .exec(db)
        .await?;
    Ok(())
}
