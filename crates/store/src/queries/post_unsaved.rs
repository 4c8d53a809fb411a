//! Unsaved texts of posts, one for each post and account.

use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::StoreResult;
use crate::entities::post_unsaved::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, PostId, Timestamp};

/// Stores the text in place of an earlier one of the same post and account.
pub async fn upsert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<()> {
    let replace = OnConflict::columns([Column::PostId, Column::AccountId])
        .update_columns([Column::Revision, Column::Snapshot, Column::CreatedAt])
        .to_owned();
    Entity::insert(row).on_conflict(replace).exec_without_returning(db).await?;
    Ok(())
}

pub async fn get(db: &impl ConnectionTrait, post: PostId, account: AccountId) -> StoreResult<Option<Model>> {
    let own = Entity::find().filter(Column::PostId.eq(post)).filter(Column::AccountId.eq(account));
    Ok(own.one(db).await?)
}

pub async fn delete(db: &impl ConnectionTrait, post: PostId, account: AccountId) -> StoreResult<()> {
    let own = Entity::delete_many().filter(Column::PostId.eq(post)).filter(Column::AccountId.eq(account));
    own.exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` texts that are older than `before`.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old =
        Query::select().column(Column::Id).from(Entity).and_where(Column::CreatedAt.lt(before)).limit(limit).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
