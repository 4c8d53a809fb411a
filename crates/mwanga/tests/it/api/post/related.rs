use crate::support::*;

const HOUR: i64 = 3_600_000;

async fn related(app: &TestApp, slug: &str) -> Value {
    app.get(&format!("/api/post/slug/{slug}/related")).await.ok()
}

#[tokio::test]
async fn related_posts_are_ordered_by_shared_tags_then_category_then_date() {
    let app = TestApp::new().await;
    app.post("Habari").tags("Solar, Water, Farm").in_ms(-HOUR).insert().await;
    app.post("One shared, elsewhere").category("ai").tags("solar").in_ms(-2 * HOUR).insert().await;
    app.post("One shared, older").tags("Farm").in_ms(-4 * HOUR).insert().await;
    app.post("One shared, newer").tags("Farm, Else").in_ms(-3 * HOUR).insert().await;
    app.post("Two shared, elsewhere").category("ai").tags("Water, Solar").in_ms(-9 * HOUR).insert().await;
    app.post("None shared").in_ms(-2).insert().await;
    let found = related(&app, "habari").await;
    assert_eq!(
        titles(&found["data"]),
        ["Two shared, elsewhere", "One shared, older", "One shared, elsewhere", "None shared"]
    );
    assert_eq!(found["next"]["title"], "One shared, newer", "what stands by itself does not come twice");
    assert!(found["data"][0].get("content").is_none());
}

#[tokio::test]
async fn related_posts_are_filled_up_from_the_same_category_only() {
    let app = TestApp::new().await;
    app.post("Shared").category("ai").tags("Solar").insert().await;
    app.post("Older").in_ms(-2 * HOUR).insert().await;
    app.post("Habari").tags("Solar").in_ms(-HOUR).insert().await;
    app.post("Newer").insert().await;
    app.post("Elsewhere").category("ai").insert().await;
    app.post("Draft").draft().insert().await;
    app.post("Ahead").in_ms(HOUR).insert().await;
    assert_eq!(titles(&related(&app, "habari").await["data"]), ["Shared", "Newer"]);
}

#[tokio::test]
async fn a_sponsored_post_is_related_to_sponsored_posts_only() {
    let app = TestApp::new().await;
    for number in 1..=2 {
        app.post(&format!("Paid {number}")).category("sponsored").tags("Solar").in_ms(number).insert().await;
    }
    app.clock.advance_ms(10);
    app.post("Free").category("ai").tags("Solar").insert().await;
    app.post("Habari").tags("Solar").insert().await;
    assert_eq!(titles(&related(&app, "habari").await["data"]), ["Free"]);
    assert_eq!(titles(&related(&app, "paid-1").await["data"]), ["Paid 2", "Habari", "Free"]);
}

#[tokio::test]
async fn the_next_post_is_the_next_older_one_of_the_category() {
    let app = TestApp::new().await;
    app.post("Oldest").in_ms(-3 * HOUR).insert().await;
    app.post("Elsewhere").category("ai").in_ms(-2 * HOUR).insert().await;
    app.post("Draft").draft().in_ms(-2 * HOUR).insert().await;
    app.post("Twin").in_ms(-HOUR).insert().await;
    app.post("Habari").in_ms(-HOUR).insert().await;
    app.post("Newer").insert().await;
    for (slug, next) in [("newer", "Habari"), ("habari", "Twin"), ("twin", "Oldest")] {
        assert_eq!(related(&app, slug).await["next"]["title"], next, "{slug}");
    }
    assert_eq!(related(&app, "oldest").await["next"], Value::Null);
}

#[tokio::test]
async fn related_posts_of_a_missing_post_answer_as_the_post_does() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Draft").draft().insert().await;
    let moved = app.post("Habari").insert().await;
    editor.put(&format!("/api/admin/posts/{}", moved.id), json!({ "slug": "habari-mpya" })).await.ok();
    let gone = app.post("Gone").insert().await;
    editor.delete(&format!("/api/admin/posts/{}", gone.id)).await.ok();
    for slug in ["draft", "never-was", "%00", "habari", "gone"] {
        let (post, related) = (
            app.get(&format!("/api/post/slug/{slug}")).await,
            app.get(&format!("/api/post/slug/{slug}/related")).await,
        );
        assert_eq!(post.status, related.status, "{slug}");
        if post.status != StatusCode::OK {
            assert_eq!(post.problem().is(), related.problem().is(), "{slug}");
        }
    }
}

#[tokio::test]
async fn related_posts_are_purged_when_a_related_post_changes() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").tags("Solar").insert().await;
    let shown = app.post("Shown").category("ai").tags("Solar").insert().await;
    let path = ["/api/post/slug/habari/related"];

    let cached = CachedResponses::of(&app, &path).await;
    app.post("Of no concern").category("politics").tags("Radio").insert().await;
    assert_eq!(cached.purged(&app), [""; 0]);
    editor.put(&format!("/api/admin/posts/{}", shown.id), json!({ "title": "Shown anew" })).await.ok();
    assert_eq!(cached.purged(&app), path);

    let cached = CachedResponses::of(&app, &path).await;
    app.post("Another").category("politics").tags("Solar").insert().await;
    assert_eq!(cached.purged(&app), path, "one with its tag");

    let cached = CachedResponses::of(&app, &path).await;
    app.post("Neighbour").insert().await;
    assert_eq!(cached.purged(&app), path, "one of its category");

    app.post("Ahead").category("politics").tags("Solar").in_ms(HOUR).insert().await;
    assert_eq!(app.answer(path[0]).await.1.expires_at, Some(NOW.plus_ms(HOUR)));
}
