use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::StoreResult;
use crate::entities::earlier_link::{ActiveModel, Column, Entity};
use crate::types::SubscriberId;

/// SHA-256 of the signature that a subscriber's links had before.
pub async fn get(db: &impl ConnectionTrait, subscriber: SubscriberId) -> StoreResult<Option<String>> {
    Ok(Entity::find_by_id(subscriber).one(db).await?.map(|row| row.signature_hash))
}

/// Inserts rows and leaves existing ones unchanged; answers how many were new.
pub async fn insert(db: &impl ConnectionTrait, rows: Vec<(SubscriberId, String)>) -> StoreResult<u64> {
    if rows.is_empty() {
        return Ok(0);
    }
    let rows = rows.into_iter().map(|(id, hash)| ActiveModel { subscriber_id: Set(id), signature_hash: Set(hash) });
    let known = OnConflict::column(Column::SubscriberId).do_nothing().to_owned();
    Ok(Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?)
}
