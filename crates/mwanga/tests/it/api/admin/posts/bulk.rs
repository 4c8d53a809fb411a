//! One action on many posts.

use super::draft_of;
use crate::support::*;

const BULK: &str = "/api/admin/posts/bulk";
const LIST: &str = "/api/admin/posts?per_page=50&sort=title";

async fn apply(caller: &Caller, action: &str, value: &str, posts: &[Value]) -> Vec<(String, Option<String>)> {
    let reply = caller.post(BULK, json!({ "action": action, "value": value, "posts": posts })).await.ok();
    let outcome = |row: &Value| (row["outcome"].as_str().unwrap().to_owned(), row["code"].as_str().map(str::to_owned));
    reply["data"].as_array().unwrap().iter().map(outcome).collect()
}

fn done() -> (String, Option<String>) {
    ("done".into(), None)
}

fn unchanged() -> (String, Option<String>) {
    ("unchanged".into(), None)
}

fn refused(code: &str) -> (String, Option<String>) {
    ("refused".into(), Some(code.into()))
}

#[tokio::test]
async fn each_post_is_saved_as_alone_with_its_revision_and_shows_at_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let a = app.post("A").tags("Wind").insert().await;
    let b = app.post("B").category("business").insert().await;
    let both = [json!({ "id": a.id, "revision": 1 }), json!({ "id": b.id, "revision": 1 })];
    let pages = CachedResponses::of(&app, &["/api/posts/public", "/api/post/slug/a", "/api/post/slug/b"]).await;
    assert_eq!(apply(&editor, "category", "business", &both).await, [done(), done()]);
    assert_eq!(pages.purged(&app), ["/api/posts/public", "/api/post/slug/a", "/api/post/slug/b"]);
    let ids = [json!({ "id": a.id }), json!({ "id": b.id })];
    assert_eq!(apply(&editor, "add_tag", " Wind ", &ids).await, [unchanged(), done()]);
    assert_eq!(apply(&editor, "pick", "", &ids).await, [done(), done()]);
    assert_eq!(apply(&editor, "pick", "", &ids).await, [unchanged(), unchanged()]);
    assert_eq!(apply(&editor, "unpick", "", &ids[..1]).await, [done()]);
    assert_eq!(apply(&editor, "unpublish", "", &ids[1..]).await, [done()]);
    let list = editor.get(LIST).await.ok();
    let state = |n: usize| {
        let post = &list["data"][n];
        let names = ["category_slug", "tags", "is_today_pick", "status", "revision"];
        Value::from_iter(names.map(|name| post[name].clone()))
    };
    assert_eq!(state(0), json!(["business", "Wind", false, "published", 4]));
    assert_eq!(state(1), json!(["business", "Wind", true, "draft", 5]));
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 1);
    let revisions = editor.get(&format!("/api/admin/posts/{}/revisions", b.id)).await.ok();
    assert_eq!(revisions["data"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn what_cannot_be_changed_stops_nothing_else_and_is_told() {
    let app = TestApp::new().await;
    let (editor, writer) = (app.staff(Role::Editor).await, app.staff(Role::Contributor).await);
    let ours = app.post("Ours").insert().await;
    let own = draft_of(&writer, "Own").await;
    let own: i64 = own.rsplit('/').next().unwrap().parse().unwrap();
    editor.put(&format!("/api/admin/posts/{}", ours.id), json!({ "brand": "New" })).await.ok();
    let posts = [json!({ "id": ours.id, "revision": 1 }), json!({ "id": 999 }), json!({ "id": own, "revision": 1 })];
    assert_eq!(
        apply(&editor, "add_tag", "Jua", &posts).await,
        [refused("post.changed"), refused("post.not_found"), done()]
    );
    // Writers change what is theirs, and choose no picks.
    let posts = [json!({ "id": ours.id }), json!({ "id": own })];
    assert_eq!(apply(&writer, "add_tag", "Taa", &posts).await, [refused("auth.forbidden"), done()]);
    assert_eq!(apply(&writer, "pick", "", &posts[1..]).await, [refused("auth.forbidden")]);
    assert_eq!(apply(&writer, "trash", "", &posts).await, [refused("auth.forbidden"), done()]);
    assert_eq!(apply(&editor, "category", "no such one", &posts[..1]).await, [refused("post.invalid")]);
}

#[tokio::test]
async fn many_posts_go_to_the_trash_and_come_back() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut posts = Vec::new();
    for title in ["A", "B", "C"] {
        posts.push(json!({ "id": app.post(title).insert().await.id }));
    }
    assert_eq!(apply(&editor, "trash", "", &posts).await, [done(), done(), done()]);
    assert_eq!(editor.get(LIST).await.ok()["total"], 0);
    assert_eq!(editor.get("/api/admin/trash").await.ok()["data"].as_array().unwrap().len(), 3);
    assert_eq!(apply(&editor, "trash", "", &posts[..1]).await, [refused("post.not_found")]);
    assert_eq!(apply(&editor, "restore", "", &posts).await, [done(), done(), done()]);
    let list = editor.get(LIST).await.ok();
    assert_eq!((titles(&list["data"]), &list["data"][0]["status"]), (vec!["A", "B", "C"], &json!("draft")));
}

#[tokio::test]
async fn too_many_posts_and_actions_without_their_value_are_refused() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let posts = |count: usize| vec![json!({ "id": 1 }); count];
    for (action, value, count, field) in [
        ("trash", "", 0, "posts"),
        ("trash", "", 51, "posts"),
        ("category", " ", 1, "value"),
        ("add_tag", "", 1, "value"),
        ("add_tag", "a, b", 1, "value"),
    ] {
        let problem =
            editor.post(BULK, json!({ "action": action, "value": value, "posts": posts(count) })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec![field]), "{action} {value}");
    }
    let problem = editor.post(BULK, json!({ "action": "burn", "posts": posts(1) })).await.problem();
    assert_eq!(problem.is(), (422, "request.invalid"));
}
