//! The mail that welcomes a subscriber.

use mwanga_core::held::{self, HoldReason};
use mwanga_core::posts::{self, PostForm};
use mwanga_store::entities::{job, mail_log, subscriber};
use mwanga_store::types::{JobState, MailKind, MailStatus, SubscriberStatus};
use mwanga_store::{ConnectionTrait, queries};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::*;

const SUBSCRIBE: &str = "/api/newsletter/subscribe";
const CONFIRM: &str = "/api/newsletter/confirm";
const EMAIL: &str = "amina@example.com";
const WELCOME: &str = "Welcome to Mwanga";

/// The code of the newest mail that asks to confirm.
async fn subscribe(app: &TestApp) -> String {
    app.clock.advance_ms(1_000);
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    app.mails_to(EMAIL).await.into_iter().rfind(|mail| mail.subject.starts_with("Confirm")).expect("a mail").code()
}

async fn press(app: &TestApp, code: &str, topics: &[&str]) {
    app.anyone().post(CONFIRM, json!({ "code": code, "topics": topics })).await.ok();
}

async fn confirm(app: &TestApp) {
    let code = subscribe(app).await;
    press(app, &code, &[]).await;
}

async fn welcomes(app: &TestApp) -> Vec<Mail> {
    app.mails_to(EMAIL).await.into_iter().filter(|mail| mail.subject == WELCOME).collect()
}

/// The path of the subscriber's preferences.
async fn preferences(app: &TestApp) -> String {
    let row = subscriber::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap();
    mwanga_core::newsletter::preferences_path(app.core(), &row)
}

async fn set_subscribed(app: &TestApp, subscribed: bool) {
    let path = preferences(app).await;
    let code = path.split_once("code=").unwrap().1;
    let changes = json!({ "code": code, "subscribed": subscribed });
    app.anyone().post("/api/newsletter/preferences", changes).await.ok();
}

/// Saves settings on top of the newest.
async fn save(app: &TestApp, values: Value) -> Reply {
    let admin = app.staff(Role::Admin).await;
    let version = admin.get("/api/admin/settings").await.ok()["version"].clone();
    admin.put("/api/admin/settings", json!({ "version": version, "values": values })).await
}

async fn welcome_job(app: &TestApp) -> job::Model {
    let jobs = job::Entity::find().all(app.core().store.reader()).await.unwrap();
    jobs.into_iter().find(|job| job.kind == "newsletter.send_welcome").expect("a job")
}

/// The titles of the stories of a welcome, among these.
async fn stories<'a>(app: &TestApp, titles: &[&'a str]) -> Vec<&'a str> {
    let mail = welcomes(app).await.pop().expect("a welcome");
    titles.iter().copied().filter(|title| mail.text.contains(&format!("The text of {title}."))).collect()
}

