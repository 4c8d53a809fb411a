use mwanga_store::entities::subscriber;
use mwanga_store::types::SubscriberStatus::{Bounced, Confirmed, Pending, Unsubscribed};
use mwanga_store::types::{SubscriberStatus, Timestamp};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::*;

const PATH: &str = "/api/newsletter/subscribe";
const PENDING: (&str, &str) = ("Almost there: confirm the link we e-mailed you.", "pending");

async fn subscribers(app: &TestApp) -> Vec<subscriber::Model> {
    subscriber::Entity::find().all(app.core().store.reader()).await.unwrap()
}

/// Message and status of an answer that went well.
async fn ask(app: &TestApp, body: Value) -> (String, String) {
    let answer = app.anyone().post(PATH, body).await.ok();
    assert_eq!(answer.as_object().unwrap().len(), 2, "{answer}");
    (answer["message"].as_str().unwrap().to_owned(), answer["status"].as_str().unwrap().to_owned())
}

fn same(answer: &(String, String), expected: (&str, &str)) {
    assert_eq!((&*answer.0, &*answer.1), expected);
}

#[tokio::test]
async fn subscribing_stores_a_pending_address() {
    let app = TestApp::new().await;
    same(&ask(&app, json!({ "email": " Amina@Example.com " })).await, PENDING);
    let kept = subscribers(&app).await;
    assert_eq!(kept.len(), 1);
    let subscriber::Model { email, email_key, status, requested_at, confirmed_at, created_at, .. } = kept[0].clone();
    assert_eq!((&*email, &*email_key, status), ("Amina@Example.com", "amina@example.com", Pending));
    assert_eq!((requested_at, confirmed_at, created_at), (NOW, None, NOW));
}

#[tokio::test]
async fn subscribing_answers_the_same_for_known_and_unknown_addresses() {
    let app = TestApp::new().await;
    let first = ask(&app, json!({ "email": "amina@example.com" })).await;
    for (status, after) in
        [(Pending, Pending), (Confirmed, Confirmed), (Unsubscribed, Unsubscribed), (Bounced, Bounced)]
    {
        let confirmed_at = (status == Confirmed).then_some(Timestamp(7));
        let mut row = subscribers(&app).await.remove(0).into_active_model();
        (row.status, row.confirmed_at) = (Set(status), Set(confirmed_at));
        row.update(app.core().store.writer()).await.unwrap();
        app.clock.advance_ms(60_000);
        assert_eq!(ask(&app, json!({ "email": "AMINA@example.com" })).await, first, "{status:?}");
        let kept = subscribers(&app).await;
        assert_eq!(kept.len(), 1);
        assert_eq!(
            (kept[0].status, kept[0].confirmed_at, kept[0].requested_at),
            (after, confirmed_at, app.core().now()),
            "{status:?}"
        );
        assert_eq!((&*kept[0].email, kept[0].created_at), ("amina@example.com", NOW));
        // A mail is sent in any case; a confirmed subscriber gets a link to the preferences.
        let mail = app.mails_to("amina@example.com").await.pop().unwrap();
        let (subject, path) = match status {
            Confirmed => ("You get the newsletter of Mwanga already", "/newsletter/preferences?code="),
            _ => ("Confirm your newsletter from Mwanga", "/newsletter/confirm?code="),
        };
        assert_eq!(mail.subject, subject, "{status:?}");
        assert!(mail.link().starts_with(&format!("{BASE}{path}")), "{}", mail.link());
    }
}

#[tokio::test]
async fn without_double_opt_in_an_address_is_confirmed_at_once() {
    let app = TestApp::with(|config| config.mail.double_opt_in = false).await;
    let confirmed = ("You're now subscribed!", "confirmed");
    same(&ask(&app, json!({ "email": "amina@example.com" })).await, confirmed);
    same(&ask(&app, json!({ "email": "amina@example.com" })).await, confirmed);
    same(&ask(&app, json!({ "email": "robot@example.com", "website": "x" })).await, confirmed);
    let kept = subscribers(&app).await;
    assert_eq!(kept.iter().map(|row| (row.status, row.confirmed_at)).collect::<Vec<_>>(), [(Confirmed, Some(NOW))]);
    let subjects: Vec<String> = app.mails_to("amina@example.com").await.into_iter().map(|mail| mail.subject).collect();
    assert_eq!(subjects, ["Welcome to Mwanga"]);
}

#[tokio::test]
async fn a_bot_that_fills_the_honeypot_field_is_answered_but_not_stored() {
    let app = TestApp::new().await;
    for email in ["amina@example.com", "no address"] {
        same(&ask(&app, json!({ "email": email, "website": "https://spam.example" })).await, PENDING);
    }
    assert_eq!(subscribers(&app).await, []);
    assert!(app.mails_to("amina@example.com").await.is_empty());
    for website in [json!(""), json!(" "), json!(null)] {
        same(&ask(&app, json!({ "email": "amina@example.com", "website": website })).await, PENDING);
    }
    assert_eq!(subscribers(&app).await.len(), 1);
}

#[tokio::test]
async fn an_invalid_address_answers_422_with_the_field() {
    let app = TestApp::new().await;
    let wrong = "Enter an e-mail address such as name@example.com.";
    for (email, why) in [
        ("", "Please enter your email"),
        ("  ", "Please enter your email"),
        ("amina", wrong),
        ("a@b", wrong),
        ("a b@example.com", wrong),
    ] {
        let problem = app.anyone().post(PATH, json!({ "email": email })).await.problem();
        assert_eq!(
            (problem.is(), &*problem.fields["email"], &*problem.error),
            ((422, "newsletter.invalid"), why, why),
            "{email}"
        );
    }
    assert_eq!(app.anyone().post(PATH, json!({})).await.problem().is(), (422, "newsletter.invalid"));
    assert_eq!(app.anyone().post(PATH, json!({ "email": 7 })).await.problem().is(), (422, "request.invalid"));
    assert_eq!(
        app.anyone().form(axum::http::Method::POST, PATH, &[("email", "amina@example.com")]).await.problem().is(),
        (415, "request.content_type")
    );
    assert_eq!(subscribers(&app).await, []);
}

#[tokio::test]
async fn concurrent_subscriptions_of_one_address_create_one_row() {
    let app = TestApp::new().await;
    let requests = (0..10).map(|_| ask(&app, json!({ "email": "amina@example.com" })));
    for answer in futures_util::future::join_all(requests).await {
        same(&answer, PENDING);
    }
    let statuses: Vec<SubscriberStatus> = subscribers(&app).await.iter().map(|row| row.status).collect();
    assert_eq!(statuses, [Pending]);
}
