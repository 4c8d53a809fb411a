use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::StoreResult;
use crate::entities::account::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, Role};

pub async fn get(db: &impl ConnectionTrait, id: AccountId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_email_key(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await?)
}

pub async fn has_admin(db: &impl ConnectionTrait) -> StoreResult<bool> {
    Ok(Entity::find().filter(Column::Role.eq(Role::Admin)).count(db).await? > 0)
}

pub async fn insert(db: &impl ConnectionTrait, account: ActiveModel) -> StoreResult<Model> {
    Ok(account.insert(db).await?)
}

pub async fn update(db: &impl ConnectionTrait, account: ActiveModel) -> StoreResult<Model> {
    Ok(account.update(db).await?)
}
