use axum::http::Method;
use mwanga_store::entities::{issue, issue_draft, issue_draft_media};
use mwanga_store::types::SubscriberStatus::Confirmed;
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait, Statement};

use crate::api::uploads::Upload;
use crate::support::*;

const DRAFTS: &str = "/api/newsletter/admin-drafts";
const SEND: &str = "/api/newsletter/admin-send";
const MINUTE_MS: i64 = 60_000;

fn words(subject: &str) -> Value {
    json!({
        "subject": subject,
        "preheader": "Mwanga kwa wote",
        "html": "<p>Habari za asubuhi.</p>",
        "until": "2026-11-20T08:00:00Z",
        "topic": "gadgets",
        "send_at": "2026-11-21T06:30",
    })
}

/// The words of a draft with more fields.
fn with(words: &Value, more: Value) -> Value {
    let mut all = words.as_object().unwrap().clone();
    all.extend(more.as_object().unwrap().clone());
    all.into()
}

async fn saved(editor: &Caller, words: Value) -> Value {
    let reply = editor.post(DRAFTS, words).await;
    assert_eq!(reply.status, StatusCode::CREATED);
    reply.ok()["draft"].clone()
}

fn path(draft: &Value) -> String {
    format!("{DRAFTS}/{}", draft["id"])
}

/// A request that sends a draft as it was saved.
fn sending(draft: &Value) -> Value {
    let sent = json!({ "id": draft["id"], "version": draft["version"] });
    json!({ "subject": draft["subject"], "html": draft["html"], "draft": sent })
}

async fn listed(editor: &Caller) -> Vec<Value> {
    editor.get(DRAFTS).await.ok()["data"].as_array().unwrap().clone()
}

async fn count<E: EntityTrait>(app: &TestApp) -> u64
where
    E::Model: Sync,
{
    E::find().count(app.core().store.reader()).await.unwrap()
}

#[tokio::test]
async fn a_saved_draft_is_listed_and_opened_by_the_whole_newsroom() {
    let app = TestApp::new().await;
    let (amina, juma) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let draft = saved(&amina, words("Taa mpya")).await;
    assert_eq!((&draft["version"], &draft["saved_at"]), (&json!(1), &json!(app.core().now().iso())));
    let opened = juma.get(&path(&draft)).await.ok();
    assert_eq!(opened, draft);
    for (name, value) in words("Taa mpya").as_object().unwrap() {
        assert_eq!(&opened[name], value, "{name}");
    }
    app.clock.advance_ms(1);
    let newer = saved(&juma, words("Jua")).await;
    let list = amina.get(DRAFTS).await.ok();
    assert_eq!(list["limit"], 50);
    let rows: Vec<_> = list["data"].as_array().unwrap().iter().map(|row| [&row["id"], &row["subject"]]).collect();
    assert_eq!(rows, [[&newer["id"], &json!("Jua")], [&draft["id"], &json!("Taa mpya")]], "the last saved first");
    let names = [&list["data"][0]["saved_by"], &list["data"][1]["saved_by"]];
    assert!(names[0].is_string() && names[1].is_string() && names[0] != names[1], "{names:?}");

    app.clock.advance_ms(1);
    let update = with(&words("Taa mbili"), json!({ "version": 1 }));
    let reply = juma.put(&path(&draft), update).await.ok();
    assert_eq!((&reply["message"], &reply["draft"]["version"]), (&json!("Draft saved"), &json!(2)));
    let rows = listed(&amina).await;
    assert_eq!((&rows[0]["subject"], &rows[0]["saved_by"]), (&json!("Taa mbili"), names[0]), "who saved it last");

    amina.delete(&path(&draft)).await.ok();
    assert_eq!(listed(&juma).await.len(), 1);
    for gone in [
        juma.get(&path(&draft)).await,
        juma.delete(&path(&draft)).await,
        juma.put(&path(&draft), with(&words("Taa"), json!({ "version": 2 }))).await,
    ] {
        let problem = gone.problem();
        assert_eq!(problem.is(), (404, "issue_draft.not_found"));
        assert!(problem.body["error"].as_str().unwrap().contains("somebody sent it or deleted it"), "{problem:?}");
    }
}

