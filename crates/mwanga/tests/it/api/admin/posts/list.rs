use crate::support::*;

const PATH: &str = "/api/admin/posts";

#[tokio::test]
async fn five_a_page_drafts_and_scheduled_ones_too() {
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
async fn next_leads_through_all_pages_even_when_times_are_equal() {
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
        assert_eq!(editor.get(&format!("{PATH}?after={bad}")).await.problem().is(), (400, "request.invalid_query"), "{bad}");
    }
}
