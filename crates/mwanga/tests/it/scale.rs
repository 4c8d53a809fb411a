//! The admin area of a large publication is as quick as that of a small one.

use std::time::{Duration, Instant};

use mwanga_core::analytics::{self, DayRange};
use mwanga_store::ConnectionTrait;
use sea_orm::DbBackend;

use crate::support::*;

const TRIES: usize = 9;

/// Fills a store with so many posts and subscriptions, twice as many subscribers and mails, and twenty times as many
/// rows of counts.
///
/// The database makes the rows by itself, as they are after many saves and beacons: saving them one by one takes hours.
async fn fill(app: &TestApp, posts: i64) -> i64 {
    let deals = vec![mwanga_core::posts::DealForm {
        url: "https://shop.example/1".into(),
        label: "Duka".into(),
        product_name: "Lamp".into(),
        ..Default::default()
    }];
    let template =
        app.post("Template").tags("lamps, solar").form(|form| form.deal_links = Some(deals)).insert().await.id.0;
    let now = app.core().now().0;
    let db = app.core().store.writer();
    let numbers =
        |most: i64| format!("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {most})");
    let run = async |sql: String| db.execute_unprepared(&sql).await.unwrap_or_else(|e| panic!("{sql}: {e}"));

    let columns = "content, excerpt, opening, summary, access, media_urls, author_name, custom_author, author_slug, tags, is_today_pick, brand, \
                   extra_text, reading_minutes, revision, created_at, updated_at";
    run(format!(
        "{} INSERT INTO post (slug, title, title_key, category_id, status, published_at, first_published_at, {columns}) \
         SELECT 'copy-' || c.n, 'Copy ' || c.n, ' copy ' || c.n, \
         (SELECT MIN(id) FROM category WHERE id > 0) + c.n % 8, \
         CASE WHEN c.n % 100 = 0 THEN 'draft' ELSE 'published' END, {now} - c.n * 20000, {now} - c.n * 20000, {columns} \
         FROM c CROSS JOIN post WHERE post.id = {template}",
        numbers(posts)
    ))
    .await;
    run(format!(
        "INSERT INTO post_tag (post_id, slug, name, position, published_at) SELECT p.id, t.slug, t.name, t.position, p.published_at \
         FROM post p CROSS JOIN post_tag t WHERE t.post_id = {template} AND p.id <> {template}"
    ))
    .await;
    run(format!(
        "INSERT INTO post_search (post_id, title, words) SELECT p.id, s.title, s.words FROM post p CROSS JOIN post_search s \
         WHERE s.post_id = {template} AND p.id <> {template}"
    ))
    .await;
    run(format!(
        "{} INSERT INTO subscriber (email, email_key, name, status, requested_at, created_at) \
         SELECT 'r' || n || '@example.com', 'r' || n || '@example.com', '', 'confirmed', {now}, {now} FROM c",
        numbers(posts * 2)
    ))
    .await;
    let counts = json!([["sent", posts * 2]]);
    run(format!(
        "INSERT INTO issue (kind, status, fingerprint, subject, html, created_at, starts_at, finished_at, kept_counts) \
         VALUES ('manual', 'sent', '', 'News', '<p>News</p>', {now}, {now}, {now}, '{counts}')"
    ))
    .await;
    run(format!(
        "INSERT INTO delivery (issue_id, subscriber_id, email, status, attempts, changed_at) \
         SELECT (SELECT MAX(id) FROM issue), id, email, 'sent', 1, {now} FROM subscriber"
    ))
    .await;
    run(format!(
        "{} INSERT INTO mail_log (mail_id, kind, recipient, recipient_key, subject, status, attempts, created_at, tried_at) \
         SELECT 'm' || n, 'verify_email', 'r' || n || '@example.com', 'r' || n || '@example.com', 'Confirm', \
         CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'sent' END, 1, {now} - n * 1000, {now} - n * 1000 FROM c",
        numbers(posts * 2)
    ))
    .await;
    let order = "months, price_minor, currency, auto_subscribe_all, create_request_id, capture_request_id, refund_request_id, created_at, changed_at, captured_at";
    run(format!(
        "{} INSERT INTO paid_order (reference, email, email_key, plan, status, {order}) \
         SELECT 'o' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', CASE WHEN n % 3 = 0 THEN '12_months' ELSE '8_months' END, 'captured', \
         8, 300, 'USD', FALSE, '', '', '', {now}, {now}, {now} FROM c",
        numbers(posts)
    ))
    .await;
    run(format!(
        "INSERT INTO subscription (email, email_key, plan, status, expires_at, last_order_id, created_at, changed_at) \
         SELECT email, email_key, plan, 'paid', {now} + (id % 7 - 3) * 1000000000, id, {now}, {now} FROM paid_order"
    ))
    .await;
    run("UPDATE counter SET value = (SELECT COUNT(*) FROM subscription) WHERE name = 'subscriptions'".into()).await;
    for day in DayRange::parse(None, None, analytics::today(app.core())).unwrap().days().iter().rev().take(10) {
        for event in ["post_view", "deal_click"] {
            run(format!(
                "INSERT INTO analytics_post_day (post_id, event, deal_key, day, count) \
                 SELECT id, '{event}', CASE WHEN '{event}' = 'deal_click' THEN id ELSE 0 END, '{day}', 1 + (id * 7919) % 1000 FROM post"
            ))
            .await;
            run(format!(
                "INSERT INTO analytics_day (day, event, detail, count) SELECT '{day}', '{event}', '', {posts}"
            ))
            .await;
        }
    }
    fill_media(app, posts).await;
    mwanga_core::posts::backfill(app.core()).await.unwrap();
    run("INSERT INTO post_week (post_id, views) SELECT post_id, CAST(SUM(count) AS BIGINT) FROM analytics_post_day \
         WHERE event = 'post_view' GROUP BY post_id"
        .into())
    .await;
    // What PostgreSQL's autovacuum does by itself, and the throw-away cluster has no time for.
    run(if db.get_database_backend() == DbBackend::Postgres { "VACUUM ANALYZE" } else { "ANALYZE" }.into()).await;
    template
}

