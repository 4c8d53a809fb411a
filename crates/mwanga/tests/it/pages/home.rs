use mwanga_store::entities::analytics_post_day;
use mwanga_store::types::TrackedEvent;

use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn the_home_page_has_picks_newest_sections_and_sponsored_posts() {
    let app = TestApp::new().await;
    for number in 1..=3 {
        app.post(&format!("Pick {number}")).category("ai").pick().insert().await;
    }
    for number in 1..=5 {
        app.post(&format!("Recent {number}")).category("science").insert().await;
    }
    app.post("Paid").category("sponsored").insert().await;
    app.post("Draft").draft().insert().await;
    let page = app.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    let text = visible(&page);
    for words in ["Today's Picks", "Pick 1", "Pick 2", "Pick 3", "Recent 1", "Recent 5", "Paid", "Science", "AI"] {
        assert!(text.contains(words) || text.contains(&words.replace('\'', "&#x27;")), "{words} in {text}");
    }
    assert!(!text.contains("Draft"));
    for link in ["/post/slug/pick-1", "/post/slug/paid", "/category/science", "/category/sponsored"] {
        assert!(page.text().contains(&format!("href=\"{link}\"")), "{link}");
    }
}

#[tokio::test]
async fn the_head_of_the_home_page_has_title_canonical_link_and_description() {
    let app = TestApp::new().await;
    let page = app.get("/").await;
    assert_eq!(title(&page), "Mwanga: Your guide to a brighter future, powered by reliable information.");
    assert_eq!(head_value(&page, "rel=\"canonical\"", "href"), "https://mwanga.example/");
    assert_eq!(head_value(&page, "og:url", "content"), "https://mwanga.example/");
    assert_eq!(head_value(&page, "og:type", "content"), "website");
    assert_eq!(
        head_value(&page, "name=\"description\"", "content"),
        "Your guide to a brighter future, powered by reliable information."
    );
}

#[tokio::test]
async fn the_home_page_of_an_empty_site_says_that_nothing_is_published() {
    let app = TestApp::new().await;
    assert!(visible(&app.get("/").await).contains("Nothing is published yet."));
}

#[tokio::test]
async fn a_page_embeds_the_api_responses_it_was_rendered_from() {
    let app = TestApp::new().await;
    app.post("Habari </script>").insert().await;
    let page = app.get("/").await;
    let json = page.text().split_once("id=\"answers\">").unwrap().1.split_once("</script>").unwrap().0;
    let answers: Value = serde_json::from_str(json).unwrap();
    let calls: Vec<&str> = answers.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(calls.len(), 5, "four calls of home and the site's: {calls:?}");
    for (call, answer) in answers.as_object().unwrap() {
        assert_eq!(answer["status"], 200, "{call}");
        assert_eq!(answer["body"], app.get(&format!("/api{call}")).await.ok(), "{call}");
    }
}

/// The slugs and names of what home shows, in its order.
fn parts(page: &Reply) -> Vec<String> {
    let headings = page.text().split("<h2 id=\"").skip(1);
    let mut parts: Vec<String> = headings.map(|part| part.split('"').next().unwrap().to_owned()).collect();
    parts.retain(|part| {
        matches!(part.as_str(), "picks" | "recent" | "sponsored" | "most-read") || part.starts_with("section-")
    });
    parts
}

async fn set_front_page(app: &TestApp, version: i64, values: Value) -> Reply {
    let admin = app.staff(Role::Admin).await;
    admin.put("/api/admin/settings", json!({ "version": version, "values": values })).await
}

async fn with_posts() -> TestApp {
    let app = TestApp::new().await;
    app.post("Pick").category("ai").pick().insert().await;
    for category in ["tech", "science", "latest-news", "sponsored"] {
        app.post(&format!("On {category}")).category(category).insert().await;
    }
    app
}

