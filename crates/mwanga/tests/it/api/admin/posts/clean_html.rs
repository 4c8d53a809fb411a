//! HTML sanitising: the HTML of a post is cleaned when it is saved, for every way a post is written.

use mwanga_store::entities::post;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::post_with;
use crate::support::*;

/// XSS payloads, each with a text that no response may contain.
const ATTACKS: [(&str, &str); 17] = [
    ("<script>alert('xss-1')</script>", "xss-1"),
    ("<img src=x onerror=\"alert('xss-2')\">", "xss-2"),
    ("<svg/onload=alert('xss-3')>", "xss-3"),
    ("<a href=\"javascript:alert('xss-4')\">x</a>", "xss-4"),
    ("<a href=\"&#106;avascript:alert('xss-5')\">x</a>", "xss-5"),
    ("<iframe src=\"https://evil.example/xss-6\"></iframe>", "evil.example"),
    ("<style>@import '//evil.example/xss-7'</style>", "xss-7"),
    ("<p style=\"background:url(//evil.example/xss-8)\">x</p>", "xss-8"),
    ("<form action=\"//evil.example/xss-9\"><input name=\"xss-9\"></form>", "xss-9"),
    (
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert('xss-10')&gt;\">",
        "onerror",
    ),
    ("<noscript><p title=\"</noscript><img src=x onerror=alert('xss-11')>\">", "onerror"),
    (
        "<aside data-block=review onclick=\"alert('xss-13')\"><h3>Lamp</h3><p data-block=score>9</p><p>xss-13</p></aside>",
        "xss-13",
    ),
    ("<blockquote data-block=pull-quote onmouseover=\"alert('xss-14')\"><p>q</p></blockquote>", "xss-14"),
    (
        "<sup><a href=#fn-1 id=\"x\" onclick=\"alert('xss-15')\">1</a></sup><ol data-block=footnotes><li id=fn-1 onclick=\"alert('xss-15')\">a</li></ol>",
        "xss-15",
    ),
    ("<ol data-block=footnotes><li id=\"fn-1 xss-16\">a</li></ol>", "xss-16"),
    ("<div data-block=deals onclick=\"alert('xss-17')\"><table><tr><td>xss-17</table></div>", "xss-17"),
    ("<object data=\"data:text/html,xss-12\"></object><embed src=\"//evil.example/\">", "xss-12"),
];

#[tokio::test]
async fn a_script_in_the_content_of_a_post_is_removed_when_it_is_saved() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (number, (attack, word)) in ATTACKS.iter().enumerate() {
        let title = format!("Attack {number}");
        let saved = editor
            .post(
                "/api/admin/posts",
                post_with(json!({ "title": title, "content": format!("<p>Before</p>{attack}<p>After</p>") })),
            )
            .await
            .ok();
        let content = saved["content"].as_str().unwrap();
        assert!(content.contains("Before"), "{attack}: {content}");
        let page = app.get(&format!("/post/slug/attack-{number}")).await;
        assert_eq!(page.status, StatusCode::OK);
        for text in [
            content,
            app.get(&format!("/api/post/slug/attack-{number}")).await.text(),
            page.text(),
            app.get("/").await.text(),
        ] {
            assert!(!text.contains(word), "{attack} left {word} in {text}");
        }
    }
}

#[tokio::test]
async fn a_script_in_any_other_field_of_a_post_is_escaped_on_every_page() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let attack = "</script><script>alert(1)</script><!--\"'><img src=x onerror=alert(2)>";
    let sent = json!({
        "title": attack, "content": "<p>Text</p><div data-block=deals></div>", "category_name": "tech", "slug": "attack", "author_name": "custom", "custom_author": attack, "tags": attack[..60],
        "brand": attack, "extra_text": attack, "excerpt": attack, "summary": attack, "is_today_pick": true,
        "deal_links": [{ "url": "https://shop.example.com/?x=\"><script>alert(1)</script>", "label": attack, "product_name": attack, "price": attack, "cta_text": attack, "best_for": attack }],
    });
    editor.post("/api/admin/posts", sent).await.ok();
    for path in ["/", "/category/tech", "/post/slug/attack"] {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        for word in ["<script>alert", "<img src=x", "</script><script>alert", "<!--\""] {
            assert!(!page.text().contains(word), "{path} holds {word}");
        }
        assert!(page.text().contains("&lt;script&gt;alert(1)"), "the text itself is shown: {path}");
    }
}

