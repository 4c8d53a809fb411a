//! Moments of any table: what lies ahead of the clock, and what is older than its age.

use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set, Statement,
};

use super::post_tags::NEVER;
use crate::entities::{issue, job, paid_order, post, post_tag};
use crate::types::{IssueKind, JobState, PostId, Timestamp};
use crate::{StoreError, StoreResult, Transaction};

/// A column that says when something happened, so that it never lies ahead of a clock that is right.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub table: &'static str,
    pub column: &'static str,
    /// Columns of the same row that were reckoned from it: they keep their distance.
    pub reckoned: &'static [&'static str],
}

impl Moment {
    pub const fn new(table: &'static str, column: &'static str) -> Self {
        Self { table, column, reckoned: &[] }
    }

    pub const fn with(table: &'static str, column: &'static str, reckoned: &'static [&'static str]) -> Self {
        Self { table, column, reckoned }
    }
}

/// What the clock of the database says; none where it is this machine's.
pub async fn database_now(db: &impl ConnectionTrait) -> StoreResult<Option<Timestamp>> {
    if db.get_database_backend() != DbBackend::Postgres {
        return Ok(None);
    }
    let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?;
    row.map(|row| row.try_get_by_index(0).map(Timestamp)).transpose().map_err(StoreError::from)
}

/// How many rows have it after `limit`, and the furthest one.
pub async fn ahead(db: &impl ConnectionTrait, moment: Moment, limit: Timestamp) -> StoreResult<(i64, Timestamp)> {
    let column = Alias::new(moment.column);
    let select = Query::select()
        .expr(Expr::col(column.clone()).count())
        .expr(Expr::col(column.clone()).max())
        .from(Alias::new(moment.table))
        .and_where(Expr::col(column).gt(limit.0))
        .take();
    let Some(row) = db.query_one(&select).await? else { return Ok((0, limit)) };
    let (count, furthest): (i64, Option<i64>) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    Ok((count, furthest.map_or(limit, Timestamp)))
}

/// Sets those after `limit` to `now`; answers how many.
pub async fn set_back(db: &impl ConnectionTrait, moment: Moment, limit: Timestamp, now: Timestamp) -> StoreResult<u64> {
    let column = Alias::new(moment.column);
    let mut update = Query::update();
    // Each assignment sees the row as it was.
    update.table(Alias::new(moment.table)).value(column.clone(), now.0);
    for reckoned in moment.reckoned {
        let distance = Expr::col(Alias::new(*reckoned)).sub(Expr::col(column.clone()));
        update.value(Alias::new(*reckoned), distance.add(now.0));
    }
    update.and_where(Expr::col(column).gt(limit.0));
    Ok(db.execute(&update).await?.rows_affected())
}

/// In how many different hours this store did anything, as far as that is kept, and how many of those begin after
/// `limit`: a clock that was ahead for a moment leaves few, one that is behind finds most of them ahead.
pub async fn hours_of_work(db: &impl ConnectionTrait, limit: Timestamp) -> StoreResult<(i64, i64)> {
    let sql = format!(
        "SELECT COUNT(*), COUNT(CASE WHEN hour * 3600000 > {} THEN 1 END) FROM (\
         SELECT finished_at / 3600000 AS hour FROM job WHERE finished_at IS NOT NULL \
         UNION SELECT created_at / 3600000 FROM change UNION SELECT created_at / 3600000 FROM mail_log \
         UNION SELECT created_at / 3600000 FROM account UNION SELECT created_at / 3600000 FROM session) AS hours",
        limit.0
    );
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await?;
    let Some(row) = row else { return Ok((0, 0)) };
    Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
}

/// Has digests whose end lies after `limit` cover what was covered until `before`; answers how many.
pub async fn set_digests_back(db: &impl ConnectionTrait, limit: Timestamp, before: Timestamp) -> StoreResult<u64> {
    use issue::{ActiveModel, Column, Entity};
    let unsaid = Condition::all().add(Column::CoversUntil.is_null()).add(Column::CreatedAt.gt(limit));
    let set = ActiveModel { covers_until: Set(Some(before)), ..Default::default() };
    let ahead = Entity::update_many().set(set).filter(Column::Kind.ne(IssueKind::Notify));
    let ahead = ahead.filter(Condition::any().add(Column::CoversUntil.gt(limit)).add(unsaid));
    Ok(ahead.exec(db).await?.rows_affected)
}

