use mwanga_core::posts::DealForm;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{SessionKind, SubscriberStatus};

use crate::support::*;

/// A word in every part of a gated post that is restricted to its readers.
const SECRET: &str = "Sirikali";

/// A gated post whose end, offers, files and extra text hold the secret.
async fn gated(app: &TestApp, access: &str) -> Model {
    let body = format!("<p>Mwanzo wazi.</p><p>{}</p><p>{SECRET}</p>", "maneno ".repeat(300));
    let post = app.post(&format!("Taa {access}")).content(&body).tags("Solar Power").pick().form(|form| {
        form.access = Some(access.into());
        form.extra_text = Some(format!("{SECRET} chini"));
        form.deal_links = Some(vec![DealForm {
            url: format!("https://shop.example/{SECRET}"),
            label: SECRET.into(),
            ..DealForm::default()
        }]);
        form.media_urls = Some(vec!["2026/11/wazi.webp".into(), format!("2026/11/{SECRET}.webp")]);
    });
    post.insert().await
}

fn path(post: &Model) -> String {
    format!("/api/posts/{}/full", post.id)
}

#[tokio::test]
async fn the_full_text_is_answered_by_access_level_and_is_no_store() {
    let app = TestApp::new().await;
    let (registered, subscribers) = (gated(&app, "registered").await, gated(&app, "subscribers").await);
    let open = app.post("Wazi").content(&format!("<p>{SECRET}</p>")).insert().await;
    let staff_at_work = app.staff(Role::Editor).await;
    let staff_reading = app.signed_in(Role::Admin, SessionKind::Reader).await;
    let reader = app.reader().await;
    for post in [&registered, &subscribers, &open] {
        assert_eq!(app.get(&path(post)).await.problem().is(), (401, "auth.required"));
    }
    for (who, post) in [
        (&reader, &open),
        (&reader, &registered),
        (&staff_reading, &registered),
        (&staff_at_work, &registered),
        (&staff_at_work, &subscribers),
    ] {
        let reply = who.get(&path(post)).await;
        let whole = reply.ok();
        assert!(whole["content"].as_str().unwrap().contains(SECRET), "{whole}");
        assert_eq!(whole["gated"], false);
        assert_eq!(reply.header("cache-control"), "private, no-store");
    }
    let whole = reader.get(&path(&registered)).await.ok();
    assert_eq!((whole["deal_links"][0]["label"].as_str(), whole["media"].as_array().unwrap().len()), (Some(SECRET), 2));
    for who in [&reader, &staff_reading] {
        let problem = who.get(&path(&subscribers)).await.problem();
        assert_eq!(problem.is(), (403, "post.subscribers_only"));
        assert!(!problem.body.to_string().contains(SECRET));
    }
}

#[tokio::test]
async fn the_full_text_of_a_draft_or_scheduled_post_answers_404() {
    let app = TestApp::new().await;
    let (reader, editor) = (app.reader().await, app.staff(Role::Editor).await);
    let draft = app.post("Rasimu").draft().insert().await;
    let ahead = app.post("Kesho").in_ms(60_000).insert().await;
    for who in [&reader, &editor] {
        for post in [&draft, &ahead] {
            assert_eq!(who.get(&path(post)).await.problem().is(), (404, "post.not_found"));
        }
        assert_eq!(who.get("/api/posts/999999/full").await.problem().is(), (404, "post.not_found"));
    }
}

#[tokio::test]
async fn a_short_gated_post_is_truncated_for_strangers() {
    let app = TestApp::new().await;
    app.post("Fupi")
        .content(&format!("<p>Maneno machache tu, kisha {SECRET}</p>"))
        .form(|form| form.access = Some("registered".into()))
        .insert()
        .await;
    let seen = app.get("/api/post/slug/fupi").await.ok();
    assert_eq!((&seen["gated"], seen["content"].to_string().contains(SECRET)), (&json!(true), false), "{seen}");
    assert!(seen["content"].as_str().unwrap().starts_with("<p dir=\"auto\">Maneno"), "{seen}");
}