/// As many files as posts, nine of ten of them used by one, and the unused ones the oldest: a list of those passes over
/// all others.
async fn fill_media(app: &TestApp, posts: i64) {
    let (db, now) = (app.core().store.writer(), app.core().now().0);
    let numbers = format!("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {posts})");
    let files = format!(
        "{numbers} INSERT INTO media_item (object_key, kind, content_type, size_bytes, width, height, file_name, alt, search_name, thumbhash, created_at) \
         SELECT '2026/11/' || n || '.webp', 'image', 'image/webp', 1000, 1200, 800, 'photo-' || n || '.webp', '', ' photo ' || n || ' webp', '', {now} FROM c"
    );
    let uses = format!(
        "{numbers} INSERT INTO post_media (post_id, object_key, position, alt, words) \
         SELECT (SELECT MIN(id) FROM post) + n, '2026/11/' || n || '.webp', 0, '', ' photo ' || n FROM c WHERE n > {posts} / 10"
    );
    let words = ["'photo'", "'webp'", "CAST(id AS text)"]
        .map(|word| format!("INSERT INTO media_word (word, media_id) SELECT {word}, id FROM media_item"));
    for sql in [vec![files, uses], words.into()].concat() {
        db.execute_unprepared(&sql).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }
}

/// Waits for an answer, which must be a good one, and keeps its time when it is the best so far.
async fn timed(best: &mut Duration, call: impl Future<Output = Reply>) -> Reply {
    let began = Instant::now();
    let reply = call.await;
    *best = began.elapsed().min(*best);
    assert!(reply.status.is_success(), "{}: {}", reply.status, reply.text());
    reply
}

