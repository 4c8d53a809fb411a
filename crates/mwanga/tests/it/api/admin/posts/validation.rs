//! Invalid input is answered with an error code of the catalogue, never with a 500.

use axum::http::Method;

use super::post_with;
use crate::support::*;

const PATH: &str = "/api/admin/posts";
const REQUIRED: &str = "Title, content, and category are required";

#[tokio::test]
async fn title_content_and_category_are_required() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (body, fields) in [
        (json!({}), vec!["category_name", "content", "title"]),
        (post_with(json!({ "title": "  " })), vec!["title"]),
        (post_with(json!({ "content": "<p> </p>" })), vec!["content"]),
        (post_with(json!({ "content": "<script>alert(1)</script>" })), vec!["content"]),
        (post_with(json!({ "category_name": "" })), vec!["category_name"]),
        (json!({ "content": "<p>Text</p>" }), vec!["category_name", "title"]),
    ] {
        let problem = editor.post(PATH, body.clone()).await.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str(), problem.field_names()),
            ((422, "post.invalid"), REQUIRED, fields),
            "{body}"
        );
    }
    let by_form = editor.form(Method::POST, PATH, &[("title", "Habari")]).await.problem();
    assert_eq!((by_form.error.as_str(), by_form.field_names()), (REQUIRED, vec!["category_name", "content"]));
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
}

/// What a draft needs, and what it needs before it is more than a draft, by every call that makes it more.
#[tokio::test]
async fn a_draft_needs_a_title_or_a_text_and_the_rest_before_readers_see_it() {
    let app = TestApp::new().await;
    let (editor, contributor) = (app.staff(Role::Editor).await, app.staff(Role::Contributor).await);
    let empty = editor.post(PATH, json!({ "status": "draft", "category_name": "tech" })).await.problem();
    assert_eq!((empty.is(), empty.field_names()), ((422, "post.invalid"), vec!["title"]));
    assert_eq!(empty.error, "Enter a title, or write something first.");

    let text = editor.post(PATH, json!({ "status": "draft", "content": "<p>A text alone</p>" })).await.ok();
    let id = text["id"].as_i64().unwrap();
    assert_eq!((&text["title"], &text["slug"]), (&json!(""), &json!(format!("draft-{id}"))));
    assert_eq!((&text["category_name"], &text["category_slug"]), (&json!("Uncategorized"), &json!("")));
    let address = format!("{PATH}/{id}");
    let listed = editor.get(&format!("{PATH}?status=draft")).await.ok();
    assert_eq!(
        (&listed["data"][0]["title"], &listed["data"][0]["category_name"]),
        (&json!(""), &json!("Uncategorized"))
    );
    for more in
        [json!({ "status": "published" }), json!({ "status": "published", "publish_date": "2099-01-01T09:00Z" })]
    {
        let problem = editor.put(&address, more.clone()).await.problem();
        assert_eq!((problem.is(), problem.error.as_str()), ((422, "post.invalid"), REQUIRED), "{more}");
        assert_eq!(problem.field_names(), ["category_name", "title"], "{more}");
    }
    assert_eq!(editor.put(&address, json!({ "content": "" })).await.problem().field_names(), ["title"]);
    let named = editor.put(&address, json!({ "title": "Solar boats" })).await.ok();
    assert_eq!(named["slug"], "solar-boats", "it follows the title until readers have seen it");
    let unnamed = editor.put(&address, json!({ "title": " " })).await.ok();
    assert_eq!(unnamed["slug"], format!("draft-{id}"));
    let published = json!({ "title": "Solar boats", "category_name": "tech", "status": "published" });
    let public = editor.put(&address, published).await.ok();
    assert_eq!((&public["slug"], &public["category_slug"]), (&json!("solar-boats"), &json!("tech")));
    assert_eq!(editor.put(&address, json!({ "category_name": "" })).await.problem().field_names(), ["category_name"]);
    let back = editor.put(&address, json!({ "status": "draft", "title": "", "category_name": "" })).await.ok();
    assert_eq!(back["slug"], "solar-boats", "readers know it by that");

    let title = contributor.post(PATH, json!({ "title": "A title alone" })).await.ok();
    assert_eq!((&title["status"], &title["slug"]), (&json!("draft"), &json!("a-title-alone")));
    let address = format!("{PATH}/{}", title["id"]);
    let problem = contributor.post(&format!("{address}/submit"), json!({})).await.problem();
    assert_eq!((problem.is(), problem.error.as_str()), ((422, "post.invalid"), REQUIRED));
    assert_eq!(problem.field_names(), ["category_name", "content"]);
    contributor.put(&address, json!({ "content": "<p>And a text</p>", "category_name": "tech" })).await.ok();
    let waiting = contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    assert_eq!(waiting["status"], "in_review");
    assert_eq!(contributor.put(&address, json!({ "title": "" })).await.problem().error, REQUIRED);
    assert!(!editor.get("/api/admin/categories").await.ok().to_string().contains("Uncategorized"));
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
}

