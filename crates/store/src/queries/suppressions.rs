use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::suppression::{ActiveModel, Column, Entity};
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

/// Removes an address from the suppression list, because a mail reached it.
pub async fn remove(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::EmailKey.eq(email_key)).exec(db).await?;
    Ok(())
}
