use std::collections::HashMap;

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::StoreResult;
use crate::entities::account;
use crate::entities::session::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, SessionKind, Timestamp};

pub async fn insert(db: &impl ConnectionTrait, session: ActiveModel) -> StoreResult<()> {
    Entity::insert(session).exec_without_returning(db).await?;
    Ok(())
}

/// A session that is neither revoked nor expired, with its account.
pub async fn get_live(
    db: &impl ConnectionTrait,
    id: &str,
    now: Timestamp,
) -> StoreResult<Option<(Model, account::Model)>> {
    let Some(session) =
        Entity::find_by_id(id).filter(Column::RevokedAt.is_null()).filter(Column::ExpiresAt.gt(now)).one(db).await?
    else {
        return Ok(None);
    };
    let account = account::Entity::find_by_id(session.account_id).one(db).await?;
    Ok(account.map(|account| (session, account)))
}

/// A session of this kind that is neither revoked nor expired.
pub async fn get_live_of_kind(
    db: &impl ConnectionTrait,
    id: &str,
    kind: SessionKind,
    now: Timestamp,
) -> StoreResult<Option<Model>> {
    let live = Entity::find_by_id(id)
        .filter(Column::Kind.eq(kind))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(live.one(db).await?)
}

/// The live session whose current or previous refresh cookie has this hash.
pub async fn by_refresh_hash(
    db: &impl ConnectionTrait,
    kind: SessionKind,
    hash: &str,
    now: Timestamp,
) -> StoreResult<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::Kind.eq(kind))
        .filter(Condition::any().add(Column::RefreshHash.eq(hash)).add(Column::PreviousHash.eq(hash)))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .one(db)
        .await?)
}

/// Rotates the refresh cookie: `next` becomes the current hash and `presented` the previous one, where the current one
/// is still `expected` (compare-and-set); `false` where it is not.
pub async fn rotate(
    db: &impl ConnectionTrait,
    id: &str,
    expected: &str,
    presented: &str,
    next: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let set = ActiveModel {
        refresh_hash: Set(next.to_owned()),
        previous_hash: Set(Some(presented.to_owned())),
        rotated_at: Set(now),
        expires_at: Set(expires_at),
        ..Default::default()
    };
    let outcome = Entity::update_many()
        .set(set)
        .filter(Column::Id.eq(id))
        .filter(Column::RefreshHash.eq(expected))
        .exec(db)
        .await?;
    Ok(outcome.rows_affected == 1)
}

/// The live sessions of an account, last used first, at most `limit`.
pub async fn list_live(
    db: &impl ConnectionTrait,
    account: AccountId,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let live = Entity::find()
        .filter(Column::AccountId.eq(account))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(live.order_by_desc(Column::RotatedAt).order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// When each of these accounts was last used, by any of its stored sessions.
pub async fn last_used(
    db: &impl ConnectionTrait,
    accounts: &[AccountId],
) -> StoreResult<HashMap<AccountId, Timestamp>> {
    let rows = Entity::find()
        .select_only()
        .column(Column::AccountId)
        .column_as(Column::RotatedAt.max(), "last")
        .filter(Column::AccountId.is_in(accounts.iter().copied()));
    Ok(rows.group_by(Column::AccountId).into_tuple::<(AccountId, Timestamp)>().all(db).await?.into_iter().collect())
}

/// Whether one of these refresh cookies was issued for a session of the account, ended sessions included.
pub async fn has_issued_cookie(db: &impl ConnectionTrait, account: AccountId, hashes: &[String]) -> StoreResult<bool> {
    let cookie = Condition::any().add(Column::RefreshHash.is_in(hashes)).add(Column::PreviousHash.is_in(hashes));
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::AccountId.eq(account))
        .filter(cookie)
        .into_tuple::<String>()
        .one(db)
        .await?
        .is_some())
}

pub async fn revoke(db: &impl ConnectionTrait, id: &str, now: Timestamp) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::Id.eq(id)), now).await?;
    Ok(())
}

/// Revokes a session of this account; `false` where the account has no live session with this id.
pub async fn revoke_own(db: &impl ConnectionTrait, account: AccountId, id: &str, now: Timestamp) -> StoreResult<bool> {
    let own = Condition::all().add(Column::Id.eq(id)).add(Column::AccountId.eq(account)).add(Column::ExpiresAt.gt(now));
    Ok(revoke_where(db, own, now).await? > 0)
}

/// Revokes every session of an account.
pub async fn revoke_by_account(db: &impl ConnectionTrait, account: AccountId, now: Timestamp) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::AccountId.eq(account)), now).await?;
    Ok(())
}

/// Revokes every session of an account but `current`.
pub async fn revoke_others(
    db: &impl ConnectionTrait,
    account: AccountId,
    current: &str,
    now: Timestamp,
) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::AccountId.eq(account)).add(Column::Id.ne(current)), now).await?;
    Ok(())
}

/// Answers how many sessions were revoked.
async fn revoke_where(db: &impl ConnectionTrait, condition: Condition, now: Timestamp) -> StoreResult<u64> {
    let set = ActiveModel { revoked_at: Set(Some(now)), ..Default::default() };
    Ok(Entity::update_many()
        .set(set)
        .filter(condition)
        .filter(Column::RevokedAt.is_null())
        .exec(db)
        .await?
        .rows_affected)
}

/// Ids of up to `limit` sessions that expired or were revoked before `before`. An ended session never becomes live
/// again, so they may be deleted later.
pub async fn list_ended(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<Vec<String>> {
    let ended = Condition::any().add(Column::ExpiresAt.lt(before)).add(Column::RevokedAt.lt(before));
    Ok(Entity::find().select_only().column(Column::Id).filter(ended).limit(limit).into_tuple().all(db).await?)
}

/// Deletes sessions; answers how many.
pub async fn delete(db: &impl ConnectionTrait, ids: &[String]) -> StoreResult<u64> {
    Ok(Entity::delete_many().filter(Column::Id.is_in(ids)).exec(db).await?.rows_affected)
}
