use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::StoreResult;
use crate::entities::subscriber::{ActiveModel, Column, Entity};
use crate::types::{SubscriberStatus, Timestamp};

/// Notes that somebody asked for newsletters with an address. One that is confirmed stays so; any other takes the status asked for.
pub async fn ask(db: &impl ConnectionTrait, email: &str, email_key: &str, status: SubscriberStatus, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel {
        email: Set(email.to_owned()),
        email_key: Set(email_key.to_owned()),
        status: Set(status),
        requested_at: Set(now),
        confirmed_at: Set((status == SubscriberStatus::Confirmed).then_some(now)),
        created_at: Set(now),
        ..Default::default()
    };
    let unless_confirmed = |column: &str| Expr::cust(format!("CASE WHEN subscriber.status = 'confirmed' THEN subscriber.{column} ELSE excluded.{column} END"));
    let known = OnConflict::column(Column::EmailKey)
        .update_column(Column::RequestedAt)
        .value(Column::ConfirmedAt, unless_confirmed("confirmed_at"))
        .value(Column::Status, unless_confirmed("status"))
        .to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
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
