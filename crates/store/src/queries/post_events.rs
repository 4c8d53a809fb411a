//! What members of the newsroom are mailed about.

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Set};

use crate::entities::post_event::{ActiveModel, Column, Entity, Model};
use crate::types::{AccountId, Timestamp};
use crate::{StoreResult, Transaction};

pub async fn insert(tx: &Transaction, row: ActiveModel) -> StoreResult<()> {
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Whether something waits for a mail to this account.
pub async fn has_waiting(tx: &Transaction, account: AccountId) -> StoreResult<bool> {
    let waiting = Entity::find().filter(Column::AccountId.eq(account)).filter(Column::MailId.is_null());
    Ok(waiting.count(tx).await? > 0)
}

/// Puts all that waits for this account into one mail.
pub async fn assign_mail(tx: &Transaction, account: AccountId, mail_id: &str) -> StoreResult<()> {
    let set = ActiveModel { mail_id: Set(Some(mail_id.to_owned())), ..Default::default() };
    let waiting = Entity::update_many().set(set).filter(Column::AccountId.eq(account));
    waiting.filter(Column::MailId.is_null()).exec(tx).await?;
    Ok(())
}

/// What is in a mail, oldest first.
pub async fn by_mail(db: &impl ConnectionTrait, account: AccountId, mail_id: &str) -> StoreResult<Vec<Model>> {
    let of_mail = Entity::find().filter(Column::AccountId.eq(account)).filter(Column::MailId.eq(mail_id));
    Ok(of_mail.order_by_asc(Column::Id).all(db).await?)
}

/// Deletes up to `limit` events that are older than `before`.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old =
        Query::select().column(Column::Id).from(Entity).and_where(Column::CreatedAt.lt(before)).limit(limit).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
