//! Set-up: whom it leads, what it remembers, and sample posts as drafts.

use axum::http::Method;
use mwanga_store::entities::{account, paid_order, subscriber};
use mwanga_store::types::SubscriberStatus;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::*;

const PATH: &str = "/api/admin/set-up";
const STATUS: &str = "/api/admin/status";
const POSTS: &str = "/api/admin/set-up/sample-posts";

async fn production() -> TestApp {
    TestApp::with(|config| {
        config.production = true;
        config.site.contact_email = "desk@nuru.example".into();
        config.site.contact_phone = "+254 20 555 0100".into();
    })
    .await
}

async fn invitation(caller: &Caller) -> String {
    caller.get(STATUS).await.ok()["set_up"].as_str().unwrap().to_owned()
}

async fn answer(admin: &Caller, question: &str, state: &str) -> Reply {
    admin.put(&format!("{PATH}/{question}"), json!({ "state": state })).await
}

/// The state of each question.
fn states(view: &Value) -> Vec<&str> {
    view["questions"].as_array().unwrap().iter().map(|question| question["state"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_administrator_of_a_fresh_store_is_led_to_set_up_once_in_development_too() {
    let development = TestApp::new().await;
    assert_eq!(invitation(&development.staff(Role::Admin).await).await, "lead");
    let app = production().await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(invitation(&admin).await, "lead");
    assert_eq!(invitation(&app.staff(Role::Editor).await).await, "none", "it is not an editor's");
    let view = admin.put(PATH, json!({ "is_put_away": false })).await.ok();
    assert_eq!(states(&view), ["open"; 6]);
    assert_eq!(invitation(&admin).await, "remind");
    assert_eq!(invitation(&app.staff(Role::Admin).await).await, "remind", "nor is a second administrator led there");
}

#[tokio::test]
async fn nobody_is_led_to_set_up_where_posts_or_settings_are() {
    let app = production().await;
    app.post("Habari").insert().await;
    assert_eq!(invitation(&app.staff(Role::Admin).await).await, "none");

    let app = production().await;
    let admin = app.staff(Role::Admin).await;
    admin.put("/api/admin/settings", json!({ "version": 0, "values": { "site.brand": "Nuru" } })).await.ok();
    assert_eq!(invitation(&admin).await, "none");
}

#[tokio::test]
async fn answers_outlive_a_restart_and_a_skipped_question_can_be_answered_later() {
    let app = production().await;
    let admin = app.staff(Role::Admin).await;
    answer(&admin, "name", "answered").await.ok();
    let view = answer(&admin, "colours", "skipped").await.ok();
    assert_eq!(states(&view), ["answered", "open", "skipped", "open", "open", "open"]);
    let app = TestApp::sharing_store_with(&app, |config| config.production = true).await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(states(&admin.get(PATH).await.ok()), ["answered", "open", "skipped", "open", "open", "open"]);
    assert_eq!(invitation(&admin).await, "remind");
    for question in ["contact", "address", "mail", "posts"] {
        answer(&admin, question, "skipped").await.ok();
    }
    assert_eq!(invitation(&admin).await, "none", "no question is open");
    let view = answer(&admin, "mail", "answered").await.ok();
    assert_eq!(states(&view), ["answered", "skipped", "skipped", "skipped", "answered", "skipped"]);
}

#[tokio::test]
async fn what_is_put_away_reminds_nobody_and_can_still_be_answered() {
    let app = production().await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(admin.put(PATH, json!({ "is_put_away": true })).await.ok()["is_put_away"], true);
    assert_eq!(invitation(&admin).await, "none");
    answer(&admin, "name", "answered").await.ok();
    assert_eq!(admin.get(PATH).await.ok()["is_put_away"], true);
    assert_eq!(invitation(&admin).await, "none");
    admin.put(PATH, json!({ "is_put_away": false })).await.ok();
    assert_eq!(invitation(&admin).await, "remind");
}

#[tokio::test]
async fn what_is_no_question_and_no_answer_is_refused() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    for name in ["nothing", "NAME", "sample-posts", "name%00", "%2e%2e"] {
        let reply = answer(&admin, name, "answered").await;
        assert!(matches!(reply.status.as_u16(), 404 | 405), "{name}: {}", reply.status);
    }
    for body in [json!({}), json!({ "state": "open" }), json!({ "state": ["answered"] }), json!(null), json!([1])] {
        let problem = admin.put(&format!("{PATH}/name"), body.clone()).await.problem();
        assert!(problem.code.starts_with("request."), "{body}: {:?}", problem.is());
    }
    let problem = admin.put(PATH, json!({ "is_put_away": "yes" })).await.problem();
    assert!(problem.code.starts_with("request."), "{:?}", problem.is());
    assert_eq!(states(&admin.get(PATH).await.ok()), ["open"; 6], "nothing was noted");
}

#[tokio::test]
async fn the_address_says_where_it_comes_from_and_mail_who_sends_it() {
    let app = TestApp::with(|config| config.environment = ["MWANGA_BASE_URL".to_owned()].into()).await;
    let view = app.staff(Role::Admin).await.get(PATH).await.ok();
    assert_eq!(view["address"], json!({ "url": BASE, "source": "environment", "is_production": false }));
    assert_eq!(view["mail"]["leaves"], false);
    assert_eq!(view["mail"]["sender"], "Mwanga <mwanga@mwanga.example>");
    let app = TestApp::new().await;
    assert_eq!(app.staff(Role::Admin).await.get(PATH).await.ok()["address"]["source"], "file");
    let app = TestApp::with(|config| config.http.is_base_url_set = false).await;
    assert_eq!(app.staff(Role::Admin).await.get(PATH).await.ok()["address"]["source"], "listen");
}

#[tokio::test]
async fn sample_posts_are_drafts_with_pictures_and_none_is_added_twice() {
    let app = production().await;
    let admin = app.staff(Role::Admin).await;
    let reply = admin.send(Method::POST, POSTS, axum::body::Body::empty(), &[]).await;
    assert_eq!(reply.status, StatusCode::ACCEPTED);
    assert_eq!(reply.ok()["sample_posts"], json!({ "total": 8, "added": 0, "waiting": 8 }));
    assert_eq!(states(&reply.ok())[5], "answered");
    // Twice before a job ran, and once more after.
    admin.post(POSTS, json!({})).await.ok();
    app.run_jobs().await;
    let view = admin.post(POSTS, json!({})).await.ok();
    assert_eq!(view["sample_posts"], json!({ "total": 8, "added": 8, "waiting": 0 }));
    app.run_jobs().await;

    let list = admin.get("/api/admin/posts?per_page=100").await.ok();
    assert_eq!(list["total"], 8);
    for post in list["data"].as_array().unwrap() {
        let post = admin.get(&format!("/api/admin/posts/{}", post["id"])).await.ok();
        assert_eq!((&post["status"], &post["author_name"]), (&json!("draft"), &json!("mwanga_team")), "{post}");
        assert!(post["media_url"].as_str().is_some_and(|url| url.starts_with("/media/")), "{post}");
    }
    let db = app.core().store.reader();
    let counts = (
        account::Entity::find().count(db).await.unwrap(),
        subscriber::Entity::find().count(db).await.unwrap(),
        paid_order::Entity::find().count(db).await.unwrap(),
    );
    assert_eq!(counts, (1, 0, 0), "no demo accounts, subscribers or orders");
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0, "readers see none of them");

    // They go like any post, and do not come back.
    let id = list["data"][0]["id"].clone();
    admin.delete(&format!("/api/admin/posts/{id}")).await.ok();
    assert_eq!(admin.post(POSTS, json!({})).await.ok()["sample_posts"]["waiting"], 0);
    app.run_jobs().await;
    assert_eq!(admin.get("/api/admin/posts").await.ok()["total"], 7);
}

#[tokio::test]
async fn a_subscriber_hears_nothing_of_sample_posts() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    app.staff(Role::Admin).await.post(POSTS, json!({})).await.ok();
    assert_eq!(app.mails_to("amina@example.com").await.len(), 0);
}
