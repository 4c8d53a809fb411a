//! Requests to pay that are sent to a phone.

use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::StoreResult;
use crate::entities::payment_push::{ActiveModel, Column, Entity, Model};
use crate::types::{OrderId, Timestamp};

pub async fn insert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.insert(db).await?)
}

pub async fn update(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.update(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: OrderId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_payment_id(db: &impl ConnectionTrait, payment_id: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::PaymentId.eq(payment_id)).one(db).await?)
}

pub async fn by_callback_hash(db: &impl ConnectionTrait, hash: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::CallbackHash.eq(hash)).one(db).await?)
}

/// Whether a request waits on this phone.
pub async fn is_waiting(db: &impl ConnectionTrait, phone_key: &str) -> StoreResult<bool> {
    Ok(Entity::find().filter(Column::PhoneKey.eq(phone_key)).one(db).await?.is_some())
}

/// Up to `limit` orders whose request has waited since `before` or longer.
pub async fn list_waiting(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<Vec<OrderId>> {
    let waiting = Entity::find().select_only().column(Column::OrderId).filter(Column::WaitingSince.lte(before));
    Ok(waiting.limit(limit).into_tuple().all(db).await?)
}
