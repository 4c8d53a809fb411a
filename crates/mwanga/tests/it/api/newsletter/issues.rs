use mwanga_store::entities::subscriber;
use mwanga_store::types::SubscriberStatus;
use mwanga_store::types::SubscriberStatus::{Confirmed, Pending, Unsubscribed};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use crate::support::*;

const SEND: &str = "/api/newsletter/admin-send";
const MINUTE_MS: i64 = 60_000;

fn issue_input() -> Value {
    json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" })
}

async fn set(app: &TestApp, email: &str, status: SubscriberStatus) {
    let row = subscriber::Entity::find()
        .filter(subscriber::Column::Email.eq(email))
        .one(app.core().store.reader())
        .await
        .unwrap()
        .unwrap();
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.update(app.core().store.writer()).await.unwrap();
}

async fn sent(editor: &Caller) -> i64 {
    editor.post(SEND, issue_input()).await.ok()["issue"]["id"].as_i64().unwrap()
}

async fn issue(editor: &Caller, id: i64) -> Value {
    editor.get(&format!("/api/newsletter/admin-issues/{id}")).await.ok()
}

#[tokio::test]
async fn an_issue_is_sent_to_every_confirmed_subscriber_after_one_minute() {
    let app = TestApp::new().await;
    app.subscribers(3, Confirmed).await;
    app.subscribe("later@example.com", Pending).await;
    app.subscribe("gone@example.com", Unsubscribed).await;
    let editor = app.staff(Role::Editor).await;
    let reply = editor.post(SEND, issue_input()).await.ok();
    assert_eq!(reply["message"], "Newsletter sent");
    let created = &reply["issue"];
    assert_eq!(
        (&created["status"], &created["kind"], &created["total"], &created["counts"]["queued"]),
        (&json!("waiting"), &json!("manual"), &json!(3), &json!(0))
    );
    assert_eq!(created["starts_at"], json!(app.core().now().plus_ms(MINUTE_MS).iso()));
    let id = created["id"].as_i64().unwrap();
    app.clock.advance_ms(MINUTE_MS - 1);
    app.run_jobs().await;
    assert_eq!(issue(&editor, id).await["status"], "waiting");
    assert_eq!(app.get(&format!("/api/newsletter/issues/{id}")).await.problem().is(), (404, "newsletter.not_found"));
    app.clock.advance_ms(1);
    app.run_jobs().await;
    let done = issue(&editor, id).await;
    assert_eq!(
        (&done["status"], &done["total"], &done["counts"]["sent"]),
        (&json!("sent"), &json!(3), &json!(3)),
        "{done}"
    );
    assert!(done["finished_at"].is_string());
    let mails = Mail::read_all(&app.data_dir().join("outbox"));
    let mut to: Vec<&str> = mails.iter().map(|mail| &*mail.to).collect();
    to.sort_unstable();
    assert_eq!(to, ["reader-0@example.com", "reader-1@example.com", "reader-2@example.com"]);
    assert!(mails.iter().all(|mail| mail.subject == "Taa mpya" && mail.text.contains("Habari za asubuhi.")));
    let list = editor.get("/api/newsletter/admin-issues").await.ok();
    assert_eq!((&list["total"], &list["data"][0]["id"]), (&json!(1), &json!(id)));
    let public = app.get(&format!("/api/newsletter/issues/{id}")).await.ok();
    assert_eq!(
        (&public["subject"], &public["html"]),
        (&json!("Taa mpya"), &json!("<p dir=\"auto\">Habari za asubuhi.</p>"))
    );
    assert_eq!(app.get("/api/newsletter/issues").await.ok()["data"][0]["id"], id);
    let log = editor.get("/api/admin/email-logs?kind=newsletter").await.ok();
    assert_eq!(log["data"].as_array().unwrap().len(), 3);
    let path = format!("/api/newsletter/admin-issues/{id}/deliveries?status=sent");
    assert_eq!(editor.get(&path).await.ok()["data"][0]["email"], "r…@example.com", "editors see no whole address");
    let deliveries = app.staff(Role::Admin).await.get(&path).await.ok();
    assert_eq!(
        (deliveries["data"].as_array().unwrap().len(), &deliveries["data"][0]["email"], &deliveries["next"]),
        (3, &json!("reader-0@example.com"), &Value::Null)
    );
}

