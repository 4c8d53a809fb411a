use mwanga_store::ConnectionTrait;
use mwanga_store::entities::issue;
use mwanga_store::types::{IssueKind, SubscriberStatus};
use sea_orm::EntityTrait;

use crate::support::*;

const PATH: &str = "/api/newsletter/admin-schedule";
const HOUR_MS: i64 = 3_600_000;

async fn issues(app: &TestApp) -> Vec<issue::Model> {
    issue::Entity::find().all(app.core().store.reader()).await.unwrap()
}

/// Sessions end while the clock moves.
async fn put(app: &TestApp, schedule: Value) {
    app.staff(Role::Editor).await.put(PATH, schedule).await.ok();
}

#[tokio::test]
async fn the_daily_schedule_is_off_by_default_and_is_validated() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let off = json!({ "enabled": false, "time": "06:30", "minimum": 1, "next_at": null });
    assert_eq!(editor.get(PATH).await.ok(), off);
    for (time, minimum, field) in
        [("25:00", 1, "time"), ("6.30", 1, "time"), ("06:30", 0, "minimum"), ("06:30", 21, "minimum")]
    {
        let problem = editor.put(PATH, json!({ "enabled": true, "time": time, "minimum": minimum })).await.problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "newsletter.invalid"), vec![field]),
            "{time} {minimum}"
        );
    }
    let wanted = json!({ "enabled": true, "time": "17:05", "minimum": 3 });
    let kept = json!({ "enabled": true, "time": "17:05", "minimum": 3, "next_at": "2026-11-20T14:05:00Z" });
    assert_eq!(editor.put(PATH, wanted).await.ok(), kept);
    assert_eq!(editor.get(PATH).await.ok(), kept);
}

#[tokio::test]
async fn the_schedule_is_three_of_the_settings() {
    let app = TestApp::new().await;
    put(&app, json!({ "enabled": true, "time": "17:05", "minimum": 3 })).await;
    let admin = app.staff(Role::Admin).await;
    let settings = admin.get("/api/admin/settings").await.ok();
    let value = |key: &str| settings["data"][key]["value"].clone();
    let daily = ["enabled", "time", "minimum"].map(|name| value(&format!("newsletter.daily_{name}")));
    assert_eq!(daily, [json!(true), json!("17:05"), json!(3)]);
    let changes = json!({ "version": settings["version"], "values": { "newsletter.daily_time": "13:00" } });
    admin.put("/api/admin/settings", changes).await.ok();
    let schedule = admin.get(PATH).await.ok();
    let fields = ["time", "minimum", "next_at"].map(|name| &schedule[name]);
    assert_eq!(fields, [&json!("13:00"), &json!(3), &json!("2026-11-20T10:00:00Z")]);
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
    app.post("Moja").insert().await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 1);
}

#[tokio::test]
async fn the_schedule_of_an_earlier_version_becomes_settings() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    admin.put("/api/admin/settings", json!({ "version": 0, "values": { "site.brand": "Nuru" } })).await.ok();
    let store = &app.core().store;
    let stored = r#"{"enabled":true,"time":"07:15","minimum":3}"#;
    mwanga_store::queries::settings::set(store.writer(), "newsletter.schedule", stored, app.core().now())
        .await
        .unwrap();
    let undone = "DELETE FROM seaql_migrations WHERE version = 'm20261125_000210_move_newsletter_schedule'";
    store.writer().execute_unprepared(undone).await.unwrap();
    mwanga_store::migrations::migrate(store, || app.core().now()).await.unwrap();
    mwanga_core::settings::refresh(app.core()).await.unwrap();
    let schedule = admin.get(PATH).await.ok();
    assert_eq!(["enabled", "time", "minimum"].map(|name| &schedule[name]), [&json!(true), &json!("07:15"), &json!(3)]);
    let settings = admin.get("/api/admin/settings").await.ok();
    assert_eq!((&settings["version"], &settings["data"]["site.brand"]["value"]), (&json!(2), &json!("Nuru")));
    let left = mwanga_store::queries::settings::get(store.reader(), "newsletter.schedule").await.unwrap();
    assert_eq!(left, None);
}

