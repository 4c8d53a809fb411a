use sea_orm::sea_query::{CommonTableExpression, Expr, ExprTrait, LockBehavior, LockType, OnConflict, Order, Query};
use sea_orm::{
    ActiveValue::NotSet, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Set,
};
use serde_json::Value;

use crate::entities::job::{ActiveModel, Column, Entity, Model};
use crate::entities::job_schedule as schedule;
use crate::types::{JobId, JobState, Timestamp};
use crate::{StoreError, StoreResult};

/// A job to be enqueued.
#[derive(Clone, Debug)]
pub struct NewJob {
    pub kind: &'static str,
    pub payload: Value,
    /// Deduplication key: unique among the waiting jobs.
    pub dedupe_key: Option<String>,
    pub due_at: Timestamp,
}

/// Enqueues a job. Where a job with the same dedupe key waits, nothing is added and the earlier due time of the two
/// counts.
pub async fn enqueue(db: &impl ConnectionTrait, job: NewJob, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel {
        id: NotSet,
        kind: Set(job.kind.to_owned()),
        payload: Set(job.payload),
        state: Set(JobState::Waiting),
        due_at: Set(Some(job.due_at)),
        attempts: Set(0),
        lease: Set(None),
        dedupe_key: Set(job.dedupe_key),
        last_error: Set(None),
        created_at: Set(now),
        finished_at: Set(None),
    };
    // An update even where nothing changes: its row lock keeps the waiting job from starting before the change of this
    // transaction is visible.
    let on_duplicate = OnConflict::column(Column::DedupeKey)
        .target_and_where(Expr::cust("state = 'waiting'"))
        .value(
            Column::DueAt,
            Expr::cust("CASE WHEN excluded.due_at < job.due_at THEN excluded.due_at ELSE job.due_at END"),
        )
        .to_owned();
    Entity::insert(row).on_conflict(on_duplicate).exec_without_returning(db).await?;
    Ok(())
}