#[tokio::test]
async fn the_same_issue_sent_twice_within_a_minute_is_created_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let with_key = |key: &str| editor.with_header("idempotency-key", key);
    let first = sent(&editor).await;
    app.clock.advance_ms(MINUTE_MS - 1);
    assert_eq!(sent(&editor).await, first, "the same words within the minute");
    let same_key = sent(&with_key("a")).await;
    assert_eq!(same_key, first);
    app.clock.advance_ms(1);
    let second = sent(&with_key("b")).await;
    assert_ne!(second, first);
    app.clock.advance_ms(10 * MINUTE_MS);
    assert_eq!(sent(&with_key("b")).await, second, "a key is good for long");
    assert_ne!(
        sent(&app.staff(Role::Editor).await.with_header("idempotency-key", "b")).await,
        second,
        "and its caller's own"
    );
    let other =
        editor.post(SEND, json!({ "subject": "Taa mpya", "html": "<p>Mengine.</p>" })).await.ok()["issue"]["id"]
            .as_i64()
            .unwrap();
    editor.post(&format!("/api/newsletter/admin-issues/{other}/undo"), json!({})).await.ok();
    let again =
        editor.post(SEND, json!({ "subject": "Taa mpya", "html": "<p>Mengine.</p>" })).await.ok()["issue"]["id"]
            .as_i64()
            .unwrap();
    assert_ne!(again, other, "an undone one is none");
}

#[tokio::test]
async fn concurrent_identical_send_requests_create_one_issue() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let ids = futures_util::future::join_all((0..6).map(|_| sent(&editor))).await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[tokio::test]
async fn an_undone_issue_is_not_sent_and_a_sent_one_answers_409_to_undo() {
    let app = TestApp::new().await;
    app.subscribers(2, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let with_key = editor.with_header("idempotency-key", "a");
    let id = sent(&with_key).await;
    let undone = editor.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    assert_eq!(undone["issue"]["status"], "undone");
    let pressed_twice = editor.post(&format!("/api/newsletter/admin-issues/{id}/undo"), json!({})).await.ok();
    assert_eq!(pressed_twice["issue"]["status"], "undone", "after a lost answer");
    let again = sent(&with_key).await;
    assert_ne!(again, id, "its key is free again");
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(Mail::read_all(&app.data_dir().join("outbox")).len(), 2, "one of the two issues");
    let too_late = editor.post(&format!("/api/newsletter/admin-issues/{again}/undo"), json!({})).await.problem();
    assert_eq!(too_late.body["error"], "It is sent already.");
    for action in ["undo", "pause", "resume", "resend-uncertain"] {
        let refused = editor.post(&format!("/api/newsletter/admin-issues/{again}/{action}"), json!({})).await.problem();
        assert_eq!(refused.is(), (409, "newsletter.state"), "{action}");
        let missing = editor.post(&format!("/api/newsletter/admin-issues/999/{action}"), json!({})).await.problem();
        assert_eq!(missing.is(), (404, "newsletter.not_found"), "{action}");
    }
    assert_eq!(app.get(&format!("/api/newsletter/issues/{id}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_issue_without_subject_or_text_answers_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for path in [SEND, "/api/newsletter/admin-preview", "/api/newsletter/admin-test"] {
        let problem =
            editor.post(path, json!({ "subject": " \r\n", "html": "<p> </p><script>x</script>" })).await.problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "newsletter.invalid"), vec!["html", "subject"]),
            "{path}"
        );
    }
    assert_eq!(editor.post(SEND, json!({})).await.problem().is(), (422, "newsletter.invalid"));
}

