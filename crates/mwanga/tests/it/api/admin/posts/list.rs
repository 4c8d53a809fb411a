use mwanga_core::analytics::{self, AnalyticsEvent};
use mwanga_store::types::{PostId, TrackedEvent};

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

/// What the list answers to a query: titles and their number.
async fn listed(caller: &Caller, query: &str) -> (Vec<String>, u64) {
    let list = caller.get(&format!("{PATH}?{query}")).await.ok();
    let found = titles(&list["data"]).into_iter().map(str::to_owned).collect();
    (found, list["total"].as_u64().unwrap())
}

#[tokio::test]
async fn the_admin_list_is_filtered_by_status_category_author_tag_and_access() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Lamps").tags("Solar Power, 5G").by("Achieng Otieno").in_ms(-60_000).insert().await;
    app.post("Noon")
        .category("business")
        .in_ms(-120_000)
        .form(|f| f.access = Some("subscribers".into()))
        .insert()
        .await;
    app.post("To come").tags("solar-power").in_ms(60_000).insert().await;
    app.post("Unwritten").tags("Solar power").draft().insert().await;
    for (query, expected) in [
        ("status=published", vec!["Lamps", "Noon"]),
        ("status=scheduled", vec!["To come"]),
        ("status=draft", vec!["Unwritten"]),
        ("category=business", vec!["Noon"]),
        ("category=business&status=draft", vec![]),
        ("author=Achieng%20Otieno", vec!["Lamps"]),
        ("author=mwanga-team", vec!["To come", "Unwritten", "Noon"]),
        ("author=nobody", vec![]),
        ("author=", vec![]),
        ("tag=solar-power", vec!["To come", "Unwritten", "Lamps"]),
        ("tag=Solar%20Power&status=published", vec!["Lamps"]),
        ("tag=5g", vec!["Lamps"]),
        ("access=subscribers", vec!["Noon"]),
        ("access=everyone&status=published", vec!["Lamps"]),
    ] {
        assert_eq!(listed(&editor, query).await.0, expected, "{query}");
        assert_eq!(listed(&editor, query).await.1, expected.len() as u64, "{query}");
    }
    // What is scheduled is published by itself when its time has come.
    app.clock.advance_ms(60_000);
    assert_eq!(listed(&editor, "status=scheduled").await.1, 0);
    assert_eq!(listed(&editor, "status=published").await.1, 3);
    for bad in ["status=gone", "access=gone", "sort=gone"] {
        let problem = editor.get(&format!("{PATH}?{bad}")).await.problem();
        assert_eq!(problem.is(), (400, "request.invalid_query"), "{bad}");
    }
    assert_eq!(editor.get(&format!("{PATH}?category=gone")).await.problem().is(), (404, "category.not_found"));
    // A draft in the trash is under no tag.
    let draft = editor.get(&format!("{PATH}?status=draft")).await.ok()["data"][0]["id"].clone();
    editor.delete(&format!("{PATH}/{draft}")).await.ok();
    assert_eq!(listed(&editor, "tag=solar-power").await.1, 2);
    let public = app.get("/api/tag/solar-power").await;
    assert!(public.text().contains("Lamps") && !public.text().contains("Unwritten"), "{}", public.text());
}

#[tokio::test]
async fn each_order_is_walked_whole_by_pages_and_by_its_cursor() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut ids = Vec::new();
    for (number, title) in ["Delta", "alpha", "Charlie", "Bravo", "Écho", "alpha"].into_iter().enumerate() {
        app.clock.advance_ms(1_000);
        ids.push(app.post(title).in_ms(-60_000 * (10 - number as i64)).insert().await.id);
    }
    app.clock.advance_ms(1_000);
    app.retitle(ids[0], "Delta").await;
    for (sort, expected) in [
        ("newest", ["alpha", "Écho", "Bravo", "Charlie", "alpha", "Delta"]),
        ("oldest", ["Delta", "alpha", "Charlie", "Bravo", "Écho", "alpha"]),
        ("title", ["alpha", "alpha", "Bravo", "Charlie", "Delta", "Écho"]),
        ("changed", ["Delta", "alpha", "Écho", "Bravo", "Charlie", "alpha"]),
    ] {
        assert_eq!(listed(&editor, &format!("sort={sort}&per_page=50")).await.0, expected, "{sort}");
        let (mut by_cursor, mut by_page) = (Vec::new(), Vec::new());
        let mut query = format!("{PATH}?sort={sort}&per_page=2");
        for page in 1..=3 {
            let reply = editor.get(&query).await.ok();
            by_cursor.extend(titles(&reply["data"]).into_iter().map(str::to_owned));
            by_page.extend(listed(&editor, &format!("sort={sort}&per_page=2&page={page}")).await.0);
            assert_eq!(reply["next"].is_null(), page == 3, "{sort} {page}");
            let next = reply["next"].as_str().unwrap_or_default().replace(' ', "%20");
            query = format!("{PATH}?sort={sort}&per_page=2&after={next}");
        }
        assert_eq!((by_cursor, by_page), (expected.map(str::to_owned).into(), expected.map(str::to_owned).into()));
    }
}

#[tokio::test]
async fn the_list_says_who_read_what_this_week_and_sorts_by_it() {
    let app = TestApp::new().await;
    // Plans the nightly recount.
    app.run_jobs().await;
    let editor = app.staff(Role::Editor).await;
    let (old, read, most) = (
        app.post("Old").in_ms(-60_000).insert().await,
        app.post("Read").insert().await,
        app.post("Most").insert().await,
    );
    let _draft = app.post("Draft").draft().insert().await;
    let view = |post: i64, count: usize| {
        for _ in 0..count {
            let event = AnalyticsEvent {
                event: TrackedEvent::PostView,
                post_id: Some(PostId(post)),
                deal: None,
                plan: None,
                method: None,
                referrer: None,
            };
            analytics::record(app.core(), event);
        }
    };
    view(read.id.0, 2);
    view(most.id.0, 3);
    analytics::flush(app.core()).await.unwrap();
    let list = editor.get(&format!("{PATH}?sort=viewed")).await.ok();
    assert_eq!(titles(&list["data"]), ["Most", "Read", "Draft", "Old"]);
    let views: Vec<i64> = list["data"].as_array().unwrap().iter().map(|p| p["week_views"].as_i64().unwrap()).collect();
    assert_eq!((views, list["total"].as_u64()), (vec![3, 2, 0, 0], Some(4)));
    assert_eq!(listed(&editor, "sort=viewed&per_page=3&page=2").await.0, ["Old"]);
    assert_eq!(listed(&editor, "sort=viewed&status=published").await.0, ["Most", "Read", "Old"]);
    assert_eq!(listed(&editor, "sort=viewed&status=draft").await.0, ["Draft"]);

    // Six days on more is read; a day later the first day is over.
    app.clock.advance_ms(6 * 24 * 3_600_000);
    view(old.id.0, 1);
    analytics::flush(app.core()).await.unwrap();
    let editor = app.staff(Role::Editor).await;
    assert_eq!(listed(&editor, "sort=viewed").await.0, ["Most", "Read", "Old", "Draft"]);
    app.clock.advance_ms(24 * 3_600_000);
    app.run_jobs().await;
    let editor = app.staff(Role::Editor).await;
    assert_eq!(listed(&editor, "sort=viewed").await.0, ["Old", "Draft", "Most", "Read"]);
}
