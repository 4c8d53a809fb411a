//! `/admin/pages` and what readers see of it.

use mwanga_core::media;

use crate::support::*;

const PATH: &str = "/api/admin/pages";

async fn create(editor: &Caller, title: &str) -> Value {
    let reply = editor.post(PATH, json!({ "title": title, "content": "<p>Karibu.</p>", "status": "published" })).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.ok()
}

async fn change(editor: &Caller, page: &Value, fields: Value) -> Value {
    editor.put(&format!("{PATH}/{}", page["id"]), fields).await.ok()
}

/// Status and `Location` of an address.
async fn lookup(app: &TestApp, path: &str) -> (u16, String) {
    let page = app.get(path).await;
    (page.status.as_u16(), page.header("location").to_owned())
}

fn home() -> (u16, String) {
    (302, "/".to_owned())
}

#[tokio::test]
async fn a_page_is_seen_at_its_address_once_it_is_published_and_as_it_was_saved_last() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let input =
        json!({ "title": "Jobs at {brand}", "short_title": "Jobs", "content": "<p>Write to {contact_email}.</p>" });
    let page = editor.post(PATH, input).await.ok();
    assert_eq!(
        (&page["slug"], &page["status"], &page["revision"]),
        (&json!("jobs-at-brand"), &json!("draft"), &json!(1))
    );
    assert_eq!(lookup(&app, "/jobs-at-brand").await, home());
    assert_eq!(app.get("/api/pages/jobs-at-brand").await.problem().is(), (404, "page.not_found"));

    change(&editor, &page, json!({ "status": "published", "slug": "jobs" })).await;
    assert_eq!(lookup(&app, "/jobs-at-brand").await, home(), "it was never public there");
    let reply = app.get("/jobs").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert!(reply.text().contains("<title>Jobs | Mwanga</title>"), "{}", reply.text());
    assert!(reply.text().contains("Jobs at Mwanga</h1>") && reply.text().contains("Write to hello@example.com."));
    for file in ["/sitemap-pages.xml", "/llms.txt"] {
        assert!(app.get(file).await.text().contains("https://mwanga.example/jobs"), "{file}");
    }
    let rendered = app.rendered_pages();
    app.get("/jobs").await;
    assert_eq!(app.rendered_pages(), rendered);

    change(&editor, &page, json!({ "content": "<p>None today.</p>" })).await;
    assert!(app.get("/jobs").await.text().contains("None today."));
    change(&editor, &page, json!({ "status": "draft" })).await;
    assert_eq!(lookup(&app, "/jobs").await, home());
    assert!(!app.get("/sitemap-pages.xml").await.text().contains("/jobs<"));
}

#[tokio::test]
async fn an_old_slug_of_a_page_leads_on_and_a_deleted_page_answers_410() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let page = create(&editor, "Jobs").await;
    app.get("/jobs").await;
    change(&editor, &page, json!({ "slug": "Work with us" })).await;
    assert_eq!(lookup(&app, "/jobs?from=mail").await, (301, "/work-with-us?from=mail".to_owned()));
    assert_eq!(lookup(&app, "/work-with-us").await.0, 200);
    change(&editor, &page, json!({ "slug": "jobs" })).await;
    assert_eq!((lookup(&app, "/jobs").await.0, lookup(&app, "/work-with-us").await.0), (200, 301));

    editor.delete(&format!("{PATH}/{}", page["id"])).await.ok();
    for path in ["/jobs", "/work-with-us"] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::GONE, "{path}");
        assert!(reply.text().contains("This page was taken down."), "{path}");
    }
    assert_eq!(app.get("/api/pages/jobs").await.problem().is(), (410, "page.gone"));
    assert_eq!(editor.get(&format!("{PATH}/{}", page["id"])).await.problem().is(), (404, "page.not_found"));
    app.staff(Role::Admin).await.delete(&format!("{PATH}/{}?forever=true", page["id"])).await.ok();
    assert_eq!(app.get("/api/pages/jobs").await.problem().is(), (410, "page.gone"));
    create(&editor, "Jobs").await;
    assert_eq!(lookup(&app, "/jobs").await.0, 200, "its address is free again");

    let draft = editor.post(PATH, json!({ "title": "Secret", "content": "<p>a</p>" })).await.ok();
    editor.delete(&format!("{PATH}/{}", draft["id"])).await.ok();
    assert_eq!(lookup(&app, "/secret").await, home(), "it was never public");
}

