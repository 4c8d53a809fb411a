//! Delivery of mails: to an SMTP server, or into the outbox folder.

use std::time::{Duration, Instant};

use mwanga_store::entities::job;
use mwanga_store::types::JobState;
use sea_orm::EntityTrait;

use crate::support::*;

const HOUR_MS: i64 = 3_600_000;

async fn with_server(sink: &SmtpSink) -> TestApp {
    let url = sink.url.clone();
    TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await
}

async fn register(app: &TestApp, email: &str) {
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": email, "password": "a lamp in the window" }))
        .await
        .ok();
}

async fn jobs(app: &TestApp) -> Vec<job::Model> {
    job::Entity::find()
        .all(app.core().store.reader())
        .await
        .unwrap()
        .into_iter()
        .filter(|job| job.kind == "accounts.send_mail")
        .collect()
}

#[tokio::test]
async fn a_mail_has_a_text_and_an_html_part_and_the_brand_as_sender() {
    let sink = SmtpSink::start().await;
    let app = with_server(&sink).await;
    register(&app, "amina@example.com").await;
    assert!(sink.mails().is_empty(), "the call did not wait for the mail server");
    app.run_jobs().await;
    let mail = sink.mails().pop().expect("a mail");
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("amina@example.com", "Confirm your e-mail address for Mwanga")
    );
    for part in [
        "From: Mwanga <mwanga@mwanga.example>",
        "Auto-Submitted: auto-generated",
        "Reply-To: Mwanga <hello@example.com>",
        "text/plain",
        "text/html",
        "Confirm my address",
        "color-scheme",
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
    assert!(mail.link().starts_with("https://mwanga.example/auth/verify-email?code="), "{}", mail.link());
    app.anyone()
        .post("/api/auth/verify-email", json!({ "code": mail.code(), "password": "taa na mshumaa" }))
        .await
        .ok();
}

#[tokio::test]
async fn no_mail_job_contains_the_mailed_code() {
    let app = TestApp::new().await;
    register(&app, "amina@example.com").await;
    let code = app.code_mailed_to("amina@example.com").await;
    let rows = jobs(&app).await;
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].payload.to_string().contains(&code[..8]), "{}", rows[0].payload);
}

#[tokio::test]
async fn the_outbox_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let app = TestApp::new().await;
    register(&app, "amina@example.com").await;
    app.run_jobs().await;
    let folder = app.data_dir().join("outbox");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    assert_eq!(mode(&file), 0o600);
}

#[tokio::test]
async fn a_temporary_smtp_failure_is_retried_for_a_day() {
    let sink = SmtpSink::start().await;
    let app = with_server(&sink).await;
    sink.answer("451 4.7.1 come back later");
    register(&app, "amina@example.com").await;
    let began = app.core().now();
    let mut tries = 0;
    while jobs(&app).await[0].state == JobState::Waiting && app.core().now() < began.plus_ms(23 * HOUR_MS) {
        tries += app.run_jobs().await;
        app.clock.advance_ms(HOUR_MS);
    }
    let row = jobs(&app).await.remove(0);
    assert_eq!(row.state, JobState::Waiting, "it is not given up within 23 hours, after {tries} tries");
    assert!(row.last_error.unwrap().contains("come back later"));
    sink.answer("250 2.0.0 kept");
    app.run_jobs().await;
    let mail = sink.mails().pop().expect("it got through in the end");
    // Its code is good from now on, not from the first try.
    app.anyone()
        .post("/api/auth/verify-email", json!({ "code": mail.code(), "password": "taa na mshumaa" }))
        .await
        .ok();
}

#[tokio::test]
async fn an_unreachable_mail_server_is_retried() {
    let app = TestApp::with(|config| config.mail.smtp_url = Some("smtp://127.0.0.1:1".to_owned().into())).await;
    register(&app, "amina@example.com").await;
    app.run_jobs().await;
    assert_eq!(jobs(&app).await[0].state, JobState::Waiting);
}

#[tokio::test]
async fn a_permanent_smtp_failure_is_not_retried() {
    let sink = SmtpSink::start().await;
    let app = with_server(&sink).await;
    sink.answer("550 5.1.1 nobody of this name");
    register(&app, "amina@example.com").await;
    app.run_jobs().await;
    let row = jobs(&app).await.remove(0);
    assert_eq!(row.state, JobState::Failed);
    assert!(row.last_error.unwrap().contains("nobody of this name"));
}

