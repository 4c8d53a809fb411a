use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Statement,
};

use crate::StoreResult;
use crate::entities::{analytics_day, analytics_post_day, analytics_referrer_day, deal_link, post};
use crate::types::{PostId, TrackedEvent};

/// The events of [`analytics_post_day`].
pub const OF_POSTS: [TrackedEvent; 3] = [TrackedEvent::PostView, TrackedEvent::DealClick, TrackedEvent::Share];

/// Adds to the counts of whole days. At most some dozens of rows.
pub async fn add_to_days(db: &impl ConnectionTrait, rows: Vec<analytics_day::Model>) -> StoreResult<()> {
    use analytics_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::Day, Column::Event, Column::Detail])
        .value(Column::Count, added("analytics_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Adds to the counts of posts, in one statement.
pub async fn add_to_posts(db: &impl ConnectionTrait, rows: Vec<analytics_post_day::Model>) -> StoreResult<()> {
    use analytics_post_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::PostId, Column::Event, Column::DealKey, Column::Day])
        .value(Column::Count, added("analytics_post_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Adds to the counts of hosts, in one statement.
pub async fn add_to_referrers(db: &impl ConnectionTrait, rows: Vec<analytics_referrer_day::Model>) -> StoreResult<()> {
    use analytics_referrer_day::{ActiveModel, Column, Entity};
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::columns([Column::Day, Column::Host])
        .value(Column::Count, added("analytics_referrer_day"))
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

fn added(table: &str) -> Expr {
    Expr::cust(format!("{table}.count + excluded.count"))
}

/// The hosts of a day that have a row of their own, most counted first.
pub async fn referrers_of(db: &impl ConnectionTrait, day: &str) -> StoreResult<Vec<analytics_referrer_day::Model>> {
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

/// Days before `day` that hold more than `most` hosts.
pub async fn crowded_days(db: &impl ConnectionTrait, before: &str, most: i64) -> StoreResult<Vec<String>> {
    use analytics_referrer_day::{Column, Entity};
    let days = Entity::find()
        .select_only()
        .column(Column::Day)
        .filter(Column::Day.lt(before))
        .filter(Column::Host.ne(""))
        .group_by(Column::Day);
    Ok(days.having(Expr::col(Column::Host).count().gt(most)).into_tuple().all(db).await?)
}

/// Which deals the posts of `ids` have.
pub async fn deals_of(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<deal_link::Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        found.extend(
            deal_link::Entity::find().filter(deal_link::Column::PostId.is_in(ids.iter().copied())).all(db).await?,
        );
    }
    Ok(found)
}

/// Title and slug of posts, in no order.
pub async fn titles(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<(PostId, String, String)>> {
    let select =
        post::Entity::find().select_only().columns([post::Column::Id, post::Column::Title, post::Column::Slug]);
    Ok(select.filter(post::Column::Id.is_in(ids.iter().copied())).into_tuple().all(db).await?)
}

/// The counts of the days from `from` to `to`, both included.
pub async fn days(db: &impl ConnectionTrait, from: &str, to: &str) -> StoreResult<Vec<analytics_day::Model>> {
    use analytics_day::{Column, Entity};
    Ok(Entity::find()
        .filter(Column::Day.gte(from))
        .filter(Column::Day.lte(to))
        .order_by_asc(Column::Day)
        .all(db)
        .await?)
}

/// The posts, or deals, that lead over `days`: `most` of them by what they have on the days on which they are among the
/// first [`A_DAY`]. Reads no more than that from an index, however many posts there are.
pub async fn leaders(
    db: &impl ConnectionTrait,
    event: TrackedEvent,
    days: &[String],
    most: usize,
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
            format!("SELECT * FROM ({day} ORDER BY count DESC LIMIT {A_DAY}) d{n}")
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
    let mut ids: Vec<PostId> = found.into_iter().take(most).map(|((post, _), _)| post).collect();
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Posts, or deals, of one day that can lead over many.
const A_DAY: u64 = 50;

/// How often something happened to posts in a range of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PostCount {
    pub post_id: PostId,
    pub deal_key: i64,
    pub count: i64,
}

/// The exact counts of the posts of `ids` from `from` to `to`, both included; for deal clicks one row a deal.
pub async fn of_posts(
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
            Entity::find().select_only().columns([Column::PostId, Column::DealKey]).column_as(whole_sum(), "count");
        let chosen = Condition::all().add(Column::PostId.is_in(ids.iter().copied())).add(Column::Event.eq(event));
        let ranged = select.filter(chosen).filter(Column::Day.gte(from)).filter(Column::Day.lte(to));
        found
            .extend(ranged.group_by(Column::PostId).group_by(Column::DealKey).into_model::<PostCount>().all(db).await?);
    }
    Ok(found)
}

/// Hosts that readers came from, from `from` to `to`, both included: up to `most` with their counts, most counted
/// first, the nameless rest (empty) among them.
pub async fn referrers(db: &impl ConnectionTrait, from: &str, to: &str, most: u64) -> StoreResult<Vec<(String, i64)>> {
    use analytics_referrer_day::{Column, Entity};
    let select = Entity::find().select_only().column(Column::Host).column_as(whole_sum(), "total");
    let ranged = select.filter(Column::Day.gte(from)).filter(Column::Day.lte(to)).group_by(Column::Host);
    Ok(ranged.order_by_desc(Expr::cust("total")).order_by_asc(Column::Host).limit(most).into_tuple().all(db).await?)
}

/// PostgreSQL sums big integers into its own kind of decimal number.
fn whole_sum() -> Expr {
    Expr::cust("CAST(SUM(count) AS BIGINT)")
}

/// Deletes up to `limit` counts of posts of days before `day`; says how many.
pub async fn delete_older_of_posts(db: &impl ConnectionTrait, before: &str, limit: u64) -> StoreResult<u64> {
    use analytics_post_day::{Column, Entity};
    let old = Entity::find().filter(Column::Event.is_in(OF_POSTS)).filter(Column::Day.lt(before)).limit(limit);
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

/// Deletes the hosts of one day before `day`, the oldest; says how many.
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