#[tokio::test]
async fn the_draft_contains_the_public_posts_since_the_last_issue() {
    let app = TestApp::new().await;
    app.subscribers(2, Confirmed).await;
    app.post("Taa & <jua>").content("<p>Wazi kwa wote.</p>").insert().await;
    app.post("Rasimu").draft().insert().await;
    app.post("Kesho").in_ms(MINUTE_MS).insert().await;
    app.post("Tangazo").category("sponsored").insert().await;
    app.post("Zamani").in_ms(-8 * 24 * 3_600_000).insert().await;
    let gated = app.post("Ya wanachama").content(&format!("<p>Mwanzo.</p><p>{} SIRI</p>", "maneno ".repeat(200)));
    gated.form(|form| form.access = Some("subscribers".into())).insert().await;
    let editor = app.staff(Role::Editor).await;
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!((&draft["posts"], &draft["audience"]), (&json!(2), &json!(2)), "{draft}");
    let html = draft["html"].as_str().unwrap();
    for there in ["Taa &amp; &lt;jua&gt;", "Wazi kwa wote.", "Ya wanachama", "Mwanzo.", "href=\"/post/slug/taa-jua\""] {
        assert!(html.contains(there), "{there} in {html}");
    }
    for absent in ["Rasimu", "Kesho", "Tangazo", "Zamani", "SIRI"] {
        assert!(!html.contains(absent), "{absent} in {html}");
    }
    assert_eq!(draft["subject"], "Ya wanachama", "the headline of its lead");
    app.clock.advance_ms(1);
    editor.post(SEND, json!({ "subject": draft["subject"], "html": html })).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    let next = editor.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!(
        (&next["posts"], next["html"].as_str().unwrap().contains("Kesho")),
        (&json!(1), true),
        "what became public meanwhile"
    );
}

#[tokio::test]
async fn a_draft_begins_with_the_eight_newest_posts_and_offers_the_others() {
    let app = TestApp::new().await;
    app.post("Zamani").in_ms(-8 * 24 * 3_600_000).content("<p>Mwanzo wa zamani.</p>").insert().await;
    app.post("Tangazo").category("sponsored").insert().await;
    for n in 1..=10 {
        app.post(&format!("Habari {n:02}")).content("<p>Mwanzo wa habari.</p>").insert().await;
        app.clock.advance_ms(1);
    }
    let draft = app.staff(Role::Editor).await.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!((&draft["posts"], &draft["subject"]), (&json!(10), &json!("Habari 10")));
    let html = draft["html"].as_str().unwrap();
    assert_eq!(html.matches("<h2><a href=\"/post/slug/habari-").count(), 8, "{html}");
    assert!(html.starts_with("<h2><a href=\"/post/slug/habari-10\">") && html.contains("Habari 03"), "{html}");
    assert!(!html.contains("Habari 02"), "{html}");
    let stories = draft["stories"].as_array().unwrap();
    let titles: Vec<&str> = stories.iter().map(|story| story["title"].as_str().unwrap()).collect();
    assert_eq!((titles.len(), titles[0], titles[10]), (11, "Habari 10", "Zamani"));
    assert_eq!((&stories[9]["is_new"], &stories[10]["is_new"]), (&json!(true), &json!(false)));
    assert_eq!(stories[10]["html"], "<h2><a href=\"/post/slug/zamani\">Zamani</a></h2><p>Mwanzo wa zamani.</p>");
}

