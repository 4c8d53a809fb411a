use sea_orm::sea_query::{
    CommonTableExpression, Expr, ExprTrait, LockBehavior, LockType, Order, Query, SelectStatement,
};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Set,
};

use crate::StoreResult;
use crate::entities::delivery::{ActiveModel, Column, Entity, Model};
use crate::entities::{issue, setting, subscriber, subscriber_topic, suppression};
use crate::queries::settings::HELD;
use crate::types::{DeliveryId, DeliveryStatus, IssueId, IssueStatus, SubscriberId, SubscriberStatus, Timestamp};

/// Subscribers who get newsletters: confirmed, and their address not suppressed.
fn audience() -> Condition {
    let suppressed = Query::select()
        .expr(Expr::val(1))
        .from(suppression::Entity)
        .and_where(
            Expr::col((suppression::Entity, suppression::Column::EmailKey))
                .equals((subscriber::Entity, subscriber::Column::EmailKey)),
        )
        .take();
    Condition::all()
        .add(Expr::col((subscriber::Entity, subscriber::Column::Status)).eq(SubscriberStatus::Confirmed.as_str()))
        .add(Expr::exists(suppressed).not())
}

/// The audience of one or more topics, each subscriber once; the whole audience where `topics` is empty.
fn audience_of(topics: &[String]) -> Condition {
    if topics.is_empty() {
        return audience();
    }
    let chose = Query::select()
        .expr(Expr::val(1))
        .from(subscriber_topic::Entity)
        .and_where(
            Expr::col((subscriber_topic::Entity, subscriber_topic::Column::SubscriberId))
                .equals((subscriber::Entity, subscriber::Column::Id)),
        )
        .and_where(Expr::col((subscriber_topic::Entity, subscriber_topic::Column::Topic)).is_in(topics))
        .take();
    audience().add(Expr::exists(chose))
}

pub async fn count_audience(db: &impl ConnectionTrait, topics: &[String]) -> StoreResult<u64> {
    Ok(subscriber::Entity::find().filter(audience_of(topics)).count(db).await?)
}

/// How many of the audience chose each topic, of those that somebody chose.
pub async fn count_by_topic(db: &impl ConnectionTrait) -> StoreResult<Vec<(String, i64)>> {
    let gets_newsletters = Query::select()
        .expr(Expr::val(1))
        .from(subscriber::Entity)
        .and_where(
            Expr::col((subscriber::Entity, subscriber::Column::Id))
                .equals((subscriber_topic::Entity, subscriber_topic::Column::SubscriberId)),
        )
        .cond_where(audience())
        .take();
    let counts = subscriber_topic::Entity::find()
        .select_only()
        .column(subscriber_topic::Column::Topic)
        .column_as(subscriber_topic::Column::SubscriberId.count(), "subscribers")
        .filter(Expr::exists(gets_newsletters))
        .group_by(subscriber_topic::Column::Topic);
    Ok(counts.into_tuple().all(db).await?)
}

/// Queues a delivery for each subscriber in the audience of the issue (fan-out), or of its topics.
pub async fn insert_for_audience(
    db: &impl ConnectionTrait,
    issue: IssueId,
    topics: &[String],
    now: Timestamp,
) -> StoreResult<()> {
    let rows = Query::select()
        .expr(Expr::val(issue.0))
        .column(subscriber::Column::Id)
        .column(subscriber::Column::Email)
        .expr(Expr::val(DeliveryStatus::Queued.as_str()))
        .expr(Expr::val(now.0))
        .expr(Expr::val(0))
        .expr(Expr::val(now.0))
        .from(subscriber::Entity)
        .cond_where(audience_of(topics))
        .order_by(subscriber::Column::Id, Order::Asc)
        .take();
    let columns = [
        Column::IssueId,
        Column::SubscriberId,
        Column::Email,
        Column::Status,
        Column::DueAt,
        Column::Attempts,
        Column::ChangedAt,
    ];
    let insert = Query::insert()
        .into_table(Entity)
        .columns(columns)
        .select_from(rows)
        .expect("as many columns as values")
        .take();
    db.execute(&insert).await?;
    Ok(())
}

