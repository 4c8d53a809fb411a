//! Sitemaps: addresses of public posts, tags and authors for crawlers.
//!
//! What is asked costs as much as what is answered, however many posts there are: the posts of a file are an index-only
//! scan of `post_sitemap`, and files, tags and by-lines are found by one look into an index each (loose index scan).

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QueryResult, QuerySelect, Statement,
};

use crate::StoreResult;
use crate::entities::post::{Column, Entity};
use crate::types::{CategoryId, PostId, PostStatus, Timestamp};

/// Post ids per sitemap file. A file lists the public posts of a fixed range of ids, so a post never moves to another
/// file. The indexes of [`files`] are by it (`m20261128_000470_index_sitemap_files`).
const IDS_PER_FILE: i64 = 2_000;

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
    #[derive(FromQueryResult)]
    struct Row {
        number: i64,
        updated_at: Option<Timestamp>,
        published_at: Option<Timestamp>,
    }
    let rows = Row::find_by_statement(files_statement(db.get_database_backend(), now)).all(db).await?;
    // A file of posts that are all dated ahead has neither.
    let files = rows.into_iter().filter_map(|row| {
        let changed_at = std::cmp::max(row.updated_at?, row.published_at?);
        Some(SitemapFile { number: row.number + 1, changed_at })
    });
    Ok(files.collect())
}

/// The files, each with the newest update and the newest publication in it.
pub fn files_statement(backend: DbBackend, now: Timestamp) -> Statement {
    let file = format!("(p.id - 1) / {IDS_PER_FILE}");
    let published = "FROM post p WHERE p.status = 'published'";
    // The addition keeps SQLite's planner from the index that ends with the date: it is not in the asked order.
    let sql = format!(
        "WITH RECURSIVE file(number) AS (\
           SELECT (SELECT {file} {published} ORDER BY {file} LIMIT 1) UNION ALL \
           SELECT (SELECT {file} {published} AND {file} > file.number ORDER BY {file} LIMIT 1) \
             FROM file WHERE file.number IS NOT NULL) \
         SELECT file.number AS number, \
           (SELECT p.updated_at {published} AND {file} = file.number AND p.published_at + 0 <= $1 \
              ORDER BY p.updated_at DESC LIMIT 1) AS updated_at, \
           (SELECT p.published_at {published} AND {file} = file.number AND p.published_at <= $1 \
              ORDER BY p.published_at DESC LIMIT 1) AS published_at \
         FROM file WHERE file.number IS NOT NULL ORDER BY file.number"
    );
    Statement::from_sql_and_values(backend, sql, [now.0.into()])
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

/// Posts of a list, newest first, of which the last change is that of the list: as many as its first page shows.
pub const LISTED: u64 = 20;

/// The last update or publication of these posts.
pub async fn newest_change(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Option<Timestamp>> {
    let rows: Vec<(Timestamp, Timestamp)> = Entity::find()
        .select_only()
        .columns([Column::UpdatedAt, Column::PublishedAt])
        .filter(Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|(updated, published)| updated.max(published)).max())
}

/// Slugs of up to `limit` tags of public posts, by slug, each with the last change of the newest [`LISTED`] of them.
pub async fn tags(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<(String, Timestamp)>> {
    slugs(db, tags_statement(db.get_database_backend(), now, limit)).await
}

/// Slugs of up to `limit` by-lines of public posts, as [`tags`].
pub async fn authors(db: &impl ConnectionTrait, now: Timestamp, limit: u64) -> StoreResult<Vec<(String, Timestamp)>> {
    slugs(db, authors_statement(db.get_database_backend(), now, limit)).await
}

pub fn tags_statement(backend: DbBackend, now: Timestamp, limit: u64) -> Statement {
    let newest = "post_tag t JOIN post p ON p.id = t.post_id WHERE t.slug = found.slug AND t.published_at <= $1 \
                  ORDER BY t.published_at DESC";
    distinct_statement(backend, ("post_tag", "slug"), newest, now, limit)
}

pub fn authors_statement(backend: DbBackend, now: Timestamp, limit: u64) -> Statement {
    let newest = "post p WHERE p.author_slug = found.slug AND p.status = 'published' AND p.published_at <= $1 \
                  ORDER BY p.published_at DESC";
    distinct_statement(backend, ("post", "author_slug"), newest, now, limit)
}

/// The first `limit` values of a column, each once, of which a post is public; `newest` are these posts, `p`.
fn distinct_statement(
    backend: DbBackend,
    (table, column): (&str, &str),
    newest: &str,
    now: Timestamp,
    limit: u64,
) -> Statement {
    let next = |after: &str| {
        format!("SELECT t.{column} FROM {table} t WHERE t.{column} > {after} ORDER BY t.{column} LIMIT 1")
    };
    let sql = format!(
        "WITH RECURSIVE found(slug) AS (\
           SELECT ({}) UNION ALL SELECT ({}) FROM found WHERE found.slug IS NOT NULL) \
         SELECT slug, changed_at FROM (SELECT found.slug AS slug, (\
             SELECT MAX(CASE WHEN n.updated_at > n.published_at THEN n.updated_at ELSE n.published_at END) \
             FROM (SELECT p.updated_at, p.published_at FROM {newest} LIMIT {LISTED}) n) AS changed_at \
           FROM found WHERE found.slug IS NOT NULL) listed \
         WHERE changed_at IS NOT NULL ORDER BY slug LIMIT {limit}",
        next("''"),
        next("found.slug")
    );
    Statement::from_sql_and_values(backend, sql, [now.0.into()])
}

async fn slugs(db: &impl ConnectionTrait, statement: Statement) -> StoreResult<Vec<(String, Timestamp)>> {
    let rows = db.query_all_raw(statement).await?;
    let read = |row: &QueryResult| Ok::<_, DbErr>((row.try_get("", "slug")?, row.try_get("", "changed_at")?));
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// A post of the news sitemap.
#[derive(Clone, Debug, FromQueryResult)]
pub struct NewsRow {
    pub slug: String,
    pub title: String,
    /// Language tag (BCP 47); empty: the publication's.
    pub language: String,
    pub published_at: Timestamp,
}

/// Up to `limit` posts published after `since`, newest first, without those of
/// some categories (news sitemap).
pub async fn news(
    db: &impl ConnectionTrait,
    without: &[CategoryId],
    since: Timestamp,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<NewsRow>> {
    let mut condition = public(now).add(Column::PublishedAt.gt(since));
    for category in without {
        condition = condition.add(Column::CategoryId.ne(*category));
    }
    let rows = Entity::find()
        .select_only()
        .column(Column::Slug)
        .column(Column::Title)
        .column(Column::Language)
        .column(Column::PublishedAt)
        .filter(condition)
        .order_by_desc(Column::PublishedAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .into_model::<NewsRow>()
        .all(db)
        .await?;
    Ok(rows)
}

fn public(now: Timestamp) -> Condition {
    Condition::all().add(Column::Status.eq(PostStatus::Published)).add(Column::PublishedAt.lte(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sitemap_file_covers_2000_post_ids() {
        assert_eq!([1, 2_000, 2_001, 4_000, 4_001].map(|id| file_number(PostId(id))), [1, 1, 2, 2, 3]);
    }
}
