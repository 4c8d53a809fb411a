use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::suppression::{ActiveModel, Column, Entity};
use crate::types::Timestamp;

/// Keeps the first reason.
pub async fn add(db: &impl ConnectionTrait, email_key: &str, why: &str, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { email_key: Set(email_key.to_owned()), why: Set(why.to_owned()), at: Set(now) };
    Entity::insert(row)
        .on_conflict(OnConflict::column(Column::EmailKey).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// A mail reached the address after all.
pub async fn remove(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::EmailKey.eq(email_key)).exec(db).await?;
    Ok(())
}
