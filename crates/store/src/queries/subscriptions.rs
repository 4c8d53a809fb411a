//! Subscriptions of email addresses, and the postal addresses of the printed edition.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Select, Set,
};

use super::counters;
use super::mail_log::prefix_upper_bound;
use crate::entities::print_address;
use crate::entities::subscription::{ActiveModel, Column, Entity, Model};
use crate::types::{PlanCode, SubscriptionId, SubscriptionState, Timestamp};
use crate::{StoreResult, Transaction};

pub async fn get(db: &impl ConnectionTrait, id: SubscriptionId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_email_key(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await?)
}

/// The subscription of an address, its row locked until the transaction ends.
pub async fn lock_by_email_key(tx: &Transaction, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).lock_exclusive().one(tx).await?)
}

/// Inserts the subscription of an address; `false` where another transaction inserted it meanwhile.
pub async fn insert(tx: &Transaction, row: ActiveModel) -> StoreResult<bool> {
    let once = OnConflict::column(Column::EmailKey).do_nothing().to_owned();
    let is_inserted = Entity::insert(row).on_conflict(once).exec_without_returning(tx).await? == 1;
    if is_inserted {
        counters::add_subscriptions(tx, 1).await?;
    }
    Ok(is_inserted)
}

pub async fn update(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.update(db).await?)
}

/// Filter of the list of subscriptions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Prefix of the address, normalized as `email_key` is; empty for all.
    pub email_key: String,
    pub status: Option<StatusFilter>,
    pub plan: Option<PlanCode>,
}

/// Status of a subscription at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusFilter {
    Active,
    Expired,
    Refunded,
}

/// Cursor of the list: rows after it are older, or in a search by address follow in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionCursor {
    pub id: SubscriptionId,
    /// Empty without a search by address.
    pub email_key: String,
}

impl Filter {
    fn select(&self, now: Timestamp) -> Select<Entity> {
        let mut condition = Condition::all();
        if !self.email_key.is_empty() {
            condition = condition.add(Column::EmailKey.gte(&self.email_key));
            if let Some(end) = prefix_upper_bound(&self.email_key) {
                condition = condition.add(Column::EmailKey.lt(end));
            }
        }
        condition = match self.status {
            None => condition,
            Some(StatusFilter::Refunded) => condition.add(Column::Status.eq(SubscriptionState::Refunded)),
            Some(StatusFilter::Active) => {
                condition.add(Column::Status.eq(SubscriptionState::Paid)).add(Column::ExpiresAt.gt(now))
            }
            Some(StatusFilter::Expired) => {
                condition.add(Column::Status.eq(SubscriptionState::Paid)).add(Column::ExpiresAt.lte(now))
            }
        };
        if let Some(plan) = self.plan {
            condition = condition.add(Column::Plan.eq(plan));
        }
        Entity::find().filter(condition)
    }
}

/// Subscriptions of a filter, newest first; in a search by address by address. From an offset or after a cursor.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    now: Timestamp,
    after: Option<&SubscriptionCursor>,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let mut select = filter.select(now);
    if !filter.email_key.is_empty() {
        if let Some(key) = after {
            select = select.filter(Column::EmailKey.gt(&key.email_key));
        }
        select = select.order_by_asc(Column::EmailKey);
    } else {
        if let Some(key) = after {
            select = select.filter(Column::Id.lt(key.id));
        }
        select = select.order_by_desc(Column::Id);
    }
    Ok(select.offset(offset).limit(limit).all(db).await?)
}

/// Up to `limit` subscriptions with ids above `after` that include the printed edition at `now`, by id, with their
/// postal addresses.
pub async fn list_print(
    db: &impl ConnectionTrait,
    now: Timestamp,
    after: SubscriptionId,
    limit: u64,
) -> StoreResult<Vec<(Model, Option<print_address::Model>)>> {
    let rows = Entity::find()
        .filter(Column::PrintUntil.gt(now))
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    let keys: Vec<&str> = rows.iter().map(|row| row.email_key.as_str()).collect();
    let found = print_address::Entity::find().filter(print_address::Column::EmailKey.is_in(keys)).all(db).await?;
    let mut found: std::collections::HashMap<String, print_address::Model> =
        found.into_iter().map(|row| (row.email_key.clone(), row)).collect();
    Ok(rows.into_iter().map(|row| (found.remove(&row.email_key), row)).map(|(address, row)| (row, address)).collect())
}

/// Subscriptions whose reminder is due, longest due first.
pub async fn due_reminders(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::NextReminderAt.lte(now))
        .order_by_asc(Column::NextReminderAt)
        .limit(limit)
        .all(db)
        .await?)
}

/// Moves the next reminder (compare-and-set); `false` where somebody else did, or the subscription was renewed
/// meanwhile.
pub async fn reschedule_reminder(db: &impl ConnectionTrait, row: &Model, to: Option<Timestamp>) -> StoreResult<bool> {
    let set = ActiveModel { next_reminder_at: Set(to), ..Default::default() };
    let update = Entity::update_many()
        .set(set)
        .filter(Column::Id.eq(row.id))
        .filter(Column::NextReminderAt.eq(row.next_reminder_at));
    Ok(update.exec(db).await?.rows_affected == 1)
}

pub async fn get_print_address(
    db: &impl ConnectionTrait,
    email_key: &str,
) -> StoreResult<Option<print_address::Model>> {
    Ok(print_address::Entity::find_by_id(email_key).one(db).await?)
}

/// Inserts or updates the postal address of the printed edition. One that comes with an order replaces only one of the
/// same order, one without an order (written by the subscriber) replaces any; `false` where nothing was written.
pub async fn upsert_print_address(db: &impl ConnectionTrait, row: print_address::ActiveModel) -> StoreResult<bool> {
    use print_address::Column;
    let order = row.order_id.clone().take().flatten();
    let mut known = OnConflict::column(Column::EmailKey);
    let columns = [
        Column::OrderId,
        Column::Name,
        Column::Line1,
        Column::Line2,
        Column::City,
        Column::Postcode,
        Column::Country,
        Column::Phone,
        Column::ChangedAt,
    ];
    known.update_columns(columns);
    if order.is_some() {
        known.action_and_where(sea_orm::sea_query::Expr::cust("print_address.order_id = excluded.order_id"));
    }
    Ok(print_address::Entity::insert(row).on_conflict(known).exec_without_returning(db).await? == 1)
}

pub async fn delete_print_address(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<()> {
    print_address::Entity::delete_by_id(email_key).exec(db).await?;
    Ok(())
}
