//! A sitemap of many posts costs as much as one of few, and says the same.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use mwanga_store::entities::{category, post};
use mwanga_store::queries::sitemaps;
use mwanga_store::types::{PostStatus, Timestamp};
use rustix::time::{ClockId, clock_gettime};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Statement};

use super::{addresses, sitemap};
use crate::support::*;

const TRIES: usize = 9;
/// Half an hour between two posts: as many of them are news, however many there are.
const INTERVAL_MS: i64 = 1_800_000;

/// Fills a store with so many posts of 20 by-lines in 8 categories, each with two of 40 tags, one in a hundred a draft.
/// The database makes the rows by itself, as they are after many saves.
async fn fill(app: &TestApp, posts: i64) {
    let template = app.post("Template").form(|form| form.tags = Some("One, Two".into())).insert().await.id;
    let (db, now) = (app.core().store.writer(), app.core().now().0);
    let numbers = format!("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {posts})");
    let same = "content, excerpt, opening, summary, access, media_urls, author_name, custom_author, tags, is_today_pick, \
                brand, extra_text, reading_minutes, revision";
    let date = format!("{now} - CAST(c.n AS BIGINT) * {INTERVAL_MS}");
    let statements = [
        format!(
            "{numbers} INSERT INTO post (slug, title, title_key, category_id, status, published_at, first_published_at, \
               created_at, updated_at, author_slug, {same}) \
             SELECT 'copy-' || c.n, 'Copy ' || c.n, ' copy ' || c.n, \
             (SELECT MIN(id) FROM category WHERE id > 0) + c.n % 8, \
               CASE WHEN c.n % 100 = 0 THEN 'draft' ELSE 'published' END, {date}, {date}, {date}, {date} + c.n % 7, \
               'author-' || (c.n % 20), {same} \
             FROM c CROSS JOIN post WHERE post.id = {}",
            template.0
        ),
        format!(
            "INSERT INTO post_tag (post_id, slug, name, position, published_at) \
             SELECT p.id, 'tag-' || ((p.id * 7 + n.n) % 40), 'Tag', n.n, p.published_at \
             FROM post p CROSS JOIN (SELECT 0 AS n UNION ALL SELECT 1) n WHERE p.id > {} AND p.status = 'published'",
            template.0
        ),
        // What PostgreSQL's autovacuum does by itself, and the throw-away cluster has no time for.
        "ANALYZE".to_owned(),
    ];
    for sql in statements {
        db.execute_unprepared(&sql).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }
}

