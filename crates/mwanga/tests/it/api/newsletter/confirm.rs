use axum::body::Body;
use axum::http::Method;
use mwanga_store::entities::{mailed_code, subscriber};
use mwanga_store::types::SubscriberStatus::{Confirmed, Pending, Unsubscribed};
use mwanga_store::types::{SubscriberStatus, Timestamp};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::*;

const SUBSCRIBE: &str = "/api/newsletter/subscribe";
const PATH: &str = "/api/newsletter/confirm";
const EMAIL: &str = "amina@example.com";
const DAY_MS: i64 = 24 * 3_600_000;

/// Subscribes and returns the mailed code.
async fn subscribe(app: &TestApp) -> String {
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    app.code_mailed_to(EMAIL).await
}

async fn row(app: &TestApp) -> (SubscriberStatus, Option<Timestamp>) {
    let row = subscriber::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap();
    (row.status, row.confirmed_at)
}

async fn set(app: &TestApp, status: SubscriberStatus) {
    let mut row = subscriber::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap().into_active_model();
    row.status = Set(status);
    row.update(app.core().store.writer()).await.unwrap();
}

async fn press(app: &TestApp, code: &str) -> Reply {
    app.anyone().post(PATH, json!({ "code": code })).await
}

#[tokio::test]
async fn a_confirmation_can_be_repeated_for_a_day() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    app.clock.advance_ms(60_000);
    let done = press(&app, &code).await.ok();
    assert_eq!(done["message"], "You're now subscribed!");
    assert!(
        app.anyone().get(&format!("/api{}", done["preferences_path"].as_str().unwrap())).await.ok()["subscribed"]
            == true
    );
    let confirmed = (Confirmed, Some(app.core().now()));
    assert_eq!(row(&app).await, confirmed);
    app.clock.advance_ms(DAY_MS);
    assert_eq!(press(&app, &code).await.ok(), done);
    app.clock.advance_ms(1);
    assert_eq!(press(&app, &code).await.problem().is(), (410, "link.invalid"));
    assert_eq!(row(&app).await, confirmed, "the moment stays the first");
}

#[tokio::test]
async fn reading_a_code_answers_its_address_and_does_not_use_it_up() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    let path = format!("{PATH}?code={code}");
    for _ in 0..2 {
        assert_eq!(app.anyone().get(&path).await.ok(), json!({ "email": EMAIL, "status": "pending" }));
    }
    press(&app, &code).await.ok();
    app.clock.advance_ms(DAY_MS);
    assert_eq!(app.anyone().get(&path).await.ok()["status"], "confirmed");
    app.clock.advance_ms(1);
    for path in [path.as_str(), &format!("{PATH}?code=x")] {
        assert_eq!(app.anyone().get(path).await.problem().is(), (410, "link.invalid"));
    }
    assert_eq!(app.anyone().get(PATH).await.problem().is(), (400, "request.invalid_query"));
}

#[tokio::test]
async fn opening_the_confirmation_link_does_not_confirm() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    for method in [Method::GET, Method::HEAD] {
        let page = app.anyone().send(method, &format!("/newsletter/confirm?code={code}"), Body::empty(), &[]).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text().contains(&code), "the code gets into no page");
    }
    assert_eq!(row(&app).await, (Pending, None));
}

#[tokio::test]
async fn a_confirmation_code_is_stored_hashed_and_expires_after_7_days() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    let kept = mailed_code::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert_eq!(kept.len(), 1);
    assert!(!format!("{kept:?}").contains(&code[..8]));
    app.clock.advance_ms(7 * DAY_MS);
    for code in [&*code, "wrong", ""] {
        assert_eq!(press(&app, code).await.problem().is(), (410, "link.invalid"), "{code}");
    }
    assert_eq!(app.anyone().post(PATH, json!({})).await.problem().is(), (422, "request.invalid"));
    let next = subscribe(&app).await;
    press(&app, &next).await.ok();
    assert_eq!(row(&app).await.0, Confirmed);
}

#[tokio::test]
async fn any_mailed_code_confirms_until_the_subscriber_unsubscribes() {
    let app = TestApp::new().await;
    let first = subscribe(&app).await;
    app.clock.advance_ms(1_000);
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    let codes: Vec<String> = app.mails_to(EMAIL).await.iter().map(Mail::code).collect();
    let second = codes.iter().find(|code| **code != first).expect("another code");
    for reply in futures_util::future::join_all([press(&app, second), press(&app, second), press(&app, &first)]).await {
        reply.ok();
    }
    set(&app, Unsubscribed).await;
    for code in codes {
        assert_eq!(press(&app, &code).await.problem().is(), (410, "link.invalid"));
    }
    assert_eq!(row(&app).await.0, Unsubscribed);
}

#[tokio::test]
async fn an_unsubscribed_address_returns_only_by_confirming() {
    let app = TestApp::new().await;
    press(&app, &subscribe(&app).await).await.ok();
    set(&app, Unsubscribed).await;
    app.clock.advance_ms(1_000);
    let before: Vec<String> = app.mails_to(EMAIL).await.iter().map(Mail::code).collect();
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    assert_eq!(row(&app).await.0, Unsubscribed, "anybody may type this address");
    let mails = app.mails_to(EMAIL).await;
    let code = mails.iter().map(Mail::code).find(|code| !before.contains(code)).expect("a new mail");
    press(&app, &code).await.ok();
    assert_eq!(row(&app).await, (Confirmed, Some(app.core().now())));
}

#[tokio::test]
async fn the_form_without_javascript_confirms_by_the_code_in_its_url() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let post = async |code: &str| {
        app.anyone().send(Method::POST, &format!("/newsletter/confirm?code={code}"), Body::empty(), &form).await
    };
    let wrong = post("wrong").await;
    assert_eq!(wrong.status, StatusCode::GONE);
    assert!(
        wrong.text().contains("This link is no longer valid.") && wrong.text().contains("href=\"/newsletters\""),
        "{}",
        wrong.text()
    );
    assert_eq!(row(&app).await.0, Pending);
    for _ in 0..2 {
        let done = post(&code).await;
        assert_eq!(done.status, StatusCode::OK);
        assert!(
            done.text().contains("You're now subscribed!") || done.text().contains("You&#39;re now subscribed!"),
            "{}",
            done.text()
        );
        assert_eq!(done.header("cache-control"), "private, no-store");
    }
    assert_eq!(row(&app).await.0, Confirmed);
}
