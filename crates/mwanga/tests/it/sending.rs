//! Newsletter delivery to a real mail server, with and without faults.

use std::time::Duration;

use mwanga_core::newsletter::SendDeliveries;
use mwanga_jobs::Job;
use mwanga_store::entities::{delivery, issue, mail_log, subscriber, suppression};
use mwanga_store::types::{DeliveryStatus, IssueId, IssueKind, IssueStatus, MailStatus, SubscriberStatus, Timestamp};
use mwanga_store::{Store, StoreOptions, queries};
use sea_orm::{ColumnTrait, EntityTrait, NotSet, PaginatorTrait, QueryFilter, Set};

use crate::support::*;

const MINUTE_MS: i64 = 60_000;

async fn with_sink(sink: &MailSink, configure: impl FnOnce(&mut mwanga_core::config::Config)) -> TestApp {
    let url = sink.url.clone();
    TestApp::with(|config| {
        config.mail.smtp_url = Some(url.into());
        configure(config);
    })
    .await
}

/// An issue whose minute is over; its mails are not sent yet.
async fn due(app: &TestApp, editor: &Caller) -> i64 {
    let words = json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" });
    let id = editor.post("/api/newsletter/admin-send", words).await.ok()["issue"]["id"].as_i64().unwrap();
    app.clock.advance_ms(MINUTE_MS);
    id
}

async fn issue(editor: &Caller, id: i64) -> Value {
    editor.get(&format!("/api/newsletter/admin-issues/{id}")).await.ok()
}

async fn act(editor: &Caller, id: i64, action: &str) -> Value {
    editor.post(&format!("/api/newsletter/admin-issues/{id}/{action}"), json!({})).await.ok()
}

fn counts(issue: &Value) -> [u64; 6] {
    ["queued", "claimed", "sent", "failed", "uncertain", "skipped"]
        .map(|status| issue["counts"][status].as_u64().unwrap())
}

/// Sends until nothing is to be done any more, whenever it is due.
async fn send_all(app: &TestApp) {
    for _ in 0..40 {
        app.run_jobs().await;
        app.clock.advance_ms(MINUTE_MS);
    }
}