/// The plan by which the database answers, in its own words.
async fn plan(app: &TestApp, statement: Statement) -> String {
    let db = app.core().store.reader();
    let (explain, column) = match statement.db_backend {
        DbBackend::Postgres => ("EXPLAIN", "QUERY PLAN"),
        _ => ("EXPLAIN QUERY PLAN", "detail"),
    };
    let explained = Statement { sql: format!("{explain} {}", statement.sql), ..statement };
    let rows = db.query_all_raw(explained).await.expect("a plan");
    rows.iter().map(|row| row.try_get::<String>("", column).expect("a line")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn files_tags_and_by_lines_of_the_sitemap_are_found_without_reading_every_post() {
    let app = TestApp::new().await;
    fill(&app, 5_000).await;
    let (backend, now) = (app.core().store.reader().get_database_backend(), app.core().now());
    for (statement, indexes) in [
        (sitemaps::files_statement(backend, now), &["post_sitemap_updates", "post_sitemap_dates"][..]),
        (sitemaps::tags_statement(backend, now, 20_000), &["post_tag_public"]),
        (sitemaps::authors_statement(backend, now, 20_000), &["_of_author"]),
    ] {
        let plan = plan(&app, statement).await;
        for index in indexes {
            assert!(plan.contains(index), "{index} in {plan}");
        }
        let tables = ["SCAN p", "SCAN t", "Seq Scan"];
        assert!(!tables.iter().any(|table| plan.contains(table)), "{plan}");
    }
}

#[tokio::test]
async fn the_sitemap_names_every_public_post_once_in_the_file_of_its_id_and_its_last_change() {
    let app = TestApp::new().await;
    fill(&app, 5_000).await;
    let (db, now) = (app.core().store.writer(), app.core().now().0);
    for sql in [
        // Dated ahead, all of the last file among them; and public since its moment came, without a save.
        format!("UPDATE post SET published_at = {now} + id WHERE id % 90 = 1 OR id > 4000"),
        format!("UPDATE post SET published_at = {now}, updated_at = {now} - 500 WHERE id = 2100"),
        format!("UPDATE post_tag SET published_at = {now} + 1 WHERE slug = 'tag-7'"),
        format!("UPDATE post SET published_at = {now} + 1 WHERE author_slug = 'author-3'"),
    ] {
        db.execute_unprepared(&sql).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }
    let mut expected: BTreeMap<i64, (Timestamp, Vec<String>)> = BTreeMap::new();
    let (mut authors, mut categories) = (BTreeSet::new(), BTreeSet::new());
    let mut posts = post::Entity::find().all(db).await.unwrap();
    posts.retain(|post| post.status == PostStatus::Published && post.published_at.0 <= now);
    posts.sort_by_key(|post| post.id);
    for post in posts {
        let (changed, found) = expected.entry((post.id.0 - 1) / 2_000 + 1).or_insert((Timestamp(0), Vec::new()));
        *changed = post.updated_at.max(post.published_at).max(*changed);
        found.push(format!("{BASE}/post/slug/{}", post.slug));
        authors.insert(format!("{BASE}/author/{}", post.author_slug));
        categories.insert(post.category_id);
    }
    assert_eq!(expected.keys().copied().collect::<Vec<_>>(), [1, 2]);
    let index = sitemap(&app, "/sitemap.xml").await;
    for (number, (changed, posts)) in expected {
        let file = format!("/sitemap-posts-{number}.xml");
        let listed = index.iter().find(|(address, _)| *address == format!("{BASE}{file}")).expect("the file is listed");
        assert_eq!(listed.1.as_deref(), Some(changed.iso().replace('Z', "+00:00").as_str()), "{file}");
        assert_eq!(addresses(&app, &file).await, posts, "{file}");
    }
    assert_eq!(index.len(), 3);
    let pages = addresses(&app, "/sitemap-pages.xml").await;
    let of_kind = |kind: &str| -> BTreeSet<String> {
        pages.iter().filter(|address| address.starts_with(&format!("{BASE}/{kind}/"))).cloned().collect()
    };
    assert_eq!(of_kind("author"), authors);
    let mut listing = category::Entity::find().all(db).await.unwrap();
    // Two list posts of others where they have none.
    listing.retain(|row| categories.contains(&row.id) || ["latest-news", "trending"].contains(&row.slug.as_str()));
    assert_eq!(of_kind("category"), listing.iter().map(|row| format!("{BASE}/category/{}", row.slug)).collect());
    assert!(of_kind("tag").len() == 41 && !of_kind("tag").contains(&format!("{BASE}/tag/tag-7")), "{pages:?}");
}

/// What all threads of this process have taken so far.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The least CPU and time that a file took which is not cached, and its bytes.
async fn cost(app: &TestApp, path: &str) -> (Duration, Duration, usize) {
    let (mut cpu, mut wall, mut bytes) = (Duration::MAX, Duration::MAX, 0);
    for _ in 0..TRIES {
        let tags: Vec<String> = ["list", "sitemap:1", "sitemap:2"].map(str::to_owned).into();
        app.state.cache.purge(&tags);
        let (began, before) = (Instant::now(), cpu_time());
        let reply = app.get(path).await;
        (cpu, wall) = (cpu.min(cpu_time() - before), wall.min(began.elapsed()));
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        bytes = reply.body.len();
    }
    (cpu, wall, bytes)
}

const FILES: [&str; 4] = ["/sitemap.xml", "/sitemap-posts-1.xml", "/sitemap-pages.xml", "/sitemap-news.xml"];

/// 100,000 posts against a hundredth of it. Not for a machine that has other work: run it by its name with `--release
/// -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
async fn no_sitemap_takes_three_times_the_cpu_with_a_hundred_times_the_posts() {
    let mut costs = Vec::new();
    for posts in [1_000, 100_000] {
        let app = TestApp::new().await;
        fill(&app, posts).await;
        let mut of_store = Vec::new();
        for path in FILES {
            of_store.push(cost(&app, path).await);
        }
        costs.push(of_store);
    }
    let mut grown = Vec::new();
    for (path, (small, large)) in FILES.into_iter().zip(costs[0].iter().zip(&costs[1])) {
        let ratio = large.0.as_secs_f64() / small.0.as_secs_f64();
        println!(
            "{ratio:6.2}  CPU {:.2?} {:.2?}  time {:.2?} {:.2?}  {} {} bytes  {path}",
            small.0, large.0, small.1, large.1, small.2, large.2
        );
        if ratio > 3.0 {
            grown.push(path);
        }
    }
    assert!(grown.is_empty(), "more than three times the CPU: {grown:?}");
}
