use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use crate::StoreResult;
use crate::entities::account;
use crate::entities::session::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, SessionKind, Timestamp};

pub async fn insert(db: &impl ConnectionTrait, session: ActiveModel) -> StoreResult<()> {
    Entity::insert(session).exec_without_returning(db).await?;
    Ok(())
}

/// A session that lives at `now`, and its account as it is now.
pub async fn live(db: &impl ConnectionTrait, id: &str, now: Timestamp) -> StoreResult<Option<(Model, account::Model)>> {
    let Some(session) = Entity::find_by_id(id).filter(Column::RevokedAt.is_null()).filter(Column::ExpiresAt.gt(now)).one(db).await? else {
        return Ok(None);
    };
    let account = account::Entity::find_by_id(session.account_id).one(db).await?;
    Ok(account.map(|account| (session, account)))
}

/// The live session whose current or previous cookie has this hash.
pub async fn by_refresh_hash(db: &impl ConnectionTrait, kind: SessionKind, hash: &str, now: Timestamp) -> StoreResult<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::Kind.eq(kind))
        .filter(Condition::any().add(Column::RefreshHash.eq(hash)).add(Column::PreviousHash.eq(hash)))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .one(db)
        .await?)
}

/// Exchanges the cookie, only where it is still `expected`.
pub async fn rotate(db: &impl ConnectionTrait, id: &str, expected: &str, next: &str, expires_at: Timestamp, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        refresh_hash: Set(next.to_owned()),
        previous_hash: Set(Some(expected.to_owned())),
        rotated_at: Set(now),
        expires_at: Set(expires_at),
        ..Default::default()
    };
    let outcome = Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::RefreshHash.eq(expected)).exec(db).await?;
    Ok(outcome.rows_affected == 1)
}

pub async fn revoke(db: &impl ConnectionTrait, id: &str, now: Timestamp) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::Id.eq(id)), now).await
}

pub async fn revoke_of_account(db: &impl ConnectionTrait, account: AccountId, now: Timestamp) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::AccountId.eq(account)), now).await
}

async fn revoke_where(db: &impl ConnectionTrait, condition: Condition, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { revoked_at: Set(Some(now)), ..Default::default() };
    Entity::update_many().set(set).filter(condition).filter(Column::RevokedAt.is_null()).exec(db).await?;
    Ok(())
}

/// Up to `limit` sessions that expired or were revoked before `before`. No session lives again, so they may be deleted later.
pub async fn ended_before(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<Vec<String>> {
    let ended = Condition::any().add(Column::ExpiresAt.lt(before)).add(Column::RevokedAt.lt(before));
    Ok(Entity::find().select_only().column(Column::Id).filter(ended).limit(limit).into_tuple().all(db).await?)
}

/// Says how many there were.
pub async fn delete(db: &impl ConnectionTrait, ids: &[String]) -> StoreResult<u64> {
    Ok(Entity::delete_many().filter(Column::Id.is_in(ids)).exec(db).await?.rows_affected)
}
