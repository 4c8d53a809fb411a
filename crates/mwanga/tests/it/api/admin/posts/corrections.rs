use mwanga_store::entities::{post_correction, post_correction_change};
use sea_orm::{EntityTrait, PaginatorTrait};

use super::{draft_of, post_with};
use crate::support::*;

const DAY_MS: i64 = 24 * 3_600_000;

async fn published(writer: &Caller, title: &str) -> (String, Value) {
    let post = writer.post("/api/admin/posts", post_with(json!({ "title": title }))).await.ok();
    (format!("/api/admin/posts/{}", post["id"]), post)
}

async fn correct(by: &Caller, post: &str, text: &str) -> Value {
    let reply = by.post(&format!("{post}/corrections"), json!({ "text": text })).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.ok()
}

#[tokio::test]
async fn a_correction_is_dated_by_the_server_and_tells_nobody_outside_who_wrote_it() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let name = editor.get("/api/auth/profile").await.ok()["username"].as_str().unwrap().to_owned();
    let (post, saved) = published(&editor, "Habari").await;
    app.clock.advance_ms(60_000);
    let body = json!({ "text": " The price is\n9, <b>not</b> 8.\u{7} ", "created_at": "2001-01-01T00:00:00Z" });
    let made = editor.post(&format!("{post}/corrections"), body).await.ok();
    let at = NOW.plus_ms(60_000).iso();
    let text = "The price is 9, <b>not</b> 8.";
    assert_eq!(made, json!({ "id": made["id"], "author": name, "text": text, "created_at": at }));
    let public = app.get("/api/post/slug/habari").await.ok();
    assert_eq!(public["corrections"], json!([{ "text": text, "created_at": at }]));
    assert_eq!((&public["updated_at"], &public["modified_at"]), (&json!(at), &json!(at)));
    assert_eq!(public["updated_for_readers_at"], Value::Null, "a correction has a date of its own");
    let listed = app.get("/api/corrections").await;
    let post_view = json!({ "title": "Habari", "language": "", "canonical_path": "/post/slug/habari" });
    let entry = json!({ "id": made["id"], "text": text, "created_at": at, "post": post_view });
    assert_eq!(listed.ok(), json!({ "data": [entry], "next": null }));
    assert!(!listed.text().contains(&name) && !app.get("/corrections").await.text().contains(&name));
    assert_eq!(editor.get(&post).await.ok()["revision"], saved["revision"], "an open form stays good");
}

#[tokio::test]
async fn only_texts_that_fit_are_taken_and_only_of_posts_that_readers_see() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (post, _) = published(&editor, "Habari").await;
    for (text, words) in [(" \n ".to_owned(), "Say what"), ("a".repeat(1_001), "Keep a correction")] {
        let problem = editor.post(&format!("{post}/corrections"), json!({ "text": text })).await.problem();
        assert_eq!(problem.is(), (422, "post.invalid"));
        assert!(problem.body["fields"]["text"].as_str().unwrap().starts_with(words), "{}", problem.body);
    }
    correct(&editor, &post, &"é".repeat(1_000)).await;
    let draft = draft_of(&editor, "Draft").await;
    let ahead = app.clock.now().plus_ms(DAY_MS).iso();
    let scheduled = post_with(json!({ "title": "Scheduled", "publish_date": ahead }));
    let scheduled = format!("/api/admin/posts/{}", editor.post("/api/admin/posts", scheduled).await.ok()["id"]);
    for hidden in [&draft, &scheduled] {
        let reply = editor.post(&format!("{hidden}/corrections"), json!({ "text": "Wrong." })).await;
        assert_eq!(reply.problem().is(), (409, "post.not_public"), "{hidden}");
    }
    let made = correct(&editor, &post, "Wrong.").await;
    editor.delete(&post).await.ok();
    let address = format!("/api/admin/corrections/{}", made["id"]);
    assert_eq!(editor.put(&address, json!({ "text": "X" })).await.problem().is(), (409, "post.in_trash"));
    assert_eq!(editor.delete(&address).await.problem().is(), (409, "post.in_trash"));
}

#[tokio::test]
async fn authors_correct_their_own_published_posts_and_editors_alone_change_and_withdraw() {
    let app = TestApp::new().await;
    let (editor, author) = (app.staff(Role::Editor).await, app.staff(Role::Author).await);
    let (other, contributor) = (app.staff(Role::Author).await, app.staff(Role::Contributor).await);
    let (post, _) = published(&author, "Habari").await;
    let made = correct(&author, &post, "The price is 9.").await;
    let draft = draft_of(&contributor, "Of a contributor").await;
    contributor.post(&format!("{draft}/submit"), json!({})).await.ok();
    editor.review(&draft, "approve", json!({})).await.ok();
    for (caller, post) in [(&other, &post), (&contributor, &post), (&contributor, &draft)] {
        let reply = caller.post(&format!("{post}/corrections"), json!({ "text": "No." })).await;
        assert_eq!(reply.problem().is(), (403, "auth.forbidden"));
    }
    assert_eq!(other.get(&format!("{post}/corrections")).await.problem().is(), (403, "auth.forbidden"));
    let address = format!("/api/admin/corrections/{}", made["id"]);
    for caller in [&author, &contributor] {
        assert_eq!(caller.put(&address, json!({ "text": "No." })).await.problem().is(), (403, "auth.forbidden"));
        assert_eq!(caller.delete(&address).await.problem().is(), (403, "auth.forbidden"));
    }
    let changed = editor.put(&address, json!({ "text": "The price is 90." })).await.ok();
    assert_eq!((&changed["author"], &changed["created_at"]), (&made["author"], &made["created_at"]));
    assert_eq!(author.get(&format!("{post}/corrections")).await.ok()["data"][0]["text"], "The price is 90.");
}