#[tokio::test]
async fn an_issue_goes_out_at_its_time_and_can_be_undone_until_then() {
    let app = TestApp::new().await;
    app.subscribers(1, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    // Noon in Nairobi.
    let at = |send_at: &str| json!({ "subject": "Taa", "html": "<p>Habari.</p>", "send_at": send_at });
    for wrong in ["2026-11-20T12:00", "2026-11-20T12:00:59+03:00", "2027-12-01T12:00", "kesho", ""] {
        let problem = editor.post(SEND, at(wrong)).await.problem();
        assert_eq!(problem.is(), (422, "newsletter.invalid"), "{wrong}");
        assert!(problem.fields["send_at"].contains("a minute"), "{wrong}");
    }
    let issue_at = editor.post(SEND, at("2026-11-20T12:20")).await.ok()["issue"].clone();
    assert_eq!(issue_at["starts_at"], "2026-11-20T09:20:00Z");
    let later = editor.post(SEND, at("2026-11-20T12:40")).await.ok()["issue"].clone();
    assert_ne!(later["id"], issue_at["id"], "another time is another issue");
    app.clock.advance_ms(19 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(issue(&editor, issue_at["id"].as_i64().unwrap()).await["status"], "waiting");
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(issue(&editor, issue_at["id"].as_i64().unwrap()).await["status"], "sent");
    editor.post(&format!("/api/newsletter/admin-issues/{}/undo", later["id"]), json!({})).await.ok();
    app.clock.advance_ms(20 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(Mail::read_all(&app.data_dir().join("outbox")).len(), 1);
}

#[tokio::test]
async fn the_preheader_of_an_issue_stands_in_its_mail_and_not_in_its_text() {
    let app = TestApp::new().await;
    app.subscribers(1, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let input = |preheader: &str| json!({ "subject": "Taa", "preheader": preheader, "html": "<p>Habari.</p>" });
    let problem = editor.post(SEND, input(&"a".repeat(151))).await.problem();
    assert!(problem.fields["preheader"].contains("150"), "{problem:?}");
    let preview = editor.post("/api/newsletter/admin-preview", input("Mwanga <leo>")).await.ok();
    assert!(preview["html"].as_str().unwrap().contains("mso-hide:all\">Mwanga &lt;leo&gt;</div>"), "{preview}");
    let dark = editor.post("/api/newsletter/admin-preview?theme=dark&pictures=off", input("")).await.ok();
    let dark = dark["html"].as_str().unwrap();
    assert!(dark.contains("@media all{") && dark.contains(" data-src=") && !dark.contains(" src="), "{dark}");
    let wrong = editor.post("/api/newsletter/admin-preview?theme=pink", input("")).await.problem();
    assert_eq!(wrong.is(), (400, "request.invalid_query"));
    editor.post(SEND, input("Mwanga <leo>")).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    let mail = Mail::read_all(&app.data_dir().join("outbox")).remove(0);
    assert!(mail.text.contains("mso-hide:all\">Mwanga &lt;leo&gt;</div>"), "{}", mail.text);
    assert!(!mail.text.contains("<leo>"), "it is not in the text part: {}", mail.text);
}

#[tokio::test]
async fn a_post_published_while_a_digest_is_edited_is_in_the_next_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Asubuhi").insert().await;
    app.clock.advance_ms(1);
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    app.clock.advance_ms(MINUTE_MS);
    app.post(&"Meanwhile ".repeat(25)).insert().await;
    app.clock.advance_ms(MINUTE_MS);
    editor
        .post(SEND, json!({ "subject": draft["subject"], "html": draft["html"], "until": draft["until"] }))
        .await
        .ok();
    app.clock.advance_ms(MINUTE_MS);
    let next = editor.get("/api/newsletter/admin-draft").await.ok();
    assert_eq!((&next["posts"], &next["since"]), (&json!(1), &draft["until"]));
    editor
        .post("/api/newsletter/admin-preview", json!({ "subject": next["subject"], "html": next["html"] }))
        .await
        .ok();
    // A digest drafted before another one was sent moves no post back into the next draft.
    editor.post(SEND, json!({ "subject": next["subject"], "html": next["html"], "until": next["until"] })).await.ok();
    editor.post(SEND, json!({ "subject": "Old", "html": draft["html"], "until": draft["until"] })).await.ok();
    assert_eq!(editor.get("/api/newsletter/admin-draft").await.ok()["posts"], 0);
}

#[tokio::test]
async fn the_html_of_an_issue_is_cleaned_and_its_links_are_absolute() {
    let app = TestApp::new().await;
    app.subscribers(1, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let html = "<p onclick=\"x()\">Soma <a href=\"/post/slug/taa\">hii</a>.</p><script>alert(1)</script><img src=\"https://spy.example/p.gif\"><form action=\"/x\"><input></form>";
    let input = json!({ "subject": "Taa\r\nBcc: all@example.com", "html": html });
    let preview = editor.post("/api/newsletter/admin-preview", input.clone()).await.ok();
    editor.post(SEND, input.clone()).await.ok();
    editor.post("/api/newsletter/admin-test", input).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    let mails = Mail::read_all(&app.data_dir().join("outbox"));
    assert_eq!(mails.len(), 2, "the test and the issue");
    for text in [preview["html"].as_str().unwrap(), &mails[0].text, &mails[1].text] {
        let is_issue = text.contains("List-Unsubscribe:");
        // Clicks of the issue alone are counted.
        let link = if is_issue { "https://mwanga.example/r/" } else { "https://mwanga.example/post/slug/taa" };
        assert!(text.contains(link), "{text}");
        for evil in ["onclick", "<script", "spy.example", "<form", "\nBcc:"] {
            assert!(!text.contains(evil), "{evil} in {text}");
        }
    }
    assert!(preview["text"].as_str().unwrap().contains("Soma hii (https://mwanga.example/post/slug/taa)."));
    let test = mails.iter().find(|mail| mail.subject.starts_with("[Test] Taa Bcc: all@example.com")).expect("the test");
    assert!(!test.to.starts_with("reader-") && !test.text.contains("List-Unsubscribe:"));
}

#[tokio::test]
async fn a_reader_who_unsubscribes_before_sending_is_skipped() {
    let app = TestApp::new().await;
    app.subscribers(3, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = sent(&editor).await;
    app.clock.advance_ms(MINUTE_MS);
    // Between the rows and the mails.
    app.pause_sending(async || set(&app, "reader-1@example.com", Unsubscribed).await).await;
    let done = issue(&editor, id).await;
    assert_eq!(
        (&done["counts"]["sent"], &done["counts"]["skipped"], &done["status"]),
        (&json!(2), &json!(1), &json!("sent")),
        "{done}"
    );
    let mail = app.mails_to("reader-2@example.com").await.remove(0);
    let link = mail
        .text
        .split("List-Unsubscribe: <https://mwanga.example")
        .nth(1)
        .unwrap()
        .split('>')
        .next()
        .unwrap()
        .to_owned();
    // As a mail program presses it (RFC 8058).
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let pressed = app
        .anyone()
        .send(axum::http::Method::POST, &link, axum::body::Body::from("List-Unsubscribe=One-Click"), &form)
        .await;
    assert_eq!(pressed.status, StatusCode::OK);
    let row = subscriber::Entity::find()
        .filter(subscriber::Column::Email.eq("reader-2@example.com"))
        .one(app.core().store.reader())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.status, Unsubscribed);
}

#[tokio::test]
async fn a_started_issue_purges_the_issue_list_and_its_missing_page() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let id = sent(&editor).await;
    let (list, one) = ("/api/newsletter/issues", format!("/api/newsletter/issues/{id}"));
    let cached = CachedResponses::of(&app, &[list, &one]).await;
    assert!(cached.purged(&app).is_empty());
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(cached.purged(&app), [list, &one]);
}

#[tokio::test]
async fn a_topic_issue_is_sent_to_its_subscribers_and_keeps_the_digest() {
    let app = TestApp::new().await;
    app.subscribers(3, Confirmed).await;
    let db = app.core().store.writer();
    for (email, topics) in [("reader-0@example.com", &["gadgets", "trade"][..]), ("reader-1@example.com", &["trade"])] {
        let row =
            subscriber::Entity::find().filter(subscriber::Column::Email.eq(email)).one(db).await.unwrap().unwrap();
        mwanga_store::queries::subscribers::set_topics(db, row.id, topics).await.unwrap();
    }
    app.post("habari").insert().await;
    let editor = app.staff(Role::Editor).await;
    let audience = async |query: &str| {
        editor.get(&format!("/api/newsletter/admin-audience{query}")).await.ok()["audience"].clone()
    };
    assert_eq!(
        [audience("").await, audience("?topics=gadgets").await, audience("?topics=trade").await],
        [json!(3), json!(1), json!(2)]
    );
    assert_eq!(audience("?topic=gadgets").await, json!(1), "as tabs of an earlier version ask");
    assert_eq!(audience("?topics=no-such").await, json!(0));

    let wrong =
        editor.post(SEND, json!({ "subject": "Taa", "html": "<p>Habari.</p>", "topic": "no-such" })).await.problem();
    assert!(wrong.status == 422 && wrong.fields.contains_key("topic"), "{wrong:?}");
    let input = json!({ "subject": "Simu", "html": "<p>Habari.</p>", "topic": "gadgets" });
    let created = editor.post(SEND, input).await.ok()["issue"].clone();
    assert_eq!(
        (&created["topics"], &created["total"]),
        (&json!([{ "id": "gadgets", "name": "Phones and gadgets" }]), &json!(1))
    );
    let everyone =
        editor.post(SEND, json!({ "subject": "Simu", "html": "<p>Habari.</p>" })).await.ok()["issue"].clone();
    assert_ne!(everyone["id"], created["id"], "the same words for other readers");
    editor.post(&format!("/api/newsletter/admin-issues/{}/undo", everyone["id"]), json!({})).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    let done = issue(&editor, created["id"].as_i64().unwrap()).await;
    assert_eq!((&done["status"], &done["counts"]["sent"]), (&json!("sent"), &json!(1)));
    let to: Vec<String> = Mail::read_all(&app.data_dir().join("outbox")).into_iter().map(|mail| mail.to).collect();
    assert_eq!(to, ["reader-0@example.com"]);
    assert_eq!(editor.get("/api/newsletter/admin-draft").await.ok()["posts"], 1, "the others have not read of it");
}