#[tokio::test]
async fn a_page_cannot_take_an_address_of_the_site() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let page = create(&editor, "Category").await;
    assert_eq!(page["slug"], "category-2");
    create(&editor, "Jobs").await;
    for slug in ["admin", "about", "it-consulting", "nuru-consultancy", "preview", "jobs", "login"] {
        let reply = editor.put(&format!("{PATH}/{}", page["id"]), json!({ "slug": slug })).await;
        assert_eq!(
            (reply.problem().is(), reply.problem().field_names()),
            ((409, "page.slug_taken"), vec!["slug"]),
            "{slug}"
        );
    }
    // Every first segment of a page or file of the site.
    let reserved = |segment: &str| mwanga_core::pages::RESERVED.contains(&segment);
    for pattern in app.state.renderer.pages() {
        let first = pattern.path.split('/').nth(1).unwrap();
        let is_slug = mwanga_core::slug::is_slug(first);
        assert!(!is_slug || reserved(first), "{first} is no reserved slug");
    }
}

#[tokio::test]
async fn a_built_in_page_is_edited_and_has_the_products_words_again() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let before = app.get("/faqs").await;
    assert!(before.text().contains("How can I pay?"));
    let page = editor.get(&format!("{PATH}/faqs")).await.ok();
    assert_eq!((&page["id"], &page["revision"], &page["path"]), (&json!(null), &json!(0), &json!("/faqs")));

    let content = "<details><summary>Why?</summary><p>Because.</p></details>";
    let saved = editor.put(&format!("{PATH}/faqs"), json!({ "content": content, "revision": 0 })).await.ok();
    assert_eq!((&saved["revision"], &saved["content"]), (&json!(1), &json!(content)));
    let after = app.get("/faqs").await;
    assert!(after.text().contains("Because.") && !after.text().contains("How can I pay?"));
    assert!(after.text().contains("Frequent questions"), "what was not sent stays");
    let late = editor.put(&format!("{PATH}/faqs"), json!({ "content": "<p>a</p>", "revision": 0 })).await.problem();
    assert_eq!(late.is(), (409, "page.changed"));
    assert_eq!(late.body["current"]["content"], content);
    let moved = editor.put(&format!("{PATH}/faqs"), json!({ "slug": "questions" })).await.problem();
    assert_eq!((moved.is(), moved.field_names()), ((422, "page.invalid"), vec!["slug"]));

    let revisions = editor.get(&format!("{PATH}/faqs/revisions")).await.ok();
    assert_eq!(revisions["data"][0]["revision"], 1);
    let first = editor.get(&format!("{PATH}/faqs/revisions/0")).await.ok();
    assert!(first["content"].as_str().unwrap().contains("How can I pay?"), "revision 0 has the product's words");

    editor.delete(&format!("{PATH}/faqs")).await.ok();
    assert!(app.get("/faqs").await.text().contains("How can I pay?"));
    editor.put(&format!("{PATH}/faqs"), json!({ "status": "draft" })).await.ok();
    assert_eq!(lookup(&app, "/faqs").await, home(), "a built-in page can be a draft too");
}

