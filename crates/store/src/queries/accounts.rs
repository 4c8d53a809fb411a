use sea_orm::sea_query::LockType;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::entities::account::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, Role};
use crate::{StoreResult, Transaction};

pub async fn get(db: &impl ConnectionTrait, id: AccountId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The account, its row locked until the transaction ends, so that nobody changes its password or role meanwhile.
pub async fn lock_by_id(tx: &Transaction, id: AccountId) -> StoreResult<Option<Model>> {
    // `FOR NO KEY UPDATE`: rows that refer to the account may still be inserted.
    Ok(Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(tx).await?)
}

pub async fn by_ids(db: &impl ConnectionTrait, ids: &[AccountId]) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(db).await?)
}

pub async fn by_email_key(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await?)
}

pub async fn by_email_keys(db: &impl ConnectionTrait, email_keys: &[&str]) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.is_in(email_keys.iter().copied())).all(db).await?)
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

/// Sets columns of one account.
pub async fn update_by_id(db: &impl ConnectionTrait, id: AccountId, set: ActiveModel) -> StoreResult<()> {
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// All members of the newsroom, oldest account first.
pub async fn staff(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Role.is_in(Role::STAFF)).order_by_asc(Column::Id).all(db).await?)
}

/// Ids of all administrators, their rows locked until the transaction ends, so that the last one cannot lose the role.
pub async fn lock_admins(tx: &Transaction) -> StoreResult<Vec<AccountId>> {
    let admins = Entity::find().filter(Column::Role.eq(Role::Admin)).order_by_asc(Column::Id);
    Ok(admins.lock_exclusive().all(tx).await?.into_iter().map(|account| account.id).collect())
}

pub async fn delete(db: &impl ConnectionTrait, id: AccountId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}
