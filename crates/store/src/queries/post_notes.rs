//! Notes of the newsroom on posts.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::post_note::{ActiveModel, Column, Entity, Model};
use crate::types::{PostId, PostNoteId};
use crate::{StoreResult, Transaction};

/// All notes of a post, oldest first.
pub async fn list(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::PostId.eq(post)).order_by_asc(Column::Id).all(db).await?)
}

pub async fn count(db: &impl ConnectionTrait, post: PostId) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::PostId.eq(post)).count(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: PostNoteId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The note, its row locked until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: PostNoteId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

pub async fn insert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::insert(row).exec_with_returning(db).await?)
}

/// Updates a note whose row is locked.
pub async fn update(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::update(row).exec(tx).await?)
}
