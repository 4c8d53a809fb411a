use crate::support::*;

const PATH: &str = "/api/posts/public/by-category";

#[tokio::test]
async fn sections_are_ordered_like_the_navigation_bar_then_by_name() {
    let app = TestApp::new().await;
    // Filed in another order than they are shown.
    for name in ["video", "deals", "advertise", "ai", "tech"] {
        app.post(name).category(name).insert().await;
    }
    let sections = app.get(PATH).await.ok();
    let names: Vec<&str> =
        sections["data"].as_array().unwrap().iter().map(|s| s["category"]["slug"].as_str().unwrap()).collect();
    assert_eq!(names, ["tech", "ai", "deals", "advertise", "video"]);
    assert_eq!((&sections["total"], &sections["page"]), (&json!(5), &json!(1)));
}

#[tokio::test]
async fn latest_news_trending_sponsored_and_uncategorized_have_no_section() {
    let app = TestApp::new().await;
    for name in ["latest-news", "trending", "sponsored"] {
        app.post(name).category(name).insert().await;
    }
    mwanga_core::categories::find_or_create(app.core(), "Uncategorized").await.unwrap();
    app.post("Filed nowhere").category("Uncategorized").insert().await;
    assert_eq!(app.get(PATH).await.ok()["data"], json!([]));
}

#[tokio::test]
async fn a_section_has_four_posts_or_per_category_many() {
    let app = TestApp::new().await;
    for number in 1..=5 {
        app.post(&format!("Post {number}")).insert().await;
    }
    let posts =
        |sections: &Value| titles(&sections["data"][0]["posts"]).into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(posts(&app.get(PATH).await.ok()), ["Post 5", "Post 4", "Post 3", "Post 2"]);
    assert_eq!(posts(&app.get(&format!("{PATH}?per_category=2")).await.ok()), ["Post 5", "Post 4"]);
    for bad in ["0", "21", "x"] {
        assert_eq!(
            app.get(&format!("{PATH}?per_category={bad}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn each_section_lists_its_own_posts_newest_first() {
    let app = TestApp::new().await;
    for number in 1..=5 {
        app.post(&format!("Tech {number}")).insert().await;
        app.post(&format!("Ai {number}")).category("ai").insert().await;
        app.post(&format!("Paid {number}")).category("sponsored").insert().await;
    }
    let sections = app.get(&format!("{PATH}?per_category=3")).await.ok();
    let all: Vec<Vec<&str>> =
        sections["data"].as_array().unwrap().iter().map(|section| titles(&section["posts"])).collect();
    assert_eq!(all, [["Tech 5", "Tech 4", "Tech 3"], ["Ai 5", "Ai 4", "Ai 3"]]);
}
