use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, EntityTrait, IntoActiveModel};

use crate::StoreResult;
use crate::entities::notice_choice::{Column, Entity, Model};
use crate::types::AccountId;

pub async fn get(db: &impl ConnectionTrait, account: AccountId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(account).one(db).await?)
}

/// Sets the choice of an account (upsert).
pub async fn set(db: &impl ConnectionTrait, choice: Model) -> StoreResult<()> {
    let known = OnConflict::column(Column::AccountId)
        .update_columns([Column::Audience, Column::Topics, Column::ChangedAt])
        .to_owned();
    Entity::insert(choice.into_active_model()).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}
