//! Addresses that feeds had in other systems.

use mwanga_store::ConnectionTrait;

use super::FOLDERS;
use crate::support::*;

async fn location(app: &TestApp, path: &str) -> Option<String> {
    let reply = app.get(path).await;
    (reply.status == StatusCode::MOVED_PERMANENTLY).then(|| reply.header("location").to_owned())
}

#[tokio::test]
async fn addresses_of_feeds_in_other_systems_lead_to_the_feed_of_the_same_list() {
    let app = TestApp::new().await;
    app.post("Habari").form(|form| form.tags = Some("Solar Power".into())).insert().await;
    for folder in FOLDERS {
        for old in ["feed", "feed/", "rss", "rss/", "rss.xml", "feed/rss2/"] {
            let path = format!("{folder}/{old}");
            assert_eq!(location(&app, &path).await, Some(format!("{folder}/feed.xml")), "{path}");
        }
    }
    assert_eq!(location(&app, "/feed/atom").await.as_deref(), Some("/atom.xml"));
    assert_eq!(location(&app, "/corrections/feed/").await.as_deref(), Some("/corrections/feed.xml"));
    assert_eq!(location(&app, "/feed/?utm_source=x").await.as_deref(), Some("/feed.xml?utm_source=x"));
    assert_eq!(location(&app, "/tag/rss/").await.as_deref(), Some("/tag/rss"), "a tag");
    assert_eq!(location(&app, "/post/feed").await.as_deref(), Some("/post/slug/feed"));
}

#[tokio::test]
async fn a_feed_that_is_not_there_answers_404_and_never_the_front_page() {
    let app = TestApp::new().await;
    for path in [
        "/category/nope/feed/",
        "/tag/nope/feed",
        "/author/nope/rss/",
        "/comments/feed/",
        "/2019/04/a-story/feed/",
        "//evil.example/feed",
    ] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_page_that_is_called_rss_keeps_its_address() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    editor
        .post("/api/admin/pages", json!({ "title": "Jobs", "content": "<p>Two.</p>", "status": "published" }))
        .await
        .ok();
    // As an earlier version let it be called.
    app.core().store.writer().execute_unprepared("UPDATE page SET slug = 'rss' WHERE slug = 'jobs'").await.unwrap();
    assert_eq!(app.get("/rss").await.status, StatusCode::OK);
    assert_eq!(location(&app, "/rss/").await.as_deref(), Some("/rss"));
    assert_eq!(location(&app, "/rss.xml").await.as_deref(), Some("/feed.xml"));
}
