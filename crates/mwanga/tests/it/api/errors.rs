//! What every error has in common.

use std::path::Path;

use axum::body::Body;
use axum::http::Method;

use crate::support::*;

#[tokio::test]
async fn an_unknown_call_is_a_real_404_in_json() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for path in
        ["/api/nothing", "/api/posts", "/api/", "/api", "/api/admin/nothing", "/api/post/slug/", "/api/posts/public/x"]
    {
        assert_eq!(editor.get(path).await.problem().is(), (404, "not_found"), "{path}");
    }
}

#[tokio::test]
async fn another_method_is_refused_and_the_right_ones_are_named() {
    let app = TestApp::new().await;
    for (method, path, allowed) in [
        (Method::POST, "/api/posts/public", "GET"),
        (Method::GET, "/api/auth/admin/login", "POST"),
        (Method::PATCH, "/api/admin/posts/1", "PUT"),
    ] {
        let reply = app.anyone().send(method, path, Body::empty(), &[]).await;
        assert_eq!(reply.problem().is(), (405, "method_not_allowed"), "{path}");
        assert!(reply.header("allow").contains(allowed), "{path}: {}", reply.header("allow"));
    }
}

#[tokio::test]
async fn errors_are_never_kept() {
    let app = TestApp::new().await;
    for path in ["/api/nothing", "/api/post/slug/nothing", "/api/admin/posts", "/api/posts/public?page=0"] {
        assert_eq!(app.get(path).await.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_store_out_of_reach_is_said_without_detail() {
    let app = TestApp::new().await;
    app.core().store.close().await.unwrap();
    let reply = app.get("/api/posts/public").await;
    let problem = reply.problem();
    assert_eq!(problem.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reply.header("retry-after").parse::<u32>().is_ok());
    assert!(problem.body["request_id"].is_string());
    for word in ["sql", "pool", "connection", "database"] {
        assert!(!problem.error.to_lowercase().contains(word), "{}", problem.error);
    }
}

/// Any message that holds one of these words signs people out, so only the two that mean it may.
#[test]
fn only_session_errors_speak_of_tokens_or_of_what_expired() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["server/src", "core/src"] {
        let mut open = vec![crates.join(folder)];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let product = text.split("#[cfg(test)]").next().unwrap();
                found.extend(
                    sentences(product)
                        .filter(|text| ["token", "expired"].iter().any(|word| text.to_lowercase().contains(word)))
                        .map(str::to_owned),
                );
            }
        }
    }
    found.sort_unstable();
    assert_eq!(
        found,
        ["Your session has expired. Please sign in again.", "Your sign-in token is not valid. Please sign in again."]
    );
}

/// String literals of more than one word, comments aside.
fn sentences(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|text| text.contains(' '))
}
