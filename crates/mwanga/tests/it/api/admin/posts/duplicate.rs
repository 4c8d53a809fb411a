use super::{draft_of, post_with};
use crate::support::*;

async fn duplicate(by: &Caller, post: &str) -> Value {
    let reply = by.post(&format!("{post}/duplicate"), json!({})).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.ok()
}

#[tokio::test]
async fn a_copy_is_a_draft_with_all_of_the_post_but_what_belongs_to_it_alone() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let deal = json!({ "url": "https://duka.example", "label": "Duka", "product_name": "Taa", "price": "9" });
    let body = post_with(json!({
        "title": "Habari", "tags": "jua", "brand": "Taa", "summary": "Short", "extra_text": "More", "access": "registered",
        "media_urls": ["2026/11/a.webp"], "media_url": "2026/11/b.webp", "deal_links": [deal], "is_today_pick": true,
        "publish_date": "2026-11-01T06:00:00Z",
    }));
    let original = editor.post("/api/admin/posts", body).await.ok();
    let post = format!("/api/admin/posts/{}", original["id"]);
    editor.put(&post, json!({ "mark_updated": true })).await.ok();
    editor.post(&format!("{post}/corrections"), json!({ "text": "Wrong." })).await.ok();
    editor.post(&format!("{post}/notes"), json!({ "text": "A note." })).await.ok();
    let before = editor.get(&post).await.ok();
    app.clock.advance_ms(60_000);

    let mut copy = duplicate(&editor, &post).await;
    assert_eq!(editor.get(&post).await.ok(), before, "the post stays as it is");
    let own = format!("/api/admin/posts/{}", copy["id"]);
    assert_eq!(editor.get(&format!("{own}/notes")).await.ok()["data"], json!([]));
    assert_eq!(editor.get(&format!("{own}/revisions")).await.ok()["data"].as_array().unwrap().len(), 1);
    let at = app.clock.now().iso();
    for (name, value) in [
        ("title", json!("Habari (copy)")),
        ("slug", json!("habari-copy")),
        ("canonical_path", json!("/post/slug/habari-copy")),
        ("status", json!("draft")),
        ("is_public", json!(false)),
        ("publish_date", Value::Null),
        ("is_today_pick", json!(false)),
        ("corrections", json!([])),
        ("updated_for_readers_at", Value::Null),
        ("revision", json!(1)),
        ("owner", Value::Null),
        ("created_at", json!(at)),
        ("updated_at", json!(at)),
        ("published_at", json!(at)),
        ("modified_at", json!(at)),
    ] {
        assert_eq!(copy[name], value, "{name}");
        copy[name] = before[name].clone();
    }
    copy["id"] = before["id"].clone();
    copy.as_object_mut().unwrap().remove("message");
    assert_eq!(copy, before, "all else is the same");
    assert_eq!(duplicate(&editor, &post).await["slug"], "habari-copy-2");
    assert_eq!(app.get("/post/slug/habari-copy").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn who_may_read_a_post_has_a_copy_of_it() {
    let app = TestApp::new().await;
    let (editor, contributor) = (app.staff(Role::Editor).await, app.staff(Role::Contributor).await);
    let name = contributor.get("/api/auth/profile").await.ok()["username"].clone();
    let own = draft_of(&contributor, "Habari").await;
    contributor.post(&format!("{own}/submit"), json!({})).await.ok();
    editor.review(&own, "approve", json!({})).await.ok();
    let copy = duplicate(&contributor, &own).await;
    assert_eq!((&copy["owner"], &copy["status"]), (&name, &json!("draft")));
    assert_eq!(duplicate(&editor, &own).await["owner"], Value::Null, "the editors'");
    let foreign = draft_of(&editor, "Foreign").await;
    let refused = contributor.post(&format!("{foreign}/duplicate"), json!({})).await;
    assert_eq!(refused.problem().is(), (403, "auth.forbidden"));
    editor.delete(&own).await.ok();
    assert_eq!(editor.post(&format!("{own}/duplicate"), json!({})).await.problem().is(), (404, "post.not_found"));
}

#[tokio::test]
async fn a_copy_asked_for_twice_with_a_key_is_one() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let keyed = editor.with_header("idempotency-key", "0123456789abcdef0123456789abcdef");
    let one = duplicate(&keyed, &post).await;
    assert_eq!(duplicate(&keyed, &post).await["id"], one["id"]);
    assert_eq!(editor.get("/api/admin/posts").await.ok()["total"], 2);
}