/// The clock of the tests stands at noon in Nairobi.
#[tokio::test]
async fn the_daily_issue_is_sent_once_a_day_when_it_has_enough_posts() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 2 })).await;
    app.post("Moja").insert().await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert!(issues(&app).await.is_empty(), "one post is not enough");
    app.post("Mbili").insert().await;
    app.clock.advance_ms(23 * HOUR_MS);
    app.run_jobs().await;
    assert!(issues(&app).await.is_empty(), "not before its time");
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    let created = issues(&app).await;
    assert_eq!((created.len(), created[0].kind, created[0].day.as_deref()), (1, IssueKind::Daily, Some("2026-11-21")));
    app.clock.advance_ms(60_000);
    assert_eq!(app.mails_to("amina@example.com").await.len(), 1);
    // Another time on the same day, and a clock that was set back.
    put(&app, json!({ "enabled": true, "time": "14:00", "minimum": 1 })).await;
    app.post("Tatu").insert().await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    app.clock.advance_ms(-2 * HOUR_MS);
    put(&app, json!({ "enabled": true, "time": "13:30", "minimum": 1 })).await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 1, "never twice a day");
    put(&app, json!({ "enabled": false, "time": "13:30", "minimum": 1 })).await;
    app.clock.advance_ms(24 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 1, "switched off");
}

#[tokio::test]
async fn two_nodes_create_one_daily_issue_and_a_missed_day_is_skipped() {
    let app = TestApp::new().await;
    app.post("Moja").insert().await;
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
    app.clock.advance_ms(HOUR_MS);
    let (one, two) = (mwanga_server::job_worker(app.core()), mwanga_server::job_worker(app.core()));
    let (one, two) = tokio::join!(one.run_due(), two.run_due());
    one.unwrap();
    two.unwrap();
    assert_eq!(issues(&app).await.len(), 1);
    app.clock.advance_ms(1);
    app.post("Mbili").insert().await;
    // From the day after tomorrow's morning on, the time of tomorrow is past.
    app.clock.advance_ms(40 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 1, "the next one holds what was new");
    app.clock.advance_ms(8 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 2);
}

#[tokio::test]
async fn the_daily_issue_follows_the_time_zone_of_the_publication() {
    let app = TestApp::new().await;
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
    app.post("Moja").insert().await;
    app.set_time_zone("Europe/London").await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert!(issues(&app).await.is_empty(), "one in the afternoon in Nairobi is none any more");
    app.clock.advance_ms(3 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await[0].day.as_deref(), Some("2026-11-20"));
    // The same day once more, five hours later.
    app.clock.advance_ms(1);
    app.post("Mbili").insert().await;
    app.set_time_zone("America/New_York").await;
    app.clock.advance_ms(5 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 1, "another zone counts from the next day");
    app.clock.advance_ms(24 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(issues(&app).await.len(), 2);
}

async fn notify(app: &TestApp, post: impl std::fmt::Display) {
    let path = format!("/api/admin/posts/{post}/notify-subscribers");
    app.staff(Role::Editor).await.post(&path, json!({})).await.ok();
    app.clock.advance_ms(60_000);
    app.run_jobs().await;
}

async fn daily_issue(app: &TestApp) -> Option<issue::Model> {
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    issues(app).await.into_iter().find(|issue| issue.kind == IssueKind::Daily)
}

#[tokio::test]
async fn the_daily_issue_leaves_out_what_went_out_as_a_notice() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
    let post = app.post("Ilani").insert().await;
    app.post("Habari").insert().await;
    notify(&app, post.id).await;
    assert_eq!(app.mails_to("amina@example.com").await.len(), 1);
    let draft = app.staff(Role::Editor).await.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!((&draft["posts"], &draft["subject"]), (&json!(1), &json!("Habari")), "nor is it chosen already");
    let offered = draft["stories"].as_array().unwrap();
    assert!(offered.iter().any(|story| story["title"] == "Ilani"), "an editor may choose it");
    let daily = daily_issue(&app).await.expect("a daily issue");
    assert!(daily.html.contains("Habari") && !daily.html.contains("Ilani"), "{}", daily.html);
}

#[tokio::test]
async fn no_daily_issue_goes_out_where_notices_said_it_all() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
    let post = app.post("Ilani").insert().await;
    notify(&app, post.id).await;
    assert!(daily_issue(&app).await.is_none());
}

#[tokio::test]
async fn a_notice_that_was_undone_or_reached_nobody_leaves_its_post_to_the_daily_issue() {
    for undone in [true, false] {
        let app = TestApp::new().await;
        put(&app, json!({ "enabled": true, "time": "13:00", "minimum": 1 })).await;
        let post = app.post("Ilani").insert().await;
        if undone {
            app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
        }
        notify(&app, post.id).await;
        let notice = issues(&app).await.pop().expect("a notice");
        assert_eq!(notice.kind, IssueKind::Notify);
        if undone {
            let update = format!("UPDATE issue SET status = 'undone' WHERE id = {}", notice.id);
            app.core().store.writer().execute_unprepared(&update).await.unwrap();
        }
        let daily = daily_issue(&app).await.expect("a daily issue");
        assert!(daily.html.contains("Ilani"), "{}", daily.html);
    }
}
