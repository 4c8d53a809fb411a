//! The links of every newsletter: preferences and unsubscribe.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::newsletter;
use mwanga_store::entities::{subscriber, subscriber_topic};
use mwanga_store::types::SubscriberStatus::{Bounced, Confirmed, Pending, Unsubscribed};
use mwanga_store::types::{SubscriberId, SubscriberStatus};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::*;

const PATH: &str = "/api/newsletter/preferences";
const EMAIL: &str = "amina@example.com";

/// A subscriber of this status; the code of its links.
async fn subscriber(app: &TestApp, status: SubscriberStatus) -> String {
    app.anyone().post("/api/newsletter/subscribe", json!({ "email": EMAIL })).await.ok();
    if status != Pending {
        let code = app.code_mailed_to(EMAIL).await;
        app.anyone().post("/api/newsletter/confirm", json!({ "code": code })).await.ok();
    }
    let row = row(app).await;
    let code = newsletter::preferences_path(app.core(), &row).split_once("code=").unwrap().1.to_owned();
    let mut changed = row.into_active_model();
    changed.status = Set(status);
    changed.update(app.core().store.writer()).await.unwrap();
    code
}

async fn row(app: &TestApp) -> subscriber::Model {
    subscriber::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap()
}

async fn preferences(app: &TestApp, code: &str) -> Reply {
    app.anyone().get(&format!("{PATH}?code={code}")).await
}

async fn set(app: &TestApp, code: &str, changes: Value) -> Reply {
    let mut body = changes;
    body["code"] = json!(code);
    app.anyone().post(PATH, body).await
}

/// As a mail program does it.
async fn one_click(app: &TestApp, code: &str, body: &'static str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    app.anyone().send(Method::POST, &format!("/newsletter/unsubscribe?code={code}"), Body::from(body), &headers).await
}

#[tokio::test]
async fn chosen_topics_are_saved_and_unknown_ones_are_dropped() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    assert_eq!(preferences(&app, &code).await.ok(), json!({ "email": EMAIL, "subscribed": true, "topics": [] }));
    for (sent, kept) in [
        (json!(["games", "books", "games"]), json!(["books", "games"])),
        (json!(["books", "no-such-topic", "tech-ai"]), json!(["books"])),
        (json!([]), json!([])),
        (json!(["to-hear"]), json!(["to-hear"])),
    ] {
        assert_eq!(set(&app, &code, json!({ "topics": sent })).await.ok()["topics"], kept);
        assert_eq!(preferences(&app, &code).await.ok()["topics"], kept);
    }
    let rows = subscriber_topic::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert_eq!(
        rows,
        [subscriber_topic::Model { subscriber_id: SubscriberId(row(&app).await.id.0), topic: "to-hear".into() }]
    );
    // What is not sent along stays.
    assert_eq!(
        set(&app, &code, json!({ "subscribed": false })).await.ok(),
        json!({ "email": EMAIL, "subscribed": false, "topics": ["to-hear"] })
    );
}

#[tokio::test]
async fn topics_chosen_on_the_confirm_page_are_saved() {
    let app = TestApp::new().await;
    app.anyone().post("/api/newsletter/subscribe", json!({ "email": EMAIL })).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    let done = app
        .anyone()
        .post("/api/newsletter/confirm", json!({ "code": code, "topics": ["games", "nonsense"] }))
        .await
        .ok();
    let path = format!("/api{}", done["preferences_path"].as_str().unwrap());
    assert_eq!(app.anyone().get(&path).await.ok()["topics"], json!(["games"]));
    // Unsubscribing and confirming again without topics keeps the earlier topics.
    let mut left = row(&app).await.into_active_model();
    left.status = Set(Unsubscribed);
    left.update(app.core().store.writer()).await.unwrap();
    app.anyone().post("/api/newsletter/subscribe", json!({ "email": EMAIL })).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone().post("/api/newsletter/confirm", json!({ "code": code, "topics": [] })).await.ok();
    assert_eq!(app.anyone().get(&path).await.ok()["topics"], json!(["games"]));
}

