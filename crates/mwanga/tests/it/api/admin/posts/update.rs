use axum::http::Method;
use sea_orm::Set;

use crate::support::*;

fn address(post: &mwanga_store::entities::post::Model) -> String {
    format!("/api/admin/posts/{}", post.id)
}

#[tokio::test]
async fn an_update_changes_only_the_fields_that_are_sent() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app
        .post("Habari")
        .draft()
        .pick()
        .form(|form| {
            form.access = Some("subscribers".into());
            form.tags = Some("jua".into());
            form.media_urls = Some(vec!["2026/11/a.webp".into()]);
        })
        .insert()
        .await;
    let before = editor.get(&address(&post)).await.ok();
    app.clock.advance_ms(60_000);
    for (name, value) in
        [("brand", json!("Sunshine")), ("extra_text", json!("More")), ("title", json!("Habari")), ("tags", json!(""))]
    {
        let mut expected = editor.get(&address(&post)).await.ok();
        expected[name] = value.clone();
        if name == "tags" {
            expected["tag_list"] = json!([]);
        }
        let mut saved = editor.put(&address(&post), json!({ name: value })).await.ok();
        assert_eq!(saved["message"], "Post updated successfully!");
        assert_eq!(saved["revision"], expected["revision"].as_i64().unwrap() + 1);
        saved.as_object_mut().unwrap().remove("message");
        for moving in ["revision", "updated_at"] {
            saved[moving] = expected[moving].clone();
        }
        assert_eq!(saved, expected, "{name}");
    }
    let after = editor.get(&address(&post)).await.ok();
    assert_eq!(
        (&after["status"], &after["access"], &after["published_at"]),
        (&json!("draft"), &json!("subscribers"), &before["published_at"])
    );
}

#[tokio::test]
async fn deal_links_keep_their_order_and_are_part_of_every_revision() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let deal = |label: &str| json!({ "url": format!("https://{label}.example"), "cta_text": "", "label": label, "product_name": "Lamp", "price": "9" });
    let labels = |post: &serde_json::Value| -> Vec<String> {
        post["deal_links"].as_array().unwrap().iter().map(|deal| deal["label"].as_str().unwrap().to_owned()).collect()
    };
    let post = app.post("Habari").insert().await;
    let mut saved = serde_json::Value::Null;
    for (sent, expected) in [
        (json!({ "deal_links": [deal("zulu"), deal("alpha"), deal("mike")] }), vec!["zulu", "alpha", "mike"]),
        (json!({ "title": "Habari tena" }), vec!["zulu", "alpha", "mike"]),
        (json!({ "deal_links": [deal("mike"), deal("zulu")] }), vec!["mike", "zulu"]),
        (json!({ "deal_links": [] }), vec![]),
    ] {
        saved = editor.put(&address(&post), sent).await.ok();
        assert_eq!(labels(&saved), expected);
        assert_eq!(labels(&editor.get(&address(&post)).await.ok()), expected);
        assert_eq!(labels(&editor.get("/api/posts/public").await.ok()["data"][0]), expected);
    }
    assert_eq!(saved["revision"], 5);
    for (revision, deals) in [(5, 0), (4, 2), (3, 3), (2, 3), (1, 0)] {
        assert_eq!(
            labels(&editor.get(&format!("{}/revisions/{revision}", address(&post))).await.ok()).len(),
            deals,
            "{revision}"
        );
    }
}

#[tokio::test]
async fn a_multipart_update_changes_only_the_fields_that_are_sent() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").pick().insert().await;
    let saved = editor.form(Method::PUT, &address(&post), &[("brand", "Sunshine")]).await.ok();
    assert_eq!(
        (&saved["brand"], &saved["is_today_pick"], &saved["title"]),
        (&json!("Sunshine"), &json!(true), &json!("Habari"))
    );
}

