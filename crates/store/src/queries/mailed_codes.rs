use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::mailed_code::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, CodePurpose, InviteId, SubscriberId, Timestamp};

pub async fn get(db: &impl ConnectionTrait, purpose: CodePurpose, code_hash: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(code_hash).filter(Column::Purpose.eq(purpose)).one(db).await?)
}

/// Owner of a code.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    Account(AccountId),
    Invite(InviteId),
    Subscriber(SubscriberId),
}

/// Inserts a code that is about to be mailed, or moves the expiry of one whose mail is retried; a used one stays used.
pub async fn upsert(
    db: &impl ConnectionTrait,
    purpose: CodePurpose,
    code_hash: &str,
    owner: Owner,
    expires_at: Timestamp,
    now: Timestamp,
) -> StoreResult<()> {
    let (account_id, invite_id, subscriber_id) = match owner {
        Owner::Account(id) => (Some(id), None, None),
        Owner::Invite(id) => (None, Some(id), None),
        Owner::Subscriber(id) => (None, None, Some(id)),
    };
    let row = ActiveModel {
        code_hash: Set(code_hash.to_owned()),
        purpose: Set(purpose),
        account_id: Set(account_id),
        invite_id: Set(invite_id),
        subscriber_id: Set(subscriber_id),
        created_at: Set(now),
        expires_at: Set(expires_at),
        used_at: Set(None),
    };
    let known = OnConflict::column(Column::CodeHash).update_column(Column::ExpiresAt).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Consumes a code that is unused and not expired (one-time code): of several concurrent callers, one gets `true`.
pub async fn consume(db: &impl ConnectionTrait, code_hash: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { used_at: Set(Some(now)), ..Default::default() };
    let valid = Entity::update_many()
        .set(set)
        .filter(Column::CodeHash.eq(code_hash))
        .filter(Column::UsedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(valid.exec(db).await?.rows_affected == 1)
}

/// Consumes all unused codes of an owner for a purpose.
pub async fn consume_all(
    db: &impl ConnectionTrait,
    owner: Owner,
    purpose: CodePurpose,
    now: Timestamp,
) -> StoreResult<()> {
    let of_owner = match owner {
        Owner::Account(id) => Column::AccountId.eq(id),
        Owner::Invite(id) => Column::InviteId.eq(id),
        Owner::Subscriber(id) => Column::SubscriberId.eq(id),
    };
    let set = ActiveModel { used_at: Set(Some(now)), ..Default::default() };
    let unused = Entity::update_many()
        .set(set)
        .filter(of_owner)
        .filter(Column::Purpose.eq(purpose))
        .filter(Column::UsedAt.is_null());
    unused.exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` codes that expired before `before`; answers how many.
pub async fn delete_ended(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::CodeHash).filter(Column::ExpiresAt.lt(before));
    let old = old.order_by_asc(Column::ExpiresAt).limit(limit).into_query();
    // Filtered again: a retried mail moves the expiry of its code.
    let delete = Entity::delete_many().filter(Column::ExpiresAt.lt(before));
    Ok(delete.filter(Column::CodeHash.in_subquery(old)).exec(db).await?.rows_affected)
}
