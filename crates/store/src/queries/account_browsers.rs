use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::account_browser::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, Timestamp};

pub async fn get(db: &impl ConnectionTrait, account: AccountId, browser_hash: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id((account, browser_hash.to_owned())).one(db).await?)
}

/// Whether any sign-in to the account is recorded.
pub async fn has_any(db: &impl ConnectionTrait, account: AccountId) -> StoreResult<bool> {
    Ok(Entity::find().filter(Column::AccountId.eq(account)).limit(1).one(db).await?.is_some())
}

/// Whether the account's owner was mailed about a new browser after `since`.
pub async fn notified_since(db: &impl ConnectionTrait, account: AccountId, since: Timestamp) -> StoreResult<bool> {
    Ok(Entity::find()
        .filter(Column::AccountId.eq(account))
        .filter(Column::NotifiedAt.gt(since))
        .limit(1)
        .one(db)
        .await?
        .is_some())
}

/// Records a sign-in from a browser. Where the browser is known, only the time of its last sign-in changes.
pub async fn upsert_sign_in(
    db: &impl ConnectionTrait,
    account: AccountId,
    browser_hash: &str,
    notified_at: Option<Timestamp>,
    now: Timestamp,
) -> StoreResult<()> {
    let row = ActiveModel {
        account_id: Set(account),
        browser_hash: Set(browser_hash.to_owned()),
        last_sign_in_at: Set(now),
        notified_at: Set(notified_at),
    };
    let known =
        OnConflict::columns([Column::AccountId, Column::BrowserHash]).update_column(Column::LastSignInAt).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

pub async fn delete_by_account(db: &impl ConnectionTrait, account: AccountId) -> StoreResult<()> {
    Entity::delete_many().filter(Column::AccountId.eq(account)).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` browsers that were last used before `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::BrowserHash).filter(Column::LastSignInAt.lt(before));
    let old = old.order_by_asc(Column::LastSignInAt).limit(limit).into_query();
    // Filtered again: the browser may be used between the subquery and the delete.
    let delete = Entity::delete_many().filter(Column::LastSignInAt.lt(before));
    Ok(delete.filter(Column::BrowserHash.in_subquery(old)).exec(db).await?.rows_affected)
}
