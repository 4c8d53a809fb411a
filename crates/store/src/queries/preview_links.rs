//! Preview links of posts. The code of one is stored as its hash.

use sea_orm::sea_query::Query;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use crate::entities::preview_link::{ActiveModel, Column, Entity, Model};
use crate::types::{PostId, PreviewLinkId, Timestamp};
use crate::{StoreResult, Transaction};

/// All links of a post, newest first.
pub async fn list(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::PostId.eq(post)).order_by_desc(Column::Id).all(db).await?)
}

/// How many links of a post can be opened.
pub async fn count_live(db: &impl ConnectionTrait, post: PostId, now: Timestamp) -> StoreResult<u64> {
    let live = Entity::find().filter(Column::PostId.eq(post)).filter(Column::EndedAt.is_null());
    Ok(live.filter(Column::ExpiresAt.gt(now)).count(db).await?)
}

/// Links of a post whose readers agreed to a text of it, the newest agreement first.
pub async fn list_agreed(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<Model>> {
    let agreed = Entity::find().filter(Column::PostId.eq(post)).filter(Column::AgreedAt.is_not_null());
    Ok(agreed.order_by_desc(Column::AgreedAt).all(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: PreviewLinkId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_code_hash(db: &impl ConnectionTrait, hash: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::CodeHash.eq(hash)).one(db).await?)
}

/// The link, its row locked until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: PreviewLinkId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

pub async fn insert(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::insert(row).exec_with_returning(tx).await?)
}

/// Updates a link whose row is locked.
pub async fn update(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::update(row).exec(tx).await?)
}

/// Sets when a link was opened, unless it was opened after `before`.
pub async fn set_opened(
    db: &impl ConnectionTrait,
    id: PreviewLinkId,
    now: Timestamp,
    before: Timestamp,
) -> StoreResult<()> {
    let set = ActiveModel { last_opened_at: Set(Some(now)), ..Default::default() };
    let is_older = Condition::any().add(Column::LastOpenedAt.is_null()).add(Column::LastOpenedAt.lte(before));
    Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(is_older).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` links that ended before `before`.
pub async fn delete_ended(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let has_ended = Condition::any().add(Column::EndedAt.lt(before)).add(Column::ExpiresAt.lt(before));
    let ended = Query::select().column(Column::Id).from(Entity).cond_where(has_ended).limit(limit).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(ended)).exec(db).await?.rows_affected)
}
