//! New-sign-in notices: a sign-in from a browser that is new to an account is mailed to its owner.

use crate::support::*;

const EMAIL: &str = "amina@example.com";
const PASSWORD: &str = "a lamp in the window";
const DAY_MS: i64 = 24 * 3_600_000;
const SUBJECT: &str = "A new sign-in to your account at Mwanga";

async fn app() -> TestApp {
    let app = TestApp::new().await;
    mwanga_core::accounts::create_staff(app.core(), EMAIL, PASSWORD.to_owned().into(), Role::Editor).await.unwrap();
    app
}

async fn sign_in(caller: &Caller, path: &str) -> Reply {
    let reply = caller.post(path, json!({ "email": EMAIL, "password": PASSWORD })).await;
    reply.ok();
    reply
}

async fn notices(app: &TestApp) -> usize {
    app.mails_to(EMAIL).await.iter().filter(|mail| mail.subject == SUBJECT).count()
}

#[tokio::test]
async fn a_sign_in_from_the_first_or_a_known_browser_mails_no_notice() {
    let app = app().await;
    let first = sign_in(&app.anyone(), "/api/auth/login-user").await;
    let line = first.set_cookie("mwanga_browser").expect("a cookie");
    assert!(
        line.starts_with("__Secure-mwanga_browser=")
            && line.contains("HttpOnly")
            && line.contains("Secure")
            && line.contains("Max-Age=34560000"),
        "{line}"
    );
    let cookie = first.cookie_named("mwanga_browser").unwrap();
    let known = app.anyone().with_header("cookie", &format!("__Secure-mwanga_browser={cookie}"));
    for path in ["/api/auth/login-user", "/api/auth/admin/login"] {
        app.clock.advance_ms(2 * DAY_MS);
        assert_eq!(sign_in(&known, path).await.set_cookie("mwanga_browser"), None, "it has one");
    }
    assert_eq!(notices(&app).await, 0);
}

#[tokio::test]
async fn a_sign_in_from_a_new_browser_mails_a_notice_once_a_day() {
    let app = app().await;
    sign_in(&app.anyone(), "/api/auth/login-user").await;
    let desktop = app
        .anyone()
        .with_header("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0");
    sign_in(&desktop, "/api/auth/admin/login").await;
    let mail = app.mails_to(EMAIL).await.pop().unwrap();
    assert_eq!(mail.subject, SUBJECT);
    assert!(mail.text.contains("Firefox on Linux on 2026-11-20 at 12:00 Nairobi time"), "{}", mail.text);
    for _ in 0..3 {
        sign_in(&app.anyone().with_header("cookie", "__Secure-mwanga_browser=made-up"), "/api/auth/login-user").await;
    }
    assert_eq!(notices(&app).await, 1);
    app.set_time_zone("America/New_York").await;
    app.clock.advance_ms(DAY_MS);
    sign_in(&app.anyone(), "/api/auth/login-user").await;
    assert_eq!(notices(&app).await, 2);
    let mail = app.mails_to(EMAIL).await.pop().unwrap();
    assert!(mail.text.contains("on 2026-11-21 at 04:00 New York time"), "{}", mail.text);
}

#[tokio::test]
async fn sign_in_notices_do_not_count_towards_the_mail_rate_limit() {
    let app = app().await;
    sign_in(&app.anyone(), "/api/auth/login-user").await;
    for number in 0..12 {
        app.clock.advance_ms(DAY_MS);
        sign_in(&app.anyone_at(&format!("192.0.2.{number}")), "/api/auth/login-user").await;
    }
    assert_eq!(notices(&app).await, 12);
    app.anyone().post("/api/auth/change-password", json!({ "email": EMAIL })).await.ok();
}

#[tokio::test]
async fn a_role_change_and_a_password_change_are_mailed_to_the_owner() {
    let app = app().await;
    let admin = app.staff(Role::Admin).await;
    let id = admin.get("/api/admin/staff").await.ok()["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["email"] == EMAIL)
        .unwrap()["id"]
        .as_i64()
        .unwrap();
    admin.put(&format!("/api/admin/staff/{id}"), json!({ "role": "admin" })).await.ok();
    let mail = app.mails_to(EMAIL).await.pop().unwrap();
    assert_eq!(mail.subject, "Your role at Mwanga was changed");
    assert!(mail.text.contains("was made an administrator"), "{}", mail.text);
    app.anyone().post("/api/auth/change-password", json!({ "email": EMAIL })).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone()
        .post("/api/auth/reset-password", json!({ "code": code, "password": "a lantern in the yard" }))
        .await
        .ok();
    assert_eq!(app.mails_to(EMAIL).await.pop().unwrap().subject, "Your password at Mwanga was changed");
}
