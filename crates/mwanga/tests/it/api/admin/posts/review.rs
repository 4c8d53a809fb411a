//! Submit, send back, approve.

use mwanga_store::entities::{job, mail_log};
use mwanga_store::types::{JobState, MailStatus};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use axum::body::Body;
use axum::http::Method;

use super::draft_of;
use crate::support::*;

const HOUR_MS: i64 = 3_600_000;
const TEN_MINUTES_MS: i64 = 600_000;

async fn email(caller: &Caller) -> String {
    caller.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned()
}

async fn status(caller: &Caller, address: &str) -> String {
    caller.get(address).await.ok()["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_draft_goes_to_review_and_back_and_is_approved() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    let submitted = contributor.post(&format!("{address}/submit"), json!({ "revision": 1 })).await.ok();
    assert_eq!((&submitted["status"], &submitted["message"]), (&json!("in_review"), &json!("Submitted for review.")));
    let again = contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    assert_eq!(again["revision"], submitted["revision"], "a repeated call changes nothing");
    for (filter, total) in [("in_review", 1), ("draft", 0), ("published", 0)] {
        let listed = editor.get(&format!("/api/admin/posts?status={filter}")).await.ok();
        assert_eq!(listed["total"], total, "{filter}");
    }
    contributor.put(&address, json!({ "title": "Habari njema", "status": "in_review" })).await.ok();
    assert_eq!(status(&editor, &address).await, "in_review", "its writer may still write");

    let returned = editor.review(&address, "return", json!({ "note": "Who said so?" })).await.ok();
    assert_eq!(returned["status"], "draft");
    let notes = contributor.get(&format!("{address}/notes")).await.ok();
    assert_eq!(notes["data"][0]["text"], "Who said so?");
    assert_eq!(editor.review(&address, "return", json!({})).await.problem().is(), (409, "post.not_in_review"));
    assert_eq!(editor.review(&address, "approve", json!({})).await.problem().is(), (409, "post.not_in_review"));

    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
    let approved = editor.review(&address, "approve", json!({})).await.ok();
    assert_eq!((&approved["status"], &approved["is_public"]), (&json!("published"), &json!(true)));
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 1);
    let revisions = editor.get(&format!("{address}/revisions")).await.ok();
    assert_eq!(revisions["data"].as_array().unwrap().len(), 6, "each step is a revision");
}

#[tokio::test]
async fn an_approved_post_is_closed_to_its_contributor_until_an_editor_returns_it() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "approve", json!({})).await.ok();
    let write = || contributor.put(&address, json!({ "brand": "Mine" }));
    assert_eq!(write().await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(contributor.delete(&address).await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(contributor.post(&format!("{address}/submit"), json!({})).await.problem().is(), (409, "post.not_draft"));
    assert_eq!(contributor.get(&address).await.ok()["status"], "published", "it is still read");
    editor.review(&address, "return", json!({})).await.ok();
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
    assert_eq!(app.get("/api/post/slug/habari").await.status, StatusCode::NOT_FOUND);
    write().await.ok();
    // A second approval publishes it at its address and day again.
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "approve", json!({})).await.ok();
    assert_eq!(app.get("/api/post/slug/habari").await.ok()["brand"], "Mine");
}

#[tokio::test]
async fn approving_publishes_at_a_date_ahead_and_otherwise_now() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    for (date_in_ms, keep_date, published_in_ms) in [
        (None, false, 0),
        (Some(2 * HOUR_MS), false, 2 * HOUR_MS),
        (Some(2 * HOUR_MS), true, 2 * HOUR_MS),
        (Some(-30 * HOUR_MS), false, 0),
        (Some(-30 * HOUR_MS), true, -30 * HOUR_MS),
    ] {
        let address = draft_of(&author, "Habari").await;
        let date = date_in_ms.map(|ms| app.clock.now().plus_ms(ms).iso());
        author.put(&address, json!({ "publish_date": date })).await.ok();
        author.post(&format!("{address}/submit"), json!({})).await.ok();
        let approved = editor.review(&address, "approve", json!({ "keep_date": keep_date })).await.ok();
        let expected = app.clock.now().plus_ms(published_in_ms).iso();
        assert_eq!(approved["published_at"], expected, "{date_in_ms:?} {keep_date}");
        assert_eq!(approved["is_public"], published_in_ms <= 0);
    }
}