#[tokio::test]
async fn every_topic_of_the_catalogue_is_on_the_newsletters_page() {
    let app = TestApp::new().await;
    let catalogue = app.anyone().get("/api/newsletter/topics").await.ok();
    assert_eq!(catalogue["groups"].as_array().unwrap().len(), 7);
    let page = app.anyone().get("/newsletters").await;
    for topic in catalogue["groups"].as_array().unwrap().iter().flat_map(|group| group["topics"].as_array().unwrap()) {
        assert!(page.text().contains(topic["text"].as_str().unwrap()), "{topic}");
    }
}

#[tokio::test]
async fn a_preferences_link_with_a_wrong_id_or_signature_answers_410() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    let (id, signature) = code.split_once('-').unwrap();
    let next = id.parse::<i64>().unwrap() + 1;
    for wrong in [
        "",
        "x",
        "-",
        id,
        &format!("{next}-{signature}"),
        &format!("{id}-"),
        &format!("{id}-{}", &signature[..32]),
        &code[..code.len() - 1],
    ] {
        assert_eq!(preferences(&app, wrong).await.problem().is(), (410, "link.invalid"), "{wrong}");
        assert_eq!(
            set(&app, wrong, json!({ "subscribed": false })).await.problem().is(),
            (410, "link.invalid"),
            "{wrong}"
        );
        assert_eq!(one_click(&app, wrong, "List-Unsubscribe=One-Click").await.status, StatusCode::GONE, "{wrong}");
    }
    assert_eq!(row(&app).await.status, Confirmed);
    assert_eq!(app.anyone().get(PATH).await.problem().is(), (400, "request.invalid_query"));
    app.clock.advance_ms(5 * 365 * 24 * 3_600_000);
    preferences(&app, &code).await.ok();
}

#[tokio::test]
async fn one_click_unsubscribe_works_repeatedly_and_by_post_only() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    for method in [Method::GET, Method::HEAD] {
        let page = app.anyone().send(method, &format!("/newsletter/unsubscribe?code={code}"), Body::empty(), &[]).await;
        assert_eq!(
            (page.status, row(&app).await.status),
            (StatusCode::OK, Confirmed),
            "opening the link changes nothing"
        );
        assert!(!page.text().contains(&code), "the code gets into no page");
    }
    for _ in 0..2 {
        let reply = one_click(&app, &code, "List-Unsubscribe=One-Click").await;
        assert_eq!((reply.status, row(&app).await.status), (StatusCode::OK, Unsubscribed));
        assert_eq!(
            (reply.header("location"), reply.header("set-cookie"), reply.header("cache-control")),
            ("", "", "private, no-store")
        );
    }
    // Programs may send it as a multipart form.
    set(&app, &code, json!({ "subscribed": true })).await.ok();
    let reply = app
        .anyone()
        .form(Method::POST, &format!("/newsletter/unsubscribe?code={code}"), &[("List-Unsubscribe", "One-Click")])
        .await;
    assert_eq!((reply.status, row(&app).await.status), (StatusCode::OK, Unsubscribed));
}

#[tokio::test]
async fn the_api_unsubscribes_by_post_and_never_by_get() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    let path = format!("/api/newsletter/unsubscribe?code={code}");
    assert_eq!(app.anyone().get(&path).await.ok()["subscribed"], true);
    for _ in 0..2 {
        let reply = app.anyone().form(Method::POST, &path, &[("List-Unsubscribe", "One-Click")]).await;
        assert_eq!(
            (reply.ok()["message"].as_str().unwrap(), row(&app).await.status),
            ("You are unsubscribed.", Unsubscribed)
        );
    }
    assert_eq!(app.anyone().get(&path).await.ok()["subscribed"], false);
    for method in [Method::GET, Method::POST] {
        let reply = app.anyone().send(method, "/api/newsletter/unsubscribe?code=1-x", Body::empty(), &[]).await;
        assert_eq!(reply.problem().is(), (410, "link.invalid"));
    }
}