fn due(kinds: &[&'static str], now: Timestamp) -> Condition {
    Condition::all().add(Column::DueAt.lte(now)).add(Column::Kind.is_in(kinds.iter().copied()))
}

/// Unfinished jobs whose kind is not among `kinds`, counted by kind.
pub async fn count_unknown_kinds(db: &impl ConnectionTrait, kinds: &[&'static str]) -> StoreResult<Vec<(String, i64)>> {
    let unfinished = Entity::find()
        .select_only()
        .column(Column::Kind)
        .column_as(Column::Id.count(), "count")
        .filter(Column::DueAt.is_not_null());
    let others = unfinished
        .filter(Column::Kind.is_not_in(kinds.iter().copied()))
        .group_by(Column::Kind)
        .order_by_asc(Column::Kind);
    Ok(others.into_tuple().all(db).await?)
}

/// Unfinished jobs of these kinds by kind, with the creation time of the oldest.
pub async fn count_unfinished(
    db: &impl ConnectionTrait,
    kinds: &[&'static str],
    time: TimeFilter,
) -> StoreResult<Vec<(String, i64, Timestamp)>> {
    let unfinished = Entity::find()
        .select_only()
        .column(Column::Kind)
        .column_as(Column::Id.count(), "count")
        .column_as(Column::CreatedAt.min(), "oldest")
        .filter(unfinished(kinds, time));
    Ok(unfinished.group_by(Column::Kind).order_by_asc(Column::Kind).into_tuple().all(db).await?)
}

/// Whether a job of this kind with one of these dedupe keys waits or runs.
pub async fn is_unfinished(db: &impl ConnectionTrait, kind: &'static str, dedupe_keys: &[String]) -> StoreResult<bool> {
    let unfinished = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(unfinished(&[kind], TimeFilter::Any))
        .filter(Column::DedupeKey.is_in(dedupe_keys));
    Ok(unfinished.limit(1).into_tuple::<JobId>().one(db).await?.is_some())
}

/// Marks unfinished jobs of these kinds failed; answers them, oldest first.
pub async fn fail_unfinished(
    db: &impl ConnectionTrait,
    kinds: &[&'static str],
    time: TimeFilter,
    error: &str,
    now: Timestamp,
) -> StoreResult<Vec<Model>> {
    let update = Entity::update_many().set(failed(error, now)).filter(unfinished(kinds, time));
    let mut failed = update.exec_with_returning(db).await?;
    failed.sort_by_key(|job| job.id);
    Ok(failed)
}

/// Filter of jobs by the time of their creation, or by their due time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeFilter {
    Any,
    CreatedBefore(Timestamp),
    CreatedSince(Timestamp),
    DueBefore(Timestamp),
    DueSince(Timestamp),
}

fn unfinished(kinds: &[&'static str], time: TimeFilter) -> Condition {
    let unfinished = Condition::all().add(Column::DueAt.is_not_null()).add(Column::Kind.is_in(kinds.iter().copied()));
    match time {
        TimeFilter::Any => unfinished,
        TimeFilter::CreatedBefore(limit) => unfinished.add(Column::CreatedAt.lt(limit)),
        TimeFilter::CreatedSince(limit) => unfinished.add(Column::CreatedAt.gte(limit)),
        TimeFilter::DueBefore(limit) => unfinished.add(Column::DueAt.lt(limit)),
        TimeFilter::DueSince(limit) => unfinished.add(Column::DueAt.gte(limit)),
    }
}

fn failed(error: &str, now: Timestamp) -> ActiveModel {
    ActiveModel {
        state: Set(JobState::Failed),
        due_at: Set(None),
        lease: Set(None),
        last_error: Set(Some(error.to_owned())),
        finished_at: Set(Some(now)),
        ..Default::default()
    }
}

/// Whether [`claim`] would find a job: a read, so that an idle queue never takes the write lock.
pub async fn any_due(db: &impl ConnectionTrait, kinds: &[&'static str], now: Timestamp) -> StoreResult<bool> {
    let first =
        Entity::find().select_only().column(Column::Id).filter(due(kinds, now)).order_by_asc(Column::DueAt).limit(1);
    Ok(first.into_tuple::<JobId>().one(db).await?.is_some())
}

/// Claims up to `limit` due jobs, longest due first, under the lease `lease` until `until`: waiting ones, and running
/// ones whose lease has expired.
pub async fn claim(
    db: &impl ConnectionTrait,
    kinds: &[&'static str],
    limit: u64,
    lease: &str,
    until: Timestamp,
    now: Timestamp,
) -> StoreResult<Vec<Model>> {
    let select = Query::select()
        .column(Column::Id)
        .from(Entity)
        .cond_where(due(kinds, now))
        .order_by(Column::DueAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .take();
    // A common table, because PostgreSQL may run a plain subquery several times, and then lock more rows than `limit`.
    let due = CommonTableExpression::new().query(select).column(Column::Id).table_name("due").to_owned();
    let set = ActiveModel {
        state: Set(JobState::Running),
        lease: Set(Some(lease.to_owned())),
        due_at: Set(Some(until)),
        ..Default::default()
    };
    let mut update = Entity::update_many()
        .set(set)
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.in_subquery(Query::select().column(Column::Id).from("due").take()));
    QueryTrait::query(&mut update).with_cte(due);
    let mut jobs = update.exec_with_returning(db).await?;
    jobs.sort_by_key(|job| job.id);
    Ok(jobs)
}

/// Updates a job that `lease` still holds; `false` where it does not.
async fn update_leased(db: &impl ConnectionTrait, id: JobId, lease: &str, set: ActiveModel) -> StoreResult<bool> {
    let outcome =
        Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Lease.eq(lease)).exec(db).await?;
    Ok(outcome.rows_affected == 1)
}

/// Extends the lease of a running job until `until`.
pub async fn extend_lease(db: &impl ConnectionTrait, id: JobId, lease: &str, until: Timestamp) -> StoreResult<bool> {
    update_leased(db, id, lease, ActiveModel { due_at: Set(Some(until)), ..Default::default() }).await
}

/// Marks a job done.
pub async fn complete(db: &impl ConnectionTrait, id: JobId, lease: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        state: Set(JobState::Done),
        due_at: Set(None),
        lease: Set(None),
        finished_at: Set(Some(now)),
        ..Default::default()
    };
    update_leased(db, id, lease, set).await
}

/// Marks a job failed: it is not retried.
pub async fn fail(db: &impl ConnectionTrait, id: JobId, lease: &str, error: &str, now: Timestamp) -> StoreResult<bool> {
    update_leased(db, id, lease, failed(error, now)).await
}

/// Reschedules a job for its next attempt. Not inside a transaction: a duplicate's conflict would abort it.
pub async fn retry(
    db: &impl ConnectionTrait,
    id: JobId,
    lease: &str,
    error: &str,
    due_at: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let set = ActiveModel {
        state: Set(JobState::Waiting),
        due_at: Set(Some(due_at)),
        lease: Set(None),
        last_error: Set(Some(error.to_owned())),
        ..Default::default()
    };
    complete_if_duplicate(db, id, lease, update_leased(db, id, lease, set).await, now).await
}

/// Releases a claimed job: it waits again, and the attempt does not count. Not inside a transaction, as for [`retry`].
pub async fn release(db: &impl ConnectionTrait, id: JobId, lease: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel { state: Set(JobState::Waiting), lease: Set(None), ..Default::default() };
    let update = Entity::update_many()
        .set(set)
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).sub(1))
        // Not now: by a clock that is ahead it would wait until then.
        .col_expr(Column::DueAt, Expr::col(Column::CreatedAt));
    let released = update.filter(Column::Id.eq(id)).filter(Column::Lease.eq(lease)).exec(db).await;
    let outcome = released.map(|released| released.rows_affected == 1).map_err(StoreError::from);
    complete_if_duplicate(db, id, lease, outcome, now).await
}

/// Completes the job where a duplicate was enqueued meanwhile: the duplicate does the work of both.
async fn complete_if_duplicate(
    db: &impl ConnectionTrait,
    id: JobId,
    lease: &str,
    outcome: StoreResult<bool>,
    now: Timestamp,
) -> StoreResult<bool> {
    match outcome {
        Err(StoreError::Conflict(_)) => complete(db, id, lease, now).await,
        outcome => outcome,
    }
}

pub async fn count(db: &impl ConnectionTrait, state: JobState) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::State.eq(state)).count(db).await?)
}

