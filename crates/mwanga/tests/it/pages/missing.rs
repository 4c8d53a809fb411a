//! Addresses at which there is nothing: the line on the front page, and their counts.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::analytics;
use mwanga_store::queries;

use crate::support::*;

const LINE: &str = "There is nothing at";

/// The text of a page; an element within a sentence puts no space before its full stop.
fn visible(page: &Reply) -> String {
    super::visible(page).replace(" .", ".")
}

/// The reader who was led home from an address: the front page with the cookie of the redirect.
async fn led_home(app: &TestApp, path: &str) -> Reply {
    let redirect = app.get(path).await;
    assert_eq!((redirect.status, redirect.header("location")), (StatusCode::FOUND, "/"), "{path}");
    let value = redirect.cookie_named("mwanga_missing").expect("the path in a cookie");
    with_cookie(app, &value).await
}

async fn with_cookie(app: &TestApp, value: &str) -> Reply {
    app.anyone().with_header("cookie", &format!("mwanga_missing={value}")).get("/").await
}

#[tokio::test]
async fn an_unknown_address_leads_to_a_front_page_that_names_it_and_offers_a_search() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let redirect = app.get("/2023/05/old-story.html?utm_source=x").await;
    assert_eq!(redirect.header("cache-control"), "no-store");
    let cookie = redirect.set_cookie("mwanga_missing").unwrap();
    assert_eq!(
        cookie, "mwanga_missing=/2023/05/old-story.html; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=30",
        "the path alone"
    );
    let page = led_home(&app, "/2023/05/old-story.html?utm_source=x").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(visible(&page).contains("There is nothing at /2023/05/old-story."), "{}", visible(&page));
    assert!(page.text().contains(r#"href="/search?q=old+story""#));
    assert!(visible(&page).contains("Habari"), "the front page is below it");
    assert_eq!((page.header("cache-control"), page.header("etag")), ("private, no-store", ""));
    assert!(page.set_cookie("mwanga_missing").unwrap().contains("Max-Age=0"), "the cookie is ended");
}

#[tokio::test]
async fn the_line_is_in_one_answer_alone_and_the_cached_front_page_stays_byte_for_byte() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let before = app.get("/").await;
    let etag = before.header("etag").to_owned();
    for path in ["/old-story", "/nothing/at/all", "/%D9%82%D8%B5%D8%A9"] {
        assert!(visible(&led_home(&app, path).await).contains(LINE), "{path}");
        let after = app.get("/").await;
        assert_eq!((after.body.clone(), after.header("etag")), (before.body.clone(), etag.as_str()), "{path}");
        assert!(!after.text().contains("missing-address") && after.set_cookie("mwanga_missing").is_none());
    }
    // No copy is current, neither by its ETag nor by any.
    for known in [etag.as_str(), "*"] {
        let caller = app.anyone().with_header("cookie", "mwanga_missing=/old-story");
        let page = caller.with_header("if-none-match", known).get("/").await;
        assert_eq!(page.status, StatusCode::OK, "{known}");
    }
    let head = app.anyone().with_header("cookie", "mwanga_missing=/old-story");
    let head = head.send(Method::HEAD, "/", Body::empty(), &[]).await;
    assert_eq!((head.status, head.header("cache-control")), (StatusCode::OK, "private, no-store"));
    assert!(head.body.is_empty());
    let other = app.anyone().with_header("cookie", "mwanga_missing=/old-story").get("/about").await;
    assert!(!other.text().contains("missing-address") && other.header("cache-control").starts_with("public"));
}