#[tokio::test]
async fn an_empty_or_null_publish_date_or_media_url_clears_the_field() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post =
        app.post("Habari").in_ms(-60_000).form(|form| form.media_url = Some("2026/11/a.webp".into())).insert().await;
    let saved = editor.put(&address(&post), json!({ "publish_date": null, "media_url": "" })).await.ok();
    assert_eq!((&saved["publish_date"], &saved["media_url"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn clearing_a_required_field_answers_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    for name in ["title", "content", "category_name"] {
        let problem = editor.put(&address(&post), json!({ name: "" })).await.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str()),
            ((422, "post.invalid"), "Title, content, and category are required"),
            "{name}"
        );
        assert_eq!(problem.field_names(), [name]);
    }
}

#[tokio::test]
async fn an_update_of_an_older_revision_answers_409_with_the_current_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    editor.put(&address(&post), json!({ "title": "Theirs", "revision": 1 })).await.ok();
    let problem = editor.put(&address(&post), json!({ "title": "Mine", "revision": 1 })).await.problem();
    assert_eq!(problem.is(), (409, "post.changed"));
    assert_eq!(
        (&problem.body["current"]["title"], &problem.body["current"]["revision"]),
        (&json!("Theirs"), &json!(2))
    );
    assert_eq!(editor.get(&address(&post)).await.ok()["title"], "Theirs");
    editor.put(&address(&post), json!({ "title": "Mine", "revision": 2 })).await.ok();
}

#[tokio::test]
async fn of_concurrent_updates_of_one_revision_exactly_one_succeeds() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = address(&post);
    let saves = (0..6).map(|n| editor.put(&address, json!({ "title": format!("Save {n}"), "revision": 1 })));
    let replies = futures_util::future::join_all(saves).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::OK).count(), 1);
    assert!(
        replies
            .iter()
            .filter(|reply| reply.status != StatusCode::OK)
            .all(|reply| reply.problem().code == "post.changed")
    );
}

#[tokio::test]
async fn concurrent_updates_of_different_fields_are_all_saved() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = address(&post);
    // Each sends the slug too, as the form does: a write conflict is no slug conflict.
    let (a, b, c) = tokio::join!(
        editor.put(&address, json!({ "brand": "Sunshine", "slug": "habari" })),
        editor.put(&address, json!({ "tags": "jua", "slug": "habari" })),
        editor.put(&address, json!({ "extra_text": "More", "slug": "habari" })),
    );
    for reply in [a, b, c] {
        reply.ok();
    }
    let saved = editor.get(&address).await.ok();
    assert_eq!(
        (&saved["brand"], &saved["tags"], &saved["extra_text"], &saved["revision"]),
        (&json!("Sunshine"), &json!("jua"), &json!("More"), &json!(4))
    );
}

#[tokio::test]
async fn updating_an_unknown_post_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for id in ["0", "99999", "-1", "9223372036854775807"] {
        assert_eq!(
            editor.put(&format!("/api/admin/posts/{id}"), json!({ "title": "x" })).await.problem().is(),
            (404, "post.not_found"),
            "{id}"
        );
    }
    assert_eq!(editor.put("/api/admin/posts/x", json!({ "title": "x" })).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_tag_over_60_characters_is_refused_unless_already_stored() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    let (longest, longer) = ("ä".repeat(60), "ä".repeat(61));
    editor.put(&address, json!({ "tags": longest })).await.ok();
    let problem = editor.put(&address, json!({ "tags": format!("jua, {longer}") })).await.problem();
    assert_eq!((problem.is().0, problem.field_names()), (422, vec!["tags"]));
    let stored = mwanga_store::entities::post::ActiveModel {
        id: Set(post.id),
        tags: Set(format!("jua, {longer}")),
        ..Default::default()
    };
    sea_orm::ActiveModelTrait::update(stored, app.core().store.writer()).await.unwrap();
    editor.put(&address, json!({ "tags": format!("{longer}, jua") })).await.ok();
}
