use axum::http::Method;

use super::post_with;
use crate::support::*;

const PATH: &str = "/api/admin/posts";

#[tokio::test]
async fn a_new_post_is_published_unless_its_status_is_draft() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let reply = editor.post(PATH, post_with(json!({}))).await;
    assert_eq!(reply.status, StatusCode::CREATED);
    let post = reply.ok();
    assert_eq!(
        (&post["status"], &post["is_public"], &post["revision"]),
        (&json!("published"), &json!(true), &json!(1))
    );
    assert_eq!((&post["message"], &post["author_name"]), (&json!("Post created successfully!"), &json!("mwanga_team")));
    let draft = editor.post(PATH, post_with(json!({ "status": "draft" }))).await.ok();
    assert_eq!((&draft["status"], &draft["is_public"]), (&json!("draft"), &json!(false)));
}

#[tokio::test]
async fn every_field_of_a_post_is_saved_from_json_and_from_a_form() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let deals = json!([{ "url": "https://shop.example.com/x?a=1&b=2", "cta_text": "Buy now", "label": "Duka", "product_name": "Panel", "price": "300" }]);
    let sent = json!({
        "title": "Habari ya jua", "content": "<p>Text</p>", "category_name": "Digital Finance", "author_name": "guest_writer", "custom_author": "Wanjiru K.",
        "tags": "jua, umeme", "publish_date": "2026-11-19T08:00", "brand": "Sunshine", "is_today_pick": true, "extra_text": "Below the post",
        "deal_links": deals, "media_urls": ["2026/11/a.webp", "2026/11/b.mp4"], "media_url": "2026/11/a.webp", "poster_url": "2026/11/p.webp",
        "excerpt": "In short", "summary": "In one line", "access": "registered", "status": "published",
    });
    let mut by_json = editor.post(PATH, sent.clone()).await.ok();
    let fields: Vec<(String, String)> = sent
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut by_form = editor.form(Method::POST, PATH, &fields).await.ok();
    for saved in [&mut by_json, &mut by_form] {
        // The server's own: when the price was entered.
        assert_eq!(saved["deal_links"][0].as_object_mut().unwrap().remove("price_seen_at"), Some(json!(NOW)));
        for name in [
            "title",
            "content",
            "author_name",
            "custom_author",
            "tags",
            "brand",
            "is_today_pick",
            "extra_text",
            "deal_links",
            "excerpt",
            "summary",
            "access",
            "status",
        ] {
            assert_eq!(saved[name], sent[name], "{name}");
        }
        assert_eq!(
            (&saved["category_slug"], &saved["category_name"], &saved["author_label"]),
            (&json!("digital-finance"), &json!("Digital Finance"), &json!("Wanjiru K."))
        );
        assert_eq!(saved["publish_date"], "2026-11-19T05:00:00Z");
        assert_eq!(saved["media_urls"], json!(["/media/2026/11/a.webp", "/media/2026/11/b.mp4"]));
        assert_eq!(
            (&saved["media_url"], &saved["poster_url"]),
            (&json!("/media/2026/11/a.webp"), &json!("/media/2026/11/p.webp"))
        );
    }
    assert_eq!((&by_json["slug"], &by_form["slug"]), (&json!("habari-ya-jua"), &json!("habari-ya-jua-2")));
}

#[tokio::test]
async fn media_addresses_are_stored_relative_and_answered_below_media() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let sent = post_with(json!({
        "media_urls": ["2026/11/a.webp", "/media/2026/11/b.webp", "https://mwanga.example/media/2026/11/c.webp"],
        "content": r#"<p>Text</p><figure><img src="https://mwanga.example/media/2026/11/d.webp" alt="D"></figure><figure><img src="/media/2026/11/e.webp" alt="E"></figure>"#,
    }));
    let post = editor.post(PATH, sent).await.ok();
    assert_eq!(post["media_urls"], json!(["/media/2026/11/a.webp", "/media/2026/11/b.webp", "/media/2026/11/c.webp"]));
    for name in ["d", "e"] {
        assert!(
            post["content"].as_str().unwrap().contains(&format!(r#"src="/media/2026/11/{name}.webp""#)),
            "{}",
            post["content"]
        );
    }
    let id = mwanga_store::types::PostId(post["id"].as_i64().unwrap());
    let row = mwanga_store::queries::posts::get(app.core().store.reader(), id).await.unwrap().unwrap();
    assert_eq!(row.media_urls.0, ["2026/11/a.webp", "2026/11/b.webp", "2026/11/c.webp"]);
    assert!(row.content.contains(r#"src="2026/11/d.webp""#) && !row.content.contains("/media/"), "{}", row.content);
}

#[tokio::test]
async fn a_post_as_answered_can_be_sent_back_unchanged() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = editor
        .post(PATH, post_with(json!({ "media_urls": ["2026/11/a.webp"], "content": r#"<figure><img src="2026/11/d.webp" alt="D"></figure>"#, "publish_date": "2026-11-20T09:30:15.250Z" })))
        .await
        .ok();
    let again = editor.put(&format!("{PATH}/{}", post["id"]), post.clone()).await.ok();
    for name in [
        "title",
        "slug",
        "content",
        "media_urls",
        "media_url",
        "publish_date",
        "published_at",
        "category_slug",
        "deal_links",
        "tags",
        "excerpt",
    ] {
        assert_eq!(again[name], post[name], "{name}");
    }
}

#[tokio::test]
async fn deal_links_without_label_or_url_are_dropped() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let whole =
        json!({ "url": "https://shop.example.com", "cta_text": "", "label": "Duka", "product_name": "", "price": "" });
    let sent = post_with(
        json!({ "deal_links": [{ "url": "https://shop.example.com" }, { "label": "Duka" }, {}, { "url": "https://shop.example.com", "label": "Duka" }] }),
    );
    assert_eq!(editor.post(PATH, sent).await.ok()["deal_links"], json!([whole]));
}

#[tokio::test]
async fn the_byline_is_the_authors_label_or_the_custom_name() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (option, label) in [
        ("mwanga_team", "Mwanga Team"),
        ("admin", "Admin"),
        ("editor", "Editor"),
        ("contributor", "Contributor"),
        ("guest_writer", "Wanjiru"),
        ("custom", "Wanjiru"),
    ] {
        let post =
            editor.post(PATH, post_with(json!({ "author_name": option, "custom_author": "Wanjiru" }))).await.ok();
        assert_eq!(post["author_label"], label, "{option}");
        let kept = if matches!(option, "guest_writer" | "custom") { "Wanjiru" } else { "" };
        assert_eq!(post["custom_author"], kept, "custom_author only when the author is custom: {option}");
    }
}

#[tokio::test]
async fn concurrent_posts_with_one_title_get_different_slugs() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let saves = (0..12).map(|_| editor.post(PATH, post_with(json!({}))));
    let mut slugs: Vec<String> = futures_util::future::join_all(saves)
        .await
        .iter()
        .map(|reply| reply.ok()["slug"].as_str().unwrap().to_owned())
        .collect();
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), 12);
}
