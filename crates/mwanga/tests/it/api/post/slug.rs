use crate::support::*;

const PATH: &str = "/api/post/slug";

#[tokio::test]
async fn a_post_is_answered_with_its_content_and_no_staff_fields() {
    let app = TestApp::new().await;
    app.post("Habari").content("<p>Text</p>").insert().await;
    let post = app.get(&format!("{PATH}/habari")).await.ok();
    assert_eq!(
        (&post["title"], &post["content"], &post["canonical_path"]),
        (&json!("Habari"), &json!("<p dir=\"auto\">Text</p>"), &json!("/post/slug/habari"))
    );
    assert!(post.get("revision").is_none() && post.get("status").is_none(), "what only staff may see: {post}");
}

#[tokio::test]
async fn an_unknown_slug_or_a_draft_answers_404() {
    let app = TestApp::new().await;
    app.post("Draft").draft().insert().await;
    for slug in ["draft", "never-was", "Habari", "%00", "%FF", "caf%C3%A9", "a%2Fb", &"x".repeat(300)] {
        let reply = app.get(&format!("{PATH}/{slug}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{slug}: {}", reply.text());
        assert!(!reply.problem().error.contains("never-was"));
    }
}

#[tokio::test]
async fn an_old_slug_answers_with_the_new_address() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "slug": "habari-mpya" })).await.ok();
    let found = app.get(&format!("{PATH}/habari")).await.ok();
    assert_eq!((&found["id"], &found["canonical_path"]), (&json!(post.id), &json!("/post/slug/habari-mpya")));
}

#[tokio::test]
async fn a_deleted_post_answers_410_at_every_slug_it_had() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    editor.put(&address, json!({ "slug": "habari-mpya" })).await.ok();
    editor.delete(&address).await.ok();
    for slug in ["habari", "habari-mpya"] {
        assert_eq!(app.get(&format!("{PATH}/{slug}")).await.problem().is(), (410, "post.gone"), "{slug}");
    }
}

#[tokio::test]
async fn a_deleted_draft_that_was_never_public_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = app.post("Habari").draft().insert().await;
    editor.delete(&format!("/api/admin/posts/{}", draft.id)).await.ok();
    assert_eq!(app.get(&format!("{PATH}/habari")).await.problem().is(), (404, "post.not_found"));
}

#[tokio::test]
async fn a_current_slug_wins_over_an_old_one_and_that_over_a_deleted_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let address = |id: &mwanga_store::types::PostId| format!("/api/admin/posts/{id}");
    let found = async || app.get(&format!("{PATH}/habari")).await;

    let first = app.post("Habari").insert().await;
    app.staff(Role::Admin).await.delete(&format!("{}?forever=true", address(&first.id))).await.ok();
    assert_eq!(found().await.status, StatusCode::GONE);

    // A live post with this old slug wins over the deleted post.
    let second = app.post("Second").slug("habari").insert().await;
    editor.put(&address(&second.id), json!({ "slug": "second" })).await.ok();
    assert_eq!(found().await.ok()["id"], json!(second.id));

    // A live post with this current slug wins over both.
    let third = app.post("Third").slug("habari").insert().await;
    assert_eq!(found().await.ok()["id"], json!(third.id));
    // The second post keeps its own slug.
    assert_eq!(app.get(&format!("{PATH}/second")).await.ok()["id"], json!(second.id));
}