#[tokio::test]
async fn figures_videos_tables_and_code_survive_the_html_cleaning() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for kept in [
        r#"<figure><img src="/media/2026/11/a.webp" alt="A &amp; B" width="4" height="3"><figcaption>Caption</figcaption></figure>"#,
        r#"<figure><video src="/media/2026/11/a.mp4" poster="/media/2026/11/p.webp" controls"#,
        r#"<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">B</td></tr></tbody></table>"#,
        r"<pre><code>if (a &lt; b) {}</code></pre>",
        r"<blockquote><p>Quote</p></blockquote>",
        r"<h2>Heading</h2><ul><li>One</li></ul>",
        r#"<blockquote data-block="pull-quote"><p>Large</p></blockquote>"#,
    ] {
        let sent = if kept.ends_with("controls") { format!("{kept}></video></figure>") } else { kept.to_owned() };
        let saved = editor.post("/api/admin/posts", post_with(json!({ "content": sent }))).await.ok();
        assert!(saved["content"].as_str().unwrap().contains(kept), "{kept}\n became {}", saved["content"]);
    }
}

#[tokio::test]
async fn html_over_the_limits_answers_422_and_a_stored_post_over_them_opens() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let deep = format!("{}a{}", "<blockquote>".repeat(201), "</blockquote>".repeat(201));
    let many = "<p>a</p>".repeat(50_001);
    let long = "a".repeat(1_000_001);
    let attributes = format!("<p{}>a</p>", " b".repeat(1_001));
    // It would stand around each paragraph.
    let address = format!("<a href=\"https://example.com/{}\">{}</a>", "a".repeat(10_000), "<p>a</p>".repeat(2_000));
    for content in [&deep, &many, &long, &attributes, &address] {
        let refused = editor.post("/api/admin/posts", post_with(json!({ "content": content }))).await.problem();
        assert_eq!((refused.is(), refused.field_names()), ((422, "post.too_complex"), vec!["content"]));
        for path in ["admin-preview", "admin-test", "admin-send"] {
            let refused = editor
                .post(&format!("/api/newsletter/{path}"), json!({ "subject": "Habari", "html": content }))
                .await
                .problem();
            assert_eq!((refused.is(), refused.field_names()), ((422, "post.too_complex"), vec!["html"]), "{path}");
        }
    }
    let saved = editor
        .post("/api/admin/posts", post_with(json!({ "content": format!("<p>{}</p>", "<b>a</b>".repeat(1_000)) })))
        .await
        .ok();
    let id = saved["id"].as_i64().unwrap();
    assert_eq!(
        editor.put(&format!("/api/admin/posts/{id}"), json!({ "content": deep })).await.problem().is(),
        (422, "post.too_complex")
    );

    post::Entity::update_many()
        .col_expr(post::Column::Content, Expr::value(many.clone()))
        .filter(post::Column::Id.eq(id))
        .exec(app.core().store.writer())
        .await
        .unwrap();
    assert_eq!(editor.get(&format!("/api/admin/posts/{id}")).await.ok()["content"], many);
    assert_eq!(
        editor.put(&format!("/api/admin/posts/{id}"), json!({ "title": "Another" })).await.ok()["title"],
        "Another"
    );
    for path in [format!("/api/post/slug/{}", saved["slug"].as_str().unwrap()), "/feed.xml".to_owned()] {
        assert_eq!(app.get(&path).await.status, StatusCode::OK, "{path}");
    }
}