#[tokio::test]
async fn the_front_page_is_made_of_the_blocks_that_somebody_chose() {
    let app = with_posts().await;
    assert_eq!(
        parts(&app.get("/").await),
        ["picks", "recent", "section-tech", "section-ai", "section-science", "sponsored"]
    );
    let blocks = json!([
        { "kind": "section", "category": "science", "layout": "feature" },
        { "kind": "recent" },
        { "kind": "section", "category": "latest-news", "layout": "auto" },
        { "kind": "sections" },
        { "kind": "picks" },
    ]);
    set_front_page(&app, 0, json!({ "front_page.blocks": blocks })).await.ok();
    let page = app.get("/").await;
    assert_eq!(
        parts(&page),
        ["section-science", "recent", "section-latest-news", "section-tech", "section-ai", "picks"]
    );
    assert!(page.text().contains("home-section home-feature"), "in the layout that was chosen");
    // What a category was called stays behind when it goes.
    let admin = app.staff(Role::Admin).await;
    let all = admin.get("/api/admin/categories").await.ok();
    let id = |slug: &str| all.as_array().unwrap().iter().find(|row| row["slug"] == slug).unwrap()["id"].clone();
    admin.delete(&format!("/api/admin/categories/{}?target={}", id("science"), id("tech"))).await.ok();
    assert_eq!(parts(&app.get("/").await), ["recent", "section-latest-news", "section-tech", "section-ai", "picks"]);
    set_front_page(&app, 1, json!({ "front_page.blocks": null })).await.ok();
    assert_eq!(parts(&app.get("/").await), ["picks", "recent", "section-tech", "section-ai", "sponsored"]);
}

#[tokio::test]
async fn blocks_and_banners_that_cannot_be_shown_are_refused() {
    let app = TestApp::new().await;
    let section = |slug: &str| json!([{ "kind": "section", "category": slug, "layout": "grid" }]);
    for (key, value, why) in [
        ("front_page.blocks", section("nowhere"), "There is no category nowhere. Remove its block."),
        ("front_page.blocks", section("sponsored"), "Sponsored posts have a block of their own."),
        ("front_page.blocks", json!([]), "Keep at least one block."),
        (
            "front_page.banner",
            json!({ "text": "Bridge closed", "ends_at": "2020-01-01T00:00:00Z" }),
            "The end of the banner lies in the past. Choose a later one.",
        ),
        ("front_page.banner", json!({ "text": "Bridge closed" }), "Choose when the banner ends."),
    ] {
        let reply = set_front_page(&app, 0, json!({ key: value })).await;
        let problem = reply.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "settings.invalid"), vec![key]));
        assert!(reply.text().contains(why), "{}", reply.text());
    }
}

#[tokio::test]
async fn a_banner_goes_by_itself_at_its_end() {
    let app = with_posts().await;
    let ends_at = app.core().now().plus_ms(3_600_000);
    let banner = json!({ "text": "The <b>bridge</b> is closed", "label": "Breaking", "href": "/post/slug/pick", "ends_at": ends_at });
    set_front_page(&app, 0, json!({ "front_page.banner": banner })).await.ok();
    let page = app.get("/").await;
    assert!(page.text().contains("The &lt;b&gt;bridge&lt;/b&gt; is closed") && page.text().contains("Breaking"));
    assert!(!app.get("/about").await.text().contains("bridge"), "home alone has it");
    app.clock.advance_ms(3_600_001);
    assert!(!app.get("/").await.text().contains("bridge"));
}

#[tokio::test]
async fn the_block_of_most_read_posts_has_five_of_the_last_week_without_paid_ones() {
    let app = with_posts().await;
    let day = app.core().today();
    let paid = app.post("Paid and read").category("sponsored").insert().await;
    let mut read = vec![(paid.id, 99)];
    for number in 1..=6 {
        read.push((app.post(&format!("Read {number}")).category("tech").insert().await.id, 10 * number));
    }
    let row = |(post_id, count)| analytics_post_day::Model {
        post_id,
        event: TrackedEvent::PostView,
        deal_key: 0,
        day: day.clone(),
        count,
    };
    let rows = read.into_iter().map(row).collect();
    mwanga_store::queries::analytics::add_to_posts(app.core().store.writer(), rows).await.unwrap();
    let front = |answer: Value| answer["front_page"]["most_read"].as_array().unwrap().clone();
    let path = "/api/posts/public/by-category?per_category=4";
    assert!(front(app.get(path).await.ok()).is_empty(), "nobody asked for it");
    set_front_page(&app, 0, json!({ "front_page.blocks": [{ "kind": "most_read" }] })).await.ok();
    let posts = front(app.get(path).await.ok());
    let titles: Vec<_> = posts.iter().map(|post| post["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Read 6", "Read 5", "Read 4", "Read 3", "Read 2"]);
    assert_eq!(parts(&app.get("/").await), ["most-read"]);
}