#[tokio::test]
async fn a_mail_without_an_answer_is_sent_three_times_with_one_message_id() {
    let sink = SmtpSink::start().await;
    let app = with_server(&sink).await;
    sink.answer("");
    register(&app, "amina@example.com").await;
    let began = app.core().now();
    while jobs(&app).await[0].state == JobState::Waiting && app.core().now() < began.plus_ms(24 * HOUR_MS) {
        app.run_jobs().await;
        app.clock.advance_ms(HOUR_MS);
    }
    let mails = sink.mails();
    assert_eq!((mails.len(), jobs(&app).await[0].state), (3, JobState::Failed));
    assert!(mails.iter().all(|mail| mail.message_id == mails[0].message_id), "all of them are the same mail");
}

#[tokio::test]
async fn a_mail_sent_again_has_the_same_message_id_and_link() {
    let sink = SmtpSink::start().await;
    let app = with_server(&sink).await;
    register(&app, "amina@example.com").await;
    app.run_jobs().await;
    // As after a crash between the server's answer and the note of it.
    use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
    let mut row = jobs(&app).await.remove(0).into_active_model();
    (row.state, row.due_at, row.finished_at) = (Set(JobState::Waiting), Set(Some(app.core().now())), Set(None));
    row.update(app.core().store.writer()).await.unwrap();
    app.run_jobs().await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 2);
    assert_eq!((&mails[0].message_id, mails[0].link()), (&mails[1].message_id, mails[1].link()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_interrupted_by_kill_9_is_uncertain_in_the_email_log() {
    let sink = SmtpSink::start().await;
    sink.hang_for("amina@example.com");
    let site = Site::new().await;
    let (email, password) = ("editor@example.com", "a lamp in the window");
    assert!(site.make_admin(email, password).await.status.success());
    let serve = async || {
        let mut command = site.command(&["serve"]);
        command.env("SMTP_URL", &sink.url).env("RUST_LOG", "error");
        Binary::start(command).await
    };
    let mut server = serve().await;
    server
        .post("/api/auth/register-user", None, &json!({ "email": "amina@example.com", "password": password }))
        .await
        .ok();
    until("its data are out", || !sink.mails().is_empty()).await;
    server.child.start_kill().expect("it still runs");
    server.child.wait().await.unwrap();

    let server = serve().await;
    let token = server.post("/api/auth/admin/login", None, &json!({ "email": email, "password": password })).await.ok()
        ["token"]
        .clone();
    let mails = server.get_as("/api/admin/email-logs", token.as_str().unwrap()).await.ok()["data"].clone();
    assert_eq!(
        (mails.as_array().unwrap().len(), &mails[0]["recipient"], &mails[0]["status"]),
        (1, &json!("amina@example.com"), &json!("uncertain"))
    );
}

/// The lane has two places: two letters to a server that hangs would keep them for minutes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_to_a_hanging_server_do_not_block_other_mails() {
    for never_greeted in [false, true] {
        let sink = SmtpSink::start().await;
        let app = with_server(&sink).await;
        if never_greeted {
            sink.leave_ungreeted(2)
        } else {
            sink.hang_for("hangs")
        }
        register(&app, "hangs-1@example.com").await;
        register(&app, "hangs-2@example.com").await;
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let worker = mwanga_server::job_worker(app.core());
        let working = tokio::spawn(worker.run(async move { _ = stopped.await }));
        until("two hang", || if never_greeted { sink.ungreeted() == 0 } else { sink.mails().len() == 2 }).await;

        for (n, email) in ["amina@example.com", "juma@example.com", "zawadi@example.com"].into_iter().enumerate() {
            register(&app, email).await;
            let asked = Instant::now();
            until("the letter goes out", || sink.mails().iter().any(|mail| mail.to == email)).await;
            let waited = asked.elapsed();
            assert!(waited < Duration::from_secs(if n == 0 { 3 } else { 2 }), "letter {n} waited for {waited:?}");
        }
        // Nobody sent the hanging ones again, and nobody forgot them. Of the others each row is written a moment after
        // its letter went out.
        let hanging = async || jobs(&app).await.into_iter().filter(|job| job.state == JobState::Running).count();
        let began = Instant::now();
        while hanging().await > 2 && began.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!((hanging().await, sink.mails().len()), (2, if never_greeted { 3 } else { 5 }));
        stop.send(()).unwrap();
        working.await.unwrap();
        assert!(jobs(&app).await.iter().all(|job| job.state != JobState::Running), "put back, or done");
    }
}
