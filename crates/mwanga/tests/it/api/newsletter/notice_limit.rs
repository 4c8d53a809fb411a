//! At most one notice a day.

use mwanga_store::ConnectionTrait;
use mwanga_store::entities::{issue, subscriber};
use mwanga_store::queries::subscribers;
use mwanga_store::types::IssueStatus::{Sent, Skipped};
use mwanga_store::types::{IssueKind, IssueStatus, PostId, SubscriberStatus};
use sea_orm::{EntityTrait, QueryOrder};

use crate::support::*;

const EMAIL: &str = "amina@example.com";
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// A publication with a subscriber, whose daily newsletter goes out at one o'clock; the clock stands at noon.
async fn limited() -> TestApp {
    let app = TestApp::new().await;
    app.subscribe(EMAIL, SubscriberStatus::Confirmed).await;
    let daily = json!({ "newsletter.daily_enabled": true, "newsletter.daily_time": "13:00" });
    save(&app, daily).await;
    save(&app, json!({ "newsletter.one_notice_a_day": true })).await;
    app
}

/// Saves settings on top of the newest.
async fn save(app: &TestApp, values: Value) {
    let admin = app.staff(Role::Admin).await;
    let version = admin.get("/api/admin/settings").await.ok()["version"].clone();
    admin.put("/api/admin/settings", json!({ "version": version, "values": values })).await.ok();
}

/// Asks for the notice of a post, and answers what was said.
async fn ask(app: &TestApp, post: PostId) -> String {
    let path = format!("/api/admin/posts/{post}/notify-subscribers");
    app.staff(Role::Editor).await.post(&path, json!({})).await.ok()["status"].as_str().unwrap().to_owned()
}

/// Publishes a post with a notice, and answers what became of the notice.
async fn notify(app: &TestApp, title: &str) -> (PostId, IssueStatus) {
    let post = app.post(title).insert().await.id;
    (post, notify_post(app, post).await)
}

async fn notify_post(app: &TestApp, post: PostId) -> IssueStatus {
    ask(app, post).await;
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    issues(app).await.into_iter().find(|issue| issue.post_id == Some(post)).expect("a notice").status
}

async fn issues(app: &TestApp) -> Vec<issue::Model> {
    issue::Entity::find().order_by_asc(issue::Column::Id).all(app.core().store.reader()).await.unwrap()
}

/// The newest daily issue, after so many hours.
async fn daily_issue(app: &TestApp, hours: i64) -> issue::Model {
    app.clock.advance_ms(hours * HOUR_MS);
    app.run_jobs().await;
    issues(app).await.into_iter().rfind(|issue| issue.kind == IssueKind::Daily).expect("a daily issue")
}

#[tokio::test]
async fn the_second_notice_of_a_day_is_skipped_and_its_post_comes_with_the_next_daily_issue() {
    let app = limited().await;
    assert_eq!(notify(&app, "Moja").await.1, Sent);
    let second = app.post("Mbili").insert().await.id;
    for _ in 0..2 {
        assert_eq!(ask(&app, second).await, "skipped", "the same once more");
    }
    assert_eq!(notify_post(&app, second).await, Skipped);
    assert_eq!(app.mails_to(EMAIL).await.len(), 1);
    assert_eq!(ask(&app, second).await, "told", "once per post");
    let editor = app.staff(Role::Editor).await;
    let listed = editor.get("/api/newsletter/admin-issues").await.ok()["data"][0].clone();
    let shown = (&listed["subject"], &listed["status"], &listed["total"], listed["finished_at"].is_string());
    assert_eq!(shown, (&json!("Mbili"), &json!("skipped"), &json!(0), true));
    let undo = editor.post(&format!("/api/newsletter/admin-issues/{}/undo", listed["id"]), json!({})).await;
    assert_eq!(undo.problem().is(), (409, "newsletter.state"));
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!((&draft["posts"], &draft["subject"]), (&json!(1), &json!("Mbili")));
    let daily = daily_issue(&app, 1).await;
    assert!(daily.html.contains("Mbili") && !daily.html.contains("Moja"), "{}", daily.html);
    // And once only.
    app.clock.advance_ms(MINUTE_MS);
    app.post("Tatu").insert().await;
    let next = daily_issue(&app, 24).await;
    assert!(next.id != daily.id && next.html.contains("Tatu") && !next.html.contains("Mbili"), "{}", next.html);
}

#[tokio::test]
async fn a_skipped_post_that_an_earlier_issue_held_comes_with_the_next_one_too() {
    let app = limited().await;
    let old = app.post("Zamani").insert().await.id;
    let first = daily_issue(&app, 1).await;
    assert!(first.html.contains("Zamani"));
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(notify(&app, "Moja").await.1, Sent);
    assert_eq!(notify_post(&app, old).await, Skipped);
    let second = daily_issue(&app, 24).await;
    assert!(second.id != first.id && second.html.contains("Zamani") && !second.html.contains("Moja"));
}