#[tokio::test]
async fn the_newsroom_sees_what_was_done_to_a_correction_that_readers_do_not_see_any_more() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (post, _) = published(&editor, "Habari").await;
    let made = correct(&editor, &post, "One.").await;
    let address = format!("/api/admin/corrections/{}", made["id"]);
    let changed = editor.put(&address, json!({ "text": "Two." })).await.ok();
    editor.put(&address, json!({ "text": " Two. " })).await.ok();
    assert_eq!(editor.delete(&address).await.ok()["message"], "Correction withdrawn.");
    for reply in [editor.delete(&address).await, editor.put(&address, json!({ "text": "Three." })).await] {
        assert_eq!(reply.problem().is(), (404, "post.correction_not_found"));
    }
    let list = editor.get(&format!("{post}/corrections")).await.ok();
    assert_eq!(list["data"], json!([]));
    let done: Vec<(&str, &str)> = list["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (change["action"].as_str().unwrap(), change["text"].as_str().unwrap()))
        .collect();
    assert_eq!(done, [("withdrawn", "Two."), ("changed", "Two."), ("added", "One.")]);
    assert_eq!(list["changes"][0]["by"], changed["author"]);
    let public = app.get("/api/post/slug/habari").await.ok();
    assert_eq!((&public["corrections"], &public["modified_at"]), (&json!([]), &public["published_at"]));
}

#[tokio::test]
async fn corrections_stay_in_the_trash_and_go_with_the_post() {
    let app = TestApp::new().await;
    let (editor, admin) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let (post, _) = published(&editor, "Habari").await;
    correct(&editor, &post, "The price is 9.").await;
    editor.delete(&post).await.ok();
    assert_eq!(app.get("/api/corrections").await.ok()["data"], json!([]));
    editor.post(&format!("{post}/restore"), json!({})).await.ok();
    assert_eq!(app.get("/api/corrections").await.ok()["data"], json!([]), "it is a draft");
    editor.put(&post, json!({ "status": "published" })).await.ok();
    assert_eq!(app.get("/api/corrections").await.ok()["data"][0]["text"], "The price is 9.");
    admin.delete(&format!("{post}?forever=true")).await.ok();
    assert_eq!(app.get("/api/corrections").await.ok()["data"], json!([]));
    let db = app.core().store.reader();
    assert_eq!(post_correction::Entity::find().count(db).await.unwrap(), 0);
    assert_eq!(post_correction_change::Entity::find().count(db).await.unwrap(), 0);
}

#[tokio::test]
async fn a_correction_sent_twice_with_a_key_is_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (post, _) = published(&editor, "Habari").await;
    let keyed = editor.with_header("idempotency-key", "0123456789abcdef0123456789abcdef");
    let one = correct(&keyed, &post, "The price is 9.").await;
    assert_eq!(correct(&keyed, &post, "The price is 9.").await["id"], one["id"]);
    let other = keyed.post(&format!("{post}/corrections"), json!({ "text": "Another." })).await;
    assert_eq!(other.problem().is(), (422, "request.key_reused"));
    assert_eq!(app.get("/api/corrections").await.ok()["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_list_goes_on_after_its_key_and_has_an_end() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (post, _) = published(&editor, "Habari").await;
    for number in 1..=3 {
        correct(&editor, &post, &format!("Number {number}.")).await;
    }
    let texts = |list: &Value| -> Vec<String> {
        list["data"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
    };
    let first = app.get("/api/corrections?per_page=2").await.ok();
    assert_eq!(texts(&first), ["Number 3.", "Number 2."]);
    let next = first["next"].as_str().unwrap();
    let second = app.get(&format!("/api/corrections?per_page=2&after={next}")).await.ok();
    assert_eq!((texts(&second), &second["next"]), (vec!["Number 1.".to_owned()], &Value::Null));
    assert_eq!(app.get("/api/corrections?after=habari").await.problem().is(), (400, "request.invalid_query"));
    let end = second["data"][0]["id"].clone();
    assert_eq!(app.get(&format!("/corrections?after={end}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/corrections").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_gated_post_tells_everybody_of_its_corrections() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let body = post_with(json!({ "title": "Habari", "access": "subscribers" }));
    let post = format!("/api/admin/posts/{}", editor.post("/api/admin/posts", body).await.ok()["id"]);
    correct(&editor, &post, "The price is 9.").await;
    let public = app.get("/api/post/slug/habari").await.ok();
    assert_eq!((&public["gated"], &public["corrections"][0]["text"]), (&json!(true), &json!("The price is 9.")));
}
