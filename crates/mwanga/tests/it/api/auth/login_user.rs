use mwanga_core::accounts;

use crate::support::*;

const PATH: &str = "/api/auth/login-user";
const PASSWORD: &str = "a lamp in the window";

#[tokio::test]
async fn reader_sign_in_gets_a_refresh_cookie() {
    let app = TestApp::new().await;
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": "amina@example.com", "password": PASSWORD }))
        .await
        .ok();
    let reply = app.anyone().post(PATH, json!({ "email": "AMINA@example.com", "password": PASSWORD })).await;
    assert_eq!(reply.ok()["message"], "Logged in successfully!");
    let cookie = reply.reader_cookie().expect("a cookie");
    let refreshed = app
        .anyone()
        .with_header("cookie", &format!("mwanga_reader={cookie}"))
        .post("/api/auth/refresh", json!({ "kind": "reader" }))
        .await;
    assert_eq!(refreshed.ok()["role"], "reader");
}

#[tokio::test]
async fn staff_who_sign_in_as_readers_have_no_staff_rights() {
    let app = TestApp::new().await;
    accounts::create_staff(app.core(), "amina@example.com", PASSWORD.to_owned().into(), Role::Admin).await.unwrap();
    let session = app.anyone().post(PATH, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok();
    assert_eq!(
        (&session["role"], &session["is_admin"], &session["isAdmin"]),
        (&json!("reader"), &json!(false), &json!(false))
    );
    let token = session["token"].as_str().unwrap();
    let claims = super::tokens::claims(token);
    assert_eq!((&claims["role"], &claims["is_admin"]), (&json!("reader"), &json!(false)));
    let caller = app.anyone().with_token(token);
    assert_eq!(caller.get("/api/admin/posts").await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(caller.get("/api/auth/profile").await.ok()["role"], "reader");
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_password_get_the_same_401() {
    let app = TestApp::new().await;
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": "amina@example.com", "password": PASSWORD }))
        .await
        .ok();
    for (email, password) in [
        ("amina@example.com", "wrong"),
        ("nobody@example.com", PASSWORD),
        ("no address", PASSWORD),
        ("amina@example.com", ""),
    ] {
        let reply = app.anyone().post(PATH, json!({ "email": email, "password": password })).await;
        let problem = reply.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str()),
            ((401, "auth.invalid"), "E-mail or password is wrong."),
            "{email}"
        );
        assert!(reply.set_cookie("mwanga_reader").is_none());
    }
}

#[tokio::test]
async fn a_session_is_named_after_its_browser_and_stores_no_ip_address() {
    let app = TestApp::new().await;
    let android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
    let body = json!({ "email": "amina@example.com", "password": PASSWORD });
    let session =
        app.anyone_at("192.0.2.7").with_header("user-agent", android).post("/api/auth/register-user", body).await.ok();
    let list = app.anyone().with_token(session["token"].as_str().unwrap()).get("/api/auth/sessions").await.ok();
    assert_eq!(list["data"][0]["device"], "Chrome on Android");
    assert!(!list.to_string().contains("192.0.2"), "no address is kept");
}
