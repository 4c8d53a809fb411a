//! Cache purges: pages have a save as soon as it is answered, and no other page is rendered again.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, HeaderValue};

use super::visible;
use crate::support::*;

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn every_page_of_a_post_has_a_save_once_it_is_answered() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let pages = ["/", "/category/tech", "/post/slug/habari"];
    for number in 1..=3 {
        for path in pages {
            app.get(path).await;
        }
        let title = format!("Habari njema {number}");
        editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": title })).await.ok();
        for path in pages {
            assert!(visible(&app.get(path).await).contains(&title), "{path}");
        }
    }
}

/// Whether a page is cached in the encoding that browsers accept.
fn is_cached(app: &TestApp, path: &str) -> bool {
    let browser = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("br"))]);
    app.state.cache.get(path, app.core().now()).is_some_and(|page| !page.encoded.is_unprepared(&browser))
}

#[tokio::test]
async fn a_save_is_answered_when_its_pages_are_rendered_and_compressed() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for path in ["/", "/category/tech"] {
        app.anyone().with_header("accept-encoding", "br").get(path).await;
    }
    let new = editor
        .post("/api/admin/posts", json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" }))
        .await
        .ok();
    for path in ["/", "/category/tech", "/post/slug/habari"] {
        assert!(is_cached(&app, path), "{path} after the post was created");
    }
    editor.put(&format!("/api/admin/posts/{}", new["id"]), json!({ "title": "Habari njema" })).await.ok();
    for path in ["/", "/category/tech", "/post/slug/habari"] {
        assert!(is_cached(&app, path), "{path} after the post was changed");
    }
}

#[tokio::test]
async fn a_save_does_not_wait_for_slow_renders_beyond_its_timeout() {
    let app = TestApp::with(|config| config.timeouts.pages = Duration::ZERO).await;
    let editor = app.staff(Role::Editor).await;
    editor
        .post("/api/admin/posts", json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" }))
        .await
        .ok();
    assert!(!is_cached(&app, "/post/slug/habari"), "the answer waited");
    until("the page is rendered", || is_cached(&app, "/post/slug/habari")).await;
}

#[tokio::test]
async fn a_save_renders_no_list_that_nobody_requested() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    editor
        .post("/api/admin/posts", json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" }))
        .await
        .ok();
    assert_eq!(app.rendered_pages(), 1, "the post's own page");
}

#[tokio::test]
async fn a_new_post_purges_home_its_category_and_its_own_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (path, status) in
        [("/", 200), ("/category/tech", 200), ("/category/latest-news", 200), ("/post/slug/habari", 404)]
    {
        assert_eq!(app.get(path).await.status.as_u16(), status, "{path}");
    }
    editor
        .post("/api/admin/posts", json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" }))
        .await
        .ok();
    for path in ["/", "/category/tech", "/category/latest-news", "/post/slug/habari"] {
        assert!(visible(&app.get(path).await).contains("Habari"), "{path}");
    }
}

#[tokio::test]
async fn a_post_moved_to_another_category_purges_both_categories() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    for path in ["/category/tech", "/category/ai"] {
        app.get(path).await;
    }
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "category_name": "ai" })).await.ok();
    assert!(!visible(&app.get("/category/tech").await).contains("Habari"));
    assert!(visible(&app.get("/category/ai").await).contains("Habari"));
}

#[tokio::test]
async fn a_save_keeps_unrelated_pages_in_the_cache() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    app.post("Other").category("ai").insert().await;
    let untouched = ["/category/ai", "/post/slug/other", "/category/politics", "/post/slug/none"];
    for path in untouched {
        app.get(path).await;
    }
    let cached = |path: &str| app.state.cache.get(path, app.core().now());
    let before: Vec<_> = untouched.iter().map(|path| cached(path).expect("in memory")).collect();
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": "Habari njema" })).await.ok();
    app.post("A draft").draft().insert().await;
    for (path, before) in untouched.iter().zip(&before) {
        assert!(
            cached(path).is_some_and(|page| Arc::ptr_eq(&page, before)),
            "{path} was ended by a save that it does not show"
        );
    }
}

