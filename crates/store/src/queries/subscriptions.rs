//! What addresses have paid for.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Select, Set,
};

use super::counters;
use super::mail_log::after_prefix;
use crate::entities::print_address;
use crate::entities::subscription::{ActiveModel, Column, Entity, Model};
use crate::types::{PlanCode, SubscriptionId, SubscriptionState, Timestamp};
use crate::{StoreResult, Transaction};

pub async fn get(db: &impl ConnectionTrait, id: SubscriptionId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn of_email(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await?)
}

/// The subscription of an address, its row held until the transaction ends.
pub async fn lock_by_email(tx: &Transaction, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).lock_exclusive().one(tx).await?)
}

/// The first one of an address; `None` when another transaction made it meanwhile.
pub async fn insert(tx: &Transaction, row: ActiveModel) -> StoreResult<bool> {
    let once = OnConflict::column(Column::EmailKey).do_nothing().to_owned();
    let made = Entity::insert(row).on_conflict(once).exec_without_returning(tx).await? == 1;
    if made {
        counters::add_subscriptions(tx, 1).await?;
    }
    Ok(made)
}

pub async fn update(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(row.update(db).await?)
}

/// Which subscriptions a list is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// How the address begins, in its key's spelling.
    pub email_key: String,
    pub status: Option<ListedStatus>,
    pub plan: Option<PlanCode>,
}

/// How a subscription stands at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedStatus {
    Active,
    Expired,
    Refunded,
}

/// A place in a list: what follows it is older, or in a search by address comes after it in the alphabet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub id: SubscriptionId,
    /// Empty where nobody searches.
    pub email_key: String,
}

impl Filter {
    fn select(&self, now: Timestamp) -> Select<Entity> {
        let mut condition = Condition::all();
        if !self.email_key.is_empty() {
            condition = condition.add(Column::EmailKey.gte(&self.email_key));
            if let Some(end) = after_prefix(&self.email_key) {
                condition = condition.add(Column::EmailKey.lt(end));
            }
        }
        condition = match self.status {
            None => condition,
            Some(ListedStatus::Refunded) => condition.add(Column::Status.eq(SubscriptionState::Refunded)),
            Some(ListedStatus::Active) => {
                condition.add(Column::Status.eq(SubscriptionState::Paid)).add(Column::ExpiresAt.gt(now))
            }
            Some(ListedStatus::Expired) => {
                condition.add(Column::Status.eq(SubscriptionState::Paid)).add(Column::ExpiresAt.lte(now))
            }
        };
        if let Some(plan) = self.plan {
            condition = condition.add(Column::Plan.eq(plan));
        }
        Entity::find().filter(condition)
    }
}

/// Subscriptions of a filter, newest first; those of a search by address in the order of the address. From an offset or
/// after a key.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    now: Timestamp,
    after: Option<&Key>,
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

/// Up to `limit` subscriptions above an id for which something is printed at `now`, with where it goes.
pub async fn printed(
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
pub async fn to_remind(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::NextReminderAt.lte(now))
        .order_by_asc(Column::NextReminderAt)
        .limit(limit)
        .all(db)
        .await?)
}

/// Moves the next reminder; `false` when somebody else did, or it was renewed meanwhile.
pub async fn move_reminder(db: &impl ConnectionTrait, row: &Model, to: Option<Timestamp>) -> StoreResult<bool> {
    let set = ActiveModel { next_reminder_at: Set(to), ..Default::default() };
    let still = Entity::update_many()
        .set(set)
        .filter(Column::Id.eq(row.id))
        .filter(Column::NextReminderAt.eq(row.next_reminder_at));
    Ok(still.exec(db).await?.rows_affected == 1)
}

pub async fn address(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<print_address::Model>> {
    Ok(print_address::Entity::find_by_id(email_key).one(db).await?)
}

/// Writes where the printed edition goes. One that the owner of the address or another order wrote stays, unless the
/// owner writes; `false` then.
pub async fn set_address(db: &impl ConnectionTrait, row: print_address::ActiveModel) -> StoreResult<bool> {
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

pub async fn delete_address(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<()> {
    print_address::Entity::delete_by_id(email_key).exec(db).await?;
    Ok(())
}