/// Claims up to `limit` due deliveries of an issue that is being sent, longest due first, under the lease `lease` until
/// `until`: queued ones, and claimed ones whose lease expired before they were handed over.
pub async fn claim(
    db: &impl ConnectionTrait,
    issue: IssueId,
    limit: u64,
    lease: &str,
    until: Timestamp,
    now: Timestamp,
) -> StoreResult<Vec<Model>> {
    let select = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Expr::col(Column::IssueId).eq(issue.0))
        .and_where(Expr::col(Column::IssueId).in_subquery(issues_sending()))
        .and_where(Expr::col(Column::DueAt).lte(now.0))
        .and_where(Expr::col(Column::HandedOverAt).is_null())
        // After a clock jump a lease may look expired although its run goes on.
        .cond_where(Condition::any().add(Expr::col(Column::Lease).is_null()).add(Expr::col(Column::Lease).ne(lease)))
        .order_by(Column::DueAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .take();
    // A common table, because PostgreSQL may run a plain subquery several times, and then lock more rows than `limit`.
    let due = CommonTableExpression::new().query(select).column(Column::Id).table_name("due").to_owned();
    let set = ActiveModel {
        status: Set(DeliveryStatus::Claimed),
        lease: Set(Some(lease.to_owned())),
        due_at: Set(Some(until)),
        changed_at: Set(now),
        ..Default::default()
    };
    let mut update = Entity::update_many()
        .set(set)
        .filter(Column::Id.in_subquery(Query::select().column(Column::Id).from("due").take()));
    QueryTrait::query(&mut update).with_cte(due);
    let mut rows = update.exec_with_returning(db).await?;
    rows.sort_by_key(|row| row.id);
    Ok(rows)
}

/// None where the site is held.
fn issues_sending() -> SelectStatement {
    let sending = Expr::col(issue::Column::Status).eq(IssueStatus::Sending.as_str());
    let held = Query::select()
        .expr(Expr::val(1))
        .from(setting::Entity)
        .and_where(Expr::col((setting::Entity, setting::Column::Key)).eq(HELD))
        .take();
    let issues = Query::select().column(issue::Column::Id).from(issue::Entity).and_where(sending).take();
    issues.to_owned().and_where(Expr::exists(held).not()).take()
}

/// Those of `ids` who still get newsletters, with the keys of their addresses.
pub async fn filter_active_recipients(
    db: &impl ConnectionTrait,
    ids: &[SubscriberId],
) -> StoreResult<Vec<(SubscriberId, String)>> {
    let wanted = subscriber::Entity::find()
        .select_only()
        .columns([subscriber::Column::Id, subscriber::Column::EmailKey])
        .filter(subscriber::Column::Id.is_in(ids.iter().copied()));
    Ok(wanted.filter(audience()).into_tuple().all(db).await?)
}

/// Marks deliveries as handed over before their message data is sent (write-ahead), and answers those that may be sent.
/// Left out are those whose lease is lost, whose issue was paused, or whose subscriber unsubscribed.
pub async fn mark_handed_over(
    db: &impl ConnectionTrait,
    lease: &str,
    ids: &[DeliveryId],
    now: Timestamp,
) -> StoreResult<Vec<DeliveryId>> {
    let confirmed = Query::select()
        .column(subscriber::Column::Id)
        .from(subscriber::Entity)
        .and_where(Expr::col((subscriber::Entity, subscriber::Column::Id)).equals((Entity, Column::SubscriberId)))
        .and_where(Expr::col((subscriber::Entity, subscriber::Column::Status)).eq(SubscriberStatus::Confirmed.as_str()))
        .take();
    let set = ActiveModel { handed_over_at: Set(Some(now)), changed_at: Set(now), ..Default::default() };
    let update = update_leased(lease, ids).set(set).filter(Column::HandedOverAt.is_null());
    let update = update.filter(Column::IssueId.in_subquery(issues_sending())).filter(Expr::exists(confirmed));
    Ok(update.exec_with_returning(db).await?.into_iter().map(|row| row.id).collect())
}

/// An update of the claimed deliveries `ids` that the lease still holds.
fn update_leased(lease: &str, ids: &[DeliveryId]) -> sea_orm::UpdateMany<Entity> {
    let leased = Entity::update_many().filter(Column::Id.is_in(ids.iter().copied())).filter(Column::Lease.eq(lease));
    leased.filter(Column::Status.eq(DeliveryStatus::Claimed))
}

/// Records the outcome of deliveries that `lease` claimed. A final outcome also replaces `uncertain`; such a delivery
/// is not queued again, because its issue may be finished.
pub async fn record_outcome(
    db: &impl ConnectionTrait,
    lease: &str,
    ids: &[DeliveryId],
    set: ActiveModel,
) -> StoreResult<()> {
    let is_final = set.status.as_ref() != &DeliveryStatus::Queued;
    let update =
        Entity::update_many().set(set).filter(Column::Id.is_in(ids.iter().copied())).filter(Column::Lease.eq(lease));
    let mut states = Condition::any().add(Column::Status.eq(DeliveryStatus::Claimed));
    if is_final {
        states = states.add(Column::Status.eq(DeliveryStatus::Uncertain));
    }
    update.filter(states).exec(db).await?;
    Ok(())
}

