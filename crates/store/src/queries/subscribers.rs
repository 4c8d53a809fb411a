use std::collections::HashMap;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set,
};

use crate::StoreResult;
use crate::entities::subscriber::{ActiveModel, Column, Entity, Model};
use crate::entities::{subscriber_topic, suppression};
use crate::queries::mail_log::prefix_upper_bound;
use crate::queries::suppressions;
use crate::types::{IssueId, SubscriberId, SubscriberStatus, Timestamp};

/// Records a sign-up for newsletters with an address, and answers its row (upsert). A known address keeps its status,
/// unless `status` confirms it.
pub async fn upsert_request(
    db: &impl ConnectionTrait,
    email: &str,
    email_key: &str,
    status: SubscriberStatus,
    now: Timestamp,
) -> StoreResult<Model> {
    let row = ActiveModel {
        email: Set(email.to_owned()),
        email_key: Set(email_key.to_owned()),
        name: Set(String::new()),
        status: Set(status),
        requested_at: Set(now),
        confirmed_at: Set((status == SubscriberStatus::Confirmed).then_some(now)),
        created_at: Set(now),
        ..Default::default()
    };
    let newly = "subscriber.status <> 'confirmed' AND excluded.status = 'confirmed'";
    let if_newly =
        |column: &str| Expr::cust(format!("CASE WHEN {newly} THEN excluded.{column} ELSE subscriber.{column} END"));
    let known = OnConflict::column(Column::EmailKey)
        .update_column(Column::RequestedAt)
        .value(Column::ConfirmedAt, if_newly("confirmed_at"))
        .value(Column::Status, if_newly("status"))
        .value(Column::LeftAt, Expr::cust(format!("CASE WHEN {newly} THEN NULL ELSE subscriber.left_at END")))
        .to_owned();
    Ok(Entity::insert(row).on_conflict(known).exec_with_returning(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_email_key(db: &impl ConnectionTrait, email_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await?)
}

/// Inserts an address; `None` where it is known.
pub async fn insert_if_absent(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Option<SubscriberId>> {
    let email_key = row.email_key.clone().take().unwrap_or_default();
    let unless_known = OnConflict::column(Column::EmailKey).do_nothing().to_owned();
    match Entity::insert(row).on_conflict(unless_known).exec_without_returning(db).await? {
        0 => Ok(None),
        _ => Ok(by_email_key(db, &email_key).await?.map(|new| new.id)),
    }
}

/// Confirms a pending address as of `at`; `false` where it is not pending.
pub async fn confirm_pending(db: &impl ConnectionTrait, id: SubscriberId, at: Timestamp) -> StoreResult<bool> {
    let set =
        ActiveModel { status: Set(SubscriberStatus::Confirmed), confirmed_at: Set(Some(at)), ..Default::default() };
    let pending =
        Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.eq(SubscriberStatus::Pending));
    Ok(pending.exec(db).await?.rows_affected == 1)
}

/// Up to `limit` subscribers with ids above `after`, by id, with their topics in alphabetical order.
pub async fn list(
    db: &impl ConnectionTrait,
    after: SubscriberId,
    limit: u64,
) -> StoreResult<Vec<(Model, Vec<String>)>> {
    let rows = Entity::find().filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let of_these =
        subscriber_topic::Entity::find().filter(subscriber_topic::Column::SubscriberId.between(first.id, last.id));
    let mut chosen: HashMap<SubscriberId, Vec<String>> = HashMap::new();
    for row in of_these.all(db).await? {
        chosen.entry(row.subscriber_id).or_default().push(row.topic);
    }
    let with_topics = |row: Model| {
        let mut topics = chosen.remove(&row.id).unwrap_or_default();
        topics.sort_unstable();
        (row, topics)
    };
    Ok(rows.into_iter().map(with_topics).collect())
}

/// Filter of the list of subscribers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Prefix of the address, normalized as `email_key` is; empty for all.
    pub email_key: String,
    pub status: Option<SubscriberStatus>,
}

/// Cursor of the list: rows after it are older, or in a search by address follow in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriberCursor {
    pub id: SubscriberId,
    /// Empty without a search by address.
    pub email_key: String,
}

/// Subscribers of a filter with the suppressions of their addresses, newest first; in a search by address by address.
pub async fn page(
    db: &impl ConnectionTrait,
    filter: &Filter,
    after: Option<&SubscriberCursor>,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<(Model, Option<suppression::Model>)>> {
    let mut select = Entity::find();
    if let Some(status) = filter.status {
        select = select.filter(Column::Status.eq(status));
    }
    if filter.email_key.is_empty() {
        if let Some(key) = after {
            select = select.filter(Column::Id.lt(key.id));
        }
        select = select.order_by_desc(Column::Id);
    } else {
        select = select.filter(Column::EmailKey.gte(&filter.email_key));
        if let Some(end) = prefix_upper_bound(&filter.email_key) {
            select = select.filter(Column::EmailKey.lt(end));
        }
        if let Some(key) = after {
            select = select.filter(Column::EmailKey.gt(&key.email_key));
        }
        select = select.order_by_asc(Column::EmailKey);
    }
    let rows = select.offset(offset).limit(limit).all(db).await?;
    let mut suppressed = suppressions::of(db, rows.iter().map(|row| row.email_key.clone())).await?;
    Ok(rows.into_iter().map(|row| (suppressed.remove(&row.email_key), row)).map(|(why, row)| (row, why)).collect())
}

pub async fn count(db: &impl ConnectionTrait) -> StoreResult<u64> {
    Ok(Entity::find().count(db).await?)
}

/// Ends the bounce of a subscriber: who had confirmed is subscribed again, others are to confirm.
pub async fn end_bounce(db: &impl ConnectionTrait, row: &Model) -> StoreResult<()> {
    let status = if row.confirmed_at.is_some() { SubscriberStatus::Confirmed } else { SubscriberStatus::Pending };
    let set = ActiveModel { status: Set(status), left_at: Set(None), ..Default::default() };
    let bounced = Entity::update_many().set(set).filter(Column::Id.eq(row.id));
    bounced.filter(Column::Status.eq(SubscriberStatus::Bounced)).exec(db).await?;
    Ok(())
}

/// The subscriber, its row locked until the transaction ends.
pub async fn lock_by_id(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(db).await?)
}

