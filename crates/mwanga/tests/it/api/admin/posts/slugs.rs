//! Slugs are made from titles, unique, and stable once a post was public.

use super::post_with;
use crate::support::*;

const PATH: &str = "/api/admin/posts";

#[tokio::test]
async fn a_slug_is_made_from_the_title() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (title, slug) in [
        ("Habari ya Asubuhi!", "habari-ya-asubuhi"),
        ("Café — naïve façade", "cafe-naive-facade"),
        ("Straße № 5", "strasse-no-5"),
        ("…!", "post"),
        ("…?", "post-2"),
    ] {
        assert_eq!(editor.post(PATH, post_with(json!({ "title": title }))).await.ok()["slug"], slug, "{title}");
    }
}

#[tokio::test]
async fn a_taken_generated_slug_gets_a_number() {
    let app = TestApp::new().await;
    let slugs = [
        app.post("Habari").insert().await.slug,
        app.post("Habari").draft().insert().await.slug,
        app.post("habari!").insert().await.slug,
    ];
    assert_eq!(slugs, ["habari", "habari-2", "habari-3"]);
}

#[tokio::test]
async fn a_generated_slug_never_takes_the_old_slug_of_another_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    editor.put(&format!("{PATH}/{}", post.id), json!({ "slug": "habari-mpya" })).await.ok();
    assert_eq!(app.post("Habari").insert().await.slug, "habari-2");
    assert_eq!(app.get("/api/post/slug/habari").await.ok()["id"], json!(post.id));
}

#[tokio::test]
async fn a_sent_slug_that_is_taken_answers_409() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").insert().await;
    let other = app.post("Other").insert().await;
    for reply in [
        editor.post(PATH, post_with(json!({ "slug": "habari" }))).await,
        editor.put(&format!("{PATH}/{}", other.id), json!({ "slug": "Habari" })).await,
    ] {
        let problem = reply.problem();
        assert_eq!((problem.is(), problem.field_names()), ((409, "post.slug_taken"), vec!["slug"]));
    }
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 2);
}

#[tokio::test]
async fn a_published_post_keeps_its_slug_when_its_title_changes() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let saved = editor.put(&format!("{PATH}/{}", post.id), json!({ "title": "Another title" })).await.ok();
    assert_eq!((&saved["title"], &saved["slug"]), (&json!("Another title"), &json!("habari")));
    // Also when it was taken back meanwhile: its address is out there.
    editor.put(&format!("{PATH}/{}", post.id), json!({ "status": "draft" })).await.ok();
    assert_eq!(
        editor.put(&format!("{PATH}/{}", post.id), json!({ "title": "A third one" })).await.ok()["slug"],
        "habari"
    );
}

#[tokio::test]
async fn a_drafts_slug_follows_its_title_until_it_is_published() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").draft().insert().await;
    let address = format!("{PATH}/{}", post.id);
    let slug = async |title: &str| editor.put(&address, json!({ "title": title })).await.ok()["slug"].clone();
    assert_eq!(slug("Habari!").await, "habari", "its own slug is not taken by somebody else");
    assert_eq!(slug("Habari njema").await, "habari-njema");
    editor.put(&address, json!({ "status": "published" })).await.ok();
    assert_eq!(slug("Habari mbaya").await, "habari-njema");
    // Nobody saw the first one.
    assert_eq!(app.get("/api/post/slug/habari").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_chosen_slug_of_a_draft_does_not_follow_its_title() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").slug("chosen").draft().insert().await;
    assert_eq!(editor.put(&format!("{PATH}/{}", post.id), json!({ "title": "Another" })).await.ok()["slug"], "chosen");
}

#[tokio::test]
async fn a_post_can_take_its_old_slug_back() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("{PATH}/{}", post.id);
    editor.put(&address, json!({ "slug": "mpya" })).await.ok();
    editor.put(&address, json!({ "slug": "habari" })).await.ok();
    for slug in ["habari", "mpya"] {
        assert_eq!(
            app.get(&format!("/api/post/slug/{slug}")).await.ok()["canonical_path"],
            "/post/slug/habari",
            "{slug}"
        );
    }
}

#[tokio::test]
async fn more_than_100_posts_can_have_the_same_title() {
    let app = TestApp::new().await;
    for _ in 0..103 {
        app.post("Daily market update").insert().await;
    }
    assert_eq!(app.post("Daily market update").insert().await.slug, "daily-market-update-104");
}
