use crate::support::*;

const PATH: &str = "/api/admin/posts";

#[tokio::test]
async fn the_admin_list_has_five_posts_a_page_with_drafts_and_scheduled_ones() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for number in 1..=5 {
        app.post(&format!("Post {number}")).in_ms(-60_000 * (6 - number)).insert().await;
    }
    app.post("Draft").draft().insert().await;
    app.post("Scheduled").in_ms(60_000).insert().await;
    let first = editor.get(PATH).await.ok();
    assert_eq!(titles(&first["data"]), ["Scheduled", "Draft", "Post 5", "Post 4", "Post 3"]);
    assert_eq!((&first["total"], &first["page"], &first["per_page"]), (&json!(7), &json!(1), &json!(5)));
    assert_eq!((&first["data"][0]["is_public"], &first["data"][1]["status"]), (&json!(false), &json!("draft")));
    assert!(first["data"][0].get("content").is_none());
    assert_eq!(titles(&editor.get(&format!("{PATH}?page=2")).await.ok()["data"]), ["Post 2", "Post 1"]);
    assert_eq!(editor.get(&format!("{PATH}?per_page=101")).await.problem().is(), (400, "request.invalid_query"));
}

#[tokio::test]
async fn the_next_cursor_visits_every_post_even_with_equal_dates() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for number in 1..=7 {
        app.post(&format!("Post {number}")).insert().await;
    }
    let mut seen = Vec::new();
    let mut path = format!("{PATH}?per_page=3");
    loop {
        let page = editor.get(&path).await.ok();
        seen.extend(titles(&page["data"]).into_iter().map(str::to_owned));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("{PATH}?per_page=3&after={next}");
    }
    assert_eq!(seen, ["Post 7", "Post 6", "Post 5", "Post 4", "Post 3", "Post 2", "Post 1"]);
    for bad in ["x", "1_", "_1", "99999999999999999999_1"] {
        assert_eq!(
            editor.get(&format!("{PATH}?after={bad}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn the_admin_list_is_filtered_by_status_category_and_title_prefix() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Café lamps").in_ms(-60_000).insert().await;
    app.post("Cafe at noon").category("business").in_ms(-120_000).insert().await;
    app.post("A café").in_ms(-30_000).insert().await;
    app.post("Cafe to come").in_ms(60_000).insert().await;
    app.post("Cafe unwritten").draft().insert().await;
    for (query, expected) in [
        ("status=published", vec!["A café", "Café lamps", "Cafe at noon"]),
        ("status=scheduled", vec!["Cafe to come"]),
        ("status=draft", vec!["Cafe unwritten"]),
        ("category=business", vec!["Cafe at noon"]),
        ("category=business&status=draft", vec![]),
        ("q=CAF%C3%89", vec!["Cafe at noon", "Café lamps", "Cafe to come", "Cafe unwritten"]),
        ("q=caf", vec!["Cafe at noon", "Café lamps", "Cafe to come", "Cafe unwritten"]),
        ("q=cafe%20t", vec!["Cafe to come"]),
        ("q=cafe&status=published&category=tech", vec!["Café lamps"]),
        ("q=lamps", vec![]),
        ("q=%25", vec!["Cafe to come", "Cafe unwritten", "A café", "Café lamps", "Cafe at noon"]),
    ] {
        let list = editor.get(&format!("{PATH}?{query}")).await.ok();
        assert_eq!(
            (titles(&list["data"]), list["total"].as_u64()),
            (expected.clone(), Some(expected.len() as u64)),
            "{query}"
        );
    }
    let second = editor.get(&format!("{PATH}?q=cafe&per_page=3&page=2")).await.ok();
    assert_eq!((titles(&second["data"]), &second["next"]), (vec!["Cafe unwritten"], &json!(null)));
    // What is scheduled is published by itself when its time has come.
    app.clock.advance_ms(60_000);
    assert_eq!(editor.get(&format!("{PATH}?status=scheduled")).await.ok()["total"], 0);
    assert_eq!(editor.get(&format!("{PATH}?status=published")).await.ok()["total"], 4);
    assert_eq!(editor.get(&format!("{PATH}?status=gone")).await.problem().is(), (400, "request.invalid_query"));
    assert_eq!(editor.get(&format!("{PATH}?category=gone")).await.problem().is(), (404, "category.not_found"));
}

#[tokio::test]
async fn a_renamed_post_is_found_by_its_new_title() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    editor.put(&format!("{PATH}/{}", post.id), json!({ "title": "Jua kali" })).await.ok();
    assert_eq!(editor.get(&format!("{PATH}?q=habari")).await.ok()["total"], 0);
    assert_eq!(editor.get(&format!("{PATH}?q=jua")).await.ok()["total"], 1);
}
