//! E-mail addresses that earlier versions stored as they were typed are written anew, once.

use mwanga_core::earlier_addresses::{Rewritten, rewrite};
use mwanga_store::entities::{delivery, paid_order, subscriber, subscription, suppression};
use mwanga_store::queries;
use mwanga_store::types::SubscriberStatus::{self, Bounced, Confirmed, Pending, Unsubscribed};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, Set};

use crate::support::*;

/// Forgets that it was done: the store of a test is new.
async fn forget(app: &TestApp) {
    queries::settings::delete(app.core().store.writer(), "addresses_read_anew").await.unwrap();
}

async fn set_email(app: &TestApp, from: &str, to: &str) {
    let found = subscriber::Entity::find().filter(subscriber::Column::Email.eq(from));
    let mut row = found.one(app.core().store.reader()).await.unwrap().unwrap().into_active_model();
    row.email = Set(to.to_owned());
    row.email_key = Set(to.to_lowercase());
    row.update(app.core().store.writer()).await.unwrap();
}

async fn subscribers(app: &TestApp) -> Vec<(i64, String, SubscriberStatus)> {
    let all = subscriber::Entity::find().order_by_asc(subscriber::Column::Id);
    let all = all.all(app.core().store.reader()).await.unwrap();
    all.into_iter().map(|row| (row.id.0, row.email, row.status)).collect()
}

#[tokio::test]
async fn of_two_spellings_of_a_subscriber_the_earlier_row_is_left_and_who_left_wins() {
    for (earlier, later, merged) in [
        (Confirmed, Pending, Confirmed),
        (Pending, Confirmed, Confirmed),
        (Confirmed, Unsubscribed, Unsubscribed),
        (Unsubscribed, Confirmed, Unsubscribed),
        (Bounced, Unsubscribed, Bounced),
    ] {
        for (first, second) in [
            ("kofi@exämple.example", "kofi@xn--exmple-cua.example"),
            ("kofi@xn--exmple-cua.example", "kofi@exämple.example"),
            ("kofi@exämple.example", "kofi\u{200b}@exämple.example"),
        ] {
            let app = TestApp::new().await;
            app.subscribe("first@example.com", earlier).await;
            app.subscribe("second@example.com", later).await;
            set_email(&app, "first@example.com", first).await;
            set_email(&app, "second@example.com", second).await;
            let kept = subscribers(&app).await[0].0;
            forget(&app).await;
            rewrite(app.core()).await.unwrap();
            let expected = (kept, "kofi@xn--exmple-cua.example".to_owned(), merged);
            assert_eq!(subscribers(&app).await, [expected], "{first}, {second}");
            assert_eq!(rewrite(app.core()).await.unwrap(), Rewritten::default());
        }
    }
}

#[tokio::test]
async fn links_that_were_mailed_before_lead_to_the_subscriber_that_is_left() {
    let app = TestApp::with(|config| config.mail.undo_s = 0).await;
    for (n, address) in
        ["kofi@exämple.example", "kofi@xn--exmple-cua.example", "ama@exämple.example"].iter().enumerate()
    {
        app.subscribe(&format!("r{n}@example.com"), Confirmed).await;
        set_email(&app, &format!("r{n}@example.com"), address).await;
    }
    let all = subscriber::Entity::find().order_by_asc(subscriber::Column::Id);
    let all = all.all(app.core().store.reader()).await.unwrap();
    let paths: Vec<String> = all.iter().map(|row| mwanga_core::newsletter::preferences_path(app.core(), row)).collect();
    forget(&app).await;
    rewrite(app.core()).await.unwrap();
    let preferences = async |path: &str| {
        let code = path.split_once("code=").unwrap().1;
        app.get(&format!("/api/newsletter/preferences?code={code}")).await.ok()["email"].clone()
    };
    assert_eq!(preferences(&paths[0]).await, "kofi@exämple.example");
    assert_eq!(preferences(&paths[1]).await, "kofi@exämple.example");
    assert_eq!(preferences(&paths[2]).await, "ama@exämple.example");
    let forged = paths[1].replace("code=", "code=9");
    let code = forged.split_once("code=").unwrap().1;
    assert_eq!(app.get(&format!("/api/newsletter/preferences?code={code}")).await.status, StatusCode::GONE);
    let waiting = delivery::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert!(waiting.is_empty());
}

#[tokio::test]
async fn accounts_suppressions_and_purchases_follow_their_address() {
    let app = TestApp::new().await;
    let db = app.core().store.writer();
    let typed = "kofi\u{feff}@exämple.example";
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": "kofi@example.com", "password": "a lamp in the window" }))
        .await
        .ok();
    let row = queries::accounts::by_email_key(db, "kofi@example.com").await.unwrap().unwrap();
    let mut row = row.into_active_model();
    (row.email, row.email_key) = (Set(typed.to_owned()), Set(typed.to_owned()));
    row.update(db).await.unwrap();
    queries::suppressions::add(db, typed, "550 5.1.1 User unknown", app.core().now()).await.unwrap();
    forget(&app).await;
    assert_eq!(rewrite(app.core()).await.unwrap(), Rewritten { rows: 2, left: 0 });
    for address in ["kofi@exämple.example", "kofi@xn--exmple-cua.example", typed] {
        let sign_in = json!({ "email": address, "password": "a lamp in the window" });
        let session = app.anyone().post("/api/auth/login-user", sign_in).await.ok();
        assert_eq!(session["email"], "kofi@exämple.example", "{address}");
    }
    let suppressed = suppression::Entity::find().one(db).await.unwrap().unwrap();
    assert_eq!(suppressed.email_key, "kofi@xn--exmple-cua.example");
    assert!(paid_order::Entity::find().one(db).await.unwrap().is_none());
    assert!(subscription::Entity::find().one(db).await.unwrap().is_none());
}
