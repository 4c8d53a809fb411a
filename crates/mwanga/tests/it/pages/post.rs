use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn a_post_page_has_the_whole_text_and_its_metadata() {
    let app = TestApp::new().await;
    let paragraphs: Vec<String> = (1..=40).map(|number| format!("Sentence {number} of the text.")).collect();
    let html: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
    app.post("Habari ya jua")
        .content(&html)
        .form(|form| {
            form.author_name = Some("guest_writer".into());
            form.custom_author = Some("Wanjiru K.".into());
            form.tags = Some("jua, umeme".into());
            form.extra_text = Some("Below the post".into());
            form.excerpt = Some("In short".into());
            form.media_url = Some("2026/11/a.webp".into());
            form.deal_links = Some(vec![mwanga_core::posts::DealForm {
                url: "https://shop.example.com/x".into(),
                label: "Duka".into(),
                product_name: "Panel".into(),
                price: "300".into(),
                ..Default::default()
            }]);
        })
        .insert()
        .await;
    let page = app.get("/post/slug/habari-ya-jua").await;
    assert_eq!(page.status, StatusCode::OK);
    let text = visible(&page);
    for words in paragraphs.iter().map(String::as_str).chain([
        "Habari ya jua",
        "Wanjiru K.",
        "jua",
        "umeme",
        "Below the post",
        "Duka",
        "Panel",
        "$300",
        "Price seen on 20 Nov 2026",
        "Tech",
    ]) {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(
        page.text().contains(r#"href="https://shop.example.com/x" target="_blank" rel="sponsored nofollow noopener""#)
    );
    assert_eq!(title(&page), "Habari ya jua | Mwanga");
    for (marker, attribute, value) in [
        ("rel=\"canonical\"", "href", "https://mwanga.example/post/slug/habari-ya-jua"),
        ("og:url", "content", "https://mwanga.example/post/slug/habari-ya-jua"),
        ("og:title", "content", "Habari ya jua"),
        ("og:type", "content", "article"),
        ("og:description", "content", "In short"),
        ("\"og:image\"", "content", "https://mwanga.example/media/2026/11/a.webp"),
        ("article:published_time", "content", "2026-11-20T09:00:00Z"),
    ] {
        assert_eq!(head_value(&page, marker, attribute), value, "{marker}");
    }
}

#[tokio::test]
async fn an_old_slug_redirects_permanently_to_the_new_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "slug": "mpya" })).await.ok();
    let old = app.get("/post/slug/habari").await;
    assert_eq!((old.status, old.header("location")), (StatusCode::MOVED_PERMANENTLY, "/post/slug/mpya"));
    assert_eq!(app.get("/post/slug/mpya").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_of_a_deleted_post_answers_410() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    let page = app.get("/post/slug/habari").await;
    assert_eq!(page.status, StatusCode::GONE);
    assert!(visible(&page).contains("This post has been removed."));
    assert!(!page.text().contains("The text of Habari"));
}

#[tokio::test]
async fn the_page_of_an_unknown_slug_answers_404_with_its_own_text() {
    let app = TestApp::new().await;
    for slug in [
        "never-was",
        "%00",
        "%FF",
        "%22%3E%3Cxss%3E",
        "a%20b",
        "a%2Fb",
        "%E0%A4%A",
        "..%2f..%2fetc",
        "caf%C3%A9",
        &"x".repeat(500),
    ] {
        let page = app.get(&format!("/post/slug/{slug}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{slug}");
        assert!(visible(&page).contains("Failed to load post."), "{slug}");
        assert!(!page.text().contains("<xss"), "{slug}");
    }
}

#[tokio::test]
async fn short_post_addresses_redirect() {
    let app = TestApp::new().await;
    let page = app.get("/post/habari").await;
    assert_eq!((page.status, page.header("location")), (StatusCode::MOVED_PERMANENTLY, "/post/slug/habari"));
    let page = app.get("/post/slug").await;
    assert_eq!((page.status, page.header("location")), (StatusCode::FOUND, "/"));
}

#[tokio::test]
async fn a_percent_encoded_slug_redirects_to_the_plain_one() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    for (path, to) in [
        ("/post/slug/h%61bari", "/post/slug/habari"),
        ("/post/slug/%68abari?utm_source=x", "/post/slug/habari?utm_source=x"),
    ] {
        let page = app.get(path).await;
        assert_eq!((page.status, page.header("location")), (StatusCode::MOVED_PERMANENTLY, to), "{path}");
    }
}