#[tokio::test]
async fn what_an_address_or_a_cookie_holds_is_text_and_nonsense_is_the_cached_page() {
    let app = TestApp::new().await;
    let page = led_home(&app, "/%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(visible(&page).contains("There is nothing at /script-alert-1/script."), "{}", visible(&page));
    assert!(!page.text().contains("<script>alert"));
    assert!(visible(&led_home(&app, "/%E1%8B%9C%E1%8A%93").await).contains("/ዜና."));
    assert!(visible(&led_home(&app, &format!("/{}", "a".repeat(1_900))).await).contains(LINE));
    let cached = app.get("/").await;
    for value in ["", "%%%", "%00%0D%0A", "\u{7f}", &"a".repeat(121), "/", "%F0%9F%8C%9E"] {
        let Ok(_) = axum::http::HeaderValue::from_str(value) else { continue };
        let page = with_cookie(&app, value).await;
        assert_eq!((page.status, page.header("etag")), (StatusCode::OK, cached.header("etag")), "{value:?}");
        assert_eq!(page.body, cached.body, "{value:?}");
    }
    assert!(app.get("/%F0%9F%8C%9E").await.set_cookie("mwanga_missing").is_none(), "nothing of it can be shown");
}

#[tokio::test]
async fn the_front_page_with_the_line_is_as_new_as_the_last_save() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    for number in 1..=3 {
        let title = format!("Habari njema {number}");
        editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": title })).await.ok();
        let (page, plain) = (with_cookie(&app, "/old-story").await, app.get("/").await);
        assert!(visible(&page).contains(&title) && visible(&page).contains(LINE), "{number}");
        assert!(visible(&plain).contains(&title) && !visible(&plain).contains(LINE), "{number}");
    }
    let admin = app.staff(Role::Admin).await;
    admin.put("/api/admin/settings", json!({ "version": 0, "values": { "site.brand": "Nuru Times" } })).await.ok();
    let (page, plain) = (with_cookie(&app, "/old-story").await, app.get("/").await);
    assert!(page.text().contains("Nuru Times") && visible(&page).contains(LINE));
    assert!(plain.text().contains("Nuru Times") && !visible(&plain).contains(LINE));
}

async fn counts(app: &TestApp) -> Vec<(String, i64)> {
    let rows = queries::missing_addresses::list(app.core().store.reader()).await.unwrap();
    rows.into_iter().map(|row| (row.path, row.count)).collect()
}

#[tokio::test]
async fn unknown_addresses_are_counted_by_path_and_survive_a_failed_write() {
    let app = TestApp::new().await;
    for path in ["/old-story?a=1", "/old-story?a=2", "/gone/%D9%82", "/ann%40example.com", "/nothing.png", "/feed.rss"]
    {
        app.get(path).await;
    }
    app.anyone().send(Method::HEAD, "/old-story", Body::empty(), &[]).await;
    app.get(&format!("/{}", "a".repeat(41))).await;
    assert_eq!(counts(&app).await, [], "in memory alone");
    let other = app.other_store().await;
    let lock = other.begin().await.unwrap();
    use mwanga_store::ConnectionTrait;
    if lock.get_database_backend() == sea_orm::DbBackend::Postgres {
        lock.execute_unprepared("LOCK TABLE missing_address IN ACCESS EXCLUSIVE MODE").await.unwrap();
    }
    assert!(analytics::flush_missing(app.core()).await.is_err());
    app.get("/old-story").await;
    lock.rollback().await;
    analytics::flush_missing(app.core()).await.unwrap();
    analytics::flush_missing(app.core()).await.unwrap();
    assert_eq!(counts(&app).await, [("/old-story".into(), 3), ("/gone/ق".into(), 1)]);
}

#[tokio::test]
async fn of_unknown_addresses_those_asked_for_most_are_kept() {
    let app = TestApp::new().await;
    let row = |path: &str, count, at| mwanga_store::entities::missing_address::Model {
        path: path.into(),
        count,
        last_asked_at: app.core().now().plus_ms(at),
    };
    let db = app.core().store.writer();
    let rows = vec![row("/often", 9, -9), row("/once", 1, -1), row("/junk", 1, -2), row("/twice", 2, -8)];
    queries::missing_addresses::add(db, rows).await.unwrap();
    queries::missing_addresses::trim(db, 3).await.unwrap();
    assert_eq!(counts(&app).await, [("/often".into(), 9), ("/twice".into(), 2), ("/once".into(), 1)]);
}