#[tokio::test]
async fn saving_a_draft_purges_no_page() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").insert().await;
    for path in ["/", "/category/tech"] {
        app.get(path).await;
    }
    let rendered = app.rendered_pages();
    let draft = editor
        .post(
            "/api/admin/posts",
            json!({ "title": "Draft", "content": "<p>Text</p>", "category_name": "tech", "status": "draft" }),
        )
        .await
        .ok();
    editor.put(&format!("/api/admin/posts/{}", draft["id"]), json!({ "title": "Still a draft" })).await.ok();
    for path in ["/", "/category/tech"] {
        app.get(path).await;
    }
    assert_eq!(app.rendered_pages(), rendered);
}

#[tokio::test]
async fn cached_pages_expire_when_a_scheduled_post_is_due() {
    let app = TestApp::new().await;
    app.post("Habari").in_ms(HOUR).insert().await;
    let pages = ["/", "/category/tech", "/category/latest-news", "/post/slug/habari"];
    for path in pages {
        assert!(!visible(&app.get(path).await).contains("Habari"), "{path}");
    }
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::NOT_FOUND);
    let rendered = app.rendered_pages();
    app.clock.advance_ms(HOUR - 1);
    for path in pages {
        app.get(path).await;
    }
    assert_eq!(app.rendered_pages(), rendered, "nothing has ended yet");
    app.clock.advance_ms(1);
    for path in pages {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(visible(&page).contains("Habari"), "{path}");
    }
}