/// Extends the leases of all deliveries that `lease` claimed until `until`.
pub async fn extend_leases(db: &impl ConnectionTrait, lease: &str, until: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { due_at: Set(Some(until)), ..Default::default() };
    Entity::update_many()
        .set(set)
        .filter(Column::Lease.eq(lease))
        .filter(Column::Status.eq(DeliveryStatus::Claimed))
        .exec(db)
        .await?;
    Ok(())
}

/// Queues the deliveries again that `lease` claimed and did not hand over; answers how many.
pub async fn release_leases(db: &impl ConnectionTrait, lease: &str, now: Timestamp) -> StoreResult<u64> {
    let set = ActiveModel {
        status: Set(DeliveryStatus::Queued),
        due_at: Set(Some(now)),
        lease: Set(None),
        changed_at: Set(now),
        ..Default::default()
    };
    let leased = Entity::update_many()
        .set(set)
        .filter(Column::Lease.eq(lease))
        .filter(Column::Status.eq(DeliveryStatus::Claimed));
    Ok(leased.filter(Column::HandedOverAt.is_null()).exec(db).await?.rows_affected)
}

/// Marks deliveries uncertain that were handed over and whose lease expired without an outcome. They keep their lease:
/// should its run still be alive, it can record the outcome.
pub async fn mark_uncertain(
    db: &impl ConnectionTrait,
    issue: IssueId,
    error: &str,
    now: Timestamp,
) -> StoreResult<Vec<Model>> {
    let set = ActiveModel {
        status: Set(DeliveryStatus::Uncertain),
        due_at: Set(None),
        error: Set(Some(error.to_owned())),
        changed_at: Set(now),
        ..Default::default()
    };
    let lost = Entity::update_many().set(set).filter(Column::IssueId.eq(issue)).filter(Column::DueAt.lte(now));
    let lost = lost.filter(Column::Status.eq(DeliveryStatus::Claimed)).filter(Column::HandedOverAt.is_not_null());
    Ok(lost.exec_with_returning(db).await?)
}

/// Deliveries of an issue that were neither sent nor given up.
pub async fn count_open(db: &impl ConnectionTrait, issue: IssueId) -> StoreResult<u64> {
    Ok(Entity::find().filter(open_of(issue)).count(db).await?)
}

/// Makes the open deliveries of an issue uncertain: another copy of the site may have sent them. Says how many.
pub async fn mark_open_uncertain(
    db: &impl ConnectionTrait,
    issue: IssueId,
    why: &str,
    now: Timestamp,
) -> StoreResult<u64> {
    let set = ActiveModel {
        status: Set(DeliveryStatus::Uncertain),
        due_at: Set(None),
        lease: Set(None),
        error: Set(Some(why.to_owned())),
        changed_at: Set(now),
        ..Default::default()
    };
    Ok(Entity::update_many().set(set).filter(open_of(issue)).exec(db).await?.rows_affected)
}

fn open_of(issue: IssueId) -> Condition {
    let open = [DeliveryStatus::Queued, DeliveryStatus::Claimed];
    Condition::all().add(Column::IssueId.eq(issue)).add(Column::Status.is_in(open))
}

/// Queues the uncertain deliveries of an issue again; answers how many.
pub async fn requeue_uncertain(db: &impl ConnectionTrait, issue: IssueId, now: Timestamp) -> StoreResult<u64> {
    let set = ActiveModel {
        status: Set(DeliveryStatus::Queued),
        due_at: Set(Some(now)),
        attempts: Set(0),
        lease: Set(None),
        handed_over_at: Set(None),
        error: Set(None),
        changed_at: Set(now),
        ..Default::default()
    };
    let uncertain = Entity::update_many()
        .set(set)
        .filter(Column::IssueId.eq(issue))
        .filter(Column::Status.eq(DeliveryStatus::Uncertain));
    Ok(uncertain.exec(db).await?.rows_affected)
}

/// When the next delivery of an issue is due, or its lease ends.
pub async fn next_due(db: &impl ConnectionTrait, issue: IssueId) -> StoreResult<Option<Timestamp>> {
    let due = Entity::find()
        .select_only()
        .column(Column::DueAt)
        .filter(Column::IssueId.eq(issue))
        .filter(Column::DueAt.is_not_null());
    Ok(due.order_by_asc(Column::DueAt).limit(1).into_tuple().one(db).await?)
}

/// Up to `limit` deliveries of an issue with ids above `after`, by id.
pub async fn list(
    db: &impl ConnectionTrait,
    issue: IssueId,
    status: Option<DeliveryStatus>,
    after: Option<DeliveryId>,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let mut select = Entity::find().filter(Column::IssueId.eq(issue));
    if let Some(status) = status {
        select = select.filter(Column::Status.eq(status));
    }
    if let Some(after) = after {
        select = select.filter(Column::Id.gt(after));
    }
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}
