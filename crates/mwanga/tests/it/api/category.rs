use mwanga_core::analytics::{self, AnalyticsEvent};
use mwanga_store::types::TrackedEvent;

use crate::support::*;

#[tokio::test]
async fn a_category_is_found_by_slug_id_or_name_in_any_case() {
    let app = TestApp::new().await;
    let post = app.post("Habari").category("the-big-story").insert().await;
    for name in [
        "the-big-story".to_owned(),
        "The%20Big%20Story".into(),
        "the%20big%20STORY".into(),
        "THE-BIG-STORY".into(),
        post.category_id.to_string(),
    ] {
        let answer = app.get(&format!("/api/category/{name}")).await.ok();
        assert_eq!(answer["category"]["name"], "The Big Story", "{name}");
        assert_eq!(answer["canonical_path"], "/category/the-big-story", "{name}");
        assert_eq!(titles(&answer["data"]), ["Habari"], "{name}");
    }
}

#[tokio::test]
async fn a_category_is_answered_page_by_page() {
    let app = TestApp::new().await;
    for number in 1..=3 {
        app.post(&format!("Post {number}")).insert().await;
    }
    let page = app.get("/api/category/tech?page=2&per_page=2").await.ok();
    assert_eq!(
        (titles(&page["data"]), &page["total"], &page["page"], &page["per_page"]),
        (vec!["Post 1"], &json!(3), &json!(2), &json!(2))
    );
    assert_eq!(app.get("/api/category/tech?per_page=101").await.problem().is(), (400, "request.invalid_query"));
}

#[tokio::test]
async fn empty_latest_news_and_trending_list_the_newest_posts() {
    let app = TestApp::new().await;
    app.post("Older").in_ms(-60_000).insert().await;
    app.post("Newer").category("ai").insert().await;
    app.post("Paid").category("sponsored").insert().await;
    for name in ["latest-news", "trending"] {
        let answer = app.get(&format!("/api/category/{name}")).await.ok();
        assert_eq!((titles(&answer["data"]), &answer["total"]), (vec!["Newer", "Older"], &json!(2)), "{name}");
        assert_eq!(answer["category"]["slug"], name);
    }
    app.post("Filed there").category("latest-news").insert().await;
    assert_eq!(titles(&app.get("/api/category/latest-news").await.ok()["data"]), ["Filed there"]);
    assert_eq!(titles(&app.get("/api/category/trending").await.ok()["data"]), ["Filed there", "Newer", "Older"]);
}

#[tokio::test]
async fn trending_lists_the_most_read_of_a_week_then_the_newest() {
    let app = TestApp::new().await;
    let mut ids = Vec::new();
    for number in 1..=6 {
        ids.push(app.post(&format!("Post {number}")).in_ms(number * 1_000 - 60_000).insert().await.id);
    }
    let paid = app.post("Paid").category("sponsored").insert().await.id;
    let draft = app.post("Draft").draft().insert().await.id;
    let read = |post_id, times: usize| {
        let view = AnalyticsEvent {
            event: TrackedEvent::PostView,
            post_id: Some(post_id),
            deal: None,
            plan: None,
            method: None,
            referrer: None,
        };
        (0..times).for_each(|_| analytics::record(app.core(), view.clone()));
    };
    for (post, times) in [(ids[1], 3), (ids[0], 2), (paid, 9), (draft, 9)] {
        read(post, times);
    }
    analytics::flush(app.core()).await.unwrap();
    let page = async |page: u64| {
        let answer = app.get(&format!("/api/category/trending?per_page=3&page={page}")).await.ok();
        assert_eq!(answer["total"], 6);
        titles(&answer["data"]).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        (page(1).await, page(2).await),
        (
            vec!["Post 2".into(), "Post 1".into(), "Post 6".into()],
            vec!["Post 5".into(), "Post 4".into(), "Post 3".into()]
        )
    );
    assert_eq!(page(3).await, Vec::<String>::new());

    // Views older than a week do not count, and the cached page expires by itself.
    let of_the_page = async || {
        app.get("/category/trending").await.text().find("Post 2")
            < app.get("/category/trending").await.text().find("Post 6")
    };
    assert!(of_the_page().await);
    app.clock.advance_ms(8 * 24 * 3_600_000);
    assert_eq!(page(1).await, ["Post 6", "Post 5", "Post 4"]);
    assert!(!of_the_page().await);
}

#[tokio::test]
async fn an_unknown_category_answers_404() {
    let app = TestApp::new().await;
    for name in ["gardening", "0", "99999", "-1", "99999999999999999999", "%00", "%F0%9F%8C%9E"] {
        assert_eq!(
            app.get(&format!("/api/category/{name}")).await.problem().is(),
            (404, "category.not_found"),
            "{name}"
        );
    }
}
