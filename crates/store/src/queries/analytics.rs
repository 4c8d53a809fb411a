use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement,
};

use crate::StoreResult;
use crate::entities::{analytics_day, analytics_post_day, analytics_referrer_day, deal_link, post};
use crate::types::{PostId, PostStatus, TrackedEvent};

/// Events that are counted per post, in [`analytics_post_day`].
const POST_EVENTS: [TrackedEvent; 3] = [TrackedEvent::PostView, TrackedEvent::DealClick, TrackedEvent::Share];

/// Adds to the site's counts per day (upsert). At most a few dozen rows.
pub async fn add_to_days(db: &impl ConnectionTrait, rows: Vec<analytics_day::Model>) -> StoreResult<()> {
    use analytics_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::Day, Column::Event, Column::Detail])
        .value(Column::Count, add_on_conflict("analytics_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// The last day that has counts.
pub async fn last_day(db: &impl ConnectionTrait) -> StoreResult<Option<String>> {
    use analytics_day::{Column, Entity};
    let newest = Entity::find().select_only().column(Column::Day).order_by_desc(Column::Day);
    Ok(newest.into_tuple().one(db).await?)
}

/// Adds to the counts per post and day (upsert), in one statement.
pub async fn add_to_posts(db: &impl ConnectionTrait, rows: Vec<analytics_post_day::Model>) -> StoreResult<()> {
    use analytics_post_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::PostId, Column::Event, Column::DealKey, Column::Day])
        .value(Column::Count, add_on_conflict("analytics_post_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Adds to the counts per referrer host and day (upsert), in one statement.
pub async fn add_to_referrers(db: &impl ConnectionTrait, rows: Vec<analytics_referrer_day::Model>) -> StoreResult<()> {
    use analytics_referrer_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::Day, Column::Host])
        .value(Column::Count, add_on_conflict("analytics_referrer_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

fn add_on_conflict(table: &str) -> Expr {
    Expr::cust(format!("{table}.count + excluded.count"))
}

/// Referrer hosts of a day, highest count first, without the row of all others (`host` is empty).
pub async fn referrers_on_day(db: &impl ConnectionTrait, day: &str) -> StoreResult<Vec<analytics_referrer_day::Model>> {
    use analytics_referrer_day::{Column, Entity};
    Ok(Entity::find()
        .filter(Column::Day.eq(day))
        .filter(Column::Host.ne(""))
        .order_by_desc(Column::Count)
        .order_by_asc(Column::Host)
        .all(db)
        .await?)
}

pub async fn delete_referrers(db: &impl ConnectionTrait, day: &str, hosts: &[String]) -> StoreResult<()> {
    use analytics_referrer_day::{Column, Entity};
    if !hosts.is_empty() {
        Entity::delete_many().filter(Column::Day.eq(day)).filter(Column::Host.is_in(hosts)).exec(db).await?;
    }
    Ok(())
}

/// Days before `before` that have more than `limit` referrer hosts.
pub async fn days_over_host_limit(db: &impl ConnectionTrait, before: &str, limit: i64) -> StoreResult<Vec<String>> {
    use analytics_referrer_day::{Column, Entity};
    let days = Entity::find()
        .select_only()
        .column(Column::Day)
        .filter(Column::Day.lt(before))
        .filter(Column::Host.ne(""))
        .group_by(Column::Day);
    Ok(days.having(Expr::col(Column::Host).count().gt(limit)).into_tuple().all(db).await?)
}

/// Deal links of the posts `ids`, in no order.
pub async fn deal_links(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<deal_link::Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        found.extend(
            deal_link::Entity::find().filter(deal_link::Column::PostId.is_in(ids.iter().copied())).all(db).await?,
        );
    }
    Ok(found)
}

/// Title and slug of posts that are not in the trash, in no order.
pub async fn titles(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<(PostId, String, String)>> {
    let select =
        post::Entity::find().select_only().columns([post::Column::Id, post::Column::Title, post::Column::Slug]);
    let select = select.filter(post::Column::Status.ne(PostStatus::Trash));
    Ok(select.filter(post::Column::Id.is_in(ids.iter().copied())).into_tuple().all(db).await?)
}

/// The site's counts per day, from `from` to `to` inclusive, by day.
pub async fn days(db: &impl ConnectionTrait, from: &str, to: &str) -> StoreResult<Vec<analytics_day::Model>> {
    use analytics_day::{Column, Entity};
    Ok(Entity::find()
        .filter(Column::Day.gte(from))
        .filter(Column::Day.lte(to))
        .order_by_asc(Column::Day)
        .all(db)
        .await?)
}

/// Top posts, or posts of the top deals, over `days`: up to `limit` by the sum of the days on which they are among the
/// first [`TOP_PER_DAY`]. The sum is approximate, so that only that many index entries are read per day; exact counts
/// come from [`post_counts`]. Ids are sorted, without duplicates.
pub async fn top_posts(
    db: &impl ConnectionTrait,
    event: TrackedEvent,
    days: &[String],
    limit: usize,
) -> StoreResult<Vec<PostId>> {
    #[derive(FromQueryResult)]
    struct Row {
        post_id: PostId,
        deal_key: i64,
        total: i64,
    }
    let mut found = HashMap::<(PostId, i64), i64>::new();
    // SQLite takes 500 parts of a union at most.
    for days in days.chunks(200) {
        let one = |n: usize| {
            let day = format!(
                "SELECT post_id, deal_key, count FROM analytics_post_day WHERE event = $1 AND day = ${}",
                n + 2
            );
            format!("SELECT * FROM ({day} ORDER BY count DESC LIMIT {TOP_PER_DAY}) d{n}")
        };
        let parts: Vec<String> = (0..days.len()).map(one).collect();
        let sql = format!(
            "SELECT post_id, deal_key, CAST(SUM(count) AS BIGINT) AS total FROM ({}) a GROUP BY post_id, deal_key",
            parts.join(" UNION ALL ")
        );
        let values = std::iter::once(event.as_str().to_owned()).chain(days.iter().cloned()).map(sea_orm::Value::from);
        for row in Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values))
            .all(db)
            .await?
        {
            *found.entry((row.post_id, row.deal_key)).or_default() += row.total;
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable_by_key(|(key, total)| (std::cmp::Reverse(*total), *key));
    let mut ids: Vec<PostId> = found.into_iter().take(limit).map(|((post, _), _)| post).collect();
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Entries of a day that [`top_posts`] reads.
const TOP_PER_DAY: u64 = 50;

/// How often an event happened to a post, or to one of its deals, in a range of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PostCount {
    pub post_id: PostId,
    pub deal_key: i64,
    pub count: i64,
}

/// Exact counts of the posts `ids` from `from` to `to` inclusive; one row per deal for deal clicks.
pub async fn post_counts(
    db: &impl ConnectionTrait,
    event: TrackedEvent,
    ids: &[PostId],
    from: &str,
    to: &str,
) -> StoreResult<Vec<PostCount>> {
    use analytics_post_day::{Column, Entity};
    let mut found = Vec::new();
    for ids in ids.chunks(500) {
        let select =
            Entity::find().select_only().columns([Column::PostId, Column::DealKey]).column_as(sum_as_bigint(), "count");
        let chosen = Condition::all().add(Column::PostId.is_in(ids.iter().copied())).add(Column::Event.eq(event));
        let ranged = select.filter(chosen).filter(Column::Day.gte(from)).filter(Column::Day.lte(to));
        found
            .extend(ranged.group_by(Column::PostId).group_by(Column::DealKey).into_model::<PostCount>().all(db).await?);
    }
    Ok(found)
}

/// Referrer hosts with their counts from `from` to `to` inclusive, up to `limit`, highest count first. An empty host is
/// the sum of all that have no row of their own.
pub async fn referrers(db: &impl ConnectionTrait, from: &str, to: &str, limit: u64) -> StoreResult<Vec<(String, i64)>> {
    use analytics_referrer_day::{Column, Entity};
    let select = Entity::find().select_only().column(Column::Host).column_as(sum_as_bigint(), "total");
    let ranged = select.filter(Column::Day.gte(from)).filter(Column::Day.lte(to)).group_by(Column::Host);
    Ok(ranged.order_by_desc(Expr::cust("total")).order_by_asc(Column::Host).limit(limit).into_tuple().all(db).await?)
}

/// `SUM` as a big integer: PostgreSQL sums big integers to `numeric`.
fn sum_as_bigint() -> Expr {
    Expr::cust("CAST(SUM(count) AS BIGINT)")
}

/// How many counts per post are of days before `before`, and how many there are.
pub async fn count_older_post_counts(db: &impl ConnectionTrait, before: &str) -> StoreResult<(i64, i64)> {
    use analytics_post_day::{Column, Entity};
    let counts = || Entity::find().filter(Column::Event.is_in(POST_EVENTS));
    let (due, all) = (counts().filter(Column::Day.lt(before)).count(db).await?, counts().count(db).await?);
    Ok((due.cast_signed(), all.cast_signed()))
}

/// Deletes up to `limit` counts per post of days before `before`; answers how many.
pub async fn delete_older_post_counts(db: &impl ConnectionTrait, before: &str, limit: u64) -> StoreResult<u64> {
    use analytics_post_day::{Column, Entity};
    let old = Entity::find().filter(Column::Event.is_in(POST_EVENTS)).filter(Column::Day.lt(before)).limit(limit);
    let mut one_of = Condition::any();
    let rows = old.all(db).await?;
    if rows.is_empty() {
        return Ok(0);
    }
    for row in rows {
        let same = Condition::all().add(Column::PostId.eq(row.post_id)).add(Column::Event.eq(row.event));
        one_of = one_of.add(same.add(Column::DealKey.eq(row.deal_key)).add(Column::Day.eq(row.day)));
    }
    Ok(Entity::delete_many().filter(one_of).exec(db).await?.rows_affected)
}

/// Deletes the referrer hosts of the oldest day before `before`; answers how many.
pub async fn delete_older_referrers(db: &impl ConnectionTrait, before: &str) -> StoreResult<u64> {
    use analytics_referrer_day::{Column, Entity};
    let oldest = Entity::find()
        .select_only()
        .column(Column::Day)
        .filter(Column::Day.lt(before))
        .order_by_asc(Column::Day)
        .limit(1)
        .into_query();
    Ok(Entity::delete_many().filter(Column::Day.in_subquery(oldest)).exec(db).await?.rows_affected)
}
