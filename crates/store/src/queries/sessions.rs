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

/// A session that lives at `now`, and its account as it is now.
pub async fn live(db: &impl ConnectionTrait, id: &str, now: Timestamp) -> StoreResult<Option<(Model, account::Model)>> {
    let Some(session) =
        Entity::find_by_id(id).filter(Column::RevokedAt.is_null()).filter(Column::ExpiresAt.gt(now)).one(db).await?
    else {
        return Ok(None);
    };
    let account = account::Entity::find_by_id(session.account_id).one(db).await?;
    Ok(account.map(|account| (session, account)))
}

/// A session of this kind that lives at `now`.
pub async fn live_of_kind(
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

/// The live session whose current or previous cookie has this hash.
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

/// Exchanges the cookie `shown` for the next one, only where the current one is still `expected`.
pub async fn rotate(
    db: &impl ConnectionTrait,
    id: &str,
    expected: &str,
    shown: &str,
    next: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let set = ActiveModel {
        refresh_hash: Set(next.to_owned()),
        previous_hash: Set(Some(shown.to_owned())),
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
pub async fn of_account(
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

/// When each of these accounts was last used, by any of its sessions that are kept.
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

/// Whether one of these cookies was handed out for a session of the account, whatever became of it since.
pub async fn knows_cookie(db: &impl ConnectionTrait, account: AccountId, hashes: &[String]) -> StoreResult<bool> {
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

/// Ends a session of this account; `false` when it has none of this id.
pub async fn revoke_own(db: &impl ConnectionTrait, account: AccountId, id: &str, now: Timestamp) -> StoreResult<bool> {
    let own = Condition::all().add(Column::Id.eq(id)).add(Column::AccountId.eq(account)).add(Column::ExpiresAt.gt(now));
    Ok(revoke_where(db, own, now).await? > 0)
}

pub async fn revoke_of_account(db: &impl ConnectionTrait, account: AccountId, now: Timestamp) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::AccountId.eq(account)), now).await?;
    Ok(())
}

/// Ends every session of an account but this one.
pub async fn revoke_others(
    db: &impl ConnectionTrait,
    account: AccountId,
    kept: &str,
    now: Timestamp,
) -> StoreResult<()> {
    revoke_where(db, Condition::all().add(Column::AccountId.eq(account)).add(Column::Id.ne(kept)), now).await?;
    Ok(())
}

/// Says how many there were.
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

/// Up to `limit` sessions that expired or were revoked before `before`. No session lives again, so they may be deleted
/// later.
pub async fn ended_before(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<Vec<String>> {
    let ended = Condition::any().add(Column::ExpiresAt.lt(before)).add(Column::RevokedAt.lt(before));
    Ok(Entity::find().select_only().column(Column::Id).filter(ended).limit(limit).into_tuple().all(db).await?)
}

/// Says how many there were.
pub async fn delete(db: &impl ConnectionTrait, ids: &[String]) -> StoreResult<u64> {
    Ok(Entity::delete_many().filter(Column::Id.is_in(ids)).exec(db).await?.rows_affected)
}