/// Confirms a subscriber; `false` where it is confirmed already.
pub async fn confirm(db: &impl ConnectionTrait, id: SubscriberId, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        status: Set(SubscriberStatus::Confirmed),
        confirmed_at: Set(Some(now)),
        left_at: Set(None),
        ..Default::default()
    };
    let not_yet =
        Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.ne(SubscriberStatus::Confirmed));
    Ok(not_yet.exec(db).await?.rows_affected == 1)
}

/// Unsubscribes a subscriber, by the link of an issue if there is one. A bounced one stays bounced, and whoever left
/// stays as they left.
pub async fn unsubscribe(
    db: &impl ConnectionTrait,
    id: SubscriberId,
    by: Option<IssueId>,
    now: Timestamp,
) -> StoreResult<()> {
    let set = ActiveModel {
        status: Set(SubscriberStatus::Unsubscribed),
        left_at: Set(Some(now)),
        left_by_issue: Set(by),
        ..Default::default()
    };
    let over = [SubscriberStatus::Bounced, SubscriberStatus::Unsubscribed];
    Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.is_not_in(over)).exec(db).await?;
    Ok(())
}

/// Gives a pending or confirmed subscriber the status of somebody who left at `at`: unsubscribed or bounced.
pub async fn leave(
    db: &impl ConnectionTrait,
    id: SubscriberId,
    status: SubscriberStatus,
    at: Timestamp,
) -> StoreResult<()> {
    let set = ActiveModel { status: Set(status), left_at: Set(Some(at)), ..Default::default() };
    let before = [SubscriberStatus::Pending, SubscriberStatus::Confirmed];
    Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.is_in(before)).exec(db).await?;
    Ok(())
}

/// How many left by a link of an issue and did not come back.
pub async fn count_left(db: &impl ConnectionTrait, issue: IssueId) -> StoreResult<u64> {
    let left = Entity::find().filter(Column::LeftByIssue.eq(issue));
    Ok(left.filter(Column::Status.eq(SubscriberStatus::Unsubscribed)).count(db).await?)
}

/// Marks a subscriber bounced, and suppresses the address: no newsletter is sent to it again.
pub async fn mark_bounced(db: &impl ConnectionTrait, id: SubscriberId, why: &str, now: Timestamp) -> StoreResult<()> {
    let Some(row) = get(db, id).await? else { return Ok(()) };
    let set = ActiveModel { status: Set(SubscriberStatus::Bounced), left_at: Set(Some(now)), ..Default::default() };
    Entity::update_many()
        .set(set)
        .filter(Column::Id.eq(id))
        .filter(Column::Status.eq(SubscriberStatus::Confirmed))
        .exec(db)
        .await?;
    suppressions::add(db, &row.email_key, why, now).await
}

/// Takes an unsubscription back; `false` where there is none, or the address was never confirmed.
pub async fn resubscribe(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<bool> {
    let set = ActiveModel { status: Set(SubscriberStatus::Confirmed), left_at: Set(None), ..Default::default() };
    let left = Entity::update_many()
        .set(set)
        .filter(Column::Id.eq(id))
        .filter(Column::Status.eq(SubscriberStatus::Unsubscribed));
    Ok(left.filter(Column::ConfirmedAt.is_not_null()).exec(db).await?.rows_affected == 1)
}

/// Topics that a subscriber chose, in alphabetical order.
pub async fn topics(db: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<Vec<String>> {
    let chosen = subscriber_topic::Entity::find().filter(subscriber_topic::Column::SubscriberId.eq(id)).all(db).await?;
    let mut topics: Vec<String> = chosen.into_iter().map(|row| row.topic).collect();
    topics.sort_unstable();
    Ok(topics)
}

/// Replaces the topics of a subscriber; `topics` has no duplicates.
pub async fn set_topics(db: &impl ConnectionTrait, id: SubscriberId, topics: &[&str]) -> StoreResult<()> {
    subscriber_topic::Entity::delete_many().filter(subscriber_topic::Column::SubscriberId.eq(id)).exec(db).await?;
    if topics.is_empty() {
        return Ok(());
    }
    let rows = topics
        .iter()
        .map(|topic| subscriber_topic::ActiveModel { subscriber_id: Set(id), topic: Set((*topic).to_owned()) });
    subscriber_topic::Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}

/// Deletes up to `limit` pending addresses that were last requested before `before`; answers how many.
pub async fn delete_unconfirmed(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(SubscriberStatus::Pending))
        .filter(Column::RequestedAt.lt(before));
    let old = old.order_by_asc(Column::RequestedAt).limit(limit).into_query();
    // Filtered again: the address may be confirmed or requested again between the subquery and the delete.
    let delete = Entity::delete_many()
        .filter(Column::Status.eq(SubscriberStatus::Pending))
        .filter(Column::RequestedAt.lt(before));
    Ok(delete.filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}
