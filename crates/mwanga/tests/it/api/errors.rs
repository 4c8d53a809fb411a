//! Errors of the API: the properties that all of them share.

use std::path::Path;

use axum::body::Body;
use axum::http::Method;

use crate::support::*;

#[tokio::test]
async fn an_unknown_api_path_answers_404_in_json() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for path in
        ["/api/nothing", "/api/posts", "/api/", "/api", "/api/admin/nothing", "/api/post/slug/", "/api/posts/public/x"]
    {
        assert_eq!(editor.get(path).await.problem().is(), (404, "not_found"), "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_answers_405_with_the_allowed_methods() {
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
async fn an_error_is_never_cacheable() {
    let app = TestApp::new().await;
    for path in ["/api/nothing", "/api/post/slug/nothing", "/api/admin/posts", "/api/posts/public?page=0"] {
        assert_eq!(app.get(path).await.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_closed_database_answers_503_without_details() {
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

/// The frontend signs people out when a message contains one of these words, so only two messages may.
#[test]
fn only_session_errors_contain_the_words_token_or_expired() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["server/src", "core/src"] {
        let mut open = vec![crates.join(folder)];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            // A deal that is over says so in a text, not in a message.
            } else if path.extension().is_some_and(|ext| ext == "rs") && !path.ends_with("views/deal_comparison.rs") {
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
