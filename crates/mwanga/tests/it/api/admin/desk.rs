//! What the desk begins with: today, and the calendar.

use mwanga_store::types::SubscriberStatus;

use crate::support::*;

const TODAY: &str = "/api/admin/desk";
const MINUTE: i64 = 60_000;

#[tokio::test]
async fn today_says_what_waits_and_what_goes_out_next() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Draft").draft().insert().await;
    app.post("Later").in_ms(90 * MINUTE).insert().await;
    app.post("Soon").in_ms(5 * MINUTE).insert().await;
    app.post("Out").insert().await;
    let today = editor.get(TODAY).await.ok();
    assert_eq!((&today["drafts"], &today["in_review"], &today["scheduled"]), (&json!(1), &json!(0), &json!(2)));
    let next: Vec<&str> = titles(&today["next_posts"]);
    assert_eq!(next, ["Soon", "Later"]);
    assert_eq!((&today["problems"], &today["daily"]["state"]), (&json!(null), &json!("off")));
    // A scheduled post that is out waits no more.
    app.clock.advance_ms(6 * MINUTE);
    assert_eq!(titles(&editor.get(TODAY).await.ok()["next_posts"]), ["Later"]);
}

#[tokio::test]
async fn the_daily_newsletter_is_ahead_goes_out_and_is_missed() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let schedule = |time: &str| json!({ "enabled": true, "time": time, "minimum": 1 });
    let daily = async || {
        let editor = app.staff(Role::Editor).await;
        editor.get(TODAY).await.ok()["daily"].clone()
    };
    // It is noon in Nairobi.
    editor.put("/api/newsletter/admin-schedule", schedule("13:00")).await.ok();
    assert_eq!(daily().await, json!({ "state": "ahead", "next_at": "2026-11-20T10:00:00Z" }));
    app.clock.advance_ms(61 * MINUTE);
    assert_eq!(daily().await, json!({ "state": "skipped", "next_at": "2026-11-21T10:00:00Z" }));
    app.run_jobs().await;
    assert_eq!(daily().await["state"], "skipped", "there was nothing to send");
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    app.post("News").insert().await;
    app.clock.advance_ms(24 * 60 * MINUTE);
    app.run_jobs().await;
    let state = daily().await["state"].clone();
    assert!(state == "waiting" || state == "sending" || state == "sent", "{state}");
}

#[tokio::test]
async fn writers_see_their_own_posts_and_administrators_what_is_amiss() {
    let app = TestApp::new().await;
    app.post("The editors' draft").draft().insert().await;
    let writer = app.staff(Role::Author).await;
    let body = json!({ "title": "Mine", "content": "<p>x</p>", "category_name": "tech", "status": "draft" });
    writer.post("/api/admin/posts", body).await.ok();
    let today = writer.get(TODAY).await.ok();
    assert_eq!((&today["drafts"], &today["daily"], &today["last_backup_at"]), (&json!(1), &json!(null), &json!(null)));
    let administrator = app.staff(Role::Admin).await;
    let today = administrator.get(TODAY).await.ok();
    let subjects: Vec<&str> =
        today["problems"].as_array().unwrap().iter().map(|check| check["subject"].as_str().unwrap()).collect();
    assert!(subjects.contains(&"Backups"), "none are made here: {subjects:?}");
}

#[tokio::test]
async fn the_calendar_has_a_month_of_the_publication() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let dated = |title: &str, date: &str, status: &str| {
        let body = json!({ "title": title, "content": "<p>x</p>", "category_name": "tech", "publish_date": date, "status": status });
        editor.post("/api/admin/posts", body)
    };
    dated("Last of October", "2026-10-31T23:59", "published").await.ok();
    dated("First of November", "2026-11-01T00:00", "published").await.ok();
    dated("Planned", "2026-11-30T23:59", "published").await.ok();
    dated("Draft with a date", "2026-11-15T08:00", "draft").await.ok();
    app.post("Draft without one").draft().insert().await;
    let month = editor.get("/api/admin/calendar?month=2026-11").await.ok();
    assert_eq!(titles(&month["posts"]), ["First of November", "Draft with a date", "Planned"]);
    let public: Vec<bool> =
        month["posts"].as_array().unwrap().iter().map(|post| post["is_public"].as_bool().unwrap()).collect();
    assert_eq!((public, &month["is_cut"]), (vec![true, false, false], &json!(false)));
    assert_eq!(titles(&editor.get("/api/admin/calendar?month=2026-10").await.ok()["posts"]), ["Last of October"]);
    let present = editor.get("/api/admin/calendar").await.ok();
    assert_eq!(present["month"], "2026-11");
    for bad in ["2026", "2026-13", "x"] {
        let problem = editor.get(&format!("/api/admin/calendar?month={bad}")).await.problem();
        assert_eq!(problem.is(), (400, "request.invalid_query"), "{bad}");
    }
    let writer = app.staff(Role::Contributor).await;
    let own = writer.get("/api/admin/calendar?month=2026-11").await.ok();
    assert_eq!((&own["posts"], &own["issues"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn the_calendar_has_the_newsletters_that_editors_schedule() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let issue = json!({ "subject": "Weekend reading", "html": "<p>x</p>", "send_at": "2026-11-21T06:30" });
    editor.post("/api/newsletter/admin-send", issue).await.ok();
    let month = editor.get("/api/admin/calendar?month=2026-11").await.ok();
    assert_eq!(
        (&month["issues"][0]["subject"], &month["issues"][0]["status"], &month["issues"][0]["starts_at"]),
        (&json!("Weekend reading"), &json!("waiting"), &json!("2026-11-21T03:30:00Z"))
    );
    assert_eq!(editor.get(TODAY).await.ok()["next_issues"][0]["subject"], "Weekend reading");
}
