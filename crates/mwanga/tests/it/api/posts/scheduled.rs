//! Scheduled posts: they become public at their publish date without any request.

use crate::support::*;

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn a_scheduled_post_is_in_every_list_from_its_publish_date() {
    let app = TestApp::new().await;
    app.post("Tomorrow").in_ms(HOUR).pick().insert().await;
    let lists = [
        "/api/posts/public",
        "/api/posts/public?category=tech",
        "/api/posts/public?pick=true",
        "/api/posts/public/todays-picks",
        "/api/posts/public/by-category",
        "/api/category/tech",
    ];
    for path in lists {
        assert_eq!(app.get(path).await.ok()["total"], 0, "{path} before its time");
    }
    app.clock.advance_ms(HOUR - 1);
    for path in lists {
        assert_eq!(app.get(path).await.ok()["total"], 0, "{path} a moment too early");
    }
    app.clock.advance_ms(1);
    for path in lists {
        let list = app.get(path).await.ok();
        assert_eq!((list["data"].as_array().map(Vec::len), &list["total"]), (Some(1), &json!(1)), "{path} at its time");
    }
}

#[tokio::test]
async fn several_scheduled_posts_are_published_one_by_one() {
    let app = TestApp::new().await;
    for hour in 1..=3 {
        app.post(&format!("Post {hour}")).in_ms(hour * HOUR).insert().await;
    }
    for hour in 1..=3 {
        app.clock.advance_ms(HOUR);
        assert_eq!(app.get("/api/posts/public").await.ok()["total"], hour);
    }
}

#[tokio::test]
async fn a_scheduled_post_answers_404_until_its_publish_date() {
    let app = TestApp::new().await;
    app.post("Habari").in_ms(HOUR).insert().await;
    assert_eq!(app.get("/api/post/slug/habari").await.problem().is(), (404, "post.not_found"));
    app.clock.advance_ms(HOUR);
    assert_eq!(app.get("/api/post/slug/habari").await.ok()["title"], "Habari");
}

#[tokio::test]
async fn clearing_the_publish_date_publishes_a_scheduled_post_at_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").in_ms(HOUR).insert().await;
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
    app.clock.advance_ms(60_000);
    let saved = editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "publish_date": "" })).await.ok();
    assert_eq!(saved["is_public"], true);
    assert_eq!(saved["published_at"], app.core().now().iso(), "it comes out now, not when it was scheduled");
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 1);
}

#[tokio::test]
async fn a_publish_date_without_offset_is_in_the_time_zone_of_the_publication() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = editor
        .post("/api/admin/posts", json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech", "publish_date": "2026-11-20T12:30" }))
        .await
        .ok();
    assert_eq!((&post["publish_date"], &post["is_public"]), (&json!("2026-11-20T09:30:00Z"), &json!(false)));
    app.clock.advance_ms(HOUR / 2);
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 1);
    app.set_time_zone("America/New_York").await;
    let date = json!({ "publish_date": "2026-11-20T12:30" });
    let post = editor.put(&format!("/api/admin/posts/{}", post["id"]), date).await.ok();
    assert_eq!(post["publish_date"], "2026-11-20T17:30:00Z");
}