/// Two untitled drafts, and a title that is spelled like the slug of one.
#[tokio::test]
async fn drafts_without_a_title_have_slugs_of_their_own() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = |title: String| json!({ "status": "draft", "title": title, "content": "<p>Text</p>" });
    let first = editor.post(PATH, draft(String::new())).await.ok();
    let id = first["id"].as_i64().unwrap();
    let named = editor.post(PATH, draft(format!("Draft {}", id + 2))).await.ok();
    let second = editor.post(PATH, draft(String::new())).await.ok();
    assert_eq!(
        [&first["slug"], &named["slug"], &second["slug"]],
        [&json!(format!("draft-{id}")), &json!(format!("draft-{}", id + 2)), &json!(format!("draft-{}-2", id + 2))]
    );
    let copy = editor.post(&format!("{PATH}/{id}/duplicate"), json!({})).await.ok();
    assert_eq!((&copy["title"], &copy["slug"]), (&json!(""), &json!(format!("draft-{}", copy["id"]))));
}

#[tokio::test]
async fn an_invalid_field_answers_422_with_a_message_of_its_own() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (name, value) in [
        ("title", json!("x".repeat(301))),
        ("category_name", json!("gardening")),
        ("author_name", json!("nobody")),
        ("publish_date", json!("soon")),
        ("publish_date", json!("2026-02-30T10:00")),
        ("deal_links", json!([{ "label": "Duka", "url": "javascript:alert(1)" }])),
        ("media_urls", json!(["https://elsewhere.example/a.webp"])),
        ("media_url", json!("../secret.key")),
        ("poster_url", json!("//elsewhere.example/a.webp")),
        ("status", json!("hidden")),
        ("access", json!("nobody")),
        ("slug", json!("…")),
        ("tags", json!("x".repeat(2_000))),
        ("custom_author", json!("x".repeat(400))),
    ] {
        let author = if name == "custom_author" { "custom" } else { "editor" };
        let mut body = post_with(json!({ "author_name": author }));
        body[name] = value.clone();
        let problem = editor.post(PATH, body).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec![name]), "{name} {value}");
        assert_ne!(problem.error, REQUIRED, "nothing is missing: {name} {value}");
        assert_eq!(problem.error, problem.fields[name], "{name} {value}");
    }
}

#[tokio::test]
async fn a_guest_or_custom_author_needs_a_name() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for author in ["guest_writer", "custom"] {
        for name in [json!(null), json!(""), json!("  ")] {
            let problem =
                editor.post(PATH, post_with(json!({ "author_name": author, "custom_author": name }))).await.problem();
            assert_eq!(
                (problem.is(), problem.field_names()),
                ((422, "post.invalid"), vec!["custom_author"]),
                "{author} {name}"
            );
        }
    }
}

