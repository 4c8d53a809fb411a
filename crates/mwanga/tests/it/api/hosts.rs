//! The API's own host, and calls from pages of other origins.

use axum::body::Body;
use axum::http::Method;

use crate::support::*;

const API_HOST: &str = "api.mwanga.example";
const ALLOWED_ORIGIN: &str = "https://app.example";
const PASSWORD: &str = "a lamp in the window";

async fn app() -> TestApp {
    TestApp::with(|config| {
        config.http.api_host = Some(API_HOST.to_owned());
        config.http.cors_origins = vec![ALLOWED_ORIGIN.to_owned()];
    })
    .await
}

#[tokio::test]
async fn cookies_of_the_api_host_have_the_path_of_the_whole_host() {
    let app = app().await;
    let caller = app.anyone().with_header("host", API_HOST);
    let reply = caller.post("/auth/register-user", json!({ "email": "amina@example.com", "password": PASSWORD })).await;
    reply.ok();
    let cookie = reply.set_cookie("mwanga_reader").unwrap();
    assert!(cookie.contains("Path=/;") || cookie.ends_with("Path=/"), "{cookie}");
    let signed_in = caller.with_header("cookie", &format!("mwanga_reader={}", reply.reader_cookie().unwrap()));
    signed_in.post("/auth/refresh", json!({ "kind": "reader" })).await.ok();
    let gone = signed_in.post("/auth/logout", json!({})).await;
    assert!(
        gone.set_cookie("mwanga_reader")
            .is_some_and(|line| line.contains("Max-Age=0") && line.contains("Path=/") && !line.contains("/api"))
    );
}

#[tokio::test]
async fn only_configured_cors_origins_may_call_with_credentials() {
    let app = app().await;
    for (host, path) in [("mwanga.example", "/api/posts/public"), (API_HOST, "/posts/public")] {
        for origin in [
            ALLOWED_ORIGIN,
            "https://evil.example",
            "https://app.example.evil.example",
            "http://app.example",
            "https://mwanga.example",
            "null",
        ] {
            let headers = [("host", host), ("origin", origin)];
            let answer = app.anyone().send(Method::GET, path, Body::empty(), &headers).await;
            let preflight_headers = [
                headers[0],
                headers[1],
                ("access-control-request-method", "PUT"),
                ("access-control-request-headers", "authorization,content-type"),
            ];
            let preflight = app.anyone().send(Method::OPTIONS, path, Body::empty(), &preflight_headers).await;
            for reply in [&answer, &preflight] {
                let expected = if origin == ALLOWED_ORIGIN { ALLOWED_ORIGIN } else { "" };
                assert_eq!(reply.header("access-control-allow-origin"), expected, "{host} {origin}");
                assert!(
                    reply.headers.get_all("vary").iter().any(|vary| vary.to_str().unwrap().contains("origin")),
                    "{host} {origin}"
                );
            }
            assert_eq!(answer.status, StatusCode::OK);
            if origin == ALLOWED_ORIGIN {
                assert_eq!(preflight.header("access-control-allow-credentials"), "true");
                assert!(
                    preflight.header("access-control-allow-headers").contains("authorization")
                        && preflight.header("access-control-allow-methods").contains("PUT")
                );
            }
        }
    }
}

#[tokio::test]
async fn without_configured_origins_no_cors_header_is_sent() {
    let app = TestApp::new().await;
    let reply = app.anyone().send(Method::GET, "/api/posts/public", Body::empty(), &[("origin", ALLOWED_ORIGIN)]).await;
    assert!(reply.headers.keys().all(|name| !name.as_str().starts_with("access-control")), "{:?}", reply.headers);
}

#[tokio::test]
async fn cached_pages_are_not_served_on_the_api_host() {
    let app = app().await;
    app.post("Habari").insert().await;
    let site = app.listen().await;
    let page = site.get("/post/slug/habari").await;
    assert!(page.header("content-type").starts_with("text/html"), "now it is in memory");
    let call = site.get_with("/post/slug/habari", &[("host", API_HOST)]).await;
    assert!(call.header("content-type").starts_with("application/json"));
    assert_eq!(site.get_with("/", &[("host", API_HOST)]).await.problem().is(), (404, "not_found"));
    let docs = site.get_with("/docs", &[("host", API_HOST)]).await;
    assert_eq!(docs.header("location"), "https://mwanga.example/api/docs");
    let described = site.get_with("/openapi.json", &[("host", API_HOST)]).await.ok();
    assert_eq!(described["servers"][0]["url"], "/");
}

#[tokio::test]
async fn every_kind_of_response_has_the_security_headers() {
    let app = TestApp::with(|config| {
        config.production = true;
        config.http.api_host = Some(API_HOST.to_owned());
    })
    .await;
    let site = app.listen().await;
    for path in [
        "/",
        "/api/posts/public",
        "/api/nothing",
        "/api/docs",
        "/admin-auth",
        "/favicon.svg",
        "/assets/nothing.js",
        "/media/nothing.png",
        "/nowhere",
        "/healthz",
    ] {
        let reply = site.get(path).await;
        for (name, part) in [
            ("content-security-policy", "frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("strict-transport-security", "max-age="),
        ] {
            assert!(reply.header(name).contains(part), "{path} {name}: {}", reply.header(name));
        }
        assert!(!reply.header("content-security-policy").contains("script-src 'unsafe"), "{path}");
    }
    let call = site.get_with("/posts/public", &[("host", API_HOST)]).await;
    assert!(
        call.header("strict-transport-security").contains("max-age=")
            && call.header("content-security-policy").contains("default-src 'none'")
    );
}

#[tokio::test]
async fn pages_of_mailed_links_are_no_store_and_send_no_referrer() {
    let app = TestApp::new().await;
    let site = app.listen().await;
    for path in [
        "/admin-auth?code=x",
        "/auth/reset-password?code=x",
        "/auth/verify-email?code=x",
        "/auth/callback/google?code=x&state=y",
        "/newsletter/confirm?code=x",
        "/newsletter/preferences?code=x",
        "/newsletter/unsubscribe?code=x",
    ] {
        for _ in 0..2 {
            let reply = site.get(path).await;
            assert_eq!(
                (reply.header("cache-control"), reply.header("referrer-policy")),
                ("no-store", "no-referrer"),
                "{path}"
            );
        }
    }
}
