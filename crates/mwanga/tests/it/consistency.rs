//! The hourly consistency check: caches and indexes that differ from the rows are found, logged and repaired.

use mwanga_core::consistency::Difference;
use mwanga_core::posts;
use mwanga_store::{ConnectionTrait, queries};

use crate::support::*;

/// Longer ago than a change may be on its way.
const MINUTE_MS: i64 = 60_000;

async fn differences(app: &TestApp) -> Vec<String> {
    let found = app.state.check_consistency().await.expect("the store answers");
    found.into_iter().map(|Difference { of, .. }| of).collect()
}

async fn execute_unannounced(app: &TestApp, sql: &str) {
    app.other_store().await.writer().execute_unprepared(sql).await.expect("a statement");
}

#[tokio::test]
async fn the_consistency_check_finds_nothing_on_a_site_in_use() {
    let app = TestApp::indexed().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    app.post("Soko").tags("energy").insert().await;
    let read = async || {
        for path in [
            "/",
            "/category/tech",
            "/post/slug/habari",
            "/tag/energy",
            "/sitemap.xml",
            "/sitemap-posts-1.xml",
            "/feed.xml",
            "/api/search/search?q=soko",
        ] {
            assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
        }
        editor.get("/api/admin/posts").await.ok();
    };
    read().await;
    assert!(differences(&app).await.is_empty());
    app.retitle(post.id, "Habari mpya").await;
    app.clock.advance_ms(MINUTE_MS);
    read().await;
    posts::delete(app.core(), post.id).await.expect("it is deleted");
    app.clock.advance_ms(MINUTE_MS);
    assert!(differences(&app).await.is_empty());
}

#[tokio::test]
async fn a_wrong_counter_is_recounted() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    execute_unannounced(&app, "UPDATE counter SET value = 41 WHERE name = 'posts'").await;
    assert_eq!(differences(&app).await, ["counter posts"]);
    assert_eq!(queries::counters::posts(app.core().store.reader()).await.unwrap(), 1);
    assert!(differences(&app).await.is_empty());
}

#[tokio::test]
async fn cached_totals_and_categories_are_dropped_when_rows_differ() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    app.post("Soko").insert().await;
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 2);
    execute_unannounced(&app, "DELETE FROM post WHERE slug = 'soko'").await;
    execute_unannounced(&app, "UPDATE category SET name = 'Machines' WHERE slug = 'tech'").await;
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 2, "it does not know yet");
    let found = differences(&app).await;
    assert!(
        found.iter().any(|of| of.starts_with("total of Public")) && found.contains(&"categories".to_owned()),
        "{found:?}"
    );
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 1);
    assert!(app.get("/category/tech").await.text().contains("Machines"));
}

#[tokio::test]
async fn a_search_index_that_missed_changes_is_updated() {
    let app = TestApp::indexed().await;
    let (changed, deleted) = (app.post("Habari").insert().await, app.post("Soko").insert().await);
    let titles = async |q: &str| titles(&app.get(&format!("/api/search/search?q={q}")).await.ok()["results"]).len();
    assert_eq!((titles("habari").await, titles("soko").await), (1, 1));
    execute_unannounced(
        &app,
        &format!("UPDATE post SET title = 'Kitabu', revision = revision + 1 WHERE id = {}", changed.id),
    )
    .await;
    execute_unannounced(&app, &format!("DELETE FROM post WHERE id = {}", deleted.id)).await;
    assert_eq!(titles("kitabu").await, 0, "it does not know yet");
    assert!(differences(&app).await.contains(&"search index".to_owned()));
    assert_eq!((titles("kitabu").await, titles("soko").await), (1, 0));
    assert!(!differences(&app).await.contains(&"search index".to_owned()));
}

#[tokio::test]
async fn a_cached_page_that_missed_a_purge_is_purged() {
    let app = TestApp::new().await;
    let post = app.post("Habari").insert().await;
    assert!(app.get("/post/slug/habari").await.text().contains("Habari"));
    app.clock.advance_ms(MINUTE_MS);
    // A change that this process is never told of, as when its announcement was lost.
    let now = app.core().now();
    let (store, node) = (app.other_store().await, app.core().node.clone());
    store.writer().execute_unprepared(&format!("UPDATE post SET title = 'Mpya' WHERE id = {}", post.id)).await.unwrap();
    queries::changes::insert(store.writer(), &[format!("post:{}", post.id)], &node, now).await.unwrap();
    app.clock.advance_ms(MINUTE_MS);
    assert!(app.get("/post/slug/habari").await.text().contains("Habari"), "it does not know yet");
    assert_eq!(differences(&app).await, ["page /post/slug/habari"]);
    assert!(app.get("/post/slug/habari").await.text().contains("Mpya"));
    assert!(differences(&app).await.is_empty());
}

#[tokio::test]
async fn a_cached_sitemap_that_differs_from_the_posts_is_rebuilt() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    app.post("Soko").insert().await;
    assert!(app.get("/sitemap-posts-1.xml").await.text().contains("/soko"));
    execute_unannounced(&app, "DELETE FROM post WHERE slug = 'soko'").await;
    assert!(differences(&app).await.contains(&"/sitemap-posts-1.xml".to_owned()));
    assert!(!app.get("/sitemap-posts-1.xml").await.text().contains("/soko"));
}

#[tokio::test]
async fn a_stopped_change_feed_is_caught_up() {
    let app = TestApp::new().await;
    let post = app.post("Habari").insert().await;
    let feed = tokio::spawn(app.state.clone().follow_changes());
    until("the feed is followed", || app.state.change_feed.last_seq().is_some()).await;
    feed.abort();
    assert!(app.get("/post/slug/habari").await.text().contains("Habari"));
    let store = app.other_store().await;
    store.writer().execute_unprepared("UPDATE post SET title = 'Mpya'").await.unwrap();
    queries::changes::insert(store.writer(), &[format!("post:{}", post.id)], "another node", app.core().now())
        .await
        .unwrap();
    assert!(differences(&app).await.is_empty(), "it may still be on its way");
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(differences(&app).await, ["last change number"]);
    assert!(app.get("/post/slug/habari").await.text().contains("Mpya"));
}