#[tokio::test]
async fn a_post_set_back_to_draft_answers_404_until_it_is_published() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    editor.put(&address, json!({ "status": "draft" })).await.ok();
    assert_eq!(app.get(&format!("{PATH}/habari")).await.status, StatusCode::NOT_FOUND);
    editor.put(&address, json!({ "status": "published" })).await.ok();
    assert_eq!(app.get(&format!("{PATH}/habari")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_draft_hides_neither_an_old_slug_nor_a_deleted_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let moved = app.post("Habari").insert().await;
    editor.put(&format!("/api/admin/posts/{}", moved.id), json!({ "slug": "habari-mpya" })).await.ok();
    let deleted = app.post("Kwaheri").insert().await;
    app.staff(Role::Admin).await.delete(&format!("/api/admin/posts/{}?forever=true", deleted.id)).await.ok();
    app.post("Draft one").draft().slug("habari").insert().await;
    app.post("Draft two").draft().slug("kwaheri").insert().await;
    assert_eq!(app.get(&format!("{PATH}/habari")).await.ok()["canonical_path"], "/post/slug/habari-mpya");
    assert_eq!(app.get(&format!("{PATH}/kwaheri")).await.problem().is(), (410, "post.gone"));
}

#[tokio::test]
async fn a_stranger_gets_only_the_opening_of_a_post_for_subscribers() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let body = format!("<p>{}</p><p>The paid secret.</p>", "Free words. ".repeat(40));
    let post = app.post("Paid").content(&body).form(|form| form.access = Some("subscribers".into())).insert().await;
    let whole = editor.get(&format!("/api/admin/posts/{}", post.id)).await;
    assert!(whole.text().contains("The paid secret."), "its editors see it");
    for path in [format!("{PATH}/paid"), "/api/posts/public".into(), "/post/slug/paid".into(), "/".into()] {
        let seen = app.get(&path).await;
        assert!(seen.text().contains("Free words.") || path == "/", "{path}");
        assert!(!seen.text().contains("The paid secret."), "{path}");
    }
}

#[tokio::test]
async fn the_dek_is_the_summary_or_the_excerpt_of_the_editor() {
    let app = TestApp::new().await;
    app.post("Plain").insert().await;
    app.post("Excerpt").form(|form| form.excerpt = Some("In short.".into())).insert().await;
    app.post("Summary")
        .form(|form| {
            form.excerpt = Some("In short.".into());
            form.summary = Some("In a word.".into());
        })
        .insert()
        .await;
    for (slug, dek) in [("plain", ""), ("excerpt", "In short."), ("summary", "In a word.")] {
        assert_eq!(app.get(&format!("{PATH}/{slug}")).await.ok()["dek"], dek, "{slug}");
    }
}

#[tokio::test]
async fn what_a_text_means_is_kept_by_a_save_and_drawn_for_readers() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let content = "<p dir=\"rtl\">مرحبا.</p><ol start=\"3\"><li>three</li><li>H<sub>2</sub>O</li></ol>\
        <h2 id=\"method\">Method</h2><p><a href=\"#method\">How</a></p>";
    let missing = "<img src=\"https://x.example/a.png\" alt=\"chart of sales\">";
    let post = json!({
        "title": "Habari", "content": format!("{content}{missing}"), "category_name": "tech", "status": "published",
    });
    let saved = editor.post("/api/admin/posts", post).await.ok();
    let stored = saved["content"].as_str().unwrap();
    assert!(stored.starts_with(content), "{stored}");
    assert!(stored.contains("<figure data-missing=\"https://x.example/a.png\">"), "{stored}");

    let drawn = "<p dir=\"rtl\">مرحبا.</p><ol start=\"3\" dir=\"auto\"><li>three</li><li>H<sub>2</sub>O</li></ol>\
        <h2 id=\"h-method\" dir=\"auto\">Method</h2><p dir=\"auto\"><a href=\"#h-method\">How</a></p>";
    assert_eq!(app.get(&format!("{PATH}/habari")).await.ok()["content"], drawn);
    let page = app.get("/post/slug/habari").await;
    assert!(page.text().contains("<p dir=\"auto\"><a href=\"#h-method\">How</a></p>"), "{}", page.text());
    assert!(page.text().contains("<h2 id=\"h-method\" dir=\"auto\">"), "{}", page.text());
    let feed = app.get("/feed.xml").await;
    assert!(feed.text().contains("/post/slug/habari#h-method&quot;"), "{}", feed.text());
    for shown in [page.text(), feed.text()] {
        assert!(!shown.contains("is missing") && !shown.contains("chart of sales"), "{shown}");
    }
}
