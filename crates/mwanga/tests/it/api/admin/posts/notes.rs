//! Notes of the newsroom on posts.

use super::draft_of;
use crate::support::*;

const TEN_MINUTES_MS: i64 = 600_000;

async fn name_and_email(caller: &Caller) -> (String, String) {
    let profile = caller.get("/api/auth/profile").await.ok();
    (profile["username"].as_str().unwrap().to_owned(), profile["email"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn notes_form_threads_that_are_resolved_and_opened_again() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let notes = format!("{}/notes", draft_of(&author, "Habari").await);
    let first = editor.post(&notes, json!({ "text": " Says who? \u{7} ", "quote": "Text" })).await.ok();
    assert_eq!((&first["text"], &first["quote"], &first["revision"]), (&json!("Says who?"), &json!("Text"), &json!(1)));
    let answer = author.post(&notes, json!({ "text": "The minister", "parent_id": first["id"] })).await.ok();
    let second = editor.post(&notes, json!({ "text": "Good", "parent_id": answer["id"] })).await.ok();
    assert_eq!((&answer["parent_id"], &second["parent_id"]), (&first["id"], &first["id"]), "threads are one deep");
    let thread = format!("/api/admin/notes/{}", first["id"]);
    assert!(author.put(&thread, json!({ "resolved": true })).await.ok()["resolved_at"].is_string());
    assert!(editor.get(&notes).await.ok()["data"][0]["resolved_at"].is_string());
    assert_eq!(editor.put(&thread, json!({ "resolved": false })).await.ok()["resolved_at"], Value::Null);
    let of_answer = format!("/api/admin/notes/{}", answer["id"]);
    assert_eq!(editor.put(&of_answer, json!({ "resolved": true })).await.problem().is(), (404, "post.note_not_found"));
    let listed = author.get(&notes).await.ok();
    let (author_name, editor_name) = (name_and_email(&author).await.0, name_and_email(&editor).await.0);
    let authors: Vec<&str> =
        listed["data"].as_array().unwrap().iter().map(|note| note["author"].as_str().unwrap()).collect();
    assert_eq!(authors, [&editor_name, &author_name, &editor_name]);
    let people: Vec<&str> =
        listed["people"].as_array().unwrap().iter().map(|person| person["username"].as_str().unwrap()).collect();
    assert!(people.contains(&author_name.as_str()) && people.contains(&editor_name.as_str()), "{people:?}");
}

#[tokio::test]
async fn a_wrong_note_is_refused_and_a_repeated_one_is_written_once() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let notes = format!("{}/notes", draft_of(&author, "Habari").await);
    let elsewhere = format!("{}/notes", draft_of(&editor, "Another").await);
    let foreign = editor.post(&elsewhere, json!({ "text": "There" })).await.ok();
    for (body, field) in [
        (json!({ "text": "  " }), "text"),
        (json!({ "text": "x".repeat(2_001) }), "text"),
        (json!({ "text": "x", "quote": "x".repeat(501) }), "quote"),
        (json!({ "text": "x", "parent_id": 99_999 }), "parent_id"),
        (json!({ "text": "x", "parent_id": foreign["id"] }), "parent_id"),
    ] {
        let problem = editor.post(&notes, body.clone()).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec![field]), "{body}");
    }
    let keyed = editor.with_header("idempotency-key", "k1");
    let once = keyed.post(&notes, json!({ "text": "Once" })).await.ok();
    let twice = keyed.post(&notes, json!({ "text": "Once" })).await.ok();
    assert_eq!(once["id"], twice["id"]);
    assert_eq!(keyed.post(&notes, json!({ "text": "Other" })).await.problem().is(), (422, "request.key_reused"));
    assert_eq!(editor.get(&notes).await.ok()["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn who_is_mentioned_or_answered_is_mailed_and_nobody_who_may_not_read_the_post() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let (other_editor, stranger) = (app.staff(Role::Editor).await, app.staff(Role::Author).await);
    let ((other, other_email), (stranger, stranger_email)) =
        (name_and_email(&other_editor).await, name_and_email(&stranger).await);
    let ((_, author_email), (_, editor_email)) = (name_and_email(&author).await, name_and_email(&editor).await);
    let notes = format!("{}/notes", draft_of(&author, "Habari").await);
    let text = format!("@{} and @{stranger}, see this: Kibogoyo", other.to_uppercase());
    let first = editor.post(&notes, json!({ "text": text })).await.ok();
    author.post(&notes, json!({ "text": "Done", "parent_id": first["id"] })).await.ok();
    app.clock.advance_ms(TEN_MINUTES_MS);
    app.run_jobs().await;
    for (email, sentence) in [
        (&other_email, Some("mentioned you in a note")),
        (&author_email, Some("wrote a note on your post")),
        (&editor_email, Some("wrote a note on your post")),
        (&stranger_email, None),
    ] {
        let mails = app.mails_to(email).await;
        assert_eq!(mails.len(), usize::from(sentence.is_some()), "{email}");
        if let Some(sentence) = sentence {
            assert!(mails[0].subject.contains(sentence), "{}", mails[0].subject);
            assert!(!format!("{:?}", mails[0]).contains("Kibogoyo"), "a note stays in the newsroom");
        }
    }
}
