use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::entities::account_identity::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, SocialProvider, Timestamp};
use crate::{StoreResult, Transaction};

/// The identity, its row locked until the transaction ends, so that nobody removes it from its account meanwhile.
pub async fn lock_by_subject(tx: &Transaction, provider: SocialProvider, subject: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id((provider, subject.to_owned())).lock_exclusive().one(tx).await?)
}

pub async fn insert(
    db: &impl ConnectionTrait,
    provider: SocialProvider,
    subject: &str,
    account: AccountId,
    now: Timestamp,
) -> StoreResult<()> {
    let row = ActiveModel {
        provider: Set(provider),
        subject: Set(subject.to_owned()),
        account_id: Set(account),
        created_at: Set(now),
    };
    row.insert(db).await?;
    Ok(())
}

/// Social providers that are linked to an account, without duplicates.
pub async fn list_providers(db: &impl ConnectionTrait, account: AccountId) -> StoreResult<Vec<SocialProvider>> {
    let providers =
        Entity::find().select_only().column(Column::Provider).distinct().filter(Column::AccountId.eq(account));
    Ok(providers.order_by_asc(Column::Provider).into_tuple().all(db).await?)
}

pub async fn delete_by_account(db: &impl ConnectionTrait, account: AccountId) -> StoreResult<()> {
    Entity::delete_many().filter(Column::AccountId.eq(account)).exec(db).await?;
    Ok(())
}
