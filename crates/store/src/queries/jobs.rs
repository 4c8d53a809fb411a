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
    /// Of the waiting jobs with the same key there is one.
    pub dedupe_key: Option<String>,
    pub due_at: Timestamp,
}

/// Adds a job. One with the key of a waiting job adds nothing; the earlier time of the two counts.
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
    // An update even where nothing changes: its row lock keeps the waiting job from starting before this transaction's
    // change can be seen.
    let twin = OnConflict::column(Column::DedupeKey)
        .target_and_where(Expr::cust("state = 'waiting'"))
        .value(
            Column::DueAt,
            Expr::cust("CASE WHEN excluded.due_at < job.due_at THEN excluded.due_at ELSE job.due_at END"),
        )
        .to_owned();
    Entity::insert(row).on_conflict(twin).exec_without_returning(db).await?;
    Ok(())
}

fn due(kinds: &[&'static str], now: Timestamp) -> Condition {
    Condition::all().add(Column::DueAt.lte(now)).add(Column::Kind.is_in(kinds.iter().copied()))
}

/// How many unfinished jobs there are of kinds that are not among `kinds`.
pub async fn count_of_other_kinds(
    db: &impl ConnectionTrait,
    kinds: &[&'static str],
) -> StoreResult<Vec<(String, i64)>> {
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

/// Whether [`claim`] would find something: a read, so that an idle queue never asks for the write lock.
pub async fn any_due(db: &impl ConnectionTrait, kinds: &[&'static str], now: Timestamp) -> StoreResult<bool> {
    let first =
        Entity::find().select_only().column(Column::Id).filter(due(kinds, now)).order_by_asc(Column::DueAt).limit(1);
    Ok(first.into_tuple::<JobId>().one(db).await?.is_some())
}

/// Takes up to `limit` due jobs, longest due first, for the run named `lease`: waiting ones, and running ones whose
/// lease has ended.
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

/// Changes a job that the run `lease` still holds; `false` when it holds it no longer.
async fn leased(
    db: &impl ConnectionTrait,
    id: JobId,
    lease: &str,
    set: ActiveModel,
    attempts_back: i32,
) -> StoreResult<bool> {
    let update =
        Entity::update_many().set(set).col_expr(Column::Attempts, Expr::col(Column::Attempts).sub(attempts_back));
    let outcome = update.filter(Column::Id.eq(id)).filter(Column::Lease.eq(lease)).exec(db).await?;
    Ok(outcome.rows_affected == 1)
}

/// Keeps a running job until a later moment.
pub async fn extend(db: &impl ConnectionTrait, id: JobId, lease: &str, until: Timestamp) -> StoreResult<bool> {
    leased(db, id, lease, ActiveModel { due_at: Set(Some(until)), ..Default::default() }, 0).await
}

pub async fn done(db: &impl ConnectionTrait, id: JobId, lease: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        state: Set(JobState::Done),
        due_at: Set(None),
        lease: Set(None),
        finished_at: Set(Some(now)),
        ..Default::default()
    };
    leased(db, id, lease, set, 0).await
}

/// Ends a job that nobody should try again.
pub async fn fail(db: &impl ConnectionTrait, id: JobId, lease: &str, error: &str, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        state: Set(JobState::Failed),
        due_at: Set(None),
        lease: Set(None),
        last_error: Set(Some(error.to_owned())),
        finished_at: Set(Some(now)),
        ..Default::default()
    };
    leased(db, id, lease, set, 0).await
}

/// Lets a job wait for its next try. Not for use inside a transaction, which a twin's clash would end.
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
    unless_twin(db, id, lease, leased(db, id, lease, set, 0).await, now).await
}

/// Lets a job wait as if it had not been taken. Not for use inside a transaction.
pub async fn put_back(db: &impl ConnectionTrait, id: JobId, lease: &str, now: Timestamp) -> StoreResult<bool> {
    let set =
        ActiveModel { state: Set(JobState::Waiting), due_at: Set(Some(now)), lease: Set(None), ..Default::default() };
    unless_twin(db, id, lease, leased(db, id, lease, set, 1).await, now).await
}

/// A job with the same key was enqueued meanwhile and waits: it does the work of both.
async fn unless_twin(
    db: &impl ConnectionTrait,
    id: JobId,
    lease: &str,
    outcome: StoreResult<bool>,
    now: Timestamp,
) -> StoreResult<bool> {
    match outcome {
        Err(StoreError::Conflict(_)) => done(db, id, lease, now).await,
        outcome => outcome,
    }
}

pub async fn count(db: &impl ConnectionTrait, state: JobState) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::State.eq(state)).count(db).await?)
}

/// Deletes up to `limit` jobs that ended so before `before`; says how many.
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

pub async fn schedules(db: &impl ConnectionTrait) -> StoreResult<Vec<schedule::Model>> {
    Ok(schedule::Entity::find().all(db).await?)
}

/// Keeps what is there.
pub async fn add_schedule(db: &impl ConnectionTrait, kind: &str, next_at: Timestamp) -> StoreResult<()> {
    let row = schedule::ActiveModel { kind: Set(kind.to_owned()), next_at: Set(next_at) };
    let known = OnConflict::column(schedule::Column::Kind).do_nothing().to_owned();
    schedule::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Moves a schedule on; of several processes at once, one gets `true`.
pub async fn move_schedule(db: &impl ConnectionTrait, kind: &str, from: Timestamp, to: Timestamp) -> StoreResult<bool> {
    let set = schedule::ActiveModel { next_at: Set(to), ..Default::default() };
    let update = schedule::Entity::update_many()
        .set(set)
        .filter(schedule::Column::Kind.eq(kind))
        .filter(schedule::Column::NextAt.eq(from));
    Ok(update.exec(db).await?.rows_affected == 1)
}