#[tokio::test]
async fn an_unfinished_draft_is_saved_and_comes_back_as_it_was() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = saved(&editor, json!({})).await;
    let opened = editor.get(&path(&draft)).await.ok();
    assert_eq!([&opened["subject"], &opened["preheader"], &opened["html"]], [&json!(""), &json!(""), &json!("")]);
    assert_eq!([&opened["until"], &opened["topic"], &opened["send_at"]], [&Value::Null, &Value::Null, &Value::Null]);
    let draft = saved(&editor, json!({ "topic": "", "send_at": "", "html": "<p>  </p>" })).await;
    assert_eq!((&draft["topic"], &draft["send_at"]), (&Value::Null, &json!("")), "a time that is yet to be chosen");
    let past = saved(&editor, json!({ "send_at": "2020-01-01T06:30" })).await;
    assert_eq!(past["send_at"], "2020-01-01T06:30");
    let refused = editor.post(SEND, with(&sending(&past), json!({ "send_at": past["send_at"] }))).await.problem();
    assert_eq!(refused.is(), (422, "newsletter.invalid"));
    assert_eq!(listed(&editor).await.len(), 3, "what is refused stays a draft");
}

#[tokio::test]
async fn the_words_of_a_draft_are_cleaned_and_limited() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = saved(
        &editor,
        json!({
            "subject": "Taa\r\nBcc: all@example.com\u{0}",
            "preheader": "a\u{0}b",
            "html": "<p onclick=\"x()\">Habari\u{0}</p><script>alert(1)</script><img src=\"https://spy.example/p.gif\">",
        }),
    )
    .await;
    assert_eq!((&draft["subject"], &draft["preheader"]), (&json!("Taa Bcc: all@example.com"), &json!("a b")));
    let html = draft["html"].as_str().unwrap();
    // The place of the picture keeps its address for the editor alone.
    let without_place = html.replacen(" data-missing=\"https://spy.example/p.gif\"", "", 1);
    assert!(html.contains("Habari") && without_place != html, "{html}");
    assert!(!["onclick", "script", "spy", "src=", "\u{0}"].iter().any(|evil| without_place.contains(evil)), "{html}");
    let mail = editor.post("/api/newsletter/admin-preview", json!({ "subject": "Taa", "html": html })).await;
    assert!(mail.status == StatusCode::OK && mail.text().contains("Habari") && !mail.text().contains("spy"));

    let put = |body: Value| {
        let (editor, path) = (&editor, path(&draft));
        async move { editor.put(&path, with(&body, json!({ "version": 1 }))).await }
    };
    for (body, fields) in [
        (json!({ "subject": "a".repeat(201), "preheader": "a".repeat(151) }), vec!["preheader", "subject"]),
        (json!({ "html": "a".repeat(1_500_001), "topic": "nothing" }), vec!["html", "topic"]),
        (json!({ "send_at": "kesho", "topic": "\u{0}" }), vec!["send_at", "topic"]),
        (json!({ "send_at": "2026-11-21T06:30".repeat(9) }), vec!["send_at"]),
    ] {
        for reply in [editor.post(DRAFTS, body.clone()).await, put(body).await] {
            let problem = reply.problem();
            assert_eq!((problem.is(), problem.field_names()), ((422, "newsletter.invalid"), fields.clone()));
        }
    }
    let html = format!("{}<br>{}", "a".repeat(750_000), "a".repeat(749_996));
    saved(&editor, json!({ "subject": "a".repeat(200), "preheader": "a".repeat(150), "html": html })).await;
    let deep = json!({ "html": "<b>".repeat(300) });
    for reply in [editor.post(DRAFTS, deep.clone()).await, put(deep).await] {
        assert_eq!((reply.problem().is(), reply.problem().field_names()), ((422, "post.too_complex"), vec!["html"]));
    }
    let huge = json!({ "html": "a".repeat(2 * 1024 * 1024) });
    assert_eq!(editor.post(DRAFTS, huge).await.problem().is(), (413, "request.too_large"));
    for wrong in [json!([]), json!({ "subject": 1 }), json!({ "until": "yesterday" })] {
        assert_eq!(editor.post(DRAFTS, wrong.clone()).await.status.as_u16(), 422, "{wrong}");
    }
    let without_version = editor.put(&path(&draft), json!({ "subject": "Taa" })).await;
    assert_eq!(without_version.status.as_u16(), 422, "a save says what it is based on");
    assert_eq!(editor.get(&path(&draft)).await.ok(), draft, "what was refused changed nothing");
}

