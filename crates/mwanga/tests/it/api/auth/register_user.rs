use crate::support::*;

const PATH: &str = "/api/auth/register-user";
const PASSWORD: &str = "jua na maji";

#[tokio::test]
async fn registration_creates_a_reader_account_and_signs_it_in() {
    let app = TestApp::new().await;
    let reply = app.anyone().post(PATH, json!({ "email": " Amina@Example.com ", "password": PASSWORD })).await;
    assert_eq!(reply.status, StatusCode::OK);
    let session = reply.ok();
    assert_eq!(
        (&session["email"], &session["username"], &session["role"]),
        (&json!("Amina@Example.com"), &json!("Amina"), &json!("reader"))
    );
    assert_eq!(
        (&session["is_admin"], &session["isAdmin"], &session["message"]),
        (&json!(false), &json!(false), &json!("Account created."))
    );
    let cookie = reply.set_cookie("mwanga_reader").expect("a cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/api/auth", "Secure"] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    assert!(reply.set_cookie("mwanga_staff").is_none());
    let reader = app.anyone().with_token(session["token"].as_str().unwrap());
    let profile = reader.get("/api/auth/profile").await.ok();
    assert_eq!(
        (&profile["email_verified"], &profile["has_password"], &profile["providers"]),
        (&json!(false), &json!(true), &json!([]))
    );
    assert_eq!(reader.get("/api/admin/posts").await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(app.mails_to("Amina@Example.com").await.len(), 1);
}

#[tokio::test]
async fn no_field_header_or_cookie_registers_more_than_a_reader() {
    let app = TestApp::new().await;
    let body = json!({ "email": "amina@example.com", "password": PASSWORD, "role": "admin", "is_admin": true, "isAdmin": true, "setup_code": "x", "kind": "staff" });
    let caller =
        app.anyone().with_header("x-role", "admin").with_header("cookie", "role=admin; is_admin=true; mwanga_staff=x");
    let session = caller.post(PATH, body).await.ok();
    assert_eq!((&session["role"], &session["is_admin"]), (&json!("reader"), &json!(false)));
    let reader = app.anyone().with_token(session["token"].as_str().unwrap());
    reader.put("/api/auth/profile", json!({ "username": "amina", "role": "admin", "is_admin": true })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.ok()["role"], "reader");
    assert_eq!(reader.get("/api/admin/staff").await.problem().is(), (403, "auth.forbidden"));
}

#[tokio::test]
async fn a_registered_address_answers_409_in_any_case() {
    let app = TestApp::new().await;
    app.anyone().post(PATH, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok();
    let problem =
        app.anyone().post(PATH, json!({ "email": "AMINA@example.com", "password": PASSWORD })).await.problem();
    assert_eq!((problem.is(), problem.field_names()), ((409, "account.email_taken"), vec!["email"]));
    assert_eq!(app.mails_to("AMINA@example.com").await.len(), 0);
}

#[tokio::test]
async fn concurrent_registrations_of_one_address_create_one_account() {
    let app = TestApp::with(|config| config.http.rate_limits = false).await;
    let anyone = app.anyone();
    let tries = (0..8).map(|_| anyone.post(PATH, json!({ "email": "amina@example.com", "password": PASSWORD })));
    let replies = futures_util::future::join_all(tries).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::OK).count(), 1);
    assert!(
        replies
            .iter()
            .filter(|reply| reply.status != StatusCode::OK)
            .all(|reply| reply.problem().is() == (409, "account.email_taken"))
    );
    assert_eq!(app.mails_to("amina@example.com").await.len(), 1);
}

#[tokio::test]
async fn an_invalid_registration_answers_422_with_the_field() {
    let app = TestApp::new().await;
    for (email, password, username, field) in [
        ("amina", PASSWORD, "amina", "email"),
        ("amina@example.com", "seven77", "amina", "password"),
        ("amina@example.com", "password", "amina", "password"),
        ("amina@example.com", "", "amina", "password"),
        ("amina@example.com", PASSWORD, "a\u{202e}b", "username"),
    ] {
        let problem = app
            .anyone()
            .post(PATH, json!({ "email": email, "password": password, "username": username }))
            .await
            .problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "account.invalid"), vec![field]),
            "{email} {password}"
        );
    }
    let session = app
        .anyone()
        .post(PATH, json!({ "email": "amina@example.com", "password": PASSWORD, "username": " Amina W. " }))
        .await
        .ok();
    assert_eq!(session["username"], "Amina W.");
}
