//! Payments and what was told about them.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Set,
};

use crate::entities::order_signal;
use crate::entities::paid_order::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, OrderId, OrderStatus, Timestamp};
use crate::{StoreResult, Transaction};

pub async fn insert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.insert(db).await?)
}

pub async fn update(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.update(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: OrderId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The order, its row locked until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: OrderId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

pub async fn by_wallet_order(db: &impl ConnectionTrait, wallet_order: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::WalletOrder.eq(wallet_order)).one(db).await?)
}

pub async fn by_reference(db: &impl ConnectionTrait, reference: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::Reference.eq(reference)).one(db).await?)
}

pub async fn by_capture(db: &impl ConnectionTrait, capture_id: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::CaptureId.eq(capture_id)).one(db).await?)
}

pub async fn by_ids(db: &impl ConnectionTrait, ids: &[OrderId]) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(db).await?)
}

const TAKEN: [OrderStatus; 3] = [OrderStatus::Captured, OrderStatus::Refunding, OrderStatus::Refunded];

/// Every order of an address whose money was taken, first taken first.
pub async fn taken_of(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Vec<Model>> {
    let taken = Entity::find().filter(Column::EmailKey.eq(email_key)).filter(Column::Status.is_in(TAKEN));
    Ok(taken.order_by_asc(Column::CapturedAt).order_by_asc(Column::Id).all(db).await?)
}

/// The orders of an account for its own address whose money was taken, first taken first.
pub async fn taken_by(db: &impl ConnectionTrait, account: AccountId, email_key: &str) -> StoreResult<Vec<Model>> {
    let taken = Entity::find()
        .filter(Column::EmailKey.eq(email_key))
        .filter(Column::AccountId.eq(account))
        .filter(Column::Status.is_in(TAKEN));
    Ok(taken.order_by_asc(Column::CapturedAt).order_by_asc(Column::Id).all(db).await?)
}

/// Payments for an address that were taken, newest first, and how many there are. `by`: those that this account made
/// alone.
pub async fn receipts_of(
    db: &impl ConnectionTrait,
    email_key: &str,
    by: Option<AccountId>,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Model>, u64)> {
    let mut taken = Entity::find().filter(Column::EmailKey.eq(email_key)).filter(Column::Status.is_in(TAKEN));
    if let Some(account) = by {
        taken = taken.filter(Column::AccountId.eq(account));
    }
    let total = taken.clone().count(db).await?;
    Ok((
        taken.order_by_desc(Column::CapturedAt).order_by_desc(Column::Id).offset(offset).limit(limit).all(db).await?,
        total,
    ))
}

/// Every order of an address, newest first.
pub async fn all_of(db: &impl ConnectionTrait, email_key: &str, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Orders that the wallet told something else about, and that were begun after `since`, newest first.
pub async fn refused(db: &impl ConnectionTrait, since: Timestamp, limit: u64) -> StoreResult<Vec<Model>> {
    let refused = Entity::find().filter(Column::Status.eq(OrderStatus::Refused)).filter(Column::CreatedAt.gt(since));
    Ok(refused.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Orders that the wallet is to be asked about, longest due first.
pub async fn due(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<(OrderId, Timestamp)>> {
    let due =
        Entity::find().select_only().columns([Column::Id, Column::NextCheckAt]).filter(Column::NextCheckAt.lte(now));
    Ok(due.order_by_asc(Column::NextCheckAt).limit(limit).into_tuple().all(db).await?)
}

/// When the wallet is next to be asked about any.
pub async fn next_due(db: &impl ConnectionTrait) -> StoreResult<Option<Timestamp>> {
    let next = Entity::find().select_only().column(Column::NextCheckAt).filter(Column::NextCheckAt.is_not_null());
    Ok(next.order_by_asc(Column::NextCheckAt).limit(1).into_tuple().one(db).await?)
}

/// Moves the check of an order; `false` when somebody else did.
pub async fn move_check(db: &impl ConnectionTrait, id: OrderId, from: Timestamp, to: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { next_check_at: Set(Some(to)), ..Default::default() };
    let still = Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::NextCheckAt.eq(from));
    Ok(still.exec(db).await?.rows_affected == 1)
}

/// Notes what was told; `false` when the same message was noted before.
pub async fn note(db: &impl ConnectionTrait, row: order_signal::ActiveModel) -> StoreResult<bool> {
    let once = OnConflict::column(order_signal::Column::EventId).do_nothing().to_owned();
    Ok(order_signal::Entity::insert(row).on_conflict(once).exec_without_returning(db).await? == 1)
}

/// What was told about an order, in its order.
pub async fn signals(db: &impl ConnectionTrait, id: OrderId) -> StoreResult<Vec<order_signal::Model>> {
    Ok(order_signal::Entity::find()
        .filter(order_signal::Column::OrderId.eq(id))
        .order_by_asc(order_signal::Column::Id)
        .all(db)
        .await?)
}

/// Deletes up to `limit` orders that were begun before `before` and never paid; says how many.
pub async fn delete_unpaid(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    // Ids grow with time, and what was paid is skipped.
    let old = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(OrderStatus::Expired))
        .filter(Column::CreatedAt.lt(before));
    let old = old.order_by_asc(Column::Id).limit(limit).into_query();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
