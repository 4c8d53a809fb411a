//! Who may call what: every route of the description, so that a new one cannot be forgotten.

use axum::body::Body;
use axum::http::Method;
use mwanga_store::types::SessionKind;

use crate::support::*;

/// Method and path of every call that the description marks as the staff's.
fn admin_calls() -> Vec<(Method, String)> {
    let document = serde_json::to_value(mwanga_server::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/admin/")) {
        for method in methods.as_object().unwrap().keys() {
            calls.push((method.to_uppercase().parse().unwrap(), format!("/api{}", path.replace("{id}", "1"))));
        }
    }
    assert!(calls.len() >= 9, "{calls:?}");
    calls
}

#[tokio::test]
async fn nobody_but_staff_reaches_an_admin_call() {
    let app = TestApp::new().await;
    let (anyone, reader) = (app.anyone(), app.reader().await);
    // Even an editor's account, when its owner signed in as a reader.
    let off_duty = app.signed_in(Role::Editor, SessionKind::Reader).await;
    for (method, path) in admin_calls() {
        let call = async |caller: &Caller| caller.send(method.clone(), &path, Body::empty(), &[]).await.problem();
        assert_eq!(call(&anyone).await.is(), (401, "auth.required"), "{method} {path}");
        assert_eq!(call(&anyone.with_token("garbage")).await.is(), (401, "auth.token_invalid"), "{method} {path}");
        for stranger in [&reader, &off_duty] {
            assert_eq!(call(stranger).await.is(), (403, "auth.forbidden"), "{method} {path}");
        }
    }
}

#[tokio::test]
async fn staff_of_both_roles_reach_every_admin_call() {
    let app = TestApp::new().await;
    for role in [Role::Editor, Role::Admin] {
        let staff = app.staff(role).await;
        for (method, path) in admin_calls() {
            let status = staff.send(method.clone(), &path, Body::empty(), &[]).await.status;
            assert!(!matches!(status.as_u16(), 401 | 403 | 500..), "{method} {path}: {status}");
        }
    }
}
