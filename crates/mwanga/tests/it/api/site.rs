use crate::support::*;

#[tokio::test]
async fn the_site_call_answers_brand_tagline_and_ordered_categories() {
    let app = TestApp::new().await;
    let site = app.get("/api/site").await.ok();
    assert_eq!(site["brand"], "Mwanga");
    assert_eq!(site["tagline"], "Your guide to a brighter future, powered by reliable information.");
    assert_eq!(site["base_url"], "https://mwanga.example");
    let slugs: Vec<&str> = site["categories"].as_array().unwrap().iter().map(|c| c["slug"].as_str().unwrap()).collect();
    let bar = [
        "latest-news",
        "tech",
        "business",
        "politics",
        "trending",
        "the-big-story",
        "ai",
        "science",
        "security",
        "digital-finance",
        "entertainment",
        "deals",
    ];
    assert_eq!(slugs[..12], bar);
    let mut elsewhere = slugs[12..].to_vec();
    elsewhere.sort_unstable();
    assert_eq!(
        elsewhere,
        ["advertise", "buying-guide", "electronics", "exports", "imports", "review", "services", "sponsored", "video"]
    );
}

#[tokio::test]
async fn the_site_call_answers_the_blocks_of_home_and_pages_ask_for_it_without() {
    let app = TestApp::new().await;
    let sections = app.get("/api/posts/public/by-category").await.ok();
    let site = app.get("/api/site").await.ok();
    assert!(!site["front_page"]["blocks"].as_array().unwrap().is_empty());
    assert_eq!(site["front_page"], sections["front_page"]);

    let mut frame = app.get("/api/site?frame=true").await.ok();
    assert_eq!(frame["front_page"], Value::Null);
    frame["front_page"] = site["front_page"].clone();
    assert_eq!(frame, site);

    let refused = app.get("/api/site?frame=perhaps").await;
    assert_eq!(refused.status, 400);
}