/// Frees the days of daily issues that were made after `limit`: the right one of that day is still to come.
pub async fn free_days(db: &impl ConnectionTrait, limit: Timestamp) -> StoreResult<u64> {
    use issue::{ActiveModel, Column, Entity};
    let set = ActiveModel { day: Set(None), ..Default::default() };
    let made = Entity::update_many().set(set).filter(Column::CreatedAt.gt(limit)).filter(Column::Day.is_not_null());
    Ok(made.exec(db).await?.rows_affected)
}

/// Has retries and leases of jobs that lie after `latest` be due at `due`; answers how many.
pub async fn set_jobs_back(
    db: &impl ConnectionTrait,
    latest: Timestamp,
    due: Timestamp,
    running: bool,
) -> StoreResult<u64> {
    use job::{ActiveModel, Column, Entity};
    let set = ActiveModel { due_at: Set(Some(due)), ..Default::default() };
    let jobs = Entity::update_many().set(set).filter(Column::DueAt.gt(latest));
    let jobs = if running {
        jobs.filter(Column::State.eq(JobState::Running))
    } else {
        // A first run may wait for as long as somebody asked for.
        jobs.filter(Column::State.eq(JobState::Waiting)).filter(Column::LastError.is_not_null())
    };
    Ok(jobs.exec(db).await?.rows_affected)
}

/// Posts without a date of their own that a clock wrote which lies after `limit`: those that are public would wait for
/// it.
pub async fn posts_ahead(db: &impl ConnectionTrait, limit: Timestamp) -> StoreResult<Vec<PostId>> {
    use post::{Column, Entity};
    let ahead = Entity::find().select_only().column(Column::Id).filter(Column::PublishedAt.gt(limit));
    Ok(ahead.filter(Column::PublishDate.is_null()).order_by_asc(Column::Id).into_tuple().all(db).await?)
}

/// Has these posts be written at `now`, and be published then as far as they are.
pub async fn set_posts_back(tx: &Transaction, ids: &[PostId], limit: Timestamp, now: Timestamp) -> StoreResult<()> {
    use post::{ActiveModel, Column, Entity};
    let update = |set| Entity::update_many().set(set).filter(Column::Id.is_in(ids.iter().copied()));
    let set = ActiveModel { published_at: Set(now), pick_rank: Set(now.0), updated_at: Set(now), ..Default::default() };
    update(set).exec(tx).await?;
    let set = ActiveModel { first_published_at: Set(Some(now)), ..Default::default() };
    update(set).filter(Column::FirstPublishedAt.gt(limit)).exec(tx).await?;
    let set = ActiveModel { created_at: Set(now), ..Default::default() };
    update(set).filter(Column::CreatedAt.gt(limit)).exec(tx).await?;
    let set = post_tag::ActiveModel { published_at: Set(now), ..Default::default() };
    let tags = post_tag::Entity::update_many().set(set).filter(post_tag::Column::PublishedAt.lt(NEVER));
    tags.filter(post_tag::Column::PostId.is_in(ids.iter().copied())).exec(tx).await?;
    Ok(())
}

/// Has orders that are asked about after `latest` be asked about at `due`; answers how many.
pub async fn set_orders_back(db: &impl ConnectionTrait, latest: Timestamp, due: Timestamp) -> StoreResult<u64> {
    use paid_order::{ActiveModel, Column, Entity};
    let set = ActiveModel { next_check_at: Set(Some(due)), ..Default::default() };
    Ok(Entity::update_many().set(set).filter(Column::NextCheckAt.gt(latest)).exec(db).await?.rows_affected)
}

/// Rows that age takes: those of a table, or of a part of it, that are older than a moment.
#[derive(Clone, Copy, Debug)]
pub struct Aging {
    pub table: &'static str,
    pub column: &'static str,
    /// SQL of the part; `true` for the whole table.
    pub part: &'static str,
}

/// Orders that nobody paid.
pub const UNPAID_ORDERS: Aging = Aging { table: "paid_order", column: "created_at", part: "status = 'expired'" };

/// How many rows have it before `before`, and how many there are.
pub async fn count_aged(db: &impl ConnectionTrait, aging: Aging, before: Timestamp) -> StoreResult<(i64, i64)> {
    let select = Query::select()
        .expr(Expr::cust(format!("COUNT(CASE WHEN {} < {} THEN 1 END)", aging.column, before.0)))
        .expr(Expr::cust("COUNT(*)"))
        .from(Alias::new(aging.table))
        .and_where(Expr::cust(aging.part))
        .take();
    let Some(row) = db.query_one(&select).await? else { return Ok((0, 0)) };
    Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
}
