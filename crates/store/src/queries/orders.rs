//! Orders and the signals that were received about them.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Set,
};

use crate::entities::paid_order::{ActiveModel, Column, Entity, Model};
use crate::entities::{order_signal, payment_push};
use crate::types::{AccountId, OrderId, OrderStatus, PaymentProvider, Timestamp};
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

/// Statuses of orders whose money was captured, refunded ones included.
const PAID_STATUSES: [OrderStatus; 3] = [OrderStatus::Captured, OrderStatus::Refunding, OrderStatus::Refunded];

/// Paid orders of an address, by time of capture.
pub async fn paid_by_email_key(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Vec<Model>> {
    let paid = Entity::find().filter(Column::EmailKey.eq(email_key)).filter(Column::Status.is_in(PAID_STATUSES));
    Ok(paid.order_by_asc(Column::CapturedAt).order_by_asc(Column::Id).all(db).await?)
}

/// Paid orders that an account made for its own address, by time of capture.
pub async fn paid_by_account(
    db: &impl ConnectionTrait,
    account: AccountId,
    email_key: &str,
) -> StoreResult<Vec<Model>> {
    let paid = Entity::find()
        .filter(Column::EmailKey.eq(email_key))
        .filter(Column::AccountId.eq(account))
        .filter(Column::Status.is_in(PAID_STATUSES));
    Ok(paid.order_by_asc(Column::CapturedAt).order_by_asc(Column::Id).all(db).await?)
}

/// A page of the paid orders of an address, newest first, and their total number. `by`: only those of this account.
pub async fn list_receipts(
    db: &impl ConnectionTrait,
    email_key: &str,
    by: Option<AccountId>,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Model>, u64)> {
    let mut paid = Entity::find().filter(Column::EmailKey.eq(email_key)).filter(Column::Status.is_in(PAID_STATUSES));
    if let Some(account) = by {
        paid = paid.filter(Column::AccountId.eq(account));
    }
    let total = paid.clone().count(db).await?;
    Ok((
        paid.order_by_desc(Column::CapturedAt).order_by_desc(Column::Id).offset(offset).limit(limit).all(db).await?,
        total,
    ))
}

/// Up to `limit` orders of an address, newest first.
pub async fn by_email_key(db: &impl ConnectionTrait, email_key: &str, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Up to `limit` orders that a person has to look at, that were created after `since`, newest first: the payment
/// differs from the order, nobody knows whether it was paid, or it may have been paid twice.
pub async fn list_refused(db: &impl ConnectionTrait, since: Timestamp, limit: u64) -> StoreResult<Vec<Model>> {
    let twice = payment_push::Entity::find()
        .select_only()
        .column(payment_push::Column::OrderId)
        .filter(payment_push::Column::SecondRequest.is_not_null());
    let refused = Entity::find()
        .filter(
            Condition::any()
                .add(Column::Status.is_in([OrderStatus::Refused, OrderStatus::Unclear]))
                .add(Column::Id.in_subquery(twice.into_query())),
        )
        .filter(Column::CreatedAt.gt(since));
    Ok(refused.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Up to `limit` orders whose check with this payment provider is due, longest due first.
pub async fn due_checks(
    db: &impl ConnectionTrait,
    provider: PaymentProvider,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<(OrderId, Timestamp)>> {
    let due = Entity::find()
        .select_only()
        .columns([Column::Id, Column::NextCheckAt])
        .filter(Column::NextCheckAt.lte(now))
        .filter(Column::Provider.eq(provider));
    Ok(due.order_by_asc(Column::NextCheckAt).limit(limit).into_tuple().all(db).await?)
}

/// How many orders the wallet is to be asked about, and when the oldest was made; none where there are none.
pub async fn count_due(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Option<(u64, Timestamp)>> {
    let due = Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "count")
        .column_as(Column::CreatedAt.min(), "oldest")
        .filter(Column::NextCheckAt.lte(now));
    let row: Option<(i64, Option<Timestamp>)> = due.into_tuple().one(db).await?;
    Ok(row.and_then(|(count, oldest)| Some((count.unsigned_abs(), oldest?))))
}

/// When the next check of any order with this payment provider is due.
pub async fn next_check_at(db: &impl ConnectionTrait, provider: PaymentProvider) -> StoreResult<Option<Timestamp>> {
    let next = Entity::find()
        .select_only()
        .column(Column::NextCheckAt)
        .filter(Column::NextCheckAt.is_not_null())
        .filter(Column::Provider.eq(provider));
    Ok(next.order_by_asc(Column::NextCheckAt).limit(1).into_tuple().one(db).await?)
}

/// Moves an order's check from `from` to `to` (compare-and-set); `false` where somebody else did.
pub async fn reschedule_check(
    db: &impl ConnectionTrait,
    id: OrderId,
    from: Timestamp,
    to: Timestamp,
) -> StoreResult<bool> {
    let set = ActiveModel { next_check_at: Set(Some(to)), ..Default::default() };
    let update = Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::NextCheckAt.eq(from));
    Ok(update.exec(db).await?.rows_affected == 1)
}

/// Inserts a signal; `false` where the same event was inserted before (idempotent).
pub async fn insert_signal(db: &impl ConnectionTrait, row: order_signal::ActiveModel) -> StoreResult<bool> {
    let once = OnConflict::column(order_signal::Column::EventId).do_nothing().to_owned();
    Ok(order_signal::Entity::insert(row).on_conflict(once).exec_without_returning(db).await? == 1)
}

/// The signals of an order, oldest first.
pub async fn list_signals(db: &impl ConnectionTrait, id: OrderId) -> StoreResult<Vec<order_signal::Model>> {
    Ok(order_signal::Entity::find()
        .filter(order_signal::Column::OrderId.eq(id))
        .order_by_asc(order_signal::Column::Id)
        .all(db)
        .await?)
}

/// Deletes up to `limit` expired orders that were created before `before` and never paid; answers how many.
pub async fn delete_unpaid(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    // Ids grow with time; paid orders are skipped.
    let old = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(OrderStatus::Expired))
        .filter(Column::CreatedAt.lt(before));
    let old = old.order_by_asc(Column::Id).limit(limit).into_query();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
