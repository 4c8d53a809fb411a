use sea_orm::ActiveValue::Unchanged;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, Set};

use crate::StoreResult;
use crate::entities::import_record::{ActiveModel, Column, Entity, Model};
use crate::types::{MediaId, Timestamp};

pub async fn get(db: &impl ConnectionTrait, external_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(external_key).one(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, record: ActiveModel) -> StoreResult<()> {
    Entity::insert(record).exec_without_returning(db).await?;
    Ok(())
}

/// Writes down at which revision the imported post or page is as it was brought.
pub async fn set_revision(db: &impl ConnectionTrait, external_key: &str, revision: i32) -> StoreResult<()> {
    let row =
        ActiveModel { external_key: Unchanged(external_key.to_owned()), revision: Set(revision), ..Default::default() };
    Entity::update(row).exec(db).await?;
    Ok(())
}

/// Records an imported file. False where another row of the same key is there already; one that was deleted is not.
pub async fn insert_media(
    db: &impl ConnectionTrait,
    external_key: &str,
    media_id: MediaId,
    now: Timestamp,
) -> StoreResult<bool> {
    let record = ActiveModel {
        external_key: Set(external_key.to_owned()),
        post_id: Set(None),
        page_id: Set(None),
        media_id: Set(Some(media_id)),
        revision: Set(0),
        created_at: Set(now),
    };
    let deleted = OnConflict::column(Column::ExternalKey)
        .update_column(Column::MediaId)
        .action_and_where(Column::MediaId.is_null())
        .to_owned();
    Ok(Entity::insert(record).on_conflict(deleted).exec_without_returning(db).await? == 1)
}