#[tokio::test]
async fn who_confirms_is_welcomed_once() {
    let app = TestApp::new().await;
    app.post("Taa mpya").insert().await;
    let code = subscribe(&app).await;
    for _ in 0..2 {
        press(&app, &code, &[]).await;
    }
    let mail = welcomes(&app).await.pop().expect("a welcome");
    let leave = preferences(&app).await.replace("/newsletter/preferences", "/newsletter/unsubscribe");
    for part in [
        "text/plain",
        "text/html",
        "List-Id: Mwanga <newsletter.mwanga.example>",
        &format!("List-Unsubscribe: <{BASE}{leave}>"),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        &format!("Unsubscribe: {BASE}{leave}"),
        &format!("Choose topics: {BASE}{}", preferences(&app).await),
        &format!("{BASE}/post/slug/taa-mpya"),
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
    // An active subscriber who asks and presses again is a subscriber already.
    press(&app, &code, &[]).await;
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    app.clock.advance_ms(24 * 3_600_000);
    assert_eq!(welcomes(&app).await.len(), 1);
    let logged = mail_log::Entity::find().all(app.core().store.reader()).await.unwrap();
    let logged: Vec<_> = logged.iter().filter(|row| row.kind == MailKind::NewsletterWelcome).collect();
    assert_eq!((logged.len(), &*logged[0].subject, logged[0].status), (1, WELCOME, MailStatus::Sent));
}

#[tokio::test]
async fn the_welcome_has_the_chosen_posts_that_everyone_may_read_whole() {
    let app = TestApp::new().await;
    let titles = ["Moja", "Mbili", "Tatu", "Nne"];
    let mut ids = Vec::new();
    for title in titles {
        ids.push(app.post(title).insert().await.id);
    }
    let change = async |id, form: PostForm| posts::update(app.core(), None, id, form).await.unwrap();
    let chosen = json!(["moja", format!("{BASE}/post/slug/mbili"), "tatu"]);
    save(&app, json!({ "newsletter.welcome_posts": chosen })).await.ok();
    let code = subscribe(&app).await;
    press(&app, &code, &[]).await;
    assert_eq!(stories(&app, &titles).await, ["Moja", "Mbili", "Tatu"], "and not the newest");
    // Moved, taken back, and locked since.
    change(ids[0], PostForm { slug: Some("kwanza".into()), ..PostForm::default() }).await;
    change(ids[1], PostForm { status: Some("draft".into()), ..PostForm::default() }).await;
    change(ids[2], PostForm { access: Some("subscribers".into()), ..PostForm::default() }).await;
    set_subscribed(&app, false).await;
    confirm(&app).await;
    assert_eq!(stories(&app, &titles).await, ["Moja"]);
    // None is left.
    change(ids[0], PostForm { category_name: Some("sponsored".into()), ..PostForm::default() }).await;
    set_subscribed(&app, false).await;
    confirm(&app).await;
    assert_eq!(stories(&app, &titles).await, ["Nne"]);
}

#[tokio::test]
async fn without_a_choice_the_welcome_has_the_three_newest_posts_that_everyone_may_read_whole() {
    let app = TestApp::new().await;
    confirm(&app).await;
    let empty = welcomes(&app).await.pop().expect("a welcome of a fresh store");
    assert!(!empty.text.contains("To begin with") && empty.text.contains("What comes when"), "{}", empty.text);
    for title in ["Moja", "Mbili", "Tatu", "Nne"] {
        app.clock.advance_ms(1_000);
        app.post(title).insert().await;
    }
    app.clock.advance_ms(1_000);
    app.post("Siri").form(|form| form.access = Some("registered".into())).insert().await;
    app.post("Tangazo").category("sponsored").insert().await;
    app.post("Kesho").in_ms(3_600_000).insert().await;
    set_subscribed(&app, false).await;
    confirm(&app).await;
    let all = ["Moja", "Mbili", "Tatu", "Nne", "Siri", "Tangazo", "Kesho"];
    assert_eq!(stories(&app, &all).await, ["Mbili", "Tatu", "Nne"]);
}

#[tokio::test]
async fn the_posts_of_the_welcome_are_ones_that_everyone_may_read_whole() {
    let app = TestApp::new().await;
    app.post("Moja").insert().await;
    app.post("Siri").form(|form| form.access = Some("subscribers".into())).insert().await;
    app.post("Tangazo").category("sponsored").insert().await;
    app.post("Kesho").in_ms(3_600_000).insert().await;
    for refused in ["gone", "siri", "tangazo", "kesho", "Moja moja"] {
        let problem = save(&app, json!({ "newsletter.welcome_posts": ["moja", refused] })).await.problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "settings.invalid"), vec!["newsletter.welcome_posts"]),
            "{refused}"
        );
    }
    let saved = save(&app, json!({ "newsletter.welcome_posts": ["/post/slug/moja/", "", "moja"] })).await.ok();
    assert_eq!(saved["data"]["newsletter.welcome_posts"]["value"], json!(["moja"]));
    let many = json!({ "newsletter.welcome_posts": ["a", "b", "c", "d"] });
    assert_eq!(save(&app, many).await.problem().is(), (422, "settings.invalid"));
}

#[tokio::test]
async fn the_welcome_says_what_comes_when() {
    let app = TestApp::new().await;
    let schedule = async |values: Value, topics: &[&str]| {
        save(&app, values).await.ok();
        let code = subscribe(&app).await;
        press(&app, &code, topics).await;
        let text = welcomes(&app).await.pop().expect("a welcome").text;
        set_subscribed(&app, false).await;
        let plain = text.split("What comes when:").nth(1).unwrap().split("Choose topics, or leave").next().unwrap();
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        schedule(json!({ "newsletter.one_notice_a_day": true }), &[]).await,
        "Now and then. A mail about a new post, and newsletters that we write by hand. \
         Topics. You chose none yet. Newsletters on a topic go only to those who chose it."
    );
    let daily = json!({
        "newsletter.daily_enabled": true, "newsletter.daily_time": "07:15", "site.time_zone": "Europe/London",
    });
    let said = schedule(daily, &["games", "ai-at-work"]).await;
    assert_eq!(
        said,
        "Every day at 07:15, London time. The new posts, on each day that has one. \
         Now and then. A mail about a new post, as a rule at most one a day, and newsletters that we write by hand. \
         Your topics: AI at work and Games. Newsletters on these, now and then."
    );
    let said = schedule(json!({ "newsletter.daily_minimum": 3, "newsletter.one_notice_a_day": false }), &[]).await;
    assert!(said.contains("The new posts, once there are at least 3.") && !said.contains("at most"), "{said}");
}

