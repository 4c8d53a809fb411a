use mwanga_core::posts::{self, PostForm};
use mwanga_store::entities::issue;
use mwanga_store::types::SubscriberStatus;
use sea_orm::EntityTrait;

use crate::support::*;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

async fn notify(editor: &Caller, id: impl std::fmt::Display) -> (String, String) {
    let answer = editor.post(&format!("/api/admin/posts/{id}/notify-subscribers"), json!({})).await.ok();
    (answer["status"].as_str().unwrap().to_owned(), answer["message"].as_str().unwrap().to_owned())
}

async fn app() -> (TestApp, Caller) {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    (app, editor)
}

async fn mail_count(app: &TestApp) -> usize {
    app.mails_to("amina@example.com").await.len()
}

#[tokio::test]
async fn subscribers_are_notified_of_a_post_once_after_one_minute() {
    let (app, editor) = app().await;
    let post = app.post("Taa mpya").content("<p>Mwanzo.</p>").insert().await;
    assert_eq!(notify(&editor, post.id).await, ("notified".into(), "Subscribers notified".into()));
    app.clock.advance_ms(MINUTE_MS - 1);
    assert_eq!(mail_count(&app).await, 0);
    app.clock.advance_ms(1);
    let mail = app.mails_to("amina@example.com").await.pop().expect("a mail");
    assert_eq!(mail.subject, "Taa mpya");
    assert!(mail.text.contains("Mwanzo."), "{}", mail.text);
    let link = mail.text.split("https://mwanga.example/r/").nth(1).expect("a counted link");
    let link = link.split_whitespace().next().unwrap();
    let location = app.get(&format!("/r/{link}")).await.header("location").to_owned();
    assert_eq!(location, "https://mwanga.example/post/slug/taa-mpya");
    assert_eq!(notify(&editor, post.id).await.0, "told");
    assert_eq!(
        editor.post("/api/admin/posts/999/notify-subscribers", json!({})).await.problem().is(),
        (404, "post.not_found")
    );
    app.clock.advance_ms(HOUR_MS);
    assert_eq!(mail_count(&app).await, 1, "once per post");
    assert_eq!(app.get("/api/newsletter/issues").await.ok()["total"], 0, "a notice is no newsletter");
}

#[tokio::test]
async fn a_notice_of_a_scheduled_post_waits_until_it_is_published() {
    let (app, editor) = app().await;
    let post = app.post("Kesho").in_ms(HOUR_MS).insert().await;
    assert_eq!(
        notify(&editor, post.id).await,
        ("waiting".into(), "Subscribers will be notified when it is published.".into())
    );
    let update = async |form: PostForm| posts::update(app.core(), None, post.id, form).await.unwrap();
    update(PostForm { publish_date: Some(app.core().now().plus_ms(2 * HOUR_MS).iso()), ..PostForm::default() }).await;
    app.clock.advance_ms(HOUR_MS + MINUTE_MS);
    assert_eq!(mail_count(&app).await, 0, "it was moved");
    update(PostForm { status: Some("draft".into()), ..PostForm::default() }).await;
    app.clock.advance_ms(2 * HOUR_MS);
    assert_eq!(mail_count(&app).await, 0, "it was taken back");
    update(PostForm { status: Some("published".into()), ..PostForm::default() }).await;
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(mail_count(&app).await, 1, "and published in the end");
}

#[tokio::test]
async fn a_post_deleted_within_the_minute_notifies_nobody() {
    let (app, editor) = app().await;
    let post = app.post("Kosa").insert().await;
    notify(&editor, post.id).await;
    posts::delete(app.core(), post.id).await.unwrap();
    app.clock.advance_ms(HOUR_MS);
    assert_eq!(mail_count(&app).await, 0);
}

#[tokio::test]
async fn a_backdated_or_imported_post_counts_as_already_notified() {
    let (app, editor) = app().await;
    let old = app.post("Zamani").in_ms(-25 * HOUR_MS).insert().await;
    assert_eq!(notify(&editor, old.id).await.0, "told");
    let form = PostForm {
        title: Some("Kutoka kwingine".into()),
        content: Some("<p>x</p>".into()),
        category_name: Some("tech".into()),
        ..PostForm::default()
    };
    let imported = posts::ImportPost { external_key: "t:1".into(), form, slug: None, created_at: None, owner_id: None };
    posts::import(app.core(), imported).await.unwrap();
    let imported = posts::find_public(app.core(), "kutoka-kwingine").await.unwrap().0;
    let posts::PostLookup::Post(imported) = imported else { panic!("it is public") };
    assert_eq!(notify(&editor, imported.id).await.0, "told");
    assert_eq!(editor.post("/api/admin/notify-subscribers", json!({})).await.ok()["status"], "told");
    app.clock.advance_ms(HOUR_MS);
    assert_eq!(mail_count(&app).await, 0);
}

#[tokio::test]
async fn notify_picks_the_newest_unnotified_post_and_never_mails_gated_text() {
    let (app, editor) = app().await;
    app.post("Ya kwanza").insert().await;
    app.clock.advance_ms(1);
    let gated = app.post("Ya wanachama").content(&format!("<p>Mwanzo.</p><p>{} SIRI</p>", "maneno ".repeat(200)));
    gated.form(|form| form.access = Some("subscribers".into())).insert().await;
    let press = async || {
        editor.post("/api/admin/notify-subscribers", json!({})).await.ok()["status"].as_str().unwrap().to_owned()
    };
    assert_eq!([press().await, press().await, press().await], ["notified", "notified", "told"]);
    app.clock.advance_ms(MINUTE_MS);
    let mails = app.mails_to("amina@example.com").await;
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| !mail.text.contains("SIRI")));
    assert_eq!(issue::Entity::find().all(app.core().store.reader()).await.unwrap().len(), 2);
}
