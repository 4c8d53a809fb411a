//! Held copies: nobody is mailed or charged and nothing is deleted outside, until an administrator releases them.

use std::time::Duration;

use mwanga_core::held::{self, HeldError, HoldReason};
use mwanga_core::held_copy;
use mwanga_core::newsletter;
use mwanga_jobs::Job;
use mwanga_store::entities::{issue, issue_draft};
use mwanga_store::types::SubscriberStatus;
use sea_orm::EntityTrait;

use crate::support::*;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

async fn hold(app: &TestApp) {
    let restored = HoldReason::Restored { created_at: "2026-11-20T02:00:00Z".into() };
    held::hold(app.core(), restored).await.unwrap();
}

fn outbox(app: &TestApp) -> Vec<(String, String)> {
    let mails = Mail::read_all(&app.data_dir().join("outbox"));
    mails.into_iter().map(|mail| (mail.to, mail.subject)).collect()
}

async fn new_password(app: &TestApp, email: &str) {
    app.anyone().post("/api/auth/change-password", json!({ "email": email })).await.ok();
}

/// An account with this address.
async fn registered(app: &TestApp, email: &str) {
    let account = json!({ "email": email, "username": "Amina", "password": "a lamp for each reader" });
    app.anyone().post("/api/auth/register-user", account).await.ok();
    app.run_jobs().await;
}

async fn waiting(admin: &Caller) -> Vec<(String, u64, String)> {
    let hold = admin.get("/api/admin/hold").await.ok();
    let waiting = hold["waiting"].as_array().unwrap().iter();
    waiting
        .map(|waiting| {
            let text = |name: &str| waiting[name].as_str().unwrap().to_owned();
            (text("label"), waiting["count"].as_u64().unwrap(), text("on_release"))
        })
        .collect()
}

#[tokio::test]
async fn a_held_copy_sends_no_mail_until_its_release_and_then_only_what_is_younger_than_a_day() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    for email in ["early@example.com", "late@example.com"] {
        registered(&app, email).await;
    }
    let sent = outbox(&app);
    hold(&app).await;
    new_password(&app, "early@example.com").await;
    app.clock.advance_ms(25 * HOUR_MS);
    let admin_later = app.staff(Role::Admin).await;
    new_password(&app, "late@example.com").await;
    app.run_jobs().await;
    assert_eq!(outbox(&app), sent, "nothing leaves");
    assert_eq!(admin_later.get("/api/admin/status").await.ok()["held"], true);
    let expected = [("done", 1), ("dropped", 1)];
    let found = waiting(&admin_later).await;
    assert_eq!(
        found,
        expected.map(|(outcome, count)| ("Mails about accounts".to_owned(), count, outcome.to_owned())),
        "{found:?}"
    );
    let released = admin_later.delete("/api/admin/hold").await.ok();
    assert_eq!(released["dropped"][0]["recipient"], "early@example.com");
    assert_eq!(released["dropped"].as_array().unwrap().len(), 1);
    app.run_jobs().await;
    let left: Vec<String> = outbox(&app).into_iter().skip(sent.len()).map(|(to, _)| to).collect();
    assert_eq!(left, ["late@example.com"]);
    assert_eq!(admin_later.get("/api/admin/status").await.ok()["held"], false);
    assert_eq!(admin_later.delete("/api/admin/hold").await.problem().is(), (409, "site.not_held"));
    drop(admin);
}

#[tokio::test]
async fn an_administrators_own_test_mail_leaves_a_held_copy() {
    let app = TestApp::new().await;
    hold(&app).await;
    let editor = app.staff(Role::Editor).await;
    let words = json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" });
    editor.post("/api/newsletter/admin-test", words).await.ok();
    app.run_jobs().await;
    let subjects: Vec<String> = outbox(&app).into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(subjects, ["[Test] Taa mpya"]);
}

