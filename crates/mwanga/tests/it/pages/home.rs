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