#[tokio::test]
async fn a_save_of_an_earlier_version_answers_409_with_the_draft_of_now() {
    let app = TestApp::new().await;
    let (amina, juma) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    let draft = saved(&amina, words("Taa")).await;
    let theirs = juma.put(&path(&draft), with(&words("Jua"), json!({ "version": 1 }))).await.ok()["draft"].clone();
    for version in [1, 3, i64::from(i32::MAX)] {
        let problem = amina.put(&path(&draft), with(&words("Mwezi"), json!({ "version": version }))).await.problem();
        assert_eq!(problem.is(), (409, "issue_draft.changed"), "{version}");
        assert_eq!(problem.body["current"], theirs, "{version}");
    }
    let lost = juma.put(&path(&draft), with(&words("Jua"), json!({ "version": 1 }))).await.ok();
    assert_eq!(lost["draft"], theirs, "repeated after a lost answer it is no conflict");
    let mine = amina.put(&path(&draft), with(&words("Mwezi"), json!({ "version": 2 }))).await.ok();
    assert_eq!((&mine["draft"]["version"], &mine["draft"]["subject"]), (&json!(3), &json!("Mwezi")));

    let sent = juma.post(SEND, sending(&theirs)).await.problem();
    assert_eq!((sent.is(), &sent.body["current"]), ((409, "issue_draft.changed"), &mine["draft"]));
    assert_eq!(count::<issue::Entity>(&app).await, 0, "nothing is sent that somebody else has not seen");
}

#[tokio::test]
async fn of_concurrent_saves_of_one_version_one_counts() {
    let (one, two) = TestApp::two_nodes().await;
    let amina = one.staff(Role::Editor).await;
    let juma = two.anyone().with_token(amina.token.as_ref().unwrap());
    let draft = saved(&amina, words("Taa")).await;
    let path = path(&draft);
    let saves = (0..8).map(|n| {
        let editor = if n % 2 == 0 { &amina } else { &juma };
        let body = with(&words(&format!("Taa {n}")), json!({ "version": 1 }));
        let path = &path;
        async move { editor.put(path, body).await }
    });
    let replies = futures_util::future::join_all(saves).await;
    let saved: Vec<&Reply> = replies.iter().filter(|reply| reply.status == StatusCode::OK).collect();
    assert_eq!(saved.len(), 1);
    for refused in replies.iter().filter(|reply| reply.status != StatusCode::OK) {
        assert_eq!(refused.problem().is(), (409, "issue_draft.changed"));
    }
    assert_eq!(juma.get(&path).await.ok(), saved[0].ok()["draft"]);
}

#[tokio::test]
async fn a_sent_draft_is_gone_and_sent_by_one_person_alone() {
    let app = TestApp::new().await;
    app.subscribers(2, Confirmed).await;
    let (amina, juma) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    let draft = saved(&amina, json!({ "subject": "Taa", "html": "<p>Habari.</p>" })).await;
    let with_key = amina.with_header("idempotency-key", "one");
    let id = with_key.post(SEND, sending(&draft)).await.ok()["issue"]["id"].clone();
    assert_eq!(with_key.post(SEND, sending(&draft)).await.ok()["issue"]["id"], id, "a lost answer");
    assert_eq!(amina.post(SEND, sending(&draft)).await.ok()["issue"]["id"], id, "the same words within a minute");
    assert!(listed(&juma).await.is_empty());
    for gone in [
        juma.get(&path(&draft)).await,
        juma.delete(&path(&draft)).await,
        juma.put(&path(&draft), with(&words("Jua"), json!({ "version": 1 }))).await,
        juma.post(SEND, with(&sending(&draft), json!({ "subject": "Jua" }))).await,
    ] {
        assert_eq!(gone.problem().is(), (404, "issue_draft.not_found"));
    }
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(Mail::read_all(&app.data_dir().join("outbox")).len(), 2);
    assert_eq!((count::<issue::Entity>(&app).await, count::<issue_draft::Entity>(&app).await), (1, 0));
    let again = with_key.post(SEND, sending(&draft)).await.ok();
    assert_eq!(again["issue"]["id"], id, "also when it has gone out");
}