#[tokio::test]
async fn a_cached_404_or_redirect_is_purged_when_its_post_changes() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::NOT_FOUND);
    let draft = app.post("Habari").draft().insert().await;
    let address = format!("/api/admin/posts/{}", draft.id);
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::NOT_FOUND);
    editor.put(&address, json!({ "status": "published" })).await.ok();
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
    editor.put(&address, json!({ "slug": "mpya" })).await.ok();
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::MOVED_PERMANENTLY);
    editor.put(&address, json!({ "status": "draft" })).await.ok();
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::NOT_FOUND);
    editor.put(&address, json!({ "status": "published" })).await.ok();
    assert_eq!(app.get("/post/slug/habari").await.header("location"), "/post/slug/mpya");
    editor.put(&address, json!({ "slug": "tatu" })).await.ok();
    assert_eq!(app.get("/post/slug/habari").await.header("location"), "/post/slug/tatu");
    editor.delete(&address).await.ok();
    for slug in ["habari", "mpya", "tatu"] {
        assert_eq!(app.get(&format!("/post/slug/{slug}")).await.status, StatusCode::GONE, "{slug}");
    }
    app.staff(Role::Admin).await.delete(&format!("{address}?forever=true")).await.ok();
    app.post("Habari").insert().await;
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_new_category_purges_its_cached_404() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/category/gardening").await.status, StatusCode::NOT_FOUND);
    mwanga_core::categories::find_or_create(app.core(), "Gardening").await.unwrap();
    assert_eq!(app.get("/category/gardening").await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_during_a_render_leaves_no_stale_page() {
    let frontend = slow_bundle();
    let app = Arc::new(TestApp::with_frontend(&frontend).await);
    let mut caught = 0;
    for number in 0..20 {
        let post = app.post(&format!("Old {number}")).slug(&format!("post-{number}")).insert().await;
        let path = format!("/post/slug/post-{number}");
        let rendered = app.rendered_pages();
        let reader = tokio::spawn({
            let (anyone, path) = (app.anyone(), path.clone());
            async move { anyone.get(&path).await }
        });
        while app.rendered_pages() == rendered {
            tokio::task::yield_now().await;
        }
        let title = format!("New {number}");
        app.retitle(post.id, &title).await;
        // Whoever comes after the save sees the new page, also one who joins a render that began before it.
        assert!(app.get(&path).await.text().contains(&title), "a reader after the save");
        // One who asked before it may get either, but gets it once.
        assert_eq!(reader.await.unwrap().status, StatusCode::OK);
        assert!(app.get(&path).await.text().contains(&title), "a reader afterwards");
        caught += u32::from(app.rendered_pages() > rendered + 1);
        if caught == 2 {
            return;
        }
    }
    panic!("no save came while a page was being rendered");
}

#[tokio::test]
async fn an_aborted_request_leaves_no_stale_page() {
    let app = TestApp::new().await;
    let post = app.post("Habari").insert().await;
    let reader = app.anyone();
    let first = tokio::spawn(async move { reader.get("/post/slug/habari").await });
    while app.rendered_pages() == 0 {
        tokio::task::yield_now().await;
    }
    first.abort();
    while app.state.cache.get("/post/slug/habari", app.core().now()).is_none() {
        tokio::task::yield_now().await;
    }
    app.retitle(post.id, "Habari njema").await;
    assert!(visible(&app.get("/post/slug/habari").await).contains("Habari njema"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_never_get_a_page_older_than_the_last_answered_save() {
    // Without a pause, and quicker than a page is rendered.
    const SAVES: u32 = 150;
    let app = Arc::new(TestApp::new().await);
    let post = app.post("Save 0").slug("habari").insert().await;
    let saved = Arc::new(std::sync::atomic::AtomicU32::new(0));
    let readers: Vec<_> = ["/", "/category/tech", "/post/slug/habari"]
        .into_iter()
        .map(|path| {
            let (anyone, saved) = (app.anyone(), saved.clone());
            tokio::spawn(async move {
                loop {
                    let least = saved.load(std::sync::atomic::Ordering::SeqCst);
                    let page = anyone.get(path).await;
                    let shown_number = page
                        .text()
                        .split("Save ")
                        .nth(1)
                        .and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next())
                        .and_then(|n| n.parse::<u32>().ok());
                    assert!(
                        shown_number.is_some_and(|shown_number| shown_number >= least),
                        "{path} shows {shown_number:?} after save {least}"
                    );
                    if least == SAVES {
                        return;
                    }
                    // A page from memory waits for nothing, so nobody else would get a turn.
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for number in 1..=SAVES {
        app.retitle(post.id, &format!("Save {number}")).await;
        saved.store(number, std::sync::atomic::Ordering::SeqCst);
    }
    for reader in readers {
        reader.await.unwrap();
    }
}

#[tokio::test]
async fn a_deal_loses_its_button_by_itself_at_its_end() {
    let app = TestApp::new().await;
    let deal = |label: &str, ends_in_ms: i64| mwanga_core::posts::DealForm {
        url: format!("https://{label}.example.com/lamp"),
        label: label.into(),
        product_name: format!("Lamp of {label}"),
        price: "17".into(),
        cta_text: format!("Buy at {label}"),
        ends_at: Some(app.core().now().plus_ms(ends_in_ms).iso()),
        ..Default::default()
    };
    let deals = vec![deal("duka", HOUR), deal("soko", 2 * HOUR)];
    app.post("Habari").category("deals").form(|form| form.deal_links = Some(deals)).insert().await;
    app.post("Jirani").category("deals").insert().await;
    let page = app.get("/post/slug/habari").await;
    assert!(visible(&page).contains("Buy at duka") && !visible(&page).contains("Expired"));
    assert!(page.text().contains(&format!(r#""priceValidUntil":"{}""#, app.core().now().plus_ms(HOUR).iso())));
    assert!(visible(&app.get("/").await).contains("Lamp of duka"));
    let paths =
        ["/api/post/slug/habari", "/api/posts/public", "/api/post/slug/jirani/related", "/api/author/mwanga-team"];
    let cached = CachedResponses::of(&app, &paths).await;
    assert_eq!(cached.purged(&app), [""; 0]);

    app.clock.advance_ms(HOUR);
    assert_eq!(cached.purged(&app), paths);
    let page = app.get("/post/slug/habari").await;
    let text = visible(&page);
    assert!(text.contains("Expired on 20 Nov 2026") && text.contains("Buy at soko"), "{text}");
    assert!(!text.contains("Buy at duka") && !page.text().contains(r#"href="https://duka.example.com/lamp""#));
    assert!(!page.text().contains(r#""url":"https://duka.example.com/lamp","priceValidUntil""#), "no offer any more");
    let home = visible(&app.get("/").await);
    assert!(home.contains("Lamp of soko") && !home.contains("Lamp of duka"), "{home}");
    app.clock.advance_ms(HOUR);
    assert!(visible(&app.get("/").await).contains("Expired"));
    assert!(!visible(&app.get("/post/slug/habari").await).contains("commission"));
}
