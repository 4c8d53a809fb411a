//! Password change while signed in.

use crate::support::*;

const PATH: &str = "/api/auth/password";
const OLD: &str = "a lamp in the window";
const NEW: &str = "a lantern in the yard";
const EMAIL: &str = "amina@example.com";

async fn registered(app: &TestApp) -> Caller {
    let session = app.anyone().post("/api/auth/register-user", json!({ "email": EMAIL, "password": OLD })).await.ok();
    app.anyone().with_token(session["token"].as_str().unwrap())
}

async fn sign_in(app: &TestApp, password: &str) -> Reply {
    app.anyone().post("/api/auth/login-user", json!({ "email": EMAIL, "password": password })).await
}

#[tokio::test]
async fn a_password_change_needs_the_current_one_and_ends_other_sessions() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let elsewhere = app.anyone().with_token(sign_in(&app, OLD).await.ok()["token"].as_str().unwrap());
    for (current, new, field) in [
        ("", NEW, "current_password"),
        ("wrong", NEW, "current_password"),
        (OLD, "short", "password"),
        (OLD, EMAIL, "password"),
    ] {
        let problem = reader.post(PATH, json!({ "current_password": current, "password": new })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "account.invalid"), vec![field]), "{current} {new}");
    }
    reader.post(PATH, json!({ "current_password": OLD, "password": NEW })).await.ok();
    assert_eq!(sign_in(&app, OLD).await.status, StatusCode::UNAUTHORIZED);
    sign_in(&app, NEW).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.status, StatusCode::OK, "this browser stays signed in");
    assert_eq!(elsewhere.get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(
        app.mails_to(EMAIL).await.iter().filter(|mail| mail.subject == "Your password at Mwanga was changed").count(),
        1
    );
}

#[tokio::test]
async fn ten_wrong_current_passwords_answer_429() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    for _ in 0..10 {
        assert_eq!(
            reader.post(PATH, json!({ "current_password": "guess", "password": NEW })).await.status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
    }
    assert_eq!(
        reader.post(PATH, json!({ "current_password": OLD, "password": NEW })).await.problem().is(),
        (429, "request.limited")
    );
}

#[tokio::test]
async fn an_account_without_a_password_is_referred_to_the_reset_mail() {
    let app = TestApp::new().await;
    let reader = app.reader().await;
    let problem = reader.post(PATH, json!({ "current_password": "", "password": NEW })).await.problem();
    assert_eq!(problem.fields["current_password"], "This account has no password yet. Ask for one by e-mail.");
}