#[tokio::test]
async fn the_size_of_an_audience_says_whether_the_notice_of_the_day_went_out_also_one_of_a_topic() {
    let app = limited().await;
    let editor = app.staff(Role::Editor).await;
    let is_reached = async || {
        // Anew: a session does not outlast the day.
        let editor = app.staff(Role::Editor).await;
        editor.get("/api/newsletter/admin-audience").await.ok()["is_notice_limit_reached"].as_bool().unwrap()
    };
    let db = app.core().store.writer();
    let amina = subscriber::Entity::find().one(db).await.unwrap().unwrap();
    subscribers::set_topics(db, amina.id, &["games"]).await.unwrap();
    assert!(!is_reached().await);
    let post = app.post("Moja").insert().await.id;
    let path = format!("/api/admin/posts/{post}/notify-subscribers");
    editor.post(&path, json!({ "topics": ["games"] })).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert!(is_reached().await);
    let (second, status) = notify(&app, "Mbili").await;
    assert_eq!(status, Skipped);
    let state = editor.get(&format!("/api/admin/posts/{second}/notify-subscribers")).await.ok();
    assert_eq!((&state["status"], &state["audience"]), (&json!("left_to_daily"), &json!("everyone")));
    assert_eq!(app.mails_to(EMAIL).await.len(), 1);
    // Of a topic, it stays in the digest for the others.
    let daily = daily_issue(&app, 1).await;
    assert!(daily.html.contains("Moja") && daily.html.contains("Mbili"), "{}", daily.html);
    app.clock.advance_ms(11 * HOUR_MS);
    assert!(!is_reached().await, "another day");
}

#[tokio::test]
async fn the_next_day_of_the_publication_has_its_notice() {
    // Hours from noon in Nairobi to the last minutes of the day.
    for (zone, hours) in [("Africa/Nairobi", 11), ("Europe/London", 14), ("America/New_York", 19)] {
        let app = limited().await;
        app.set_time_zone(zone).await;
        assert_eq!(notify(&app, "Moja").await.1, Sent);
        app.clock.advance_ms(hours * HOUR_MS + 50 * MINUTE_MS);
        assert_eq!(notify(&app, "Mbili").await.1, Skipped, "{zone}");
        app.clock.advance_ms(10 * MINUTE_MS);
        assert_eq!(notify(&app, "Tatu").await.1, Sent, "{zone}");
        assert_eq!(notify(&app, "Nne").await.1, Skipped, "{zone}");
    }
}

#[tokio::test]
async fn a_notice_that_was_undone_or_reached_nobody_is_not_that_of_the_day() {
    for change in ["UPDATE issue SET status = 'undone'", "UPDATE delivery SET status = 'failed'"] {
        let app = limited().await;
        assert_eq!(notify(&app, "Moja").await.1, Sent);
        let db = app.core().store.writer();
        db.execute_unprepared("UPDATE issue SET kept_counts = NULL").await.unwrap();
        db.execute_unprepared(change).await.unwrap();
        assert_eq!(notify(&app, "Mbili").await.1, Sent, "{change}");
        assert_eq!(notify(&app, "Tatu").await.1, Skipped, "{change}");
    }
}

#[tokio::test]
async fn what_an_editor_sends_by_hand_goes_out_and_is_not_the_notice_of_the_day() {
    let app = limited().await;
    let send = async |subject: &str, topic: &str| {
        let words = json!({ "subject": subject, "html": "<p>Habari.</p>", "topic": topic });
        app.staff(Role::Editor).await.post("/api/newsletter/admin-send", words).await.ok();
        app.clock.advance_ms(MINUTE_MS);
        app.run_jobs().await;
    };
    send("Before", "").await;
    assert_eq!(notify(&app, "Moja").await.1, Sent);
    assert_eq!(notify(&app, "Mbili").await.1, Skipped);
    send("After", "").await;
    send("Of a topic", "games").await;
    let by_hand: Vec<_> = issues(&app).await.into_iter().filter(|issue| issue.kind == IssueKind::Manual).collect();
    assert_eq!(by_hand.iter().map(|issue| issue.status).collect::<Vec<_>>(), [Sent; 3]);
}

#[tokio::test]
async fn every_notice_goes_out_where_nobody_limits_them_or_no_daily_issue_would_hold_the_post() {
    let app = TestApp::new().await;
    app.subscribe(EMAIL, SubscriberStatus::Confirmed).await;
    let admin = app.staff(Role::Admin).await;
    let fresh = admin.get("/api/admin/settings").await.ok()["data"]["newsletter.one_notice_a_day"]["value"].clone();
    assert_eq!(fresh, false);
    save(&app, json!({ "newsletter.daily_enabled": true })).await;
    for title in ["Moja", "Mbili"] {
        assert_eq!(notify(&app, title).await.1, Sent, "off after installation");
    }
    save(&app, json!({ "newsletter.daily_enabled": false, "newsletter.one_notice_a_day": true })).await;
    assert_eq!(notify(&app, "Tatu").await.1, Sent, "nothing would carry it");
    save(&app, json!({ "newsletter.daily_enabled": true })).await;
    assert_eq!(notify(&app, "Nne").await.1, Skipped);
    let paid = app.post("Tangazo").category("sponsored").insert().await.id;
    assert_eq!(notify_post(&app, paid).await, Sent, "no daily newsletter holds a sponsored post");
}

#[tokio::test]
async fn of_two_notices_at_the_same_moment_one_goes_out() {
    let app = limited().await;
    let other = TestApp::sharing_store(&app).await;
    for day in 0..4 {
        for n in 0..2 {
            let post = app.post(&format!("Habari {day} {n}")).insert().await.id;
            assert_eq!(ask(&app, post).await, "notified");
        }
        app.clock.advance_ms(MINUTE_MS);
        let (one, two) = (mwanga_server::job_worker(app.core()), mwanga_server::job_worker(other.core()));
        let (one, two) = tokio::join!(one.run_due(), two.run_due());
        one.unwrap();
        two.unwrap();
        app.run_jobs().await;
        let made: Vec<issue::Model> = issues(&app).await.into_iter().filter(|issue| issue.post_id.is_some()).collect();
        let skipped = made.iter().rev().take(2).filter(|issue| issue.status == Skipped).count();
        assert_eq!((made.len(), skipped), (2 * (day + 1), 1), "on day {day}");
        app.clock.advance_ms(24 * HOUR_MS);
        app.run_jobs().await;
    }
}
