//! Contributors and authors: what they may do with whose posts and files.

use axum::body::Body;
use axum::http::Method;

use super::{draft_of, post_with};
use crate::api::uploads::Upload;
use crate::support::*;

const POSTS: &str = "/api/admin/posts";

async fn uploaded(caller: &Caller, name: &str) -> Value {
    let upload = Upload::of(caller, name, "image/png").await;
    upload.put(caller, png(4, 3)).await.ok();
    let body = json!({ "file_url": upload.file_url, "file_name": name });
    caller.post("/api/admin/media/record", body).await.ok()
}

#[tokio::test]
async fn a_contributors_post_is_a_draft_and_an_authors_is_published() {
    let app = TestApp::new().await;
    for (role, sent, status) in [
        (Role::Contributor, json!({}), Some("draft")),
        (Role::Contributor, json!({ "status": "draft" }), Some("draft")),
        (Role::Contributor, json!({ "status": "published" }), None),
        (Role::Author, json!({}), Some("published")),
        (Role::Author, json!({ "status": "draft" }), Some("draft")),
    ] {
        let writer = app.staff(role).await;
        let reply = writer.post(POSTS, post_with(sent.clone())).await;
        match status {
            Some(status) => assert_eq!(reply.ok()["status"], status, "{role:?} {sent}"),
            None => assert_eq!(reply.problem().is(), (403, "auth.forbidden"), "{role:?} {sent}"),
        }
    }
    let public = app.get("/api/posts/public").await.ok();
    assert_eq!(public["total"], 1, "the author's alone");
}

#[tokio::test]
async fn writers_see_and_change_their_own_posts_alone() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for role in [Role::Contributor, Role::Author] {
        let (writer, other) = (app.staff(role).await, app.staff(role).await);
        let own = draft_of(&writer, "My own words").await;
        let editors = draft_of(&editor, "The editors' words").await;
        let others = draft_of(&other, "Words of another").await;
        let listed = writer.get(POSTS).await.ok();
        assert_eq!((&listed["total"], &listed["data"][0]["title"]), (&json!(1), &json!("My own words")), "{role:?}");
        for (address, may) in [(&own, true), (&editors, false), (&others, false)] {
            let calls = [
                (Method::GET, String::new(), None),
                (Method::GET, "/revisions".into(), None),
                (Method::GET, "/revisions/1".into(), None),
                (Method::GET, "/notes".into(), None),
                (Method::POST, "/notes".into(), Some(json!({ "text": "A note" }))),
                (Method::PUT, String::new(), Some(json!({ "brand": "New" }))),
                (Method::POST, "/submit".into(), Some(json!({}))),
                (Method::DELETE, String::new(), None),
            ];
            for (method, path, body) in calls {
                let path = format!("{address}{path}");
                let reply = match &body {
                    Some(body) => writer.json(method.clone(), &path, body).await,
                    None => writer.send(method.clone(), &path, Body::empty(), &[]).await,
                };
                if may {
                    assert!(reply.status.is_success(), "{role:?} {method} {path}: {}", reply.text());
                } else {
                    let problem = reply.problem();
                    assert_eq!(problem.is(), (403, "auth.forbidden"), "{role:?} {method} {path}");
                    assert!(!reply.text().contains("words") && !reply.text().contains("Words"), "{}", reply.text());
                }
            }
        }
        assert_eq!(editor.get(&editors).await.ok()["revision"], 1);
        // A save that is too old answers the post as it is now: to nobody else.
        editor.put(&editors, json!({ "brand": "Secret" })).await.ok();
        let refused = writer.put(&editors, json!({ "brand": "New", "revision": 1 })).await;
        assert_eq!(refused.problem().is(), (403, "auth.forbidden"));
        assert!(!refused.text().contains("Secret"));
    }
    assert_eq!(editor.get(POSTS).await.ok()["total"], 4, "editors see all that is left");
}

#[tokio::test]
async fn an_author_publishes_edits_and_deletes_own_posts_and_chooses_no_picks() {
    let app = TestApp::new().await;
    let author = app.staff(Role::Author).await;
    let address = draft_of(&author, "Habari").await;
    assert_eq!(author.put(&address, json!({ "status": "published" })).await.ok()["is_public"], true);
    assert_eq!(author.put(&address, json!({ "content": "<p>New words</p>" })).await.ok()["is_public"], true);
    assert_eq!(author.put(&address, json!({ "is_today_pick": true })).await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(author.put(&address, json!({ "is_today_pick": false })).await.ok()["is_today_pick"], false);
    assert_eq!(author.post(&format!("{address}/approve"), json!({})).await.problem().is(), (403, "auth.forbidden"));
    let notify = author.post(&format!("{address}/notify-subscribers"), json!({})).await;
    assert_eq!(notify.problem().is(), (403, "auth.forbidden"));
    author.delete(&address).await.ok();
}

#[tokio::test]
async fn writers_see_and_describe_the_files_that_they_uploaded() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let editors = uploaded(&editor, "taa.png").await;
    for role in [Role::Contributor, Role::Author] {
        let writer = app.staff(role).await;
        let own = uploaded(&writer, "jua.png").await;
        let listed = writer.get("/api/admin/media").await.ok();
        assert_eq!(listed["data"].as_array().unwrap().len(), 1, "{role:?}: {listed}");
        assert_eq!(listed["data"][0]["id"], own["id"]);
        let address = format!("/api/admin/media/{}", own["id"]);
        assert_eq!(writer.put(&address, json!({ "alt": "The sun" })).await.ok()["alt"], "The sun");
        let published = writer.put(&address, json!({ "is_public": true })).await;
        assert_eq!(published.problem().is(), (403, "auth.forbidden"), "editors decide what is public");
        assert_eq!(writer.delete(&address).await.problem().is(), (403, "auth.forbidden"));
        let theirs = format!("/api/admin/media/{}", editors["id"]);
        assert_eq!(writer.get(&theirs).await.problem().is(), (403, "auth.forbidden"));
        assert_eq!(writer.put(&theirs, json!({ "alt": "Mine" })).await.problem().is(), (403, "auth.forbidden"));
        // Of what uses a file, only the own posts are told.
        let body = post_with(json!({ "title": "Secret plan", "status": "draft", "media_urls": [own["file_url"]] }));
        editor.post(POSTS, body).await.ok();
        assert_eq!(writer.get(&address).await.ok()["posts"], json!([]));
        assert_eq!(editor.get(&address).await.ok()["posts"][0]["title"], "Secret plan");
    }
}

#[tokio::test]
async fn posts_of_a_deleted_account_are_the_editors() {
    let app = TestApp::new().await;
    let (editor, author) = (app.staff(Role::Editor).await, app.staff(Role::Author).await);
    let address = draft_of(&author, "Habari").await;
    assert!(editor.get(&address).await.ok()["owner"].is_string());
    author
        .send(Method::DELETE, "/api/auth/account", Body::from("{}"), &[("content-type", "application/json")])
        .await
        .ok();
    assert_eq!(editor.get(&address).await.ok()["owner"], Value::Null);
    assert_eq!(editor.get(POSTS).await.ok()["data"][0]["owner"], Value::Null);
}