#[tokio::test]
async fn no_public_response_or_mail_contains_gated_text() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let mut paths: Vec<String> = [
        "/",
        "/llms.txt",
        "/sitemap.xml",
        "/sitemap-posts-1.xml",
        "/sitemap-news.xml",
        "/search?q=taa",
        "/newsletter/issues",
    ]
    .map(str::to_owned)
    .into();
    for folder in
        ["", "/category/tech", "/category/latest-news", "/category/trending", "/tag/solar-power", "/author/mwanga-team"]
    {
        paths.extend(["feed.xml", "atom.xml", "feed.json"].map(|file| format!("{folder}/{file}")));
        if !folder.is_empty() {
            paths.extend([folder.to_owned(), format!("/api{folder}")]);
        }
    }
    for call in [
        "posts/public",
        "posts/public?category=tech&per_page=100",
        "posts/public/todays-picks",
        "posts/public/by-category",
        "newsletter/issues",
        "site",
    ] {
        paths.push(format!("/api/{call}"));
    }
    for word in ["taa", SECRET, "chini", "maneno"] {
        paths.push(format!("/api/search/search?q={word}"));
    }
    for beginning in ["sir", "sirikal", "taa"] {
        paths.push(format!("/api/search/suggest?q={beginning}"));
    }
    for access in ["registered", "subscribers"] {
        let post = gated(&app, access).await;
        editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
        for call in [String::new(), "/related".into()] {
            paths.push(format!("/api/post/slug/{}{call}", post.slug));
        }
        paths.push(format!("/post/slug/{}", post.slug));
    }
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    editor.post("/api/newsletter/admin-send", json!({ "subject": draft["subject"], "html": draft["html"] })).await.ok();
    app.clock.advance_ms(120_000);
    let mails = app.mails_to("amina@example.com").await;
    assert!(mails.len() >= 3, "two notices and the newsletter: {}", mails.len());
    assert!(mails.iter().all(|mail| !mail.text.contains(SECRET)));

    // A token changes nothing: the cached page is the same for all callers.
    let reader = app.reader().await;
    let mut mentions = 0;
    for path in &paths {
        for who in [&app.anyone(), &reader, &editor] {
            let reply = who.get(path).await;
            assert!(reply.status.is_success(), "{path}: {}", reply.status);
            // A search repeats what was asked for.
            let text = reply.text().replace(&format!("\"q\":\"{SECRET}\""), "");
            assert!(!text.contains(SECRET), "{path}");
            mentions += usize::from(text.contains("Taa registered"));
        }
    }
    assert!(mentions > 60, "the posts stand in these answers: {mentions}");
    let found = app.get(&format!("/api/search/search?q={SECRET}")).await.ok();
    assert_eq!((&found["total"], &found["post_media"]), (&json!(0), &json!([])), "{found}");
    for path in [format!("/api/admin/posts/{}/revisions/1", 1), "/api/admin/posts/1".into()] {
        assert!(editor.get(&path).await.text().contains(SECRET), "{path}: its editors see it");
        assert_eq!(reader.get(&path).await.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn gating_a_post_removes_its_text_from_caches_feeds_and_search() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let body = format!("<p>Mwanzo wazi.</p><p>{}</p><p>{SECRET}</p>", "maneno ".repeat(300));
    let post = app.post("Taa ya wote").content(&body).tags("Solar Power").insert().await;
    let page = format!("/post/slug/{}", post.slug);
    let call = format!("/api{page}");
    let paths = [
        page.as_str(),
        &call,
        "/feed.xml",
        "/atom.xml",
        "/feed.json",
        "/category/tech/feed.xml",
        "/api/search/search?q=sirikali",
        "/api/search/suggest?q=sirik",
    ];
    let mut containing = 0;
    for path in paths {
        containing += usize::from(app.get(path).await.text().to_lowercase().contains("sirikali"));
    }
    assert!(containing >= 6, "it was open to all: {containing}");
    for (access, is_open) in [("subscribers", false), ("registered", false), ("everyone", true), ("subscribers", false)]
    {
        editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "access": access })).await.ok();
        for path in &paths[..6] {
            assert_eq!(app.get(path).await.text().contains(SECRET), is_open, "{path}, {access}");
        }
        let found = app.get("/api/search/search?q=sirikali").await.ok();
        assert_eq!(found["total"], json!(u8::from(is_open)), "{access}: {found}");
        let offered = app.get("/api/search/suggest?q=sirik").await;
        assert!(is_open || !offered.text().to_lowercase().contains("sirikali"), "{access}: {}", offered.text());
    }
}
