use axum::http::Method;
use mwanga_core::accounts;

use crate::support::*;

const PATH: &str = "/api/auth/account";
const CODE: &str = "/api/auth/delete-code";
const PASSWORD: &str = "a lamp in the window";
const EMAIL: &str = "amina@example.com";

async fn registered(app: &TestApp) -> Caller {
    let session =
        app.anyone().post("/api/auth/register-user", json!({ "email": EMAIL, "password": PASSWORD })).await.ok();
    app.anyone().with_token(session["token"].as_str().unwrap())
}

#[tokio::test]
async fn deleting_an_account_needs_its_password_and_ends_its_sessions() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    for body in [json!({}), json!({ "password": "wrong" }), json!({ "confirm": EMAIL }), json!({ "password": "" })] {
        assert_eq!(reader.json(Method::DELETE, PATH, &body).await.problem().field_names(), ["password"], "{body}");
    }
    let done = reader
        .with_header("cookie", "mwanga_reader=x")
        .json(Method::DELETE, PATH, &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(done.ok()["message"], "Your account is deleted.");
    assert!(done.set_cookie("mwanga_reader").is_some_and(|line| line.contains("Max-Age=0")));
    assert_eq!(reader.get("/api/auth/profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        app.anyone().post("/api/auth/login-user", json!({ "email": EMAIL, "password": PASSWORD })).await.status,
        StatusCode::UNAUTHORIZED
    );
    // The mail that waited for it is not sent, and the address is free.
    assert_eq!(app.mails_to(EMAIL).await.len(), 0);
    registered(&app).await;
}

#[tokio::test]
async fn an_account_without_a_password_is_deleted_by_a_mailed_code() {
    let app = TestApp::new().await;
    let reader = app.reader().await;
    let email = reader.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    app.clock.advance_ms(10 * 60_000 + 1);
    for body in [json!({}), json!({ "confirm": email }), json!({ "password": "x" }), json!({ "code": "" })] {
        assert_eq!(reader.json(Method::DELETE, PATH, &body).await.problem().field_names(), ["code"], "{body}");
    }
    reader.post(CODE, json!({})).await.ok();
    let code = app.code_mailed_to(&email).await.replace("#delete-account", "");
    // Neither a wrong code nor this code in another account's session works.
    let stranger = app.reader().await;
    app.clock.advance_ms(10 * 60_000 + 1);
    for (caller, code) in [(&reader, "0".repeat(40)), (&stranger, code.clone())] {
        assert_eq!(
            caller.json(Method::DELETE, PATH, &json!({ "code": code })).await.problem().is(),
            (410, "link.invalid")
        );
    }
    reader.json(Method::DELETE, PATH, &json!({ "code": code })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_account_deletion_link_expires_after_30_minutes() {
    let app = TestApp::new().await;
    let reader = app.reader().await;
    let email = reader.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    reader.post(CODE, json!({})).await.ok();
    let code = app.code_mailed_to(&email).await.replace("#delete-account", "");
    app.clock.advance_ms(30 * 60_000);
    assert_eq!(reader.json(Method::DELETE, PATH, &json!({ "code": code })).await.problem().is(), (410, "link.invalid"));
}

#[tokio::test]
async fn an_account_without_a_password_is_deleted_within_10_minutes_of_sign_in() {
    let app = TestApp::new().await;
    let reader = app.reader().await;
    app.clock.advance_ms(10 * 60_000);
    reader.json(Method::DELETE, PATH, &json!({})).await.ok();
}

#[tokio::test]
async fn deleting_the_last_administrator_answers_409_and_posts_outlive_accounts() {
    let app = TestApp::new().await;
    accounts::create_staff(app.core(), EMAIL, PASSWORD.to_owned().into(), Role::Admin).await.unwrap();
    let session =
        app.anyone().post("/api/auth/admin/login", json!({ "email": EMAIL, "password": PASSWORD })).await.ok();
    let admin = app.anyone().with_token(session["token"].as_str().unwrap());
    let post = json!({ "title": "Habari", "content": "<p>Njema.</p>", "category_name": "tech" });
    admin.post("/api/admin/posts", post).await.ok();
    let problem = admin.json(Method::DELETE, PATH, &json!({ "password": PASSWORD })).await.problem();
    assert_eq!(problem.is(), (409, "account.last_admin"));
    accounts::create_staff(app.core(), "second@example.com", PASSWORD.to_owned().into(), Role::Admin).await.unwrap();
    admin.json(Method::DELETE, PATH, &json!({ "password": PASSWORD })).await.ok();
    assert_eq!(app.get("/api/post/slug/habari").await.status, StatusCode::OK);
}

#[tokio::test]
async fn ten_wrong_passwords_on_account_deletion_answer_429() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    for _ in 0..10 {
        assert_eq!(
            reader.json(Method::DELETE, PATH, &json!({ "password": "guess" })).await.status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
    }
    assert_eq!(
        reader.json(Method::DELETE, PATH, &json!({ "password": PASSWORD })).await.problem().is(),
        (429, "request.limited")
    );
}