#[tokio::test]
async fn control_characters_in_any_field_never_answer_500() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    // PostgreSQL takes no NUL in text.
    let odd = "a\u{0}b\u{1}c\u{2028}\u{feff}\u{202e}😀\u{10ffff}";
    for name in [
        "title",
        "content",
        "tags",
        "brand",
        "extra_text",
        "excerpt",
        "summary",
        "custom_author",
        "slug",
        "category_name",
        "publish_date",
        "media_url",
        "status",
    ] {
        let mut body = post_with(json!({ "author_name": "custom", "custom_author": "Wanjiru" }));
        body[name] = json!(odd);
        let reply = editor.post(PATH, body).await;
        assert!(matches!(reply.status.as_u16(), 201 | 409 | 422), "{name}: {} {}", reply.status, reply.text());
    }
    for deal in [
        json!({ "url": format!("https://shop.example.com/{odd}"), "label": "x" }),
        json!({ "url": "https://shop.example.com/", "label": odd, "price": odd }),
    ] {
        let reply = editor.post(PATH, post_with(json!({ "deal_links": [deal] }))).await;
        assert!(matches!(reply.status.as_u16(), 201 | 422), "{}", reply.text());
    }
}

#[tokio::test]
async fn a_malformed_body_answers_400_415_or_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (body, content_type, expected) in [
        ("{", "application/json", (400, "request.malformed")),
        ("[]", "application/json", (422, "request.invalid")),
        (r#"{"title": 5}"#, "application/json", (422, "request.invalid")),
        (r#"{"deal_links": "x"}"#, "application/json", (422, "request.invalid")),
        ("title=Habari", "application/x-www-form-urlencoded", (415, "request.content_type")),
        ("{}", "text/plain", (415, "request.content_type")),
        ("--x", "multipart/form-data", (400, "request.malformed")),
        ("--x\r\nnonsense", "multipart/form-data; boundary=x", (400, "request.malformed")),
    ] {
        let reply = editor.send(Method::POST, PATH, body.into(), &[("content-type", content_type)]).await;
        let problem = reply.problem();
        assert_eq!(problem.is(), expected, "{content_type}: {body}");
        assert!(!problem.error.contains("Habari") && !problem.error.contains("nonsense"), "{}", problem.error);
    }
    let deep = format!(r#"{{"unknown": {}"#, "[".repeat(100_000));
    assert_eq!(
        editor.send(Method::POST, PATH, deep.into(), &[("content-type", "application/json")]).await.problem().is(),
        (400, "request.malformed")
    );
}

#[tokio::test]
async fn a_file_in_the_post_form_answers_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let body = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--x--\r\n";
    let reply =
        editor.send(Method::POST, PATH, body.into(), &[("content-type", "multipart/form-data; boundary=x")]).await;
    assert_eq!(reply.problem().is(), (422, "post.file_in_form"));
}

#[tokio::test]
async fn a_post_over_two_megabytes_answers_413() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let long = "x".repeat(2 * 1024 * 1024 + 1);
    assert_eq!(
        editor.post(PATH, post_with(json!({ "content": long }))).await.problem().is(),
        (413, "request.too_large")
    );
}

#[tokio::test]
async fn a_multipart_form_is_limited_to_the_upload_size() {
    let app = TestApp::with(|config| config.media.max_upload_mb = 7).await;
    let editor = app.staff(Role::Editor).await;
    let megabytes = |count: usize| "x".repeat(count * 1024 * 1024);
    let send = |more: Vec<(&'static str, String)>| {
        let whole = [("title", "Habari"), ("content", "<p>Text.</p>"), ("category_name", "tech")];
        let editor = &editor;
        async move {
            let fields: Vec<(&str, &str)> =
                whole.into_iter().chain(more.iter().map(|(name, text)| (*name, text.as_str()))).collect();
            editor.form(Method::POST, PATH, &fields).await
        }
    };
    // Unknown fields are skipped, however large.
    send(vec![("note", megabytes(5))]).await.ok();
    let too_long = send(vec![("content", megabytes(6))]).await.problem();
    assert_eq!((too_long.is(), too_long.field_names()), ((422, "post.invalid"), vec!["content"]));
    assert_eq!(send(vec![("content", megabytes(7))]).await.problem().is(), (413, "request.too_large"));
    assert_eq!(
        send(vec![("brand", megabytes(2)), ("tags", megabytes(2)), ("summary", megabytes(2))]).await.problem().is(),
        (413, "request.too_large")
    );
}