/// Deletes up to `limit` jobs that ended in `state` before `before`; answers how many.
pub async fn delete_finished(
    db: &impl ConnectionTrait,
    state: JobState,
    before: Timestamp,
    limit: u64,
) -> StoreResult<u64> {
    let old = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::State.eq(state))
        .filter(Column::FinishedAt.lt(before));
    let old = old.order_by_asc(Column::FinishedAt).limit(limit).into_query();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
}

pub async fn list_schedules(db: &impl ConnectionTrait) -> StoreResult<Vec<schedule::Model>> {
    Ok(schedule::Entity::find().all(db).await?)
}

/// Inserts a schedule; an existing one stays unchanged.
pub async fn insert_schedule(db: &impl ConnectionTrait, kind: &str, next_at: Timestamp) -> StoreResult<()> {
    let row = schedule::ActiveModel { kind: Set(kind.to_owned()), next_at: Set(next_at) };
    let known = OnConflict::column(schedule::Column::Kind).do_nothing().to_owned();
    schedule::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Moves a schedule to its next time (compare-and-set): of several concurrent callers, one gets `true`.
pub async fn advance_schedule(
    db: &impl ConnectionTrait,
    kind: &str,
    from: Timestamp,
    to: Timestamp,
) -> StoreResult<bool> {
    let set = schedule::ActiveModel { next_at: Set(to), ..Default::default() };
    let update = schedule::Entity::update_many()
        .set(set)
        .filter(schedule::Column::Kind.eq(kind))
        .filter(schedule::Column::NextAt.eq(from));
    Ok(update.exec(db).await?.rows_affected == 1)
}