#[tokio::test]
async fn an_undone_newsletter_is_a_draft_again_with_the_words_that_were_sent() {
    let app = TestApp::new().await;
    let (amina, juma) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    let draft = saved(&amina, words("Taa")).await;
    let changed = with(&sending(&draft), json!({ "subject": "Taa mbili", "send_at": " 2026-11-22T06:30 " }));
    let id = juma.post(SEND, changed).await.ok()["issue"]["id"].clone();
    assert!(listed(&amina).await.is_empty());
    amina.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    amina.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    let back = amina.get(&path(&draft)).await.ok();
    assert_eq!(
        [&back["id"], &back["version"], &back["subject"], &back["html"], &back["send_at"]],
        [&draft["id"], &json!(2), &json!("Taa mbili"), &draft["html"], &json!("2026-11-22T06:30")]
    );
    assert_eq!(listed(&juma).await.len(), 1);
    // Whoever had it open before sees that it is another one.
    let stale = amina.put(&path(&draft), with(&words("Jua"), json!({ "version": 1 }))).await.problem();
    assert_eq!(stale.is(), (409, "issue_draft.changed"));
    let again = juma.post(SEND, sending(&back)).await.ok()["issue"]["id"].clone();
    assert_ne!(again, id);
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(count::<issue_draft::Entity>(&app).await, 0, "it cannot be undone any more");
}

#[tokio::test]
async fn a_newsletter_that_was_never_saved_is_a_draft_once_it_is_undone() {
    let app = TestApp::new().await;
    let (amina, juma) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    let sent = with(&words("Taa"), json!({ "send_at": "2026-11-22T06:30" }));
    let issue = amina.post(SEND, sent.clone()).await.ok()["issue"].clone();
    assert!(listed(&amina).await.is_empty(), "it waits, and is no draft");
    // Twice in the same words it is one issue, and one draft.
    assert_eq!(amina.post(SEND, sent).await.ok()["issue"]["draft"], issue["draft"]);
    assert_eq!(juma.get("/api/newsletter/admin-issues").await.ok()["data"][0]["draft"], issue["draft"]);
    let id = &issue["id"];
    let undone = juma.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    assert_eq!(undone["issue"]["draft"], Value::Null);
    let drafts = listed(&juma).await;
    assert_eq!((drafts.len(), &drafts[0]["id"]), (1, &issue["draft"]["id"]));
    let back = juma.get(&path(&drafts[0])).await.ok();
    assert_eq!(
        [&back["version"], &back["subject"], &back["preheader"], &back["topic"], &back["send_at"]],
        [
            &issue["draft"]["version"],
            &json!("Taa"),
            &json!("Mwanga kwa wote"),
            &json!("gadgets"),
            &json!("2026-11-22T06:30")
        ]
    );
    // An issue of an earlier version had no draft beside it.
    let again = juma.post(SEND, words("Jua")).await.ok()["issue"]["id"].clone();
    let delete = "DELETE FROM issue_draft WHERE issue_id IS NOT NULL";
    app.core().store.writer().execute_unprepared(delete).await.unwrap();
    juma.post(&format!("/api/newsletter/admin-issues/{again}/undo"), json!({})).await.ok();
    assert_eq!(listed(&juma).await.len(), 2);
}

#[tokio::test]
async fn of_a_cancelled_send_either_the_draft_or_the_newsletter_is_there() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut sent = 0i64;
    for n in 0..40u64 {
        let draft = saved(&editor, json!({ "subject": format!("Taa {n}"), "html": "<p>Habari.</p>" })).await;
        let caller = editor.with_header("idempotency-key", &format!("key-{n}"));
        let cancelled = caller.post(SEND, sending(&draft));
        let _ = tokio::time::timeout(std::time::Duration::from_micros(n * 400), cancelled).await;
        // One statement sees one moment: the commit of a call that was cancelled may come between two.
        let sql = format!(
            "SELECT (SELECT count(*) FROM issue) AS issues,
                    (SELECT count(*) FROM issue_draft WHERE issue_id IS NULL AND id = {}) AS drafts",
            draft["id"]
        );
        let db = app.core().store.reader();
        let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap().unwrap();
        let (issues, drafts): (i64, i64) = (row.try_get("", "issues").unwrap(), row.try_get("", "drafts").unwrap());
        assert_eq!(issues - sent, 1 - drafts, "round {n}");
        caller.post(SEND, sending(&draft)).await.ok();
        assert!(listed(&editor).await.is_empty(), "round {n}");
        sent += 1;
        assert_eq!(count::<issue::Entity>(&app).await, sent as u64, "round {n}: once");
    }
}

