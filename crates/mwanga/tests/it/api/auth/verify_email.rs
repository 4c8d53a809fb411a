use crate::support::*;

const PATH: &str = "/api/auth/verify-email";
const RESEND: &str = "/api/auth/resend-verification";
const EMAIL: &str = "amina@example.com";
const DAY_MS: i64 = 24 * 3_600_000;

async fn registered(app: &TestApp) -> Caller {
    let session = app.anyone().post("/api/auth/register-user", json!({ "email": EMAIL, "password": "jua na maji" })).await.ok();
    app.anyone().with_token(session["token"].as_str().unwrap())
}

#[tokio::test]
async fn confirms_the_address_and_says_so_again_for_a_day() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone().post(PATH, json!({ "code": code })).await.ok();
    assert_eq!(reader.get("/api/auth/profile").await.ok()["email_verified"], true);
    app.clock.advance_ms(DAY_MS);
    app.anyone().post(PATH, json!({ "code": code })).await.ok();
    app.clock.advance_ms(1);
    assert_eq!(app.anyone().post(PATH, json!({ "code": code })).await.problem().is(), (410, "link.invalid"));
}

#[tokio::test]
async fn a_code_ends_after_seven_days_and_another_can_be_asked_for() {
    let app = TestApp::new().await;
    let reader = registered(&app).await;
    let old = app.code_mailed_to(EMAIL).await;
    app.clock.advance_ms(7 * DAY_MS);
    assert_eq!(app.anyone().post(PATH, json!({ "code": old })).await.problem().is(), (410, "link.invalid"));
    assert_eq!(app.anyone().post(PATH, json!({ "code": "wrong" })).await.problem().is(), (410, "link.invalid"));
    let session = app.anyone().post("/api/auth/login-user", json!({ "email": EMAIL, "password": "jua na maji" })).await.ok();
    let reader = reader.with_token(session["token"].as_str().unwrap());
    reader.post(RESEND, json!({})).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone().post(PATH, json!({ "code": code })).await.ok();
    assert_eq!(reader.post(RESEND, json!({})).await.ok()["message"], "Your e-mail address is confirmed already.");
    assert_eq!(app.mails_to(EMAIL).await.len(), 2);
}
