use super::{draft_of, post_with};
use crate::support::*;

const HOUR_MS: i64 = 3_600_000;

#[tokio::test]
async fn only_a_save_that_says_so_tells_readers_of_an_update() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let made = editor.post("/api/admin/posts", post_with(json!({}))).await.ok();
    let post = format!("/api/admin/posts/{}", made["id"]);
    let dates = async || {
        let public = app.get("/api/post/slug/habari").await.ok();
        [&public["updated_for_readers_at"], &public["modified_at"], &public["updated_at"]].map(Clone::clone)
    };
    let at = |steps: i64| json!(NOW.plus_ms(steps * (HOUR_MS / 5)).iso());
    assert_eq!(dates().await, [Value::Null, at(0), at(0)]);
    let saves = [
        (json!({ "title": "Habari" }), [Value::Null, at(0), at(1)]),
        (json!({ "mark_updated": false }), [Value::Null, at(0), at(2)]),
        (json!({ "mark_updated": true }), [at(3), at(3), at(3)]),
        (json!({ "brand": "Taa" }), [at(3), at(3), at(4)]),
    ];
    for (body, expected) in saves {
        app.clock.advance_ms(HOUR_MS / 5);
        editor.put(&post, body.clone()).await.ok();
        assert_eq!(dates().await, expected, "{body}");
    }
}

#[tokio::test]
async fn a_post_that_was_not_public_is_not_updated_by_its_publication() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let dated = json!({ "status": "published", "publish_date": "2026-11-01T06:00:00Z", "mark_updated": true });
    let saved = editor.put(&post, dated).await.ok();
    assert_eq!((&saved["is_public"], &saved["updated_for_readers_at"]), (&json!(true), &Value::Null));
    let created = editor.post("/api/admin/posts", post_with(json!({ "mark_updated": true }))).await.ok();
    assert_eq!(created["updated_for_readers_at"], Value::Null);
}

#[tokio::test]
async fn a_later_publish_date_takes_the_mark_of_an_update_away() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let made = editor.post("/api/admin/posts", post_with(json!({}))).await.ok();
    let post = format!("/api/admin/posts/{}", made["id"]);
    app.clock.advance_ms(1_000);
    editor.put(&post, json!({ "mark_updated": true })).await.ok();
    let ahead = app.clock.now().plus_ms(HOUR_MS).iso();
    editor.put(&post, json!({ "publish_date": ahead })).await.ok();
    app.clock.advance_ms(HOUR_MS);
    let public = app.get("/api/post/slug/habari").await.ok();
    assert_eq!((&public["updated_for_readers_at"], &public["modified_at"]), (&Value::Null, &public["published_at"]));
}