#[tokio::test]
async fn unsubscribing_can_be_undone_by_page_and_by_plain_form() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    for _ in 0..2 {
        assert_eq!(set(&app, &code, json!({ "subscribed": false })).await.ok()["subscribed"], false);
    }
    for _ in 0..2 {
        assert_eq!(set(&app, &code, json!({ "subscribed": true })).await.ok()["subscribed"], true);
    }
    one_click(&app, &code, "").await;
    assert_eq!(row(&app).await.status, Unsubscribed);
    assert_eq!(one_click(&app, &code, "undo=1").await.status, StatusCode::OK);
    assert_eq!(row(&app).await.status, Confirmed);
}

#[tokio::test]
async fn undo_never_confirms_a_pending_or_bounced_subscriber() {
    for status in [Pending, Bounced] {
        let app = TestApp::new().await;
        let code = subscriber(&app, status).await;
        assert_eq!(
            set(&app, &code, json!({ "subscribed": true })).await.problem().is(),
            (410, "link.invalid"),
            "{status:?}"
        );
        set(&app, &code, json!({ "subscribed": false })).await.ok();
        assert_eq!(row(&app).await.status, if status == Bounced { Bounced } else { Unsubscribed });
        assert_eq!(
            set(&app, &code, json!({ "subscribed": true })).await.problem().is(),
            (410, "link.invalid"),
            "{status:?}"
        );
    }
}

#[tokio::test]
async fn unsubscribing_invalidates_earlier_confirmation_codes() {
    let app = TestApp::new().await;
    let code = subscriber(&app, Pending).await;
    let confirm = app.code_mailed_to(EMAIL).await;
    one_click(&app, &code, "List-Unsubscribe=One-Click").await;
    assert_eq!(
        app.anyone().post("/api/newsletter/confirm", json!({ "code": confirm })).await.problem().is(),
        (410, "link.invalid")
    );
    assert_eq!(row(&app).await.status, Unsubscribed);
}

#[tokio::test]
async fn unsubscribe_links_stay_valid_after_the_secret_key_changes() {
    const SECRET: &str = "quite another secret of more than 32 characters";
    let app = TestApp::new().await;
    let code = subscriber(&app, Confirmed).await;
    let row = row(&app).await;
    // As versions before signed them, with the secret itself.
    let earlier = format!(
        "{}-{}",
        row.id,
        app.core().keys.sign_legacy("newsletter link", &format!("{}\n{}", row.id, row.email_key))
    );
    assert_ne!(earlier, code);
    preferences(&app, &earlier).await.ok();
    assert_eq!(newsletter::migrate_legacy_links(app.core()).await.unwrap(), 1);
    assert_eq!(newsletter::migrate_legacy_links(app.core()).await.unwrap(), 0, "once");

    let later = TestApp::sharing_store_with(&app, |config| config.keys.secret = SECRET.to_owned().into()).await;
    for code in [&code, &earlier] {
        preferences(&later, code).await.ok();
    }
    let changed = format!("{}0", &earlier[..earlier.len() - 1]);
    for code in [&changed, &format!("{}-", row.id)] {
        assert_eq!(preferences(&later, code).await.problem().is(), (410, "link.invalid"), "{code}");
    }
}

#[tokio::test]
async fn storing_earlier_links_resumes_where_it_was_interrupted() {
    let app = TestApp::new().await;
    app.subscribers(1_200, Confirmed).await;
    mwanga_store::queries::settings::set(
        app.core().store.writer(),
        "newsletter_links_kept_until",
        "500",
        app.core().now(),
    )
    .await
    .unwrap();
    assert_eq!(newsletter::migrate_legacy_links(app.core()).await.unwrap(), 700);
}