#[tokio::test]
async fn open_newsletter_mails_from_before_the_hold_become_uncertain_and_later_issues_go_out() {
    let app = TestApp::new().await;
    app.subscribers(3, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let send = async |subject: &str| {
        let mut words = json!({ "subject": subject, "html": "<p>Habari za asubuhi.</p>" });
        let draft = editor.post("/api/newsletter/admin-drafts", words.clone()).await.ok()["draft"].clone();
        words["draft"] = json!({ "id": draft["id"], "version": draft["version"] });
        let sent = editor.post("/api/newsletter/admin-send", words).await.ok();
        sent["issue"]["id"].as_i64().unwrap()
    };
    let (sending, waiting_issue) = (send("Sending").await, send("Waiting").await);
    let started = issue::Entity::find().one(app.core().store.reader()).await.unwrap().unwrap();
    let start = newsletter::StartIssue { issue_id: started.id };
    start.run(app.core().clone()).await.unwrap();
    app.clock.advance_ms(1);
    hold(&app).await;
    let own = send("Of the copy").await;
    app.clock.advance_ms(2 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(outbox(&app), []);
    let admin = app.staff(Role::Admin).await;
    let newsletters: Vec<_> = waiting(&admin).await.into_iter().map(|(_, count, outcome)| (count, outcome)).collect();
    assert_eq!(newsletters, [(3, "uncertain".to_owned()), (3, "uncertain".to_owned())]);
    assert_eq!(admin.delete("/api/admin/hold").await.ok()["uncertain"], 6);
    app.run_jobs().await;
    let subjects: Vec<String> = outbox(&app).into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(subjects, ["Of the copy", "Of the copy", "Of the copy"]);
    for (id, uncertain, sent) in [(sending, 3, 0), (waiting_issue, 3, 0), (own, 0, 3)] {
        let issue = editor.get(&format!("/api/newsletter/admin-issues/{id}")).await.ok();
        assert_eq!(issue["status"], "sent");
        assert_eq!((&issue["counts"]["uncertain"], &issue["counts"]["sent"]), (&json!(uncertain), &json!(sent)));
    }
    let drafts = issue_draft::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert_eq!(drafts, [], "none of them can be undone any more");
}

#[tokio::test]
async fn a_hold_of_another_process_stops_a_run_of_the_newsletter_before_its_next_mail() {
    let app = TestApp::new().await;
    app.subscribers(3, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let words = json!({ "subject": "Taa", "html": "<p>Habari za asubuhi.</p>" });
    editor.post("/api/newsletter/admin-send", words).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    let other = app.other_store().await;
    app.pause_sending(async || {
        held::hold_store(other.writer(), HoldReason::Command, app.core().now()).await.unwrap();
    })
    .await;
    other.close().await.unwrap();
    assert!(!app.core().held().is_set(), "this process has not heard of it");
    assert_eq!(outbox(&app), []);
}

#[tokio::test]
async fn a_notice_that_was_due_before_the_hold_is_dropped_and_one_that_is_due_later_goes_out() {
    let app = TestApp::new().await;
    app.subscribers(1, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    for (title, in_ms) in [("Leo", HOUR_MS), ("Kesho", 30 * HOUR_MS)] {
        let post = app.post(title).in_ms(in_ms).insert().await;
        editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
    }
    // The backup of now is restored in two hours: the site itself sent the first notice.
    app.clock.advance_ms(2 * HOUR_MS);
    hold(&app).await;
    app.clock.advance_ms(26 * HOUR_MS);
    let admin = app.staff(Role::Admin).await;
    let expected = [("done", 1), ("missed", 1)];
    let expected = expected.map(|(outcome, count)| ("Notices of new posts".to_owned(), count, outcome.to_owned()));
    assert_eq!(waiting(&admin).await, expected);
    let released = admin.delete("/api/admin/hold").await.ok();
    assert_eq!(released["dropped"][0]["recipient"], "all subscribers, about “Leo”");
    for _ in 0..3 {
        app.clock.advance_ms(2 * HOUR_MS);
        app.run_jobs().await;
    }
    let subjects: Vec<String> = outbox(&app).into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(subjects, ["Kesho"]);
}

#[tokio::test]
async fn a_test_mail_that_waited_in_a_backup_does_not_leave_the_restored_copy() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let words = json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" });
    editor.post("/api/newsletter/admin-test", words).await.ok();
    app.clock.advance_ms(1);
    held_copy::hold_restored(app.core().store.writer(), &app.core().now().iso(), app.core().now()).await.unwrap();
    app.core().held().reload(app.core().store.reader()).await.unwrap();
    app.run_jobs().await;
    assert_eq!(outbox(&app), []);
}

#[tokio::test]
async fn of_two_releases_at_once_one_releases() {
    let app = TestApp::new().await;
    app.subscribers(2, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let words = json!({ "subject": "Taa", "html": "<p>Habari za asubuhi.</p>" });
    editor.post("/api/newsletter/admin-send", words).await.ok();
    app.clock.advance_ms(1);
    hold(&app).await;
    let other = TestApp::sharing_store(&app).await;
    let (first, second) = tokio::join!(held_copy::release(app.core()), held_copy::release(other.core()));
    let (released, refused) = if first.is_ok() { (first, second) } else { (second, first) };
    assert_eq!(released.unwrap().uncertain, 2);
    assert!(matches!(refused, Err(HeldError::NotHeld)), "{refused:?}");
}

#[tokio::test]
async fn a_daily_newsletter_that_was_missed_while_held_is_skipped() {
    let app = TestApp::new().await;
    app.subscribers(1, SubscriberStatus::Confirmed).await;
    app.post("Habari").insert().await;
    // An hour from now; the clock of the tests stands at noon in Nairobi.
    let schedule = json!({ "enabled": true, "time": "13:00", "minimum": 1 });
    app.staff(Role::Editor).await.put("/api/newsletter/admin-schedule", schedule).await.ok();
    hold(&app).await;
    app.clock.advance_ms(2 * HOUR_MS);
    app.run_jobs().await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(waiting(&admin).await, [("Daily newsletters".to_owned(), 1, "skipped".to_owned())]);
    assert_eq!(admin.delete("/api/admin/hold").await.ok()["skipped"], 1);
    app.run_jobs().await;
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert_eq!(outbox(&app), []);
    app.clock.advance_ms(24 * HOUR_MS);
    app.run_jobs().await;
    app.clock.advance_ms(2 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(outbox(&app).len(), 1, "the next day's goes out");
}

#[tokio::test]
async fn a_held_copy_takes_no_order_no_capture_and_no_refund_and_the_provider_is_not_called() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| wallet.configure(config)).await;
    let buy = async |email: &str| {
        let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": email });
        app.anyone().post("/api/subscriptions/subscribe", request).await
    };
    let id = buy("amina@example.com").await.ok()["payment_id"].as_str().unwrap().to_owned();
    wallet.approve(&id);
    hold(&app).await;
    let calls = wallet.calls("create") + wallet.calls("capture") + wallet.calls("order");
    assert_eq!(buy("zuri@example.com").await.problem().is(), (503, "site.held"));
    let capture = json!({ "payment_id": id });
    let reply = app.anyone().post("/api/subscriptions/capture", capture.clone()).await;
    assert_eq!(reply.problem().is(), (503, "site.held"));
    assert!(reply.header("retry-after").parse::<u32>().is_ok());
    // The poller's hour.
    app.clock.advance_ms(2 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(wallet.calls("create") + wallet.calls("capture") + wallet.calls("order"), calls);
    assert_eq!(wallet.charges(&id), 0);
    let admin = app.staff(Role::Admin).await;
    assert_eq!(waiting(&admin).await, [("Orders".to_owned(), 1, "checked".to_owned())]);
    let asked = wallet.calls("order");
    admin.delete("/api/admin/hold").await.ok();
    app.run_jobs().await;
    assert_eq!(wallet.charges(&id), 1);
    assert!(wallet.calls("order") > asked, "the provider is asked before it is charged");
    let subscriptions = admin.get("/api/admin/subscriptions").await.ok();
    let subscription = &subscriptions["data"][0]["id"];
    hold(&app).await;
    let refund = admin.post(&format!("/api/admin/subscriptions/{subscription}/refund"), json!({})).await;
    assert_eq!(refund.problem().is(), (503, "site.held"));
    assert_eq!(wallet.refunds(&id), 0);
}

#[tokio::test]
async fn a_held_copy_asks_no_phone_and_asks_nobody_what_came_of_it() {
    let operator = PushDouble::start().await;
    let app = TestApp::with(|config| operator.configure(config)).await;
    let buy = async |email: &str, phone: &str| {
        let wish = json!({ "plan": "8_months", "payment_method": "practice_push", "email": email, "phone": phone });
        app.anyone().post("/api/subscriptions/subscribe", wish).await
    };
    let id = buy("amina@example.com", "0712345678").await.ok()["payment_id"].as_str().unwrap().to_owned();
    let (request, _) = operator.one();
    operator.answer(&request, "paid");
    hold(&app).await;
    assert_eq!(buy("zuri@example.com", "0712345679").await.problem().is(), (503, "site.held"));
    let (request, asked) = operator.one();
    let told = app.anyone().post(&asked.callback, PushDouble::callback(&request, &asked)).await;
    assert_eq!(told.status, StatusCode::OK, "it is written down");
    app.clock.advance_ms(2 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!((operator.calls("push"), operator.calls("find")), (1, 0));
    app.staff(Role::Admin).await.delete("/api/admin/hold").await.ok();
    app.run_jobs().await;
    assert_eq!(app.get(&format!("/api/subscriptions/payments/{id}")).await.ok()["state"], "paid");
    assert_eq!(operator.calls("push"), 1);
}

#[tokio::test]
async fn an_order_that_the_site_itself_captured_meanwhile_is_not_charged_again_after_the_release() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| wallet.configure(config)).await;
    let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": "amina@example.com" });
    let order = app.anyone().post("/api/subscriptions/subscribe", request).await.ok();
    let id = order["payment_id"].as_str().unwrap().to_owned();
    wallet.approve(&id);
    hold(&app).await;
    wallet.take(&id);
    app.clock.advance_ms(2 * HOUR_MS);
    app.staff(Role::Admin).await.delete("/api/admin/hold").await.ok();
    app.run_jobs().await;
    assert_eq!((wallet.charges(&id), wallet.calls("capture")), (1, 0));
}

#[tokio::test]
async fn a_held_copy_deletes_no_file_and_every_page_says_noindex_while_dated_posts_become_public() {
    let app = TestApp::new().await;
    let post = app.post("Kesho").in_ms(HOUR_MS).insert().await;
    let site = app.listen().await;
    assert_eq!(site.get("/").await.header("x-robots-tag"), "");
    hold(&app).await;
    for path in ["/", "/admin", "/api/site", "/feed.xml", "/no-such-page"] {
        // The second answer comes from the cache.
        for _ in 0..2 {
            assert_eq!(site.get(path).await.header("x-robots-tag"), "noindex", "{path}");
        }
    }
    let remove = mwanga_core::library::RemoveFile { object_key: "nothing.png".into() };
    remove.enqueue(app.core().store.writer(), app.core().now()).await.unwrap();
    app.clock.advance_ms(2 * HOUR_MS);
    app.run_jobs().await;
    assert_eq!(app.get(&format!("/post/slug/{}", post.slug)).await.status, StatusCode::OK);
    let admin = app.staff(Role::Admin).await;
    assert_eq!(waiting(&admin).await, [("Files to delete".to_owned(), 1, "done".to_owned())]);
    admin.delete("/api/admin/hold").await.ok();
    assert_eq!(site.get("/").await.header("x-robots-tag"), "");
    app.run_jobs().await;
    hold(&app).await;
    assert_eq!(waiting(&admin).await, []);
}

#[tokio::test]
async fn only_a_site_in_production_is_held_when_it_starts_in_another_place() {
    let site = TestApp::with(|config| config.production = true).await;
    let start = async |base_url: &str, production: bool| {
        let base_url = url::Url::parse(base_url).unwrap();
        let app = TestApp::sharing_store_with(&site, |config| {
            config.production = production;
            config.http.base_url = Some(base_url);
        })
        .await;
        held_copy::hold_when_moved(app.core()).await.unwrap();
        let hold = held::find(app.core().store.reader()).await.unwrap();
        assert_eq!(app.core().held().is_set(), hold.is_some());
        (app, hold.map(|hold| hold.reason))
    };
    assert_eq!(start("http://127.0.0.1:8080", false).await.1, None);
    assert_eq!(start(BASE, true).await.1, None, "development goes into production");
    assert_eq!(start(BASE, true).await.1, None);
    let moved = Some(HoldReason::Moved { from: BASE.into(), to: "https://copy.example".into() });
    let (copy, reason) = start("https://copy.example", true).await;
    assert_eq!(reason, moved);
    assert_eq!(start(BASE, true).await.1, moved, "only a release ends it");
    held_copy::release(copy.core()).await.unwrap();
    assert_eq!(start("https://copy.example", true).await.1, None, "it belongs there now");
    assert_eq!(start("https://copy.example", false).await.1, Some(HoldReason::LeftProduction));
}

/// Waits until the server has heard of what another process did.
async fn until_header(robots: &impl AsyncFn() -> String, expected: &str) {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while robots().await != expected {
        assert!(tokio::time::Instant::now() < deadline, "the header is not {expected:?} within a minute");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_holds_and_releases_beside_a_running_server() {
    let site = Site::new().await;
    let server = Binary::start(site.command(&["serve"])).await;
    let doctor = async |argument: &str| {
        let output = site.command(&["doctor", argument]).output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let robots = async || server.get("/").await.header("x-robots-tag").to_owned();
    assert_eq!(robots().await, "");
    let (code, text) = doctor("--hold").await;
    assert!(code == Some(1) || code == Some(2), "{text}");
    assert!(text.contains("warning  Hold: This copy is held since"), "{text}");
    until_header(&robots, "noindex").await;
    let (code, text) = doctor("--release").await;
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("released"), "{text}");
    until_header(&robots, "").await;
    let (_, json) = doctor("--json").await;
    let json: Value = serde_json::from_str(&json[json.find('{').unwrap()..=json.rfind('}').unwrap()]).unwrap();
    assert_eq!((&json["held"], &json["waiting"]), (&json!(false), &json!([])));
    let checks = json["checks"].as_array().unwrap();
    let broken: Vec<_> = checks.iter().filter(|check| check["state"] == "broken").collect();
    assert!(checks.len() > 8 && broken.len() <= 1, "{json}");
    assert!(broken.iter().all(|check| check["subject"] == "Base URL"), "the port is another one each time: {json}");
    let key = std::fs::read_to_string(site.folder.path().join("secret.key")).unwrap();
    assert!(!json.to_string().contains(key.trim()));
}