#[tokio::test]
async fn who_left_before_the_welcome_went_out_gets_none() {
    let app = TestApp::new().await;
    confirm(&app).await;
    set_subscribed(&app, false).await;
    assert_eq!(welcomes(&app).await.len(), 0);
    set_subscribed(&app, true).await;
    app.clock.advance_ms(1_000);
    assert_eq!(welcomes(&app).await.len(), 0, "coming back confirms nothing");
    // One that ended and one that began before the first welcome went out.
    set_subscribed(&app, false).await;
    confirm(&app).await;
    let later = "UPDATE job SET due_at = due_at + 3600000 WHERE kind = 'newsletter.send_welcome' AND state = 'waiting'";
    app.core().store.writer().execute_unprepared(later).await.unwrap();
    set_subscribed(&app, false).await;
    confirm(&app).await;
    app.clock.advance_ms(3_700_000);
    assert_eq!(welcomes(&app).await.len(), 1, "of two jobs, that of the subscription which holds");
}

#[tokio::test]
async fn who_left_is_welcomed_again_only_after_confirming_again() {
    let app = TestApp::new().await;
    confirm(&app).await;
    assert_eq!(welcomes(&app).await.len(), 1);
    set_subscribed(&app, false).await;
    set_subscribed(&app, true).await;
    assert_eq!(welcomes(&app).await.len(), 1);
    set_subscribed(&app, false).await;
    confirm(&app).await;
    assert_eq!(welcomes(&app).await.len(), 2);
}

#[tokio::test]
async fn without_double_opt_in_the_subscription_itself_is_welcomed_once() {
    let app = TestApp::with(|config| config.mail.double_opt_in = false).await;
    let requests = (0..5).map(|_| async { app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok() });
    futures_util::future::join_all(requests).await;
    app.clock.advance_ms(60_000);
    assert_eq!(app.mails_to(EMAIL).await.iter().map(|mail| &*mail.subject).collect::<Vec<_>>(), [WELCOME]);
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    assert_eq!(welcomes(&app).await.len(), 1);
    // Nothing goes to an address that bounced.
    queries::suppressions::add(app.core().store.writer(), EMAIL, "550", app.core().now()).await.unwrap();
    set_subscribed(&app, false).await;
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    assert_eq!(welcomes(&app).await.len(), 1);
}

#[tokio::test]
async fn a_welcome_whose_process_ended_is_neither_lost_nor_sent_twice() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    app.anyone().post(SUBSCRIBE, json!({ "email": EMAIL })).await.ok();
    app.run_jobs().await;
    let code = sink.mails().pop().expect("a mail").code();
    press(&app, &code, &[]).await;
    let welcomes = || sink.mails().into_iter().filter(|mail| mail.subject == WELCOME).count();
    // Another process sends what the one left that took the confirmation.
    let restarted =
        TestApp::sharing_store_with(&app, |config| config.mail.smtp_url = Some(sink.url.clone().into())).await;
    assert_eq!((welcome_job(&app).await.state, welcomes()), (JobState::Waiting, 0));
    restarted.run_jobs().await;
    assert_eq!(welcomes(), 1);
    // As after a kill between the server's answer and the end of the job.
    let mut row = welcome_job(&app).await.into_active_model();
    (row.state, row.due_at, row.finished_at) = (Set(JobState::Waiting), Set(Some(app.core().now())), Set(None));
    row.update(app.core().store.writer()).await.unwrap();
    app.run_jobs().await;
    assert_eq!((welcome_job(&app).await.state, welcomes()), (JobState::Done, 1));
}

#[tokio::test]
async fn a_held_copy_welcomes_nobody_until_its_release() {
    let app = TestApp::new().await;
    let code = subscribe(&app).await;
    held::hold(app.core(), HoldReason::Command).await.unwrap();
    press(&app, &code, &[]).await;
    assert_eq!(welcomes(&app).await.len(), 0);
    let admin = app.staff(Role::Admin).await;
    let waiting = admin.get("/api/admin/hold").await.ok()["waiting"].clone();
    assert_eq!((&waiting[0]["label"], &waiting[0]["count"]), (&json!("Welcomes to new subscribers"), &json!(1)));
    admin.delete("/api/admin/hold").await.ok();
    assert_eq!(welcomes(&app).await.len(), 1);
}

#[tokio::test]
async fn a_subscriber_from_a_list_is_not_welcomed() {
    let app = TestApp::new().await;
    let list = app.data_dir().join("list.csv");
    std::fs::write(&list, format!("email,confirmed_at\n{EMAIL},2026-01-05\n")).unwrap();
    let report = mwanga_imports::subscribers::run(app.core(), &list, false).await.unwrap();
    let row = subscriber::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap();
    assert_eq!(row.status, SubscriberStatus::Confirmed, "{report:?}");
    assert!(app.mails_to(EMAIL).await.is_empty());
}