#[tokio::test]
async fn the_list_has_further_pages_by_title_and_then_the_built_in_ones() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for title in ["Zebra", "Apple"] {
        create(&editor, title).await;
    }
    let list = editor.get(&format!("{PATH}?per_page=3")).await.ok();
    let titles: Vec<&Value> = list["data"].as_array().unwrap().iter().map(|page| &page["title"]).collect();
    assert_eq!(titles, ["Apple", "Zebra", "About {brand}"]);
    assert_eq!(list["total"], 24);
    let last = editor.get(&format!("{PATH}?per_page=3&page=8")).await.ok();
    assert_eq!(last["data"].as_array().unwrap().len(), 3);
    assert_eq!(last["data"][2]["key"], "advertisement-and-marketing");
}

#[tokio::test]
async fn the_form_of_a_page_names_what_does_not_hold() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let problem =
        editor.post(PATH, json!({ "lead": "a".repeat(1_001), "share_picture": "/elsewhere.png" })).await.problem();
    assert_eq!(problem.is(), (422, "page.invalid"));
    assert_eq!(problem.field_names(), ["content", "lead", "share_picture", "title"]);
    let deep = format!("{}a{}", "<blockquote>".repeat(201), "</blockquote>".repeat(201));
    let problem = editor.post(PATH, json!({ "title": "Deep", "content": deep })).await.problem();
    assert_eq!(problem.is(), (422, "post.too_complex"));
    let hostile = r#"<script>alert(1)</script><details open ontoggle="alert(1)"><summary>a<img src=x onerror=alert(1)></summary><p>b</p></details>
        <p data-block="action"><a href="javascript:alert(1)">c</a></p><h2 id="x&quot; onclick=alert(1)">d</h2>"#;
    create(&editor, "Hostile").await;
    let page =
        editor.post(PATH, json!({ "title": "{brand}<script>", "content": hostile, "status": "published" })).await.ok();
    let stored = page["content"].as_str().unwrap();
    assert!(
        ["script", "onerror", "onclick", "ontoggle", "javascript"].iter().all(|bad| !stored.contains(bad)),
        "{stored}"
    );
    let reply = app.get(page["path"].as_str().unwrap()).await;
    assert!(!reply.text().contains("<script>alert") && !reply.text().contains("javascript:alert"), "{}", reply.text());
}

#[tokio::test]
async fn a_repeated_creation_makes_one_page() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await.with_header("idempotency-key", "k");
    let (one, two) = (create(&editor, "Jobs").await, create(&editor, "Jobs").await);
    assert_eq!(one["id"], two["id"]);
}

#[tokio::test]
async fn a_file_on_a_page_is_used_and_public_with_it() {
    let app = TestApp::with(|config| config.media.private = true).await;
    let editor = app.staff(Role::Editor).await;
    let item = media::import_file(app.core(), "a.png", "a.png", png(600, 300)).await.unwrap();
    let url = media::url(&item.object_key);
    let content = format!(r#"<p>a</p><img src="{url}" alt="A">"#);
    let page = editor.post(PATH, json!({ "title": "Jobs", "content": content, "share_picture": url })).await.ok();
    assert_eq!(app.get(&url).await.status, StatusCode::NOT_FOUND, "a draft");
    let file = editor.get(&format!("/api/admin/media/{}", item.id)).await.ok();
    assert_eq!((&file["used_by"], &file["pages"][0]["title"]), (&json!(1), &json!("Jobs")));
    assert_eq!(editor.delete(&format!("/api/admin/media/{}", item.id)).await.problem().is(), (409, "media.in_use"));

    change(&editor, &page, json!({ "status": "published" })).await;
    assert_eq!(app.get(&url).await.status, StatusCode::OK);
    let reply = app.get("/jobs").await;
    let shared = format!("https://mwanga.example/media/share/{}.jpg", item.object_key);
    assert!(reply.text().contains(&format!("property=\"og:image\" content=\"{shared}\"")));
    assert!(reply.text().contains("srcset=") && reply.text().contains("width=\"600\""));
    change(&editor, &page, json!({ "content": "<p>a</p>", "share_picture": "" })).await;
    assert_eq!(app.get(&url).await.status, StatusCode::NOT_FOUND);
    editor.delete(&format!("/api/admin/media/{}", item.id)).await.ok();
}
