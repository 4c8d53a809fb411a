//! Addresses that are no pages.

use axum::body::Body;
use axum::http::Method;

use crate::support::*;

#[tokio::test]
async fn an_unknown_page_leads_home() {
    let app = TestApp::new().await;
    for path in ["/nothing", "/nothing/at/all", "/index.html", "/wp-admin/", "/post", "/category", "/%F0%9F%8C%9E", "/nothing?next=//evil.example"] {
        let page = app.get(path).await;
        let mut hops = vec![path.to_owned()];
        let mut page = page;
        while page.status == StatusCode::MOVED_PERMANENTLY && hops.len() < 5 {
            hops.push(page.header("location").to_owned());
            page = app.get(hops.last().unwrap()).await;
        }
        assert_eq!((page.status, page.header("location")), (StatusCode::FOUND, "/"), "{hops:?}");
    }
}

#[tokio::test]
async fn nothing_leads_to_another_host() {
    let app = TestApp::new().await;
    for path in ["//evil.example", "//evil.example/", "/post///evil.example", "/\\evil.example", "/%2Fevil.example/", "/category//evil.example/"] {
        let page = app.get(path).await;
        let location = page.header("location");
        assert!(
            location.is_empty() || (location.starts_with('/') && !location.starts_with("//") && !location.starts_with("/\\")),
            "{path} leads to {location}"
        );
    }
}

#[tokio::test]
async fn unknown_files_are_a_real_404() {
    let app = TestApp::new().await;
    for path in [
        "/assets/nothing.js",
        "/assets/",
        "/assets",
        "/assets/../secret.key",
        "/media/2026/11/nothing.webp",
        "/media/",
        "/media",
        "/media/../mwanga.sqlite",
        "/feed.rss",
        "/category/nothing/feed.xml",
        "/tag/nothing/atom.xml",
        "/nothing.png",
        "/app.js.map",
    ] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path} leads to {}", reply.header("location"));
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_page_takes_no_other_method() {
    let app = TestApp::new().await;
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        for path in ["/", "/category/tech", "/post/slug/habari"] {
            let reply = app.anyone().send(method.clone(), path, Body::empty(), &[]).await;
            assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(reply.header("allow"), "GET, HEAD", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_slash_at_the_end_is_another_spelling() {
    let app = TestApp::new().await;
    let page = app.get("/category/tech/?page=2").await;
    assert_eq!((page.status, page.header("location")), (StatusCode::MOVED_PERMANENTLY, "/category/tech?page=2"));
}

#[tokio::test]
async fn the_admin_area_holds_nothing_and_is_not_indexed() {
    let app = TestApp::new().await;
    app.post("Habari").draft().insert().await;
    for path in ["/admin", "/admin/clicks", "/admin/email-logs", "/admin-auth"] {
        let page = app.get(path).await;
        assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, "no-store"), "{path}");
        assert!(page.text().contains("<div id=\"root\"></div>") && page.text().contains("noindex") && !page.text().contains("Habari"), "{path}");
    }
}