#[tokio::test]
async fn a_step_for_another_revision_than_the_newest_answers_409_with_the_post() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    contributor.put(&address, json!({ "content": "<p>Something else</p>" })).await.ok();
    // One ahead is none that was read either.
    for (step, revision) in [("approve", 2), ("approve", 4), ("approve", -1), ("return", 2), ("return", 4)] {
        let problem = editor.post(&format!("{address}/{step}"), json!({ "revision": revision })).await.problem();
        assert_eq!(problem.is(), (409, "post.changed"), "{step} {revision}");
        assert_eq!(problem.body["current"]["content"], "<p>Something else</p>");
    }
    assert_eq!(status(&editor, &address).await, "in_review");
    editor.post(&format!("{address}/approve"), json!({ "revision": 3 })).await.ok();
}

#[tokio::test]
async fn who_approves_returns_or_publishes_a_post_in_review_names_what_was_read() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    let needed = |reply: Reply| assert_eq!(reply.problem().is(), (422, "post.revision_needed"));
    for step in ["approve", "return"] {
        let path = format!("{address}/{step}");
        for input in [json!({}), json!({ "revision": null }), json!({ "keep_date": true, "note": "No" })] {
            needed(editor.post(&path, input).await);
        }
        needed(editor.send(Method::POST, &path, Body::empty(), &[]).await);
    }
    // A save that publishes it is an approval by another name.
    needed(editor.put(&address, json!({ "status": "published" })).await);
    needed(editor.form(Method::PUT, &address, &[("status", "published"), ("title", "Habari")]).await);
    let stale = editor.put(&address, json!({ "status": "published", "revision": 1 })).await.problem();
    assert_eq!(stale.is(), (409, "post.changed"));
    let ahead = editor.put(&address, json!({ "status": "published", "revision": 99 })).await.problem();
    assert_eq!(ahead.is(), (409, "post.changed"));
    assert_eq!(status(&editor, &address).await, "in_review");
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
    let saved = editor.put(&address, json!({ "status": "published", "revision": 2 })).await.ok();
    assert_eq!(saved["is_public"], true);
}

#[tokio::test]
async fn of_an_approval_and_a_save_at_once_nothing_unread_becomes_public() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    for round in 0..5 {
        let address = draft_of(&contributor, &format!("Habari {round}")).await;
        contributor.post(&format!("{address}/submit"), json!({})).await.ok();
        let path = format!("{address}/approve");
        let (approved, saved) = tokio::join!(
            editor.post(&path, json!({ "revision": 2 })),
            contributor.put(&address, json!({ "content": "<p>Unread</p>" })),
        );
        let post = editor.get(&address).await.ok();
        let is_unread = post["content"].as_str().unwrap().contains("Unread");
        assert_eq!(post["status"] == "published", !is_unread, "{} {}", approved.status, saved.status);
    }
}

#[tokio::test]
async fn neither_review_nor_trash_is_reached_by_a_save() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let address = draft_of(&editor, "Habari").await;
    for status in ["in_review", "trash"] {
        let problem = editor.put(&address, json!({ "status": status })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec!["status"]), "{status}");
    }
    assert_eq!(status(&editor, &address).await, "draft");
}

