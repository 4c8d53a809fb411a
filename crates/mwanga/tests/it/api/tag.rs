use crate::support::*;

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn a_tag_lists_its_public_posts_page_by_page() {
    let app = TestApp::new().await;
    for number in 1..=3 {
        app.post(&format!("Post {number}")).tags("5G, Solar Power").in_ms(-HOUR + number).insert().await;
    }
    app.post("Other").tags("Solar").insert().await;
    app.post("Draft").tags("Solar Power").draft().insert().await;
    let page = app.get("/api/tag/solar-power?page=2&per_page=2").await.ok();
    assert_eq!(page["tag"], json!({ "slug": "solar-power", "name": "Solar Power" }));
    assert_eq!(
        (titles(&page["data"]), &page["total"], &page["page"], &page["per_page"]),
        (vec!["Post 1"], &json!(3), &json!(2), &json!(2))
    );
    assert_eq!(page["canonical_path"], "/tag/solar-power");
    assert!(page["data"][0].get("content").is_none());
    assert_eq!(app.get("/api/tag/solar-power").await.ok()["per_page"], 20);
    assert_eq!(app.get("/api/tag/solar-power?per_page=101").await.problem().is(), (400, "request.invalid_query"));
}

#[tokio::test]
async fn a_tag_has_the_newest_spelling_and_is_found_by_all_of_them() {
    let app = TestApp::new().await;
    app.post("Older").tags("cafe").in_ms(-HOUR).insert().await;
    app.post("Newer").tags("Café").insert().await;
    for path in ["/api/tag/cafe", "/api/tag/CAFE", "/api/tag/Caf%C3%A9"] {
        let page = app.get(path).await.ok();
        assert_eq!(
            (titles(&page["data"]), &page["tag"]["name"], &page["canonical_path"]),
            (vec!["Newer", "Older"], &json!("Café"), &json!("/tag/cafe"))
        );
    }
}

#[tokio::test]
async fn a_tag_without_public_posts_answers_404() {
    let app = TestApp::new().await;
    app.post("Draft").tags("Solar").draft().insert().await;
    for slug in ["solar", "none", "%00", "%FF", "...", "%E2%80%A6", &"x".repeat(300)] {
        let problem = app.get(&format!("/api/tag/{slug}")).await;
        assert_eq!(problem.status, StatusCode::NOT_FOUND, "{slug}");
    }
    let problem = app.get("/api/tag/solar").await.problem();
    assert_eq!((problem.is(), &*problem.error), ((404, "tag.not_found"), "There is no tag of this name."));
}

#[tokio::test]
async fn a_missing_tag_expires_from_the_cache_when_a_scheduled_post_is_due() {
    let app = TestApp::new().await;
    app.post("Ahead").tags("Solar").in_ms(HOUR).insert().await;
    let (reply, provenance) = app.answer("/api/tag/solar").await;
    assert_eq!((reply.status, provenance.expires_at), (StatusCode::NOT_FOUND, Some(NOW.plus_ms(HOUR))));
    assert!(provenance.tags.contains(&"tag:solar".to_owned()));
    app.clock.advance_ms(HOUR);
    let (reply, provenance) = app.answer("/api/tag/solar").await;
    assert_eq!((titles(&reply.ok()["data"]), provenance.expires_at), (vec!["Ahead"], None));
}

#[tokio::test]
async fn changing_tags_purges_the_old_and_the_new_tag_only() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").tags("Solar, 5G").insert().await;
    app.post("Other").tags("Radio").insert().await;
    let cached = CachedResponses::of(&app, &["/api/tag/solar", "/api/tag/wind", "/api/tag/radio"]).await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "tags": "Wind, 5G" })).await.ok();
    assert_eq!(cached.purged(&app), ["/api/tag/solar", "/api/tag/wind"]);
    assert_eq!(app.get("/api/tag/solar").await.status, StatusCode::NOT_FOUND);
    for slug in ["wind", "5g"] {
        assert_eq!(titles(&app.get(&format!("/api/tag/{slug}")).await.ok()["data"]), ["Habari"], "{slug}");
    }
    let cached = CachedResponses::of(&app, &["/api/tag/wind", "/api/tag/radio"]).await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "status": "draft" })).await.ok();
    assert_eq!(cached.purged(&app), ["/api/tag/wind"]);
    assert_eq!(app.get("/api/tag/wind").await.status, StatusCode::NOT_FOUND);
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "status": "published" })).await.ok();
    let cached = CachedResponses::of(&app, &["/api/tag/wind", "/api/tag/radio"]).await;
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(cached.purged(&app), ["/api/tag/wind"]);
    assert_eq!(app.get("/api/tag/wind").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_post_lists_its_tags_with_names_and_slugs_once() {
    let app = TestApp::new().await;
    app.post("Habari").tags("Solar Power, 5G, solar-power").insert().await;
    let post = app.get("/api/post/slug/habari").await.ok();
    assert_eq!(
        post["tag_list"],
        json!([{ "slug": "solar-power", "name": "Solar Power" }, { "slug": "5g", "name": "5G" }])
    );
}
