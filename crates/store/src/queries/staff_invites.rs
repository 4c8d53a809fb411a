use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Set,
};

use crate::StoreResult;
use crate::entities::staff_invite::{ActiveModel, Column, Entity, Model};
use crate::queries::accounts;
use crate::types::{InviteId, Role, Timestamp};

pub async fn get(db: &impl ConnectionTrait, id: InviteId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// Invites that may still be accepted, newest first.
pub async fn list_open(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(is_open(now)).order_by_desc(Column::Id).all(db).await?)
}

/// Whether an invite is open, and who made it is an administrator still.
pub async fn can_be_accepted(db: &impl ConnectionTrait, invite: &Model, now: Timestamp) -> StoreResult<bool> {
    if invite.accepted_at.is_some() || invite.expires_at <= now {
        return Ok(false);
    }
    let Some(inviter) = invite.account_id else { return Ok(true) };
    Ok(accounts::get(db, inviter).await?.is_some_and(|account| account.role == Role::Admin))
}

pub async fn insert(db: &impl ConnectionTrait, invite: ActiveModel) -> StoreResult<Model> {
    Ok(invite.insert(db).await?)
}

/// Withdraws an open invite; `false` where it is not open.
pub async fn withdraw(db: &impl ConnectionTrait, id: InviteId, now: Timestamp) -> StoreResult<bool> {
    end(db, Condition::all().add(Column::Id.eq(id)), now).await
}

/// Withdraws every open invite of an address.
pub async fn withdraw_by_email_key(db: &impl ConnectionTrait, email_key: &str, now: Timestamp) -> StoreResult<()> {
    end(db, Condition::all().add(Column::EmailKey.eq(email_key)), now).await?;
    Ok(())
}

async fn end(db: &impl ConnectionTrait, which: Condition, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { expires_at: Set(now), ..Default::default() };
    Ok(Entity::update_many().set(set).filter(which).filter(is_open(now)).exec(db).await?.rows_affected > 0)
}

/// Marks an open invite accepted (compare-and-set): of several concurrent callers, one gets `true`.
pub async fn accept(db: &impl ConnectionTrait, id: InviteId, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { accepted_at: Set(Some(now)), ..Default::default() };
    Ok(Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(is_open(now)).exec(db).await?.rows_affected == 1)
}

/// Deletes up to `limit` invites that expired before `before`, with their codes; answers how many.
pub async fn delete_ended(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::Id).filter(Column::ExpiresAt.lt(before));
    let old = old.order_by_asc(Column::ExpiresAt).limit(limit).into_query();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}

fn is_open(now: Timestamp) -> Condition {
    Condition::all().add(Column::AcceptedAt.is_null()).add(Column::ExpiresAt.gt(now))
}
