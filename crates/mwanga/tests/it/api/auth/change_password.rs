//! Password reset: a mailed code sets a new password.

use mwanga_core::accounts;

use crate::support::*;

const ASK: &str = "/api/auth/change-password";
const RESET: &str = "/api/auth/reset-password";
const OLD: &str = "a lamp in the window";
const NEW: &str = "a lantern in the yard";
const EMAIL: &str = "amina@example.com";

async fn registered(app: &TestApp) -> Caller {
    let session = app.anyone().post("/api/auth/register-user", json!({ "email": EMAIL, "password": OLD })).await.ok();
    app.anyone().with_token(session["token"].as_str().unwrap())
}

async fn code(app: &TestApp) -> String {
    app.anyone().post(ASK, json!({ "email": EMAIL })).await.ok();
    app.code_mailed_to(EMAIL).await
}

#[tokio::test]
async fn a_password_reset_answers_the_same_for_known_and_unknown_addresses() {
    let app = TestApp::new().await;
    registered(&app).await;
    let replies = [
        app.anyone().post(ASK, json!({ "email": EMAIL })).await,
        app.anyone().post(ASK, json!({ "email": "nobody@example.com" })).await,
    ];
    for reply in &replies {
        assert_eq!(reply.ok(), json!({ "message": "We've just sent you an email to reset your password." }));
    }
    assert_eq!(replies[0].headers, replies[1].headers);
    assert_eq!(app.mails_to("nobody@example.com").await.len(), 0);
    assert_eq!(app.anyone().post(ASK, json!({ "email": "nobody" })).await.problem().field_names(), ["email"]);
}

#[tokio::test]
async fn a_reset_code_sets_a_new_password_once_and_ends_every_session() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let (first, code) = (code(&app).await, code(&app).await);
    assert_ne!(first, code);
    app.anyone().post(RESET, json!({ "code": code, "password": NEW })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    for used in [&code, &first] {
        assert_eq!(
            app.anyone().post(RESET, json!({ "code": used, "password": OLD })).await.problem().is(),
            (410, "link.invalid"),
            "neither it nor an earlier one"
        );
    }
    let sign_in = async |password: &str| {
        app.anyone().post("/api/auth/login-user", json!({ "email": EMAIL, "password": password })).await
    };
    assert_eq!(sign_in(OLD).await.status, StatusCode::UNAUTHORIZED);
    let session = sign_in(NEW).await.ok();
    let profile = app.anyone().with_token(session["token"].as_str().unwrap()).get("/api/auth/profile").await.ok();
    assert_eq!(profile["email_verified"], true, "whoever reads the mail has the address");
}

#[tokio::test]
async fn the_reset_link_ignores_the_host_header() {
    let app = TestApp::new().await;
    registered(&app).await;
    let caller = app.anyone().with_header("host", "evil.example").with_header("x-forwarded-host", "evil.example");
    caller.post(ASK, json!({ "email": EMAIL })).await.ok();
    let mail = app.mails_to(EMAIL).await.pop().unwrap();
    assert!(mail.link().starts_with("https://mwanga.example/auth/reset-password?code="), "{}", mail.link());
    assert!(!mail.text.contains("evil"));
}

#[tokio::test]
async fn a_reset_code_answers_410_after_30_minutes() {
    let app = TestApp::new().await;
    registered(&app).await;
    let code = code(&app).await;
    app.clock.advance_ms(30 * 60_000);
    assert_eq!(
        app.anyone().post(RESET, json!({ "code": code, "password": NEW })).await.problem().is(),
        (410, "link.invalid")
    );
}

#[tokio::test]
async fn a_code_for_another_purpose_answers_410() {
    let app = TestApp::new().await;
    registered(&app).await;
    let verify = app.code_mailed_to(EMAIL).await;
    for code in [verify.as_str(), "", "wrong", &"0".repeat(40)] {
        assert_eq!(
            app.anyone().post(RESET, json!({ "code": code, "password": NEW })).await.problem().is(),
            (410, "link.invalid"),
            "{code}"
        );
    }
    let reset = code(&app).await;
    assert_eq!(
        app.anyone().post("/api/auth/verify-email", json!({ "code": reset })).await.problem().is(),
        (410, "link.invalid")
    );
}

#[tokio::test]
async fn a_weak_password_does_not_use_up_the_reset_code() {
    let app = TestApp::new().await;
    accounts::create_staff(app.core(), EMAIL, OLD.to_owned().into(), Role::Editor).await.unwrap();
    let code = code(&app).await;
    for password in ["", "short", "elevenchars", "password1234"] {
        let problem = app.anyone().post(RESET, json!({ "code": code, "password": password })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "account.invalid"), vec!["password"]), "{password}");
    }
    app.anyone().post(RESET, json!({ "code": code, "password": NEW })).await.ok();
    app.anyone().post("/api/auth/admin/login", json!({ "email": EMAIL, "password": NEW })).await.ok();
}

#[tokio::test]
async fn of_concurrent_uses_of_a_reset_code_one_succeeds() {
    let app = TestApp::new().await;
    registered(&app).await;
    let code = code(&app).await;
    let bodies: Vec<Value> = (0..6).map(|n| json!({ "code": code, "password": format!("{NEW} {n}") })).collect();
    let anyone = app.anyone();
    let replies = futures_util::future::join_all(bodies.into_iter().map(|body| anyone.post(RESET, body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::OK).count(), 1);
}