/// The shortest time that each admin call took.
async fn times(posts: i64) -> Vec<(String, Duration)> {
    let app = TestApp::new().await;
    let template = fill(&app, posts).await;
    app.newsroom_index_in("search-newsroom").await;
    let staff = app.staff(Role::Admin).await;
    let last = posts / 5;
    let mut calls: Vec<String> = [
        "/api/admin/posts",
        "/api/admin/posts?page=2",
        "/api/admin/posts?q=copy+4",
        "/api/admin/posts?status=draft",
        "/api/admin/posts?category=tech",
        "/api/admin/posts?per_page=50",
        "/api/admin/posts?sort=oldest",
        "/api/admin/posts?sort=title",
        "/api/admin/posts?sort=changed",
        "/api/admin/posts?sort=viewed",
        "/api/admin/posts?sort=viewed&status=draft",
        "/api/admin/posts?sort=title&status=draft",
        "/api/admin/posts?sort=changed&status=published",
        "/api/admin/posts?sort=title&category=tech",
        "/api/admin/posts?tag=solar",
        "/api/admin/posts?tag=none",
        "/api/admin/posts?author=mwanga-team",
        "/api/admin/posts?access=subscribers",
        "/api/admin/posts?q=solr&status=draft",
        "/api/admin/desk",
        "/api/admin/calendar",
        "/api/admin/categories",
        "/api/admin/todays-picks",
        "/api/admin/email-logs",
        "/api/admin/email-logs?q=r4",
        "/api/admin/email-logs?status=failed",
        "/api/admin/subscriptions",
        "/api/admin/subscriptions?q=r4",
        "/api/admin/subscriptions?status=active",
        "/api/admin/subscriptions?status=refunded",
        "/api/admin/subscriptions?plan=12_months",
        "/api/admin/subscriptions/1",
        "/api/admin/media",
        "/api/admin/media?kind=image",
        "/api/admin/media?q=photo+4",
        "/api/admin/media?q=photo+none",
        "/api/admin/media?orphans=true",
        "/api/admin/media/1",
        "/api/admin/staff",
        "/api/admin/upload-config",
        "/api/analytics/posts",
        "/api/analytics/posts?by=type",
        "/api/analytics/summary",
        "/api/analytics/tables/posts",
        "/api/newsletter/admin-draft",
        "/api/newsletter/admin-issues",
        "/api/newsletter/admin-issues/1",
        "/api/newsletter/admin-issues/1/deliveries",
        "/api/newsletter/admin-issues/1/deliveries?status=failed",
        "/api/newsletter/admin-schedule",
    ]
    .map(str::to_owned)
    .into();
    calls.push(format!("/api/admin/posts/{template}"));
    calls.push(format!("/api/admin/posts/{template}/revisions"));
    let mut found = Vec::new();
    for path in calls {
        let mut best = Duration::MAX;
        for _ in 0..TRIES {
            timed(&mut best, staff.get(&path)).await;
        }
        found.push((path, best));
    }
    // Nobody turns ten thousand pages, but the number can be typed into the address.
    let mut once = Duration::MAX;
    timed(&mut once, staff.get(&format!("/api/admin/posts?page={last}"))).await;
    println!("{posts} posts, the last page by its number: {once:?}");

    let mut best = [Duration::MAX; 4];
    for n in 0..TRIES {
        let fields = |title: String| json!({ "title": title, "content": "<p>Words.</p>", "category_name": "tech", "author_name": "mwanga_team" });
        let made = timed(&mut best[0], staff.post("/api/admin/posts", fields(format!("New {n}")))).await.ok();
        let path = format!("/api/admin/posts/{}", made["id"]);
        timed(&mut best[1], staff.put(&path, fields(format!("Changed {n}")))).await;
        // The first list after a save counts anew.
        timed(&mut best[2], staff.get("/api/admin/posts")).await;
        timed(&mut best[3], staff.delete(&path)).await;
    }
    found.extend(["create", "update", "the list after a save", "delete"].map(str::to_owned).into_iter().zip(best));
    found
}

/// 50,000 posts, 100,000 subscribers and mails and a million rows of counts against a hundredth of it. Not for a
/// machine that has other work: run it by its name with `--release -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
async fn no_admin_call_takes_twice_as_long_with_a_hundred_times_the_rows() {
    let small = times(500).await;
    let large = times(50_000).await;
    let mut grown = Vec::new();
    for ((name, small), (_, large)) in small.into_iter().zip(large) {
        let ratio = large.as_secs_f64() / small.as_secs_f64();
        println!("{ratio:6.2}  {small:10.2?}  {large:10.2?}  {name}");
        if ratio > 2.0 {
            grown.push(name);
        }
    }
    assert!(grown.is_empty(), "more than twice as long: {grown:?}");
}
