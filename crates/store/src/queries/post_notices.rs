use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::import_record;
use crate::entities::post_notice::{ActiveModel, Column, Entity};
use crate::types::{PostId, Timestamp};

/// Requests a notice to subscribers for a post; idempotent.
pub async fn insert(db: &impl ConnectionTrait, post: PostId, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { post_id: Set(post), asked_at: Set(now) };
    Entity::insert(row)
        .on_conflict(OnConflict::column(Column::PostId).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Withdraws the request for a notice.
pub async fn delete(db: &impl ConnectionTrait, post: PostId) -> StoreResult<()> {
    Entity::delete_by_id(post).exec(db).await?;
    Ok(())
}

/// Whether a notice was requested for the post.
pub async fn exists(db: &impl ConnectionTrait, post: PostId) -> StoreResult<bool> {
    Ok(Entity::find_by_id(post).count(db).await? > 0)
}

/// Whether the post was imported.
pub async fn is_imported(db: &impl ConnectionTrait, post: PostId) -> StoreResult<bool> {
    Ok(import_record::Entity::find().filter(import_record::Column::PostId.eq(post)).count(db).await? > 0)
}
