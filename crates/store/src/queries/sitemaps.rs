//! Sitemaps: addresses of public posts, tags and authors for crawlers. Posts are read by index-only scans of
//! `post_sitemap`.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::StoreResult;
use crate::entities::post::{Column, Entity};
use crate::entities::post_tag;
use crate::types::{CategoryId, PostId, PostStatus, Timestamp};

/// Post ids per sitemap file. A file lists the public posts of a fixed range of ids, so a post never moves to another
/// file.
const IDS_PER_FILE: i64 = 5_000;

/// Number of the sitemap file of a post, from 1.
pub fn file_number(id: PostId) -> i64 {
    (id.0 - 1) / IDS_PER_FILE + 1
}

/// A sitemap file with public posts; `changed_at` is its `lastmod`: the last update or publication in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SitemapFile {
    pub number: i64,
    pub changed_at: Timestamp,
}

/// All sitemap files with public posts, by number.
pub async fn files(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Vec<SitemapFile>> {
    // Grouped by alias: PostgreSQL regards two expressions with parameters as different.
    const NUMBER: &str = "number";
    let rows: Vec<(i64, Timestamp, Timestamp)> = Entity::find()
        .select_only()
        .expr_as(Expr::col(Column::Id).sub(1).div(IDS_PER_FILE), NUMBER)
        .expr_as(Func::max(Expr::col(Column::UpdatedAt)), "updated_at")
        .expr_as(Func::max(Expr::col(Column::PublishedAt)), "published_at")
        .filter(all_public(now))
        .group_by(Expr::col(NUMBER))
        .order_by_asc(Expr::col(NUMBER))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(index, updated, published)| SitemapFile {
            number: index + 1,
            changed_at: std::cmp::max(updated, published),
        })
        .collect())
}

/// Slug and last change of the public posts of a sitemap file, by id.
pub async fn posts(db: &impl ConnectionTrait, file: i64, now: Timestamp) -> StoreResult<Vec<(String, Timestamp)>> {
    let last = file.saturating_mul(IDS_PER_FILE);
    let rows: Vec<(String, Timestamp, Timestamp)> = Entity::find()
        .select_only()
        .column(Column::Slug)
        .column(Column::UpdatedAt)
        .column(Column::PublishedAt)
        .filter(public(now).add(Column::Id.between(last.saturating_sub(IDS_PER_FILE).saturating_add(1), last)))
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|(slug, updated, published)| (slug, std::cmp::max(updated, published))).collect())
}

/// Slugs of up to `limit` tags of public posts, by slug.
pub async fn tags(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<String>> {
    let select = post_tag::Entity::find()
        .select_only()
        .column(post_tag::Column::Slug)
        .distinct()
        .filter(post_tag::Column::PublishedAt.lte(now));
    Ok(select.order_by_asc(post_tag::Column::Slug).limit(limit).into_tuple().all(db).await?)
}

/// Slugs of up to `limit` by-lines of public posts, by slug.
pub async fn authors(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<String>> {
    // A CASE keeps SQLite's planner from an index that begins with the status, with which it would read every row: this
    // way it scans only the index of by-lines.
    let is_public = Expr::case(public(now), 1).finally(0);
    let select = Entity::find()
        .select_only()
        .column(Column::AuthorSlug)
        .distinct()
        .filter(is_public.eq(1))
        .filter(Column::AuthorSlug.ne(""));
    Ok(select.order_by_asc(Column::AuthorSlug).limit(limit).into_tuple().all(db).await?)
}

/// Slug, title and time of publication of up to `limit` posts published after `since`, newest first, without those of
/// some categories (news sitemap).
pub async fn news(
    db: &impl ConnectionTrait,
    without: &[CategoryId],
    since: Timestamp,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<(String, String, Timestamp)>> {
    let mut condition = public(now).add(Column::PublishedAt.gt(since));
    for category in without {
        condition = condition.add(Column::CategoryId.ne(*category));
    }
    let rows = Entity::find()
        .select_only()
        .column(Column::Slug)
        .column(Column::Title)
        .column(Column::PublishedAt)
        .filter(condition)
        .order_by_desc(Column::PublishedAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows)
}

/// [`public`] for queries that read every post: the addition keeps SQLite's planner from an index by date, which covers
/// none of these queries.
fn all_public(now: Timestamp) -> Condition {
    Condition::all().add(Column::Status.eq(PostStatus::Published)).add(Expr::col(Column::PublishedAt).add(0).lte(now.0))
}

fn public(now: Timestamp) -> Condition {
    Condition::all().add(Column::Status.eq(PostStatus::Published)).add(Column::PublishedAt.lte(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sitemap_file_covers_5000_post_ids() {
        assert_eq!([1, 5_000, 5_001, 10_000, 10_001].map(|id| file_number(PostId(id))), [1, 1, 2, 2, 3]);
    }
}