#[tokio::test]
async fn a_refused_recipient_is_retried_and_counted() {
    let sink = MailSink::start("451-first").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(10, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    let row = issue(&editor, id).await;
    assert_eq!((row["status"].as_str(), counts(&row)), (Some("sending"), [10, 0, 0, 0, 0, 0]));
    let deliveries = editor.get(&format!("/api/newsletter/admin-issues/{id}/deliveries")).await.ok();
    assert_eq!(deliveries["data"][0]["attempts"], 1);
    assert!(deliveries["data"][0]["error"].as_str().unwrap().contains("come back later"), "{deliveries}");
    app.clock.advance_ms(4_999);
    app.run_jobs().await;
    assert_eq!(sink.count(), 0, "not before its pause is over");
    app.clock.advance_ms(1);
    app.run_jobs().await;
    let row = issue(&editor, id).await;
    assert_eq!((row["status"].as_str(), counts(&row), sink.count()), (Some("sent"), [0, 0, 10, 0, 0, 0], 10));
}

#[tokio::test]
async fn a_refused_recipient_fails_and_a_missing_mailbox_is_suppressed() {
    let mut sink = MailSink::start("550").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(5, SubscriberStatus::Confirmed).await;
    app.subscribe("bounce@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    assert_eq!(counts(&issue(&editor, id).await), [0, 0, 5, 1, 0, 0]);
    let failed = editor.get(&format!("/api/newsletter/admin-issues/{id}/deliveries?status=failed")).await.ok();
    assert!(failed["data"][0]["error"].as_str().unwrap().contains("no such user"), "{failed}");
    let db = app.core().store.reader();
    let row = subscriber::Entity::find()
        .filter(subscriber::Column::Email.eq("bounce@example.com"))
        .one(db)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.status, SubscriberStatus::Bounced);
    assert_eq!(suppression::Entity::find().count(db).await.unwrap(), 1);
    sink.set_mode("refuse").await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    assert_eq!(counts(&issue(&editor, id).await), [0, 0, 0, 5, 0, 0], "five of them");
    let confirmed = subscriber::Entity::find().filter(subscriber::Column::Status.eq(SubscriberStatus::Confirmed));
    assert_eq!(confirmed.count(db).await.unwrap(), 5, "what the server has against us is not their fault");
}

async fn with_smtp_sink(sink: &SmtpSink, configure: impl FnOnce(&mut mwanga_core::config::Config)) -> TestApp {
    let url = sink.url.clone();
    TestApp::with(|config| {
        config.mail.smtp_url = Some(url.into());
        configure(config);
    })
    .await
}

/// How mail servers refused a recipient, and whether the reader is gone (answers of Postfix 3.7.11, Exim 4.96 and
/// OpenSMTPD 6.8.0p2, and those of large providers). The sender is `mwanga@mwanga.example`.
const REFUSALS: [(&str, bool); 8] = [
    ("550 5.1.1 <reader-0@example.com>: Recipient address rejected: User unknown in local recipient table", true),
    ("550-5.1.1 The account that you tried to reach does not exist.\r\n550 5.1.1 See the help pages", true),
    ("550 5.2.1 The account that you tried to reach is disabled.", true),
    ("554 delivery error: this user doesn't have an example.com account (reader-0@example.com) [0]", true),
    ("550-Verification failed for <mwanga@mwanga.example>\r\n550-No Such User Here\r\n550 Sender verify failed", false),
    ("550-Called: 192.0.2.1\r\n550-Response: 550 5.1.1 <mwanga@mwanga.example>: User unknown\r\n550 Refused", false),
    ("550 5.1.8 <mwanga@mwanga.example>: Sender address rejected: Domain not found", false),
    ("550 5.7.1 <reader-0@example.com>: Relay access denied", false),
];

#[tokio::test]
async fn only_a_refusal_that_speaks_of_the_reader_suppresses_them() {
    let sink = SmtpSink::start().await;
    let app = with_smtp_sink(&sink, |_| {}).await;
    app.subscribers(1, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let db = app.core().store.reader();
    for (answer, is_gone) in REFUSALS {
        sink.answer_recipients(answer);
        let id = due(&app, &editor).await;
        app.run_jobs().await;
        assert_eq!(counts(&issue(&editor, id).await), [0, 0, 0, 1, 0, 0], "{answer}");
        let row = subscriber::Entity::find().one(db).await.unwrap().unwrap();
        let is_suppressed = suppression::Entity::find().count(db).await.unwrap() == 1;
        assert_eq!((row.status == SubscriberStatus::Bounced, is_suppressed), (is_gone, is_gone), "{answer}");
        let writer = app.core().store.writer();
        let set = subscriber::ActiveModel { status: Set(SubscriberStatus::Confirmed), ..Default::default() };
        subscriber::Entity::update_many().set(set).exec(writer).await.unwrap();
        suppression::Entity::delete_many().exec(writer).await.unwrap();
        app.clock.advance_ms(MINUTE_MS);
    }
}

#[tokio::test]
async fn a_session_ends_after_as_many_mails_as_the_server_takes_well() {
    for (software, per_session, most) in
        [("Exim 4.96", None, 10), ("Exim 4.96", Some(0), 25), ("Postfix", None, 25), ("Postfix", Some(7), 7)]
    {
        let sink = SmtpSink::start().await;
        sink.call_itself(software);
        let app = with_smtp_sink(&sink, |config| {
            (config.mail.connections, config.mail.per_session) = (1, per_session);
        })
        .await;
        app.subscribers(25, SubscriberStatus::Confirmed).await;
        let editor = app.staff(Role::Editor).await;
        let id = due(&app, &editor).await;
        app.run_jobs().await;
        assert_eq!(counts(&issue(&editor, id).await), [0, 0, 25, 0, 0, 0], "{software}");
        let sessions = sink.sessions();
        assert_eq!((sessions.iter().sum::<usize>(), sessions[0]), (25, most), "{software}: {sessions:?}");
        assert!(sessions.iter().all(|mails| *mails <= most), "{software}: {sessions:?}");
    }
}

#[tokio::test]
async fn an_issue_whose_mails_are_too_large_is_paused_with_the_reason_and_goes_on_where_they_fit() {
    let sink = SmtpSink::start().await;
    sink.limit_size(Some(1_000));
    let app = with_smtp_sink(&sink, |_| {}).await;
    app.subscribers(12, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    let row = issue(&editor, id).await;
    assert_eq!((row["status"].as_str(), counts(&row)), (Some("paused"), [12, 0, 0, 0, 0, 0]), "{row}");
    let reason = row["pause_reason"].as_str().unwrap();
    assert!(reason.contains("takes 1000 at most"), "{reason}");
    assert!(sink.mails().is_empty());
    sink.limit_size(Some(10_000_000));
    act(&editor, id, "resume").await;
    app.run_jobs().await;
    assert_eq!(counts(&issue(&editor, id).await), [0, 0, 12, 0, 0, 0]);
    assert_eq!(sink.mails().len(), 12);
}

#[tokio::test]
async fn we_call_ourselves_by_the_host_of_the_site_or_as_the_operator_says() {
    for (hello, expected) in [(None, "mwanga.example"), (Some("mail.site.example"), "mail.site.example")] {
        let sink = SmtpSink::start().await;
        let app =
            with_smtp_sink(&sink, |config| config.mail.hello = hello.and_then(mwanga_core::smtp::hello_name)).await;
        app.subscribers(1, SubscriberStatus::Confirmed).await;
        let editor = app.staff(Role::Editor).await;
        due(&app, &editor).await;
        app.run_jobs().await;
        assert_eq!(sink.hellos(), [expected]);
    }
}

#[tokio::test]
async fn no_delivery_is_lost_while_the_mail_server_shuts_down() {
    let mut sink = MailSink::start("421").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(12, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    for _ in 0..5 {
        app.run_jobs().await;
        app.clock.advance_ms(MINUTE_MS);
    }
    let rows = delivery::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert!(rows.iter().all(|row| row.status == DeliveryStatus::Queued && row.handed_over_at.is_none()), "{rows:?}");
    assert!(
        rows.iter().map(|row| row.attempts).sum::<i32>() <= 8 + 4,
        "after the first run each asks for one only: {rows:?}"
    );
    sink.set_mode("ok").await;
    app.clock.advance_ms(5 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!((counts(&issue(&editor, id).await), sink.count()), ([0, 0, 12, 0, 0, 0], 12));
}

#[tokio::test]
async fn an_issue_is_paused_after_a_day_without_the_mail_server() {
    const HOUR_MS: i64 = 3_600_000;
    let mut sink = MailSink::start("421").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(3, SubscriberStatus::Confirmed).await;
    let id = due(&app, &app.staff(Role::Editor).await).await;
    for _ in 0..24 {
        app.run_jobs().await;
        assert_eq!(issue(&app.staff(Role::Editor).await, id).await["status"], "sending");
        app.clock.advance_ms(HOUR_MS);
    }
    app.run_jobs().await;
    let editor = app.staff(Role::Editor).await;
    let row = issue(&editor, id).await;
    assert_eq!((row["status"].as_str(), counts(&row)), (Some("paused"), [3, 0, 0, 0, 0, 0]));
    let reason = row["pause_reason"].as_str().unwrap();
    assert!(
        reason.starts_with("No mail could be sent for a day. The last that was heard: ")
            && reason.contains("going down"),
        "{reason}"
    );
    sink.set_mode("ok").await;
    assert_eq!(act(&editor, id, "resume").await["issue"]["pause_reason"], Value::Null);
    app.clock.advance_ms(HOUR_MS);
    send_all(&app).await;
    let editor = app.staff(Role::Editor).await;
    assert_eq!(counts(&issue(&editor, id).await), [0, 0, 3, 0, 0, 0]);
}

#[tokio::test]
async fn a_later_outage_starts_a_new_day_before_the_pause() {
    let mut sink = MailSink::start("421").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(3, SubscriberStatus::Confirmed).await;
    let id = due(&app, &app.staff(Role::Editor).await).await;
    app.run_jobs().await;
    sink.set_mode("ok").await;
    app.clock.advance_ms(MINUTE_MS);
    send_all(&app).await;
    assert_eq!(issue(&app.staff(Role::Editor).await, id).await["status"], "sent");
    app.clock.advance_ms(2 * 24 * 60 * MINUTE_MS);
    sink.set_mode("421").await;
    let id = due(&app, &app.staff(Role::Editor).await).await;
    app.run_jobs().await;
    assert_eq!(
        issue(&app.staff(Role::Editor).await, id).await["status"],
        "sending",
        "a second of trouble is no day of it"
    );
}

#[tokio::test]
async fn a_recipient_who_breaks_every_session_fails_and_delays_no_other() {
    let sink = MailSink::start("421-one").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(20, SubscriberStatus::Confirmed).await;
    app.subscribe("bounce@example.com", SubscriberStatus::Confirmed).await;
    let id = due(&app, &app.staff(Role::Editor).await).await;
    let mut hours = 0;
    loop {
        app.run_jobs().await;
        let editor = app.staff(Role::Editor).await;
        let row = issue(&editor, id).await;
        match row["status"].as_str().unwrap() {
            "sent" => break assert_eq!(counts(&row), [0, 0, 20, 1, 0, 0]),
            "paused" => _ = act(&editor, id, "resume").await,
            _ => {}
        }
        assert!(hours == 0 || counts(&row)[2] == 20, "the others have it within the hour: {row}");
        hours += 1;
        assert!(hours < 48, "{row}");
        for _ in 0..12 {
            app.clock.advance_ms(5 * MINUTE_MS);
            app.run_jobs().await;
        }
    }
}

#[tokio::test]
async fn a_delivery_without_an_answer_is_uncertain_and_resent_by_hand_only() {
    let sink = MailSink::start("cut").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(10, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    send_all(&app).await;
    // Sessions end meanwhile.
    let editor = app.staff(Role::Editor).await;
    let row = issue(&editor, id).await;
    assert_eq!((row["status"].as_str(), counts(&row)), (Some("sent"), [0, 0, 9, 0, 1, 0]));
    assert_eq!(sink.count(), 10, "it had arrived");
    let logged = async |status: &str| {
        app.staff(Role::Editor).await.get(&format!("/api/admin/email-logs?status={status}")).await.ok()["data"].clone()
    };
    assert_eq!(logged("uncertain").await.as_array().unwrap().len(), 1);
    assert_eq!(act(&editor, id, "resend-uncertain").await["issue"]["status"], "sending");
    send_all(&app).await;
    let row = issue(&app.staff(Role::Editor).await, id).await;
    assert_eq!((row["status"].as_str(), counts(&row)), (Some("sent"), [0, 0, 10, 0, 0, 0]));
    assert_eq!(logged("uncertain").await, json!([]), "the second one is known to be sent");
    let twice: Vec<_> = sink.by_recipient().into_values().filter(|ids| ids.len() == 2).collect();
    assert!(twice.len() == 1 && twice[0][0] == twice[0][1], "one reader got it twice, with one Message-ID: {twice:?}");
}

#[tokio::test]
async fn a_mail_server_without_answers_gets_ever_fewer_attempts() {
    let mut sink = MailSink::start("cut-all").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(60, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    let [queued, claimed, sent, failed, uncertain, skipped] = counts(&issue(&editor, id).await);
    assert!((1..=8).contains(&uncertain), "two a connection at most: {uncertain}");
    assert_eq!((queued + uncertain, claimed + sent + failed + skipped), (60, 0), "the others wait");
    for _ in 0..(23 * 12) {
        app.clock.advance_ms(5 * MINUTE_MS);
        app.run_jobs().await;
    }
    let row = issue(&app.staff(Role::Editor).await, id).await;
    let later = counts(&row)[4];
    assert!(
        (uncertain + 10..=uncertain + 32).contains(&later),
        "from then on one at a time, in the end one an hour: {row}"
    );
    sink.set_mode("ok").await;
    app.clock.advance_ms(60 * MINUTE_MS);
    send_all(&app).await;
    assert_eq!(counts(&issue(&app.staff(Role::Editor).await, id).await), [0, 0, 60 - later, 0, later, 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_answered_while_the_mail_server_hangs() {
    let sink = MailSink::start("hang").await;
    let app = with_sink(&sink, |config| config.mail.timeout_s = 1).await;
    app.subscribers(6, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    let core = app.core().clone();
    let worker = tokio::spawn(async move { mwanga_server::job_worker(&core).run_due().await });
    let handed_over = async || {
        delivery::Entity::find()
            .filter(delivery::Column::HandedOverAt.is_not_null())
            .count(app.core().store.reader())
            .await
            .unwrap()
    };
    let began = std::time::Instant::now();
    while handed_over().await == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is handed over");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    app.get("/").await;
    app.post("Habari").insert().await;
    app.anyone().post("/api/newsletter/subscribe", json!({ "email": "amina@example.com" })).await.ok();
    assert_eq!(issue(&editor, id).await["status"], "sending");
    assert!(!worker.is_finished(), "all that was answered while the mail server hung");
    worker.await.unwrap().unwrap();
    let uncertain = counts(&issue(&editor, id).await)[4];
    assert!(uncertain > 0, "whether these arrived is not known");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pausing_an_issue_stops_it_at_once_and_resuming_sends_the_rest() {
    let sink = MailSink::start("slow").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(150, SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    let core = app.core().clone();
    let worker = tokio::spawn(async move { mwanga_server::job_worker(&core).run_due().await });
    until("some mails are kept", || sink.count() >= 10).await;
    assert_eq!(act(&editor, id, "pause").await["issue"]["status"], "paused");
    worker.await.unwrap().unwrap();
    let row = issue(&editor, id).await;
    let [queued, claimed, sent, ..] = counts(&row);
    assert!(row["status"] == "paused" && claimed == 0 && sent < 150 && queued == 150 - sent, "{row}");
    act(&editor, id, "resume").await;
    app.run_jobs().await;
    assert_eq!(counts(&issue(&editor, id).await), [0, 0, 150, 0, 0, 0]);
    assert!(sink.by_recipient().len() == 150 && sink.count() == 150);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_aborted_run_beside_a_second_run_leaves_no_delivery_unsent() {
    let sink = MailSink::start("slow").await;
    let app = with_sink(&sink, |_| {}).await;
    app.subscribers(150, SubscriberStatus::Confirmed).await;
    let id = sending_issue(&app.core().store, app.core().now()).await;
    let first = tokio::spawn(SendDeliveries {}.run(app.core().clone()));
    until("some mails are kept", || sink.count() >= 10).await;
    // As when the first one's lease ended while the disk failed: a second run takes its row, and the queue then aborts
    // the first.
    SendDeliveries {}.run(app.core().clone()).await.unwrap();
    first.abort();
    let _ = first.await;
    send_all(&app).await;
    let row = queries::issues::get(app.core().store.reader(), id).await.unwrap().unwrap();
    assert_eq!(row.status, IssueStatus::Sent);
    assert!(sink.by_recipient().len() == sink.count() && sink.count() >= 140, "{} mails, none twice", sink.count());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_send_each_newsletter_mail_once() {
    let sink = MailSink::start("ok").await;
    let url = sink.url.clone();
    let (one, two) = TestApp::two_nodes_with(|config| config.mail.smtp_url = Some(url.clone().into())).await;
    one.subscribers(400, SubscriberStatus::Confirmed).await;
    let id = sending_issue(&one.core().store, one.core().now()).await;
    let runs = [one.core().clone(), two.core().clone()].map(|core| tokio::spawn(SendDeliveries {}.run(core)));
    for run in runs {
        run.await.unwrap().unwrap();
    }
    // The first to end may have left while the other still had mails under way.
    SendDeliveries {}.run(one.core().clone()).await.unwrap();
    let row = queries::issues::get(one.core().store.reader(), id).await.unwrap().unwrap();
    assert_eq!(row.status, IssueStatus::Sent);
    assert!(sink.count() == 400 && sink.by_recipient().len() == 400, "{} mails", sink.count());
}

#[tokio::test]
async fn the_rate_limit_per_mail_domain_does_not_delay_other_domains() {
    let sink = MailSink::start("ok").await;
    let app = with_sink(&sink, |config| config.mail.per_domain = 2).await;
    app.subscribers(5, SubscriberStatus::Confirmed).await;
    app.subscribe("amina@other.example", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = due(&app, &editor).await;
    app.run_jobs().await;
    assert_eq!(sink.count(), 2, "one to each host");
    for minute in 1..=2 {
        app.clock.advance_ms(MINUTE_MS / 2);
        app.run_jobs().await;
        assert_eq!(sink.count(), 2 + minute, "one more each half minute");
    }
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!((counts(&issue(&editor, id).await), sink.count()), ([0, 0, 6, 0, 0, 0], 6));
}

/// An issue that goes out, with a row for each subscriber.
async fn sending_issue(store: &Store, now: Timestamp) -> IssueId {
    let row = issue::ActiveModel {
        id: NotSet,
        kind: Set(IssueKind::Manual),
        status: Set(IssueStatus::Sending),
        subject: Set("Taa mpya".into()),
        preheader: Set(String::new()),
        html: Set("<p>Habari za asubuhi.</p>".into()),
        fingerprint: Set(String::new()),
        idempotency_key: Set(None),
        day: Set(None),
        post_id: Set(None),
        created_by: Set(None),
        created_at: Set(now),
        starts_at: Set(now),
        finished_at: Set(None),
        kept_counts: Set(None),
        covers_until: Set(None),
        topic: Set(None),
        pause_reason: Set(None),
    };
    let id = queries::issues::insert(store.writer(), row).await.unwrap().id;
    queries::deliveries::insert_for_audience(store.writer(), id, &[], now).await.unwrap();
    id
}

const READERS: usize = 2_000;
const KILLS: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_recipient_gets_the_newsletter_at_most_once() {
    let sink = MailSink::start("ok").await;
    let site = Site::new().await;
    assert!(site.run(&["migrate"]).await.status.success());
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    let now = mwanga_core::clock::Clock::system().now();
    let readers = (0..READERS).map(|n| format!("reader-{n}@example.com")).collect();
    subscribe_all(&store, readers, SubscriberStatus::Confirmed, now).await;
    let id = sending_issue(&store, now).await;
    let serve = async || {
        let mut command = site.command(&["serve"]);
        command.env("SMTP_URL", &sink.url).env("MWANGA_LEASE_S", "1").env("RUST_LOG", "error");
        Binary::start(command).await
    };
    for kill in 1..=KILLS {
        let mut server = serve().await;
        let enough = sink.count() + READERS / (KILLS + 2) - kill;
        until("mails go out", || sink.count() >= enough).await;
        server.child.start_kill().expect("it still runs");
        server.child.wait().await.unwrap();
        let row = queries::issues::get(store.reader(), id).await.unwrap().unwrap();
        assert_eq!(row.status, IssueStatus::Sending, "never finished with rows unsent");
    }
    let server = serve().await;
    let finished =
        async || queries::issues::get(store.reader(), id).await.unwrap().unwrap().status == IssueStatus::Sent;
    let began = std::time::Instant::now();
    while !finished().await {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(server);
    let rows = delivery::Entity::find().all(store.reader()).await.unwrap();
    assert_eq!(rows.len(), READERS);
    let kept = sink.by_recipient();
    let mut uncertain = 0;
    for row in &rows {
        let times = kept.get(&row.email).map_or(0, Vec::len);
        match row.status {
            DeliveryStatus::Sent => assert_eq!(times, 1, "{row:?}"),
            DeliveryStatus::Uncertain => {
                uncertain += 1;
                assert!(times <= 1, "{row:?}");
            }
            _ => panic!("neither sent nor uncertain: {row:?}"),
        }
    }
    // No more than were under way when it was killed.
    assert!(uncertain <= KILLS * 4, "{uncertain}");
    // Email Logs say the same of each of them.
    let logged = mail_log::Entity::find().all(store.reader()).await.unwrap();
    let mut said: Vec<(String, MailStatus)> = logged.into_iter().map(|row| (row.recipient, row.status)).collect();
    let status = |row: &delivery::Model| {
        if row.status == DeliveryStatus::Sent { MailStatus::Sent } else { MailStatus::Uncertain }
    };
    let mut expected: Vec<(String, MailStatus)> = rows.iter().map(|row| (row.email.clone(), status(row))).collect();
    said.sort_by(|a, b| a.0.cmp(&b.0));
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(said, expected, "{uncertain} of them uncertain");
    store.close().await.unwrap();
}

#[tokio::test]
async fn dkim_signatures_verify_on_newsletters_and_mails() {
    for key in ["dkim.pem", "dkim-pkcs8.pem"] {
        let key = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail").join(key);
        let app = TestApp::with(|config| config.mail.dkim = Some((key, "news".into()))).await;
        app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
        let editor = app.staff(Role::Editor).await;
        due(&app, &editor).await;
        app.anyone().post("/api/newsletter/subscribe", json!({ "email": "zawadi@example.com" })).await.ok();
        app.run_jobs().await;
        let files: Vec<_> =
            std::fs::read_dir(app.data_dir().join("outbox")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), 2);
        let record = format!("v=DKIM1; k=rsa; p={}", include_str!("../mail/dkim.pub").trim());
        let verified = python("mail/verify.py").arg(record).args(&files).output().await.unwrap();
        let said = String::from_utf8_lossy(&verified.stdout).into_owned();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        for line in said.lines() {
            assert!(
                line.contains("list-unsubscribe:list-unsubscribe-post")
                    && line.contains("from:")
                    && line.ends_with("relaxed/relaxed"),
                "{line}"
            );
        }
    }
}

/// How fast a run is against a bare loop of the mail library over as many connections, and against our own connections
/// with nothing written down, to a mail server that does nothing. In `docs/benchmarks.md`; run by `cargo test --release
/// -p mwanga --test it sending::a_run_sends -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn a_run_sends_at_least_80_percent_as_fast_as_a_bare_smtp_loop() {
    let sink = SmtpSink::start().await;
    let (mut to_library, mut to_ours) = (Vec::new(), Vec::new());
    for round in 0..3 {
        let (library, ours, unwritten) =
            (bare_loop(&sink.url).await, our_run(&sink.url).await, unwritten_loop(&sink.url).await);
        println!(
            "round {round}: {ours:.0} mails a second; the library's loop {library:.0}, our connections with nothing written down {unwritten:.0}"
        );
        to_library.push(ours / library);
        to_ours.push(ours / unwritten);
    }
    for (ratios, what) in [
        (&mut to_library, "the library's loop (must be at least 0.8)"),
        (&mut to_ours, "our connections with nothing written down"),
    ] {
        ratios.sort_by(f64::total_cmp);
        println!("median ratio to {what}: {:.2}", ratios[1]);
    }
}

/// The same without a store: what it costs to know what became of each mail.
async fn unwritten_loop(url: &str) -> f64 {
    use mwanga_core::mail::{NewsletterMail, Recipient, StoryDetails};
    let url = url.to_owned();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let core = app.core().clone();
    let (settings, details) = (core.settings(), StoryDetails::default());
    let mail = NewsletterMail::new(&settings, "Taa mpya", "", "<p>Habari za asubuhi.</p>", &details, NOW, None);
    let mail = std::sync::Arc::new(mail);
    let began = std::time::Instant::now();
    let connections = core.config.mail.connections as usize;
    let tasks: Vec<_> = (0..connections)
        .map(|task| {
            let (core, mail) = (core.clone(), mail.clone());
            tokio::spawn(async move {
                let mut line = core.mailer().open().await.unwrap();
                for n in (task..READERS).step_by(connections) {
                    let links = |what: &str| format!("{BASE}/newsletter/{what}?code={n}-{}", "0".repeat(64));
                    let reader = Recipient {
                        email: format!("reader-{n}@example.com"),
                        preferences: links("preferences"),
                        unsubscribe: Some(links("unsubscribe")),
                    };
                    let id = format!("{n:032}");
                    let message = mail.message(&core.settings(), &id, &reader, NOW).unwrap();
                    line.deliver(&id, message, async { true }).await.unwrap();
                }
                line.close().await;
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    READERS as f64 / began.elapsed().as_secs_f64()
}

async fn our_run(url: &str) -> f64 {
    let url = url.to_owned();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    app.subscribers(READERS, SubscriberStatus::Confirmed).await;
    let id = sending_issue(&app.core().store, app.core().now()).await;
    let began = std::time::Instant::now();
    SendDeliveries {}.run(app.core().clone()).await.unwrap();
    let rate = READERS as f64 / began.elapsed().as_secs_f64();
    assert_eq!(queries::issues::get(app.core().store.reader(), id).await.unwrap().unwrap().status, IssueStatus::Sent);
    rate
}

async fn bare_loop(url: &str) -> f64 {
    use lettre::transport::smtp::client::AsyncSmtpConnection;
    use lettre::transport::smtp::extension::ClientId;
    use mwanga_core::mail::{NewsletterMail, Recipient, StoryDetails};
    let app = TestApp::new().await;
    let (config, settings) = (app.core().config.clone(), app.core().settings());
    let details = StoryDetails::default();
    let mail = NewsletterMail::new(&settings, "Taa mpya", "", "<p>Habari za asubuhi.</p>", &details, NOW, None);
    let mail = std::sync::Arc::new(mail);
    let address = url.trim_start_matches("smtp://").to_owned();
    let began = std::time::Instant::now();
    let connections = config.mail.connections as usize;
    let tasks: Vec<_> = (0..connections)
        .map(|task| {
            let (settings, mail, address) = (settings.clone(), mail.clone(), address.clone());
            tokio::spawn(async move {
                let mut connection =
                    AsyncSmtpConnection::connect_tokio1(address, None, &ClientId::default(), None, None).await.unwrap();
                for n in (task..READERS).step_by(connections) {
                    let links = |what: &str| format!("{BASE}/newsletter/{what}?code={n}-{}", "0".repeat(64));
                    let reader = Recipient {
                        email: format!("reader-{n}@example.com"),
                        preferences: links("preferences"),
                        unsubscribe: Some(links("unsubscribe")),
                    };
                    let message = mail.message(&settings, &format!("{n:032}"), &reader, NOW).unwrap();
                    connection.send(message.envelope(), &message.formatted()).await.unwrap();
                }
                connection.quit().await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    READERS as f64 / began.elapsed().as_secs_f64()
}
