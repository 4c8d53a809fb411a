use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set, Statement};

use crate::StoreResult;
use crate::entities::setting::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Key of the hold of a site (`mwanga_core::held`).
pub const HELD: &str = "held";

pub async fn get(db: &impl ConnectionTrait, key: &str) -> StoreResult<Option<String>> {
    Ok(Entity::find_by_id(key).one(db).await?.map(|row| row.value))
}

/// When a setting was last changed, or the schema, which comes with a new version of the product.
pub async fn changed_at(db: &impl ConnectionTrait) -> StoreResult<Timestamp> {
    let sql = "SELECT MAX(at) AS at FROM (\
                 SELECT MAX(updated_at) AS at FROM setting UNION ALL \
                 SELECT MAX(applied_at) * 1000 AS at FROM seaql_migrations) changes";
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await?;
    let at = row.map(|row| row.try_get::<Option<i64>>("", "at")).transpose()?.flatten();
    Ok(Timestamp(at.unwrap_or_default()))
}

/// The rows of these keys, as far as there are any.
pub async fn list(db: &impl ConnectionTrait, keys: &[String]) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Key.is_in(keys)).all(db).await?)
}

/// Inserts a key; `true` where it was new. An existing value stays unchanged.
pub async fn insert_if_absent(db: &impl ConnectionTrait, key: &str, value: &str, now: Timestamp) -> StoreResult<bool> {
    let row = ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()), updated_at: Set(now) };
    let rows = Entity::insert(row)
        .on_conflict(OnConflict::column(Column::Key).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(rows == 1)
}

/// Sets a key (upsert).
pub async fn set(db: &impl ConnectionTrait, key: &str, value: &str, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()), updated_at: Set(now) };
    let known = OnConflict::column(Column::Key).update_columns([Column::Value, Column::UpdatedAt]).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Deletes the key; of several concurrent callers, one gets `true`.
pub async fn delete(db: &impl ConnectionTrait, key: &str) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(key).exec(db).await?.rows_affected == 1)
}

/// Deletes the key where it still has this value (compare-and-delete): of several concurrent callers, one gets `true`.
pub async fn delete_if_equal(db: &impl ConnectionTrait, key: &str, value: &str) -> StoreResult<bool> {
    let outcome = Entity::delete_many().filter(Column::Key.eq(key)).filter(Column::Value.eq(value)).exec(db).await?;
    Ok(outcome.rows_affected == 1)
}