/// More rows than one statement takes values for.
#[tokio::test]
async fn texts_with_thousands_of_pictures_and_links_are_kept() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let numbered = |count: usize, part: &str| (0..count).map(|n| part.replace('@', &n.to_string())).collect::<String>();
    let pictures = numbered(17_000, "<figure><img src=2026/11/@.webp alt=a></figure>");
    let links = numbered(6_600, "<p><a href=https://a.example/@>a</a></p>");

    let content = format!("<p>Many</p>{pictures}");
    let post = editor.post("/api/admin/posts", post_with(json!({ "content": content, "status": "published" }))).await;
    let path = format!("/api/admin/posts/{}", post.ok()["id"]);
    let fewer = editor.put(&path, json!({ "content": "<p>None</p>", "status": "published" })).await.ok();
    assert_eq!(fewer["content"], "<p>None</p>");
    let again = editor.put(&path, json!({ "content": content, "status": "published" })).await.ok();
    assert_eq!(again["content"].as_str().unwrap().matches("<img").count(), 17_000);

    let page = json!({ "title": "Many", "content": format!("<p>Many</p>{pictures}"), "slug": "many" });
    let page = editor.post("/api/admin/pages", page).await.ok();
    let path = format!("/api/admin/pages/{}", page["id"]);
    let none = json!({ "title": "Many", "content": "<p>None</p>", "revision": page["revision"] });
    assert_eq!(editor.put(&path, none).await.ok()["content"], "<p>None</p>");

    for html in [&links, &pictures] {
        let issue = json!({ "subject": "Many", "html": format!("<p>Many</p>{html}") });
        editor.post("/api/newsletter/admin-drafts", issue.clone()).await.ok();
        editor.post("/api/newsletter/admin-send", issue).await.ok();
    }
}

const WITH_FOOTNOTE_AND_REVIEW: &str = "<p>Bright<sup><a href=\"#fn-1\">1</a></sup> lamps.</p>\
    <aside data-block=\"review\"><h3>Jua &lt;/script&gt; lamp</h3><p data-block=\"score\">8.5</p>\
    <ul data-block=\"pros\"><li>Cheap</li></ul><p data-block=\"verdict\">Buy it.</p></aside>\
    <ol data-block=\"footnotes\"><li id=\"fn-1\">Zawadi measured it.</li></ol>";

#[tokio::test]
async fn footnotes_and_reviews_are_on_the_page_in_feeds_and_found_by_search() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let sent = post_with(json!({ "title": "Lamps", "content": WITH_FOOTNOTE_AND_REVIEW, "status": "published" }));
    let saved = editor.post("/api/admin/posts", sent).await.ok();
    assert_eq!(saved["content"].as_str().unwrap().matches("fnref-1").count(), 2, "{}", saved["content"]);
    app.run_jobs().await;

    let page = app.get("/post/slug/lamps").await;
    for part in [
        "<sup><a href=\"#fn-1\" id=\"fnref-1\" aria-label=\"Footnote 1\">1</a></sup>",
        "<li id=\"fn-1\">Zawadi measured it. <a href=\"#fnref-1\"",
        "<strong>8.5</strong> out of 10",
        "\"@type\":\"Review\"",
        "\"itemReviewed\":{\"@type\":\"Product\",\"name\":\"Jua \\u003c/script> lamp\"",
        "\"ratingValue\":8.5",
    ] {
        assert!(page.text().contains(part), "{part} is not in {}", page.text());
    }
    let feed = app.get("/feed.xml").await;
    for part in ["Zawadi measured it.", "fnref-1", "out of 10", "Buy it."] {
        assert!(feed.text().contains(part), "{part} is not in {}", feed.text());
    }
    let found = app.get("/api/search/search?q=zawadi").await.ok();
    assert_eq!(found["total"], 1, "{found}");
}
