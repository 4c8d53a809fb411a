use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};

use crate::StoreResult;
use crate::entities::{brand_picture, settings_version};

/// The version that holds; 0 where nothing was ever saved.
pub async fn current_version(db: &impl ConnectionTrait) -> StoreResult<i64> {
    let version: Option<i64> = settings_version::Entity::find()
        .select_only()
        .column(settings_version::Column::Version)
        .order_by_desc(settings_version::Column::Version)
        .into_tuple()
        .one(db)
        .await?;
    Ok(version.unwrap_or_default())
}

pub async fn current(db: &impl ConnectionTrait) -> StoreResult<Option<settings_version::Model>> {
    Ok(settings_version::Entity::find().order_by_desc(settings_version::Column::Version).one(db).await?)
}

pub async fn by_version(db: &impl ConnectionTrait, version: i64) -> StoreResult<Option<settings_version::Model>> {
    Ok(settings_version::Entity::find_by_id(version).one(db).await?)
}

/// Up to `limit` versions before `before`, newest first (keyset pagination).
pub async fn list(
    db: &impl ConnectionTrait,
    before: Option<i64>,
    limit: u64,
) -> StoreResult<Vec<settings_version::Model>> {
    let mut select = settings_version::Entity::find();
    if let Some(before) = before {
        select = select.filter(settings_version::Column::Version.lt(before));
    }
    Ok(select.order_by_desc(settings_version::Column::Version).limit(limit).all(db).await?)
}

/// Inserts a version; [`crate::StoreError::Conflict`] where somebody else was first.
pub async fn insert(db: &impl ConnectionTrait, row: settings_version::Model) -> StoreResult<()> {
    settings_version::Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

pub async fn picture(db: &impl ConnectionTrait, hash: &str) -> StoreResult<Option<brand_picture::Model>> {
    Ok(brand_picture::Entity::find_by_id(hash).one(db).await?)
}

/// Inserts a picture; the same one again changes nothing.
pub async fn insert_picture(db: &impl ConnectionTrait, row: brand_picture::Model) -> StoreResult<()> {
    brand_picture::Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::column(brand_picture::Column::Hash).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}
