use std::collections::HashMap;

use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::suppression::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Adds an address to the suppression list; where it is there already, the first reason stays.
pub async fn add(db: &impl ConnectionTrait, email_key: &str, reason: &str, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { email_key: Set(email_key.to_owned()), why: Set(reason.to_owned()), at: Set(now) };
    Entity::insert(row)
        .on_conflict(OnConflict::column(Column::EmailKey).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The suppressions of these addresses, by address.
pub async fn of(
    db: &impl ConnectionTrait,
    email_keys: impl IntoIterator<Item = String>,
) -> StoreResult<HashMap<String, Model>> {
    let rows = Entity::find().filter(Column::EmailKey.is_in(email_keys)).all(db).await?;
    Ok(rows.into_iter().map(|row| (row.email_key.clone(), row)).collect())
}

/// Removes an address from the suppression list, because a mail reached it or an administrator says so.
pub async fn remove(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::EmailKey.eq(email_key)).exec(db).await?;
    Ok(())
}