#[tokio::test]
async fn a_draft_is_created_once_however_often_its_request_is_repeated() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await.with_header("idempotency-key", "one");
    let draft = saved(&editor, words("Taa")).await;
    assert_eq!(saved(&editor, words("Taa")).await, draft);
    let problem = editor.post(DRAFTS, words("Jua")).await.problem();
    assert_eq!((problem.is(), &problem.body["current"]), ((422, "request.key_reused"), &draft));
    assert_eq!(listed(&editor).await.len(), 1);
    editor.delete(&path(&draft)).await.ok();
    assert_ne!(saved(&editor, words("Jua")).await["id"], draft["id"], "what is gone frees its key");
    let other = app.staff(Role::Editor).await.with_header("idempotency-key", "one");
    saved(&other, words("Taa")).await;
    assert_eq!(listed(&other).await.len(), 2, "a key is its account's own");
}

#[tokio::test]
async fn there_are_at_most_fifty_drafts_and_an_undone_newsletter_comes_back_all_the_same() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let first = saved(&editor, words("Taa")).await;
    for n in 1..49 {
        saved(&editor, words(&format!("Taa {n}"))).await;
    }
    let calls = (0..6).map(|n| editor.post(DRAFTS, words(&format!("Jua {n}"))));
    let mut statuses: Vec<u16> =
        futures_util::future::join_all(calls).await.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    let problem = editor.post(DRAFTS, words("Jua")).await.problem();
    assert_eq!(problem.is(), (409, "issue_draft.too_many"));
    assert!(problem.body["error"].as_str().unwrap().contains("50 drafts"), "{problem:?}");
    editor.put(&path(&first), with(&words("Taa mpya"), json!({ "version": 1 }))).await.ok();

    let id = editor.post(SEND, sending(&editor.get(&path(&first)).await.ok())).await.ok()["issue"]["id"].clone();
    saved(&editor, words("Jua")).await;
    editor.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    assert_eq!(listed(&editor).await.len(), 51);
    assert_eq!(editor.post(DRAFTS, words("Mwezi")).await.problem().is(), (409, "issue_draft.too_many"));
}

#[tokio::test]
async fn drafts_are_seen_by_no_reader_and_count_nowhere() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Asubuhi").insert().await;
    app.clock.advance_ms(1);
    let before = editor.get("/api/newsletter/admin-draft").await.ok();
    saved(&editor, json!({ "subject": "Rasimu ya siri", "html": "<p>Siri.</p>", "until": before["until"] })).await;
    for path in [
        "/api/newsletter/issues",
        "/newsletter/issues/feed.xml",
        "/newsletter/issues",
        "/feed.xml",
        "/sitemap.xml",
        "/api/search/search?q=siri",
    ] {
        assert!(!app.get(path).await.text().to_lowercase().contains("rasimu ya siri"), "{path}");
    }
    assert_eq!(app.get("/api/newsletter/issues").await.ok()["total"], 0);
    assert_eq!(editor.get("/api/newsletter/admin-issues").await.ok()["total"], 0);
    assert_eq!(editor.get("/api/newsletter/admin-draft").await.ok(), before, "no post counts as covered");
    // The same words are no duplicate of a draft.
    editor.post(SEND, json!({ "subject": "Rasimu ya siri", "html": "<p>Siri.</p>" })).await.ok();
    assert_eq!(listed(&editor).await.len(), 1, "sent without its draft the draft stays");
}

