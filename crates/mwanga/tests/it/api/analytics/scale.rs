//! What grows, and what does not.

use std::time::{Duration, Instant};

use mwanga_core::analytics::{self, DayRange, Tracked};
use mwanga_store::ConnectionTrait;
use mwanga_store::types::{PostId, TrackedEvent};
use sea_orm::{DbBackend, Statement};

use super::*;

async fn bytes(app: &TestApp) -> i64 {
    let db = app.core().store.reader();
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        }
        _ => "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
    };
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap().unwrap();
    row.try_get("", "bytes").unwrap()
}

/// A hundred thousand beacons of somebody who means harm: unknown posts, deals and plans, and a host of its own in each.
#[tokio::test]
async fn junk_grows_nothing() {
    let app = TestApp::new().await;
    let mut ids = Vec::new();
    for n in 0..20 {
        ids.push(deal_post(&app, &format!("Post {n}")).await);
    }
    let before = bytes(&app).await;
    for n in 0..100_000_i64 {
        let known = n % 4 == 0;
        let event = [TrackedEvent::PostView, TrackedEvent::DealClick, TrackedEvent::Share, TrackedEvent::PlanChosen][(n / 4 % 4) as usize];
        let tracked = Tracked {
            event,
            post_id: Some(PostId(if known { ids[(n % 20) as usize] } else { 1_000_000 + n })),
            deal: Some((n % 1_000) as i32),
            plan: Some(format!("plan {n}")),
            referrer: Some(format!("https://junk-{n}.{}.example/{n}", "x".repeat(50))),
        };
        analytics::record(app.core(), tracked);
        if n % 5_000 == 0 {
            analytics::write_down(app.core()).await.unwrap();
        }
    }
    analytics::write_down(app.core()).await.unwrap();
    let grown = bytes(&app).await - before;
    assert!(grown <= 1_000_000, "{grown} bytes");
    assert!(summary(&app).await["totals"]["post_views"].as_i64().unwrap() > 0, "what was meant counts all the same");
}

/// Fills `posts` posts with views and clicks on each of `days` days, and answers how long the slowest report takes (the best of some tries).
async fn slowest_report(posts: i64, days: i64) -> Duration {
    let app = TestApp::new().await;
    let template = deal_post(&app, "Template").await;
    let db = app.core().store.writer();
    // Rows as they are after many saves and beacons, made by the database itself: saving them one by one takes minutes.
    let columns = "title, content, excerpt, opening, summary, category_id, status, access, published_at, first_published_at, media_urls, author_name, custom_author, \
                   author_slug, tags, is_today_pick, brand, extra_text, reading_minutes, revision, created_at, updated_at";
    let numbers = |name: &str, most: i64| format!("WITH RECURSIVE {name}(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM {name} WHERE n < {most})");
    let copies = format!(
        "{} INSERT INTO post (slug, {columns}) SELECT 'copy-' || c.n, {columns} FROM c CROSS JOIN post WHERE post.id = {template}",
        numbers("c", posts)
    );
    db.execute_unprepared(&copies).await.unwrap();
    let range = DayRange::parse(None, None, app.core().now()).unwrap();
    for day in range.days().iter().rev().take(days as usize) {
        for event in ["post_view", "deal_click"] {
            db.execute_unprepared(&format!(
                "INSERT INTO analytics_post_day (post_id, event, deal_key, day, count) \
                 SELECT id, '{event}', CASE WHEN '{event}' = 'deal_click' THEN id ELSE 0 END, '{day}', 1 + (id * 7919) % 1000 FROM post"
            ))
            .await
            .unwrap();
            db.execute_unprepared(&format!("INSERT INTO analytics_day (day, event, detail, count) SELECT '{day}', '{event}', '', {posts}")).await.unwrap();
        }
    }
    db.execute_unprepared("ANALYZE").await.unwrap();
    let mut best = [Duration::MAX; 2];
    for _ in 0..7 {
        let began = Instant::now();
        assert_eq!(analytics::summary(app.core(), range).await.unwrap().top_posts.len(), 20);
        best[0] = best[0].min(began.elapsed());
        let began = Instant::now();
        assert_eq!(analytics::by_post(app.core(), range).await.unwrap().len(), 20);
        best[1] = best[1].min(began.elapsed());
    }
    best[0].max(best[1])
}

/// A million rows of counts against ten thousand. Not for a machine that has other work: run it by its name with `--ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
async fn reports_do_not_grow_with_what_is_counted() {
    let small = slowest_report(500, 10).await;
    let large = slowest_report(50_000, 10).await;
    println!("10,000 rows: {small:?}; 1,000,000 rows: {large:?}");
    assert!(large < small * 2, "{small:?} against {large:?}");
}
