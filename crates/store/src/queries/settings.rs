use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::setting::{ActiveModel, Column, Entity};
use crate::types::Timestamp;

pub async fn get(db: &impl ConnectionTrait, key: &str) -> StoreResult<Option<String>> {
    Ok(Entity::find_by_id(key).one(db).await?.map(|row| row.value))
}

/// Keeps what is there; `true` when the key was new.
pub async fn insert_if_absent(db: &impl ConnectionTrait, key: &str, value: &str, now: Timestamp) -> StoreResult<bool> {
    let row = ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()), updated_at: Set(now) };
    let rows = Entity::insert(row)
        .on_conflict(OnConflict::column(Column::Key).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(rows == 1)
}

/// Sets the key, whether it was there or not.
pub async fn set(db: &impl ConnectionTrait, key: &str, value: &str, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()), updated_at: Set(now) };
    let known = OnConflict::column(Column::Key).update_columns([Column::Value, Column::UpdatedAt]).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Takes the key away when it still holds `value`; of several callers at once, one gets `true`.
pub async fn take(db: &impl ConnectionTrait, key: &str, value: &str) -> StoreResult<bool> {
    let outcome = Entity::delete_many().filter(Column::Key.eq(key)).filter(Column::Value.eq(value)).exec(db).await?;
    Ok(outcome.rows_affected == 1)
}
