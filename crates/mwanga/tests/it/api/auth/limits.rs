//! Rate limits of sign-in, registration and mails: per 15 minutes, counted in the store.

use axum::http::Method;
use mwanga_store::entities::attempt;
use sea_orm::EntityTrait;

use crate::support::*;

const SIGN_IN: &str = "/api/auth/login-user";
const PASSWORD: &str = "a lamp in the window";
const EMAIL: &str = "amina@example.com";
const WINDOW_MS: i64 = 15 * 60_000;

async fn app() -> TestApp {
    let app = TestApp::new().await;
    mwanga_core::accounts::create_staff(app.core(), EMAIL, PASSWORD.to_owned().into(), Role::Editor).await.unwrap();
    app
}

async fn sign_in(caller: &Caller, email: &str, password: &str) -> Reply {
    caller.post(SIGN_IN, json!({ "email": email, "password": password })).await
}

#[track_caller]
fn limited(reply: &Reply) {
    assert_eq!(reply.problem().is(), (429, "request.limited"));
    let wait: u32 = reply.header("retry-after").parse().expect("seconds");
    assert!((1..=901).contains(&wait), "{wait}");
}

#[tokio::test]
async fn after_ten_wrong_passwords_an_ip_address_gets_429_for_15_minutes() {
    let app = app().await;
    let guesser = app.anyone_at("192.0.2.7");
    for email in [EMAIL, "nobody@example.com"] {
        for _ in 0..10 {
            assert_eq!(sign_in(&guesser, email, "wrong").await.status, StatusCode::UNAUTHORIZED);
        }
        limited(&sign_in(&guesser, email, PASSWORD).await);
    }
    // Reader and staff sign-in share one count, and another case is the same account.
    limited(
        &guesser.post("/api/auth/admin/login", json!({ "email": "AMINA@example.com", "password": PASSWORD })).await,
    );
    sign_in(&app.anyone_at("192.0.2.8"), EMAIL, PASSWORD).await.ok();
    app.clock.advance_ms(WINDOW_MS - 1);
    limited(&sign_in(&guesser, EMAIL, PASSWORD).await);
    app.clock.advance_ms(1);
    sign_in(&guesser, EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn a_successful_sign_in_resets_the_count_of_wrong_passwords() {
    let app = app().await;
    let owner = app.anyone_at("192.0.2.7");
    for _ in 0..3 {
        for _ in 0..9 {
            sign_in(&owner, EMAIL, "wrong").await;
        }
        sign_in(&owner, EMAIL, PASSWORD).await.ok();
    }
}

#[tokio::test]
async fn concurrent_guesses_are_limited_like_sequential_ones() {
    let app = app().await;
    let guesser = app.anyone_at("192.0.2.7");
    let replies = futures_util::future::join_all((0..20).map(|_| sign_in(&guesser, EMAIL, "wrong"))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::UNAUTHORIZED).count(), 10);
}

#[tokio::test]
async fn after_100_wrong_passwords_only_a_known_browser_can_sign_in() {
    let app = app().await;
    let cookie = sign_in(&app.anyone_at("192.0.2.1"), EMAIL, PASSWORD).await.reader_cookie().unwrap();
    for number in 0..100 {
        let guesser = app.anyone_at(&format!("198.51.100.{number}"));
        assert_eq!(sign_in(&guesser, EMAIL, "wrong").await.status, StatusCode::UNAUTHORIZED, "{number}");
    }
    limited(&sign_in(&app.anyone_at("203.0.113.1"), EMAIL, PASSWORD).await);
    let own = app.anyone_at("203.0.113.2").with_header("cookie", &format!("mwanga_reader={cookie}"));
    sign_in(&own, EMAIL, PASSWORD).await.ok();
    limited(
        &sign_in(&app.anyone_at("203.0.113.3").with_header("cookie", "mwanga_reader=another"), EMAIL, PASSWORD).await,
    );
    // The one who holds the cookie has ten tries from an address all the same.
    for _ in 0..10 {
        assert_eq!(sign_in(&own, EMAIL, "wrong").await.status, StatusCode::UNAUTHORIZED);
    }
    limited(&sign_in(&own, EMAIL, PASSWORD).await);
}

#[tokio::test]
async fn the_eleventh_mail_request_of_a_kind_for_an_address_answers_429() {
    let app = app().await;
    for number in 0..20 {
        let (path, body) = match number % 2 {
            0 => ("/api/auth/change-password", json!({ "email": EMAIL })),
            _ => ("/api/newsletter/subscribe", json!({ "email": EMAIL })),
        };
        app.anyone_at(&format!("192.0.2.{number}")).post(path, body).await.ok();
    }
    for path in ["/api/auth/change-password", "/api/newsletter/subscribe"] {
        limited(&app.anyone_at("192.0.2.99").post(path, json!({ "email": "AMINA@example.com" })).await);
    }
    app.anyone_at("192.0.2.99").post("/api/auth/change-password", json!({ "email": "other@example.com" })).await.ok();
    assert_eq!(app.mails_to(EMAIL).await.len(), 20);
    // An address without an account is counted in the same way.
    for _ in 0..9 {
        app.anyone().post("/api/auth/change-password", json!({ "email": "other@example.com" })).await.ok();
    }
    limited(&app.anyone().post("/api/auth/change-password", json!({ "email": "other@example.com" })).await);
}

#[tokio::test]
async fn after_300_auth_requests_a_network_gets_429() {
    let app = app().await;
    let paths = [
        "/api/auth/login-user",
        "/api/auth/admin/login",
        "/api/auth/register-user",
        "/api/auth/admin/register",
        "/api/auth/reset-password",
    ];
    for number in 0..300 {
        // Requests without JSON are refused early and count all the same.
        let caller = app.anyone_at(&format!("2001:db8::{number:x}"));
        let status =
            caller.send(Method::POST, paths[number % paths.len()], axum::body::Body::empty(), &[]).await.status;
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{number}");
    }
    for path in
        paths.iter().chain(&["/api/auth/change-password", "/api/auth/verify-email", "/api/newsletter/subscribe"])
    {
        limited(&app.anyone_at("2001:db8::ffff").post(path, json!({})).await);
    }
    sign_in(&app.anyone_at("2001:db8:0:1::1"), EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn rate_limit_keys_are_stored_as_hashes() {
    let app = app().await;
    sign_in(&app.anyone_at("192.0.2.7"), EMAIL, "wrong").await;
    let rows = attempt::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert!(row.key_hash.len() == 64 && row.key_hash.chars().all(|c| c.is_ascii_hexdigit()), "{}", row.key_hash);
    }
}

#[tokio::test]
async fn rate_limits_are_shared_by_all_nodes() {
    let (one, two) = TestApp::two_nodes().await;
    for number in 0..10 {
        let node = if number % 2 == 0 { &one } else { &two };
        assert_eq!(sign_in(&node.anyone_at("192.0.2.7"), EMAIL, "wrong").await.status, StatusCode::UNAUTHORIZED);
    }
    for node in [&one, &two] {
        limited(&sign_in(&node.anyone_at("192.0.2.7"), EMAIL, "wrong").await);
    }
}

#[tokio::test]
async fn with_rate_limits_off_nothing_is_counted() {
    let app = TestApp::with(|config| config.http.rate_limits = false).await;
    for _ in 0..12 {
        app.anyone_at("192.0.2.7").post("/api/auth/change-password", json!({ "email": EMAIL })).await.ok();
    }
    assert_eq!(attempt::Entity::find().all(app.core().store.reader()).await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_password_reset_clears_every_rate_limit_of_the_account() {
    let app = app().await;
    for number in 0..10 {
        let guesser = app.anyone_at(&format!("198.51.100.{number}"));
        for _ in 0..10 {
            assert_eq!(sign_in(&guesser, EMAIL, "wrong").await.status, StatusCode::UNAUTHORIZED);
        }
        limited(&sign_in(&guesser, EMAIL, PASSWORD).await);
    }
    limited(&sign_in(&app.anyone_at("203.0.113.1"), EMAIL, PASSWORD).await);
    app.anyone_at("203.0.113.9").post("/api/auth/change-password", json!({ "email": EMAIL })).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone_at("203.0.113.9")
        .post("/api/auth/reset-password", json!({ "code": code, "password": "a lantern in the yard" }))
        .await
        .ok();
    for address in ["198.51.100.0", "198.51.100.9", "203.0.113.1"] {
        sign_in(&app.anyone_at(address), EMAIL, "a lantern in the yard").await.ok();
    }
}

/// Mails to an address that are not refused, of so many that are asked for.
async fn taken(app: &TestApp, caller: &Caller, path: &str, asked: usize) -> usize {
    let mut taken = 0;
    for _ in 0..asked {
        taken += usize::from(caller.post(path, json!({ "email": EMAIL })).await.status == StatusCode::OK);
    }
    app.run_jobs().await;
    taken
}

#[tokio::test]
async fn mails_to_one_address_are_thirty_a_day_of_each_kind_and_its_owner_has_a_count_of_its_own() {
    const RESET: &str = "/api/auth/change-password";
    let app = app().await;
    let cookie = sign_in(&app.anyone_at("192.0.2.1"), EMAIL, PASSWORD).await.reader_cookie().unwrap();
    let mut resets = Vec::new();
    for window in 0..5 {
        let stranger = app.anyone_at(&format!("192.0.2.{}", 10 + window));
        resets.push(taken(&app, &stranger, RESET, 11).await);
        app.clock.advance_ms(WINDOW_MS);
    }
    assert_eq!(resets, [10, 10, 10, 0, 0]);
    let stranger = app.anyone_at("192.0.2.99");
    limited_for_a_day(&stranger.post(RESET, json!({ "email": EMAIL })).await);
    // Another kind of mail, and a browser that has been signed in.
    assert_eq!(taken(&app, &stranger, "/api/newsletter/subscribe", 11).await, 10);
    let owner = app.anyone_at("203.0.113.1").with_cookie_only(&cookie);
    assert_eq!(taken(&app, &owner, RESET, 11).await, 10);
    app.clock.advance_ms(24 * 3_600_000);
    assert_eq!(taken(&app, &stranger, RESET, 1).await, 1);
}

#[track_caller]
fn limited_for_a_day(reply: &Reply) {
    assert_eq!(reply.problem().is(), (429, "request.limited"));
    let wait: u32 = reply.header("retry-after").parse().expect("seconds");
    assert!((3_600..=86_401).contains(&wait), "{wait}");
}

#[tokio::test]
async fn wrong_passwords_from_one_site_of_ipv6_are_counted_together() {
    let app = app().await;
    let mut statuses = Vec::new();
    for number in 0..50 {
        // Each from a /64 of its own, all within one /56.
        let guesser = app.anyone_at(&format!("2001:db8:1:{number:x}::1"));
        statuses.push(sign_in(&guesser, EMAIL, "wrong").await.status);
    }
    assert!(statuses[..40].iter().all(|status| *status == StatusCode::UNAUTHORIZED));
    assert!(statuses[40..].iter().all(|status| *status == StatusCode::TOO_MANY_REQUESTS));
    sign_in(&app.anyone_at("2001:db8:2::1"), EMAIL, PASSWORD).await.ok();
}

#[tokio::test]
async fn sign_ups_that_ask_whether_an_address_is_taken_are_counted_by_network() {
    let app = app().await;
    let ask = async |from: &str| {
        let account = json!({ "email": EMAIL, "password": PASSWORD });
        app.anyone_at(from).post("/api/auth/register-user", account).await
    };
    for number in 0..1_200 {
        // 150 from each of 8 networks: one household of those that have several.
        let reply = ask(&format!("2001:db8:1:{:x}::{number:x}", number % 8)).await;
        assert_eq!(reply.problem().is(), (409, "account.email_taken"), "{number}");
    }
    limited(&ask("2001:db8:1:ff::1").await);
    assert_eq!(ask("2001:db8:1:100::1").await.status, StatusCode::CONFLICT, "another /56");
    for _ in 0..300 {
        ask("192.0.2.1").await;
    }
    limited(&ask("192.0.2.1").await);
    assert_eq!(ask("192.0.2.2").await.status, StatusCode::CONFLICT);
}
