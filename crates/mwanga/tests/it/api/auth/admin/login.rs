use mwanga_core::accounts;

use crate::support::*;

const PATH: &str = "/api/auth/admin/login";
const PASSWORD: &str = "a lamp in the window";

async fn app_with(email: &str, role: Role) -> TestApp {
    let app = TestApp::new().await;
    accounts::create_staff(app.core(), email, PASSWORD.to_owned().into(), role).await.unwrap();
    app
}

#[tokio::test]
async fn staff_sign_in_gets_a_token_and_a_secure_refresh_cookie() {
    let app = app_with("amina@example.com", Role::Editor).await;
    let reply = app.anyone().post(PATH, json!({ "email": " Amina@Example.com ", "password": PASSWORD })).await;
    let session = reply.ok();
    assert_eq!(
        (&session["email"], &session["username"], &session["role"]),
        (&json!("amina@example.com"), &json!("amina"), &json!("editor"))
    );
    assert_eq!((&session["is_admin"], &session["isAdmin"]), (&json!(true), &json!(true)));
    assert!(session["message"].is_string());
    let cookie = reply.set_cookie("mwanga_staff").expect("a refresh cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/api/auth"] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    let staff = app.anyone().with_token(session["token"].as_str().unwrap());
    assert_eq!(staff.get("/api/admin/posts").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_refresh_cookie_is_not_secure_on_a_plain_http_site() {
    let app = TestApp::with(|config| config.http.base_url = "http://localhost:8080".parse().ok()).await;
    accounts::create_staff(app.core(), "amina@example.com", PASSWORD.to_owned().into(), Role::Editor).await.unwrap();
    let reply = app.anyone().post(PATH, json!({ "email": "amina@example.com", "password": PASSWORD })).await;
    assert!(!reply.set_cookie("mwanga_staff").unwrap().contains("Secure"));
}

#[tokio::test]
async fn unknown_addresses_readers_and_wrong_passwords_get_the_same_answer() {
    let app = app_with("amina@example.com", Role::Editor).await;
    accounts::create_demo(app.core(), "reader@example.com", PASSWORD.to_owned().into(), Role::Reader).await.unwrap();
    let mut bodies = Vec::new();
    for (email, password) in [
        ("nobody@example.com", PASSWORD),
        ("reader@example.com", PASSWORD),
        ("amina@example.com", "a lamp in the windoW"),
        ("amina@example.com", ""),
        ("no address", PASSWORD),
    ] {
        let reply = app.anyone().post(PATH, json!({ "email": email, "password": password })).await;
        let problem = reply.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str()),
            ((401, "auth.invalid"), "E-mail or password is wrong."),
            "{email}"
        );
        assert!(reply.set_cookie("mwanga_staff").is_none());
        bodies.push(reply.body);
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]));
}

#[tokio::test]
async fn a_sign_in_without_address_or_password_answers_422() {
    let app = TestApp::new().await;
    for body in [
        json!({}),
        json!({ "email": "amina@example.com" }),
        json!({ "password": PASSWORD }),
        json!({ "email": 1, "password": 2 }),
    ] {
        assert_eq!(app.anyone().post(PATH, body).await.problem().is(), (422, "request.invalid"));
    }
}
