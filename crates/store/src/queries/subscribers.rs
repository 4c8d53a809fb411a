use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::subscriber::{ActiveModel, Column, Entity, Model};
use crate::types::{SubscriberId, SubscriberStatus, Timestamp};

/// Notes that somebody asked for newsletters with an address, and answers its row. One that is known keeps its status, unless it is confirmed by that.
pub async fn ask(db: &impl ConnectionTrait, email: &str, email_key: &str, status: SubscriberStatus, now: Timestamp) -> StoreResult<Model> {
    let row = ActiveModel {
        email: Set(email.to_owned()),
        email_key: Set(email_key.to_owned()),
        status: Set(status),
        requested_at: Set(now),
        confirmed_at: Set((status == SubscriberStatus::Confirmed).then_some(now)),
        created_at: Set(now),
        ..Default::default()
    };
    let newly = "subscriber.status <> 'confirmed' AND excluded.status = 'confirmed'";
    let if_newly = |column: &str| Expr::cust(format!("CASE WHEN {newly} THEN excluded.{column} ELSE subscriber.{column} END"));
    let known = OnConflict::column(Column::EmailKey)
        .update_column(Column::RequestedAt)
        .value(Column::ConfirmedAt, if_newly("confirmed_at"))
        .value(Column::Status, if_newly("status"))
        .to_owned();
    Ok(Entity::insert(row).on_conflict(known).exec_with_returning(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// Notes that its owner wants newsletters.
pub async fn confirm(db: &impl ConnectionTrait, id: SubscriberId, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { status: Set(SubscriberStatus::Confirmed), confirmed_at: Set(Some(now)), ..Default::default() };
    let not_yet = Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.ne(SubscriberStatus::Confirmed));
    not_yet.exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` addresses that nobody confirmed since `before`; says how many.
pub async fn delete_unconfirmed(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::Id).filter(Column::Status.eq(SubscriberStatus::Pending)).filter(Column::RequestedAt.lt(before));
    let old = old.order_by_asc(Column::RequestedAt).limit(limit).into_query();
    // Asked again here: somebody may confirm or ask anew meanwhile.
    let still = Entity::delete_many().filter(Column::Status.eq(SubscriberStatus::Pending)).filter(Column::RequestedAt.lt(before));
    Ok(still.filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
