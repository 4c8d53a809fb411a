//! Rows by e-mail address that an earlier version wrote otherwise, and how each is written anew.

use sea_orm::sea_query::{Expr, OnConflict, SimpleExpr};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use super::counters;
use crate::StoreResult;
use crate::Transaction;
use crate::entities::{
    account, delivery, earlier_address, paid_order, print_address, staff_invite, subscriber, subscription, suppression,
};
use crate::types::{AccountId, InviteId, OrderId, SubscriberId, SubscriptionId};

/// Whether a column holds letters beyond ASCII, visible or not.
fn is_beyond_ascii(column: &str) -> SimpleExpr {
    Expr::cust(format!("length({column}) <> octet_length({column})"))
}

pub async fn accounts(db: &impl ConnectionTrait) -> StoreResult<Vec<account::Model>> {
    Ok(account::Entity::find().filter(is_beyond_ascii("email")).order_by_asc(account::Column::Id).all(db).await?)
}

/// `false` where another account has the address.
pub async fn set_account(db: &impl ConnectionTrait, id: AccountId, email: &str, key: &str) -> StoreResult<bool> {
    let other = account::Entity::find().filter(account::Column::EmailKey.eq(key)).filter(account::Column::Id.ne(id));
    if other.one(db).await?.is_some() {
        return Ok(false);
    }
    let set =
        account::ActiveModel { email: Set(email.to_owned()), email_key: Set(key.to_owned()), ..Default::default() };
    account::Entity::update_many().set(set).filter(account::Column::Id.eq(id)).exec(db).await?;
    Ok(true)
}

pub async fn invites(db: &impl ConnectionTrait) -> StoreResult<Vec<staff_invite::Model>> {
    Ok(staff_invite::Entity::find().filter(is_beyond_ascii("email")).all(db).await?)
}

pub async fn set_invite(db: &impl ConnectionTrait, id: InviteId, email: &str, key: &str) -> StoreResult<()> {
    let set = staff_invite::ActiveModel {
        email: Set(email.to_owned()),
        email_key: Set(key.to_owned()),
        ..Default::default()
    };
    staff_invite::Entity::update_many().set(set).filter(staff_invite::Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

pub async fn orders(db: &impl ConnectionTrait) -> StoreResult<Vec<paid_order::Model>> {
    Ok(paid_order::Entity::find().filter(is_beyond_ascii("email")).order_by_asc(paid_order::Column::Id).all(db).await?)
}

pub async fn set_order(db: &impl ConnectionTrait, id: OrderId, email: &str, key: &str) -> StoreResult<()> {
    let set =
        paid_order::ActiveModel { email: Set(email.to_owned()), email_key: Set(key.to_owned()), ..Default::default() };
    paid_order::Entity::update_many().set(set).filter(paid_order::Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

pub async fn subscriptions(db: &impl ConnectionTrait) -> StoreResult<Vec<subscription::Model>> {
    let found = subscription::Entity::find().filter(is_beyond_ascii("email"));
    Ok(found.order_by_asc(subscription::Column::Id).all(db).await?)
}

/// Writes the address of a subscription anew; where another subscription has it, that one keeps it and this one is
/// deleted: both are derived from the orders.
pub async fn set_subscription(tx: &Transaction, id: SubscriptionId, email: &str, key: &str) -> StoreResult<()> {
    use subscription::{Column, Entity};
    let other = Entity::find().filter(Column::EmailKey.eq(key)).filter(Column::Id.ne(id)).one(tx).await?;
    if other.is_some() {
        Entity::delete_by_id(id).exec(tx).await?;
        return counters::add_subscriptions(tx, -1).await;
    }
    let set = subscription::ActiveModel {
        email: Set(email.to_owned()),
        email_key: Set(key.to_owned()),
        ..Default::default()
    };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(tx).await?;
    Ok(())
}

/// Normalized addresses of the printed edition and of the suppression list, which hold no address as it was typed.
pub async fn bare_keys(db: &impl ConnectionTrait) -> StoreResult<Vec<String>> {
    let printed = print_address::Entity::find().filter(is_beyond_ascii("email_key")).all(db).await?;
    let suppressed = suppression::Entity::find().filter(is_beyond_ascii("email_key")).all(db).await?;
    let keys = printed.into_iter().map(|row| row.email_key).chain(suppressed.into_iter().map(|row| row.email_key));
    Ok(keys.collect())
}

/// Moves the postal address and the suppression of one key to another, where that has none.
pub async fn set_bare_key(db: &impl ConnectionTrait, from: &str, to: &str) -> StoreResult<()> {
    if let Some(row) = print_address::Entity::find_by_id(from).one(db).await? {
        print_address::Entity::delete_by_id(from).exec(db).await?;
        let moved: print_address::ActiveModel = print_address::Model { email_key: to.to_owned(), ..row }.into();
        let known = OnConflict::column(print_address::Column::EmailKey).do_nothing().to_owned();
        print_address::Entity::insert(moved.reset_all()).on_conflict(known).exec_without_returning(db).await?;
    }
    if let Some(row) = suppression::Entity::find_by_id(from).one(db).await? {
        suppression::Entity::delete_by_id(from).exec(db).await?;
        super::suppressions::add(db, to, &row.why, row.at).await?;
    }
    Ok(())
}

pub async fn subscribers(db: &impl ConnectionTrait) -> StoreResult<Vec<subscriber::Model>> {
    let found = subscriber::Entity::find().filter(is_beyond_ascii("email"));
    Ok(found.order_by_asc(subscriber::Column::Id).all(db).await?)
}

/// Notes what the links of a subscriber were signed with, and whom they lead to.
pub async fn insert_earlier(db: &impl ConnectionTrait, row: &subscriber::Model, to: SubscriberId) -> StoreResult<()> {
    use earlier_address::{ActiveModel, Column, Entity};
    let earlier = ActiveModel { id: Set(row.id), email_key: Set(row.email_key.clone()), subscriber_id: Set(to) };
    let known = OnConflict::column(Column::Id).do_nothing().to_owned();
    Entity::insert(earlier).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

pub async fn earlier(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<Option<earlier_address::Model>> {
    Ok(earlier_address::Entity::find_by_id(id).one(db).await?)
}

/// Writes a subscriber whole.
pub async fn set_subscriber(db: &impl ConnectionTrait, row: subscriber::Model) -> StoreResult<()> {
    let id = row.id;
    let set = subscriber::ActiveModel { id: sea_orm::NotSet, ..subscriber::ActiveModel::from(row).reset_all() };
    subscriber::Entity::update_many().set(set).filter(subscriber::Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Deletes a subscriber that became one with another, who gets no mail twice: what is not sent yet is not sent.
pub async fn delete_merged(db: &impl ConnectionTrait, id: SubscriberId, into: SubscriberId) -> StoreResult<()> {
    // What led to the one leads to the other.
    let set = earlier_address::ActiveModel { subscriber_id: Set(into), ..Default::default() };
    let led = earlier_address::Entity::update_many().set(set);
    led.filter(earlier_address::Column::SubscriberId.eq(id)).exec(db).await?;
    let waiting = delivery::Entity::delete_many().filter(delivery::Column::SubscriberId.eq(id));
    waiting.filter(delivery::Column::Status.eq(crate::types::DeliveryStatus::Queued)).exec(db).await?;
    subscriber::Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}
