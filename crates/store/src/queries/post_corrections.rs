//! Corrections of posts, and what was done to them.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait,
};

use crate::entities::post_correction::{ActiveModel, Column, Entity, Model};
use crate::entities::{post, post_correction_change};
use crate::types::{PostCorrectionId, PostId, PostStatus, Timestamp};
use crate::{StoreResult, Transaction};

/// The corrections of posts, oldest first.
pub async fn of_posts(db: &impl ConnectionTrait, posts: &[PostId]) -> StoreResult<Vec<Model>> {
    if posts.is_empty() {
        return Ok(Vec::new());
    }
    let select = Entity::find().filter(Column::PostId.is_in(posts.iter().copied()));
    Ok(select.order_by_asc(Column::Id).all(db).await?)
}

/// Up to `limit` corrections of public posts, newest first, after the one with the id `after`.
pub async fn public(
    db: &impl ConnectionTrait,
    now: Timestamp,
    after: Option<PostCorrectionId>,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let published = Condition::all()
        .add(post::Column::Status.eq(PostStatus::Published))
        .add(post::Column::PublishedAt.lte(now))
        .add(post::Column::Id.in_subquery(corrected_posts()));
    let posts = post::Entity::find().select_only().column(post::Column::Id).filter(published).into_query();
    let mut select = Entity::find().filter(Column::PostId.in_subquery(posts));
    if let Some(id) = after {
        select = select.filter(Column::Id.lt(id));
    }
    Ok(select.order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// When the next scheduled post that has corrections becomes public.
pub async fn next_scheduled(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Option<Timestamp>> {
    let scheduled = Condition::all()
        .add(post::Column::Status.eq(PostStatus::Published))
        .add(post::Column::PublishedAt.gt(now))
        .add(post::Column::Id.in_subquery(corrected_posts()));
    let select = post::Entity::find().select_only().column(post::Column::PublishedAt).filter(scheduled);
    Ok(select.order_by_asc(post::Column::PublishedAt).limit(1).into_tuple().one(db).await?)
}

fn corrected_posts() -> sea_orm::sea_query::SelectStatement {
    Entity::find().select_only().column(Column::PostId).into_query()
}

pub async fn count(db: &impl ConnectionTrait, post: PostId) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::PostId.eq(post)).count(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: PostCorrectionId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::insert(row).exec_with_returning(db).await?)
}

/// Updates a correction of a post whose row is locked.
pub async fn update(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::update(row).exec(tx).await?)
}

pub async fn delete(tx: &Transaction, id: PostCorrectionId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}

pub async fn insert_change(tx: &Transaction, row: post_correction_change::ActiveModel) -> StoreResult<()> {
    post_correction_change::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// What was done to the corrections of a post, newest first.
pub async fn changes(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<post_correction_change::Model>> {
    use post_correction_change::{Column, Entity};
    Ok(Entity::find().filter(Column::PostId.eq(post)).order_by_desc(Column::Id).all(db).await?)
}
