use mwanga_store::types::SessionKind;

use crate::support::*;

const PATH: &str = "/api/auth/refresh";

#[tokio::test]
async fn exchanges_the_cookie_for_a_token_and_the_next_cookie() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let reply = editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await;
    let session = reply.ok();
    assert_eq!(session["role"], "editor");
    let next = reply.cookie().expect("the next cookie");
    assert_ne!(Some(&next), editor.cookie.as_ref());
    assert_eq!(app.anyone().with_token(session["token"].as_str().unwrap()).get("/api/admin/posts").await.status, StatusCode::OK);
    editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.ok();
}

#[tokio::test]
async fn a_rotated_cookie_stays_good_for_thirty_seconds() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let old = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    let next = old.post(PATH, json!({ "kind": "staff" })).await.cookie().unwrap();
    app.clock.advance_ms(30_000);
    let reply = old.post(PATH, json!({ "kind": "staff" })).await;
    assert!(reply.ok()["token"].is_string());
    assert_eq!(reply.cookie(), None, "the other tab has the next one");
    app.clock.advance_ms(1);
    assert_eq!(old.post(PATH, json!({ "kind": "staff" })).await.problem().is(), (401, "auth.session_expired"));
    editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.ok();
}

#[tokio::test]
async fn tabs_that_refresh_at_once_all_stay_signed_in() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let tab = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    let replies = futures_util::future::join_all((0..6).map(|_| tab.post(PATH, json!({ "kind": "staff" })))).await;
    assert_eq!(replies.iter().filter(|reply| reply.cookie().is_some()).count(), 1, "one of them gets the next cookie");
    for reply in replies {
        reply.ok();
    }
}

#[tokio::test]
async fn a_cookie_ends_after_thirty_days_without_use() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.clock.advance_ms(30 * 24 * 3_600_000);
    assert_eq!(editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn each_kind_has_a_cookie_of_its_own() {
    let app = TestApp::new().await;
    let reader = app.signed_in(Role::Reader, SessionKind::Reader).await;
    // A reader's cookie in the place of the staff's is none.
    assert_eq!(reader.with_cookie_only(reader.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.anyone().post(PATH, json!({ "kind": "staff" })).await.problem().is(), (401, "auth.required"));
    assert_eq!(app.anyone().post(PATH, json!({ "kind": "admin" })).await.problem().is(), (422, "request.invalid"));
}

#[tokio::test]
async fn somebody_who_is_staff_no_more_gets_nothing() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let email = editor.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    demote(&app, &email).await;
    assert_eq!(editor.get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await.status, StatusCode::UNAUTHORIZED);
}

/// As an administrator takes a role away, whatever else happens to the sessions.
async fn demote(app: &TestApp, email: &str) {
    use sea_orm::{IntoActiveModel, Set};
    let db = app.core().store.writer();
    let mut account = mwanga_store::queries::accounts::by_email_key(db, email).await.unwrap().unwrap().into_active_model();
    account.role = Set(Role::Reader);
    mwanga_store::queries::accounts::update(db, account).await.unwrap();
}
