//! Two processes on one store.

use std::time::{Duration, Instant};

use crate::support::*;

/// The deadline for a change to reach the other node.
const SOON: Duration = Duration::from_secs(2);

#[tokio::test]
async fn a_save_on_one_node_reaches_the_other_within_two_seconds() {
    let (one, two) = TestApp::two_nodes().await;
    let post = one.post("Habari").insert().await;
    // The other one has everything in memory: page, lists and totals.
    for path in ["/", "/post/slug/habari", "/category/tech", "/post/slug/mpya"] {
        two.get(path).await;
    }
    assert_eq!(two.get("/api/posts/public").await.ok()["total"], 1);

    let editor = one.staff(Role::Editor).await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": "Habari njema" })).await.ok();
    one.post("Mpya").insert().await;
    let saved = Instant::now();
    for (path, words) in [
        ("/", "Habari njema"),
        ("/", "Mpya"),
        ("/post/slug/habari", "Habari njema"),
        ("/category/tech", "Mpya"),
        ("/post/slug/mpya", "Mpya"),
        ("/api/posts/public", "\"total\":2"),
    ] {
        while !two.get(path).await.text().contains(words) {
            assert!(saved.elapsed() < SOON, "{path} still lacks {words}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn signing_out_on_one_node_ends_the_session_on_the_other() {
    let (one, two) = TestApp::two_nodes().await;
    let editor = one.staff(Role::Editor).await;
    let there = two.anyone().with_token(editor.token.as_ref().unwrap());
    assert_eq!(there.get("/api/admin/posts").await.status, StatusCode::OK);
    editor.post("/api/auth/logout", json!({})).await.ok();
    assert_eq!(there.get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_new_password_and_a_new_role_end_the_sessions_on_every_node() {
    let (one, two) = TestApp::two_nodes().await;
    let session = one
        .anyone()
        .post("/api/auth/register-user", json!({ "email": "amina@example.com", "password": "jua na maji" }))
        .await
        .ok();
    let there = two.anyone().with_token(session["token"].as_str().unwrap());
    assert_eq!(there.get("/api/auth/profile").await.status, StatusCode::OK);
    one.anyone().post("/api/auth/change-password", json!({ "email": "amina@example.com" })).await.ok();
    let code = one.code_mailed_to("amina@example.com").await;
    two.anyone().post("/api/auth/reset-password", json!({ "code": code, "password": "maji na jua" })).await.ok();
    for node in [&one, &two] {
        assert_eq!(
            node.anyone().with_token(session["token"].as_str().unwrap()).get("/api/auth/profile").await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    let (admin, editor) = (one.staff(Role::Admin).await, one.staff(Role::Editor).await);
    let id = editor.get("/api/auth/profile").await.ok()["id"].as_i64().unwrap();
    admin.put(&format!("/api/admin/staff/{id}"), json!({ "role": "reader" })).await.ok();
    assert_eq!(
        two.anyone().with_token(editor.token.as_ref().unwrap()).get("/api/admin/posts").await.status,
        StatusCode::UNAUTHORIZED
    );
}
