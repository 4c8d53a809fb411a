use crate::support::*;

const PATH: &str = "/api/auth/verify-email";
const RESEND: &str = "/api/auth/resend-verification";
const EMAIL: &str = "amina@example.com";
const PASSWORD: &str = "jua na maji";
const NEW: &str = "maji na jua";
const DAY_MS: i64 = 24 * 3_600_000;

async fn registered(app: &TestApp) -> Caller {
    let session = app
        .anyone()
        .post("/api/auth/register-user", json!({ "email": EMAIL, "password": PASSWORD, "username": "Amina" }))
        .await;
    let cookie = session.reader_cookie().unwrap();
    app.anyone()
        .with_token(session.ok()["token"].as_str().unwrap())
        .with_header("cookie", &format!("__Secure-mwanga_reader={cookie}"))
}

async fn sign_in(app: &TestApp, password: &str) -> Reply {
    app.anyone().post("/api/auth/login-user", json!({ "email": EMAIL, "password": password })).await
}

#[tokio::test]
async fn in_its_own_session_a_code_verifies_the_address_and_keeps_sessions() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    reader.post(PATH, json!({ "code": code })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.ok()["email_verified"], true);
    sign_in(&app, PASSWORD).await.ok();
    app.clock.advance_ms(DAY_MS);
    app.anyone().post(PATH, json!({ "code": code })).await.ok();
    app.clock.advance_ms(1);
    assert_eq!(app.anyone().post(PATH, json!({ "code": code })).await.problem().is(), (410, "link.invalid"));
}

#[tokio::test]
async fn the_refresh_cookie_alone_identifies_the_session_of_a_verification() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    // The token may be too old, or another tab's.
    reader.with_token("garbage").post(PATH, json!({ "code": code })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.ok()["email_verified"], true);
}

#[tokio::test]
async fn without_its_session_a_code_asks_for_a_password_and_stays_usable() {
    let app = TestApp::new().await;
    let registrant = registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    for caller in [app.anyone(), app.reader().await, app.anyone().with_token("garbage")] {
        let problem = caller.post(PATH, json!({ "code": code })).await.problem();
        assert_eq!(problem.is(), (409, "account.password_needed"));
        assert_eq!(
            (&problem.body["username"], &problem.body["created_at"]),
            (&json!("Amina"), &json!("2026-11-20T09:00:00Z"))
        );
    }
    for weak in ["", "short", "password1", EMAIL] {
        assert_eq!(
            app.anyone().post(PATH, json!({ "code": code, "password": weak })).await.problem().field_names(),
            ["password"],
            "{weak}"
        );
    }
    assert_eq!(registrant.get("/api/auth/profile").await.ok()["email_verified"], false);
    registrant.post(PATH, json!({ "code": code })).await.ok();
}

#[tokio::test]
async fn verification_by_the_owner_ends_the_sessions_of_the_registrant() {
    let app = TestApp::new().await;
    let registrant = registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone().post(PATH, json!({ "code": code, "password": NEW })).await.ok();
    assert_eq!(registrant.get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(
        registrant.post("/api/auth/refresh", json!({ "kind": "reader" })).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(sign_in(&app, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    let owner = app.anyone().with_token(sign_in(&app, NEW).await.ok()["token"].as_str().unwrap());
    assert_eq!(owner.get("/api/auth/profile").await.ok()["email_verified"], true);
    assert!(
        app.mails_to(EMAIL).await.iter().all(|mail| !mail.subject.contains("new sign-in")),
        "the browser of whoever registered counts for nothing"
    );
    // The answer may have been lost, and nobody else sets another password by the same link.
    app.anyone().post(PATH, json!({ "code": code, "password": NEW })).await.ok();
    assert_eq!(
        app.anyone().post(PATH, json!({ "code": code, "password": "taa na mshumaa" })).await.problem().is(),
        (410, "link.invalid")
    );
    sign_in(&app, NEW).await.ok();
}

#[tokio::test]
async fn of_concurrent_verifications_one_sets_the_password() {
    let app = TestApp::new().await;
    registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    let anyone = app.anyone();
    let bodies = (0..6).map(|n| json!({ "code": code, "password": format!("{NEW} {n}") }));
    let replies = futures_util::future::join_all(bodies.map(|body| anyone.post(PATH, body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::OK).count(), 1);
    let mut fits = 0;
    for n in 0..6 {
        fits += u8::from(sign_in(&app, &format!("{NEW} {n}")).await.status == StatusCode::OK);
    }
    assert_eq!(fits, 1);
}

#[tokio::test]
async fn a_verification_code_expires_after_7_days_and_can_be_sent_again() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let old = app.code_mailed_to(EMAIL).await;
    app.clock.advance_ms(7 * DAY_MS);
    assert_eq!(app.anyone().post(PATH, json!({ "code": old })).await.problem().is(), (410, "link.invalid"));
    assert_eq!(app.anyone().post(PATH, json!({ "code": "wrong" })).await.problem().is(), (410, "link.invalid"));
    let reader = reader.with_token(sign_in(&app, PASSWORD).await.ok()["token"].as_str().unwrap());
    reader.post(RESEND, json!({})).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    reader.post(PATH, json!({ "code": code })).await.ok();
    assert_eq!(reader.post(RESEND, json!({})).await.ok()["message"], "Your e-mail address is confirmed already.");
    assert_eq!(app.mails_to(EMAIL).await.iter().filter(|mail| mail.subject.contains("Confirm")).count(), 2);
}