#[tokio::test]
async fn a_file_of_a_draft_is_in_use_and_hidden_from_strangers() {
    let app = TestApp::with(|config| config.media.private = true).await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "taa.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    let file = editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    let file = format!("/api/admin/media/{}", file["id"]);
    let html = format!("<p>Taa</p><img src=\"{}\">", upload.file_url);
    let unused = async || editor.get("/api/admin/media?orphans=true").await.ok()["data"].as_array().unwrap().len();
    assert_eq!(unused().await, 1);
    let draft = saved(&editor, json!({ "html": html })).await;
    let detail = editor.get(&file).await.ok();
    assert_eq!(
        (&detail["used_by"], &detail["issue_drafts"]),
        (&json!(1), &json!([{ "id": draft["id"], "subject": "" }]))
    );
    assert_eq!(unused().await, 0);
    assert_eq!(editor.delete(&file).await.problem().is(), (409, "media.in_use"));
    let (unsigned, _) = upload.file_url.split_once('?').unwrap();
    assert_eq!(app.get(unsigned).await.status, StatusCode::NOT_FOUND);

    // While it waits the newsletter uses the file; undone, the draft does too.
    let send = json!({ "subject": "Taa", "html": html, "draft": { "id": draft["id"], "version": 1 } });
    let id = editor.post(SEND, send).await.ok()["issue"]["id"].clone();
    let detail = editor.get(&file).await.ok();
    assert_eq!((&detail["used_by"], &detail["issue_drafts"]), (&json!(1), &json!([])));
    editor.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    assert_eq!(editor.get(&file).await.ok()["issue_drafts"][0]["subject"], "Taa");
    editor.put(&path(&draft), json!({ "version": 2, "html": "<p>Without.</p>" })).await.ok();
    assert_eq!(editor.get(&file).await.ok()["issue_drafts"], json!([]));
    let with_file = editor.put(&path(&draft), json!({ "version": 3, "html": html })).await.ok();
    editor.delete(&path(&with_file["draft"])).await.ok();
    assert_eq!(count::<issue_draft_media::Entity>(&app).await, 0);
}

#[tokio::test]
async fn readers_and_strangers_get_no_draft() {
    let app = TestApp::new().await;
    let draft = saved(&app.staff(Role::Editor).await, words("Taa")).await;
    for (caller, refused) in [(app.anyone(), (401, "auth.required")), (app.reader().await, (403, "auth.forbidden"))] {
        let update = with(&words("Jua"), json!({ "version": 1 }));
        for (method, path, body) in [
            (Method::GET, DRAFTS.to_owned(), json!({})),
            (Method::POST, DRAFTS.to_owned(), words("Jua")),
            (Method::GET, path(&draft), json!({})),
            (Method::PUT, path(&draft), update),
            (Method::DELETE, path(&draft), json!({})),
        ] {
            assert_eq!(caller.json(method.clone(), &path, &body).await.problem().is(), refused, "{method} {path}");
        }
    }
    assert_eq!(listed(&app.staff(Role::Admin).await).await.len(), 1);
}

#[tokio::test]
async fn a_draft_that_cannot_be_is_refused_by_every_call_that_names_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = saved(&editor, words("Taa")).await;
    for (id, version) in [(json!(1), json!(0)), (json!(1), json!(-1)), (json!(0), json!(1)), (json!(-1), json!(1))] {
        let input = with(&words("Taa"), json!({ "draft": { "id": id, "version": version } }));
        for path in ["/api/newsletter/admin-test", "/api/newsletter/admin-preview", SEND] {
            let problem = editor.post(path, input.clone()).await.problem();
            assert_eq!(problem.is(), (422, "request.invalid"), "{path} {id} {version}");
        }
    }
    let problem = editor.put(&path(&draft), with(&words("Taa"), json!({ "version": 0 }))).await.problem();
    assert_eq!(problem.is(), (422, "request.invalid"));
    assert_eq!(app.mails_to("anyone@example.com").await.len(), 0);
}

#[tokio::test]
async fn the_current_draft_of_a_problem_is_as_the_description_says() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await.with_header("idempotency-key", "one");
    let draft = saved(&editor, words("Taa")).await;
    let reused = editor.post(DRAFTS, words("Taa mbili")).await.problem();
    assert_eq!(reused.is(), (422, "request.key_reused"));
    let other = app.staff(Role::Editor).await;
    other.put(&path(&draft), with(&words("Taa tatu"), json!({ "version": 1 }))).await.ok();
    let changed = other.put(&path(&draft), with(&words("Taa nne"), json!({ "version": 1 }))).await.problem();
    assert_eq!(changed.is(), (409, "issue_draft.changed"));
    let document = serde_json::to_value(mwanga_server::openapi_document()).unwrap();
    let schemas = &document["components"]["schemas"];
    let one = json!({ "$ref": "#/components/schemas/SavedDraftView" });
    assert!(schemas["CurrentView"]["oneOf"].as_array().unwrap().contains(&one));
    for problem in [reused, changed] {
        for name in problem.body["current"].as_object().unwrap().keys() {
            assert!(schemas["SavedDraftView"]["properties"].get(name).is_some(), "{name}");
        }
    }
}
