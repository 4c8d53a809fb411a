use mwanga_store::entities::post::Model;

use crate::support::*;

const PATH: &str = "/api/admin/todays-picks";
const PUBLIC: &str = "/api/posts/public/todays-picks";

async fn public_picks(app: &TestApp) -> Vec<String> {
    titles(&app.get(PUBLIC).await.ok()["data"]).into_iter().map(str::to_owned).collect()
}

fn ids(posts: &[&Model]) -> Value {
    json!({ "ids": posts.iter().map(|post| post.id).collect::<Vec<_>>() })
}

#[tokio::test]
async fn the_order_that_editors_save_is_the_public_order_of_todays_picks() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let a = app.post("A").pick().in_ms(-4000).insert().await;
    let b = app.post("B").pick().in_ms(-3000).insert().await;
    let c = app.post("C").pick().in_ms(-2000).insert().await;
    let d = app.post("D").pick().in_ms(-2000).insert().await;
    app.post("No pick").insert().await;
    app.post("Draft").pick().draft().insert().await;
    app.post("Paid").pick().category("sponsored").insert().await;
    assert_eq!(titles(&editor.get(PATH).await.ok()["data"]), ["D", "C", "B", "A"]);
    let cached = CachedResponses::of(&app, &[PUBLIC]).await;
    assert_eq!(editor.put(PATH, ids(&[&a, &c, &b, &d])).await.ok()["message"], "Order saved.");
    assert_eq!(cached.purged(&app), [PUBLIC]);
    assert_eq!(titles(&editor.get(PATH).await.ok()["data"]), ["A", "C", "B", "D"]);
    assert_eq!(public_picks(&app).await, ["A", "C", "B"]);

    // A save of one of them keeps its place; a newer pick comes first.
    editor.put(&format!("/api/admin/posts/{}", c.id), json!({ "title": "C, corrected" })).await.ok();
    assert_eq!(public_picks(&app).await, ["A", "C, corrected", "B"]);
    app.post("E").pick().in_ms(-1000).insert().await;
    assert_eq!(public_picks(&app).await, ["E", "A", "C, corrected"]);
    // A scheduled one is in the list, and comes out at its time.
    app.post("F").pick().in_ms(60_000).insert().await;
    assert_eq!(titles(&editor.get(PATH).await.ok()["data"])[..2], ["F", "E"]);
    assert_eq!(public_picks(&app).await[0], "E");
    app.clock.advance_ms(60_000);
    assert_eq!(public_picks(&app).await[0], "F");
    // A new date is a new place.
    app.clock.advance_ms(1);
    editor.put(&format!("/api/admin/posts/{}", d.id), json!({ "publish_date": app.core().now().iso() })).await.ok();
    assert_eq!(public_picks(&app).await[0], "D");
}

#[tokio::test]
async fn posts_that_are_no_picks_are_ignored_when_an_order_is_saved() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let a = app.post("A").pick().in_ms(-3000).insert().await;
    let b = app.post("B").pick().in_ms(-2000).insert().await;
    app.post("C").pick().in_ms(-1000).insert().await;
    let plain = app.post("No pick").insert().await;
    editor.put(PATH, json!({ "ids": [plain.id, a.id, 999_999, a.id, b.id] })).await.ok();
    assert_eq!(public_picks(&app).await, ["C", "A", "B"]);
    let many: Vec<i64> = (1..=21).collect();
    assert_eq!(editor.put(PATH, json!({ "ids": many })).await.problem().is(), (422, "picks.invalid"));
    editor.put(PATH, json!({ "ids": [] })).await.ok();
}

#[tokio::test]
async fn a_pick_ends_by_itself_and_comes_back_without_an_end() {
    const HOUR_MS: i64 = 3_600_000;
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let a = app.post("A").pick().in_ms(-2000).insert().await;
    app.post("B").pick().in_ms(-3000).insert().await;
    app.get("/").await;
    let before = app.state.cache.get("/", app.core().now()).expect("in memory");
    let until = app.clock.now().plus_ms(HOUR_MS / 2).iso();
    let cached = CachedResponses::of(&app, &[PUBLIC]).await;
    editor.put(PATH, json!({ "ids": [], "ends": [{ "id": a.id, "until": until }] })).await.ok();
    assert_eq!(cached.purged(&app), [PUBLIC]);
    assert!(app.state.cache.get("/", app.core().now()).is_none_or(|page| !std::sync::Arc::ptr_eq(&page, &before)));
    let listed = editor.get(PATH).await.ok();
    assert_eq!((&listed["data"][0]["pick_until"], &listed["data"][1]["pick_until"]), (&json!(until), &Value::Null));
    // A save of other fields, and an order, keep it.
    let post = format!("/api/admin/posts/{}", a.id);
    editor.put(&post, json!({ "brand": "Taa", "is_today_pick": true })).await.ok();
    editor.put(PATH, json!({ "ids": [a.id] })).await.ok();
    let cached = CachedResponses::of(&app, &[PUBLIC]).await;
    app.clock.advance_ms(HOUR_MS / 2 - 1);
    assert_eq!((cached.purged(&app), public_picks(&app).await), (vec![], vec!["A".to_owned(), "B".to_owned()]));
    app.clock.advance_ms(1);
    assert_eq!((cached.purged(&app), public_picks(&app).await), (vec![PUBLIC], vec!["B".to_owned()]));
    assert_eq!(titles(&editor.get(PATH).await.ok()["data"]), ["B"]);
    assert_eq!(editor.get(&post).await.ok()["is_today_pick"], false);
    assert_eq!(app.get("/api/post/slug/a").await.ok()["is_today_pick"], false);
    // One that is over is no pick to be ended; ticked again it is one without an end.
    let later = app.clock.now().plus_ms(HOUR_MS).iso();
    editor.put(PATH, json!({ "ids": [], "ends": [{ "id": a.id, "until": later }] })).await.ok();
    assert_eq!(public_picks(&app).await, ["B"]);
    editor.put(&post, json!({ "is_today_pick": true })).await.ok();
    app.clock.advance_ms(2 * HOUR_MS);
    assert_eq!(public_picks(&app).await, ["A", "B"]);
}

#[tokio::test]
async fn an_end_lies_ahead_and_can_be_taken_away() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let a = app.post("A").pick().insert().await;
    for until in ["yesterday", &app.clock.now().iso()] {
        let body = json!({ "ids": [], "ends": [{ "id": a.id, "until": until }] });
        assert_eq!(editor.put(PATH, body).await.problem().is(), (422, "picks.invalid"), "{until}");
    }
    let local = json!({ "ids": [], "ends": [{ "id": a.id, "until": "2026-12-01T10:00" }] });
    editor.put(PATH, local).await.ok();
    assert_eq!(editor.get(PATH).await.ok()["data"][0]["pick_until"], "2026-12-01T07:00:00Z");
    editor.put(PATH, json!({ "ids": [], "ends": [{ "id": a.id, "until": null }] })).await.ok();
    assert_eq!(editor.get(PATH).await.ok()["data"][0]["pick_until"], Value::Null);
}
