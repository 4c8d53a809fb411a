use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::mailed_code::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, CodePurpose, InviteId, Timestamp};

pub async fn get(db: &impl ConnectionTrait, purpose: CodePurpose, code_hash: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(code_hash).filter(Column::Purpose.eq(purpose)).one(db).await?)
}

/// Whose a code is.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    Account(AccountId),
    Invite(InviteId),
}

/// Keeps a code that is about to be mailed. One that was to be mailed before, and was not used, gets the later end; what was used stays used.
pub async fn keep(db: &impl ConnectionTrait, purpose: CodePurpose, code_hash: &str, owner: Owner, expires_at: Timestamp, now: Timestamp) -> StoreResult<()> {
    let (account_id, invite_id) = match owner {
        Owner::Account(id) => (Some(id), None),
        Owner::Invite(id) => (None, Some(id)),
    };
    let row = ActiveModel {
        code_hash: Set(code_hash.to_owned()),
        purpose: Set(purpose),
        account_id: Set(account_id),
        invite_id: Set(invite_id),
        created_at: Set(now),
        expires_at: Set(expires_at),
        used_at: Set(None),
    };
    let known = OnConflict::column(Column::CodeHash).update_column(Column::ExpiresAt).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Uses a code up where it is still good; of several callers at once, one gets `true`.
pub async fn take(db: &impl ConnectionTrait, code_hash: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { used_at: Set(Some(now)), ..Default::default() };
    let good = Entity::update_many().set(set).filter(Column::CodeHash.eq(code_hash)).filter(Column::UsedAt.is_null()).filter(Column::ExpiresAt.gt(now));
    Ok(good.exec(db).await?.rows_affected == 1)
}

/// Uses up every other code of an account for this purpose.
pub async fn take_all(db: &impl ConnectionTrait, account: AccountId, purpose: CodePurpose, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { used_at: Set(Some(now)), ..Default::default() };
    let of_account = Entity::update_many().set(set).filter(Column::AccountId.eq(account)).filter(Column::Purpose.eq(purpose));
    of_account.filter(Column::UsedAt.is_null()).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` codes that ended before `before`; says how many.
pub async fn delete_ended(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::CodeHash).filter(Column::ExpiresAt.lt(before));
    let old = old.order_by_asc(Column::ExpiresAt).limit(limit).into_query();
    // Asked again here: a mail that is tried again moves the end of its code.
    let still = Entity::delete_many().filter(Column::ExpiresAt.lt(before));
    Ok(still.filter(Column::CodeHash.in_subquery(old)).exec(db).await?.rows_affected)
}