#[tokio::test]
async fn the_writer_gets_one_mail_for_what_happens_within_ten_minutes() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let to = email(&contributor).await;
    let address = draft_of(&contributor, "Kibogoyo").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "return", json!({ "note": "Mchicha" })).await.ok();
    app.clock.advance_ms(TEN_MINUTES_MS - 1);
    assert_eq!(app.mails_to(&to).await.len(), 0, "others may follow");
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "approve", json!({})).await.ok();
    app.clock.advance_ms(1);
    let mails = app.mails_to(&to).await;
    assert_eq!(mails.len(), 1);
    let text = &mails[0].text;
    assert!(text.contains("2 things happened") && text.contains("Sent back") && text.contains("Approved"), "{text}");
    for word in ["Kibogoyo", "kibogoyo", "Mchicha"] {
        assert!(!format!("{:?}", mails[0]).contains(word), "{word}: titles and notes stay in the newsroom");
    }
    app.clock.advance_ms(TEN_MINUTES_MS);
    assert_eq!(app.mails_to(&to).await.len(), 1, "nothing is mailed twice");
    editor.review(&address, "return", json!({})).await.ok();
    app.clock.advance_ms(TEN_MINUTES_MS);
    let mails = app.mails_to(&to).await;
    assert_eq!(mails.len(), 2, "what happens later is another mail");
    assert!(mails[1].subject.ends_with("sent your post back"), "{}", mails[1].subject);
    assert_eq!(app.mails_to(&email(&editor).await).await.len(), 0, "nobody is mailed what they did themselves");
}

async fn mail_job(app: &TestApp) -> job::Model {
    let jobs = job::Entity::find().filter(job::Column::Kind.eq("posts.send_events"));
    jobs.one(app.core().store.reader()).await.unwrap().unwrap()
}

/// As after a crash: the job is due again, and the log says what the process noted before it ended.
async fn repeat_mail_job(app: &TestApp, noted: Option<MailStatus>) {
    let (db, mut job) = (app.core().store.writer(), mail_job(app).await.into_active_model());
    (job.state, job.due_at, job.finished_at) = (Set(JobState::Waiting), Set(Some(app.core().now())), Set(None));
    job.update(db).await.unwrap();
    let logged = mail_log::Entity::find().one(db).await.unwrap().unwrap();
    match noted {
        None => drop(mail_log::Entity::delete_by_id(logged.id).exec(db).await.unwrap()),
        Some(status) => {
            let mut row = logged.into_active_model();
            row.status = Set(status);
            row.update(db).await.unwrap();
        }
    }
    app.run_jobs().await;
    assert_eq!(mail_job(app).await.state, JobState::Done, "{noted:?}");
}

#[tokio::test]
async fn a_mail_that_a_server_may_have_is_not_sent_to_the_writer_again() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "approve", json!({})).await.ok();
    app.clock.advance_ms(TEN_MINUTES_MS);
    app.run_jobs().await;
    assert_eq!(sink.mails().len(), 1);
    for noted in [MailStatus::Sent, MailStatus::Sending, MailStatus::Uncertain] {
        repeat_mail_job(&app, Some(noted)).await;
        assert_eq!(sink.mails().len(), 1, "{noted:?}");
    }
    // What no server was given goes out, with the same events.
    for noted in [Some(MailStatus::Retrying), None] {
        let before = sink.mails();
        repeat_mail_job(&app, noted).await;
        let mails = sink.mails();
        assert_eq!(mails.len(), before.len() + 1, "{noted:?}");
        assert_eq!(mails[before.len()].message_id, before[0].message_id, "{noted:?}");
    }
}

#[tokio::test]
async fn a_writer_whose_mail_gets_no_answer_is_mailed_once() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let address = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{address}/submit"), json!({})).await.ok();
    editor.review(&address, "return", json!({})).await.ok();
    sink.answer("");
    for _ in 0..30 {
        app.clock.advance_ms(HOUR_MS);
        app.run_jobs().await;
    }
    assert_eq!((sink.mails().len(), mail_job(&app).await.state), (1, JobState::Done));
}
