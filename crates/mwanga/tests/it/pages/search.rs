//! The page of a search.

use super::{title, visible};
use crate::support::*;

#[tokio::test]
async fn a_query_over_200_characters_is_truncated_with_a_notice() {
    let app = TestApp::new().await;
    app.post("Solar pumps").insert().await;
    for query in ["solar%20".repeat(40), format!("solar{}", "%20".repeat(3_000)), "solar+".repeat(8_000)] {
        let page = app.get(&format!("/search?q={query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{} characters", query.len());
        assert!(visible(&page).contains("Solar pumps"), "its beginning was looked for");
        let is_cut = query.len() != 9_005;
        assert_eq!(
            visible(&page).contains("Your search is longer than 200 characters. We looked for its beginning."),
            is_cut,
            "{} characters",
            query.len()
        );
        assert!(page.text().contains("value=\"solar"), "the box keeps it");
    }
    // Two hundred letters take many more bytes in an address.
    let amharic = app.get(&format!("/search?q={}", "%E1%88%80".repeat(200))).await;
    assert_eq!(amharic.status, StatusCode::OK);
    assert!(visible(&amharic).contains("No results found.") && !visible(&amharic).contains("longer than 200"));
}

#[tokio::test]
async fn the_429_page_of_search_keeps_the_query_in_its_form() {
    let app = TestApp::new().await;
    let site = app.listen().await;
    let page = loop {
        let page = site.get("/search?q=%22half+an+acre%22+%3Cb%3E").await;
        if page.status == StatusCode::TOO_MANY_REQUESTS {
            break page;
        }
    };
    assert_eq!(title(&page), "Too many searches | Mwanga");
    assert!(
        page.text().contains("value=\"&quot;half an acre&quot; &lt;b&gt;\"")
            && page.text().contains("action=\"/search\""),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn every_search_field_of_the_search_page_has_the_query() {
    let app = TestApp::new().await;
    let page = app.get("/search?query=solar").await;
    assert_eq!(page.text().matches("type=\"search\"").count(), 3);
    assert_eq!(page.text().matches("value=\"solar\"").count(), 3, "header, menu and page");
    assert_eq!(app.get("/?q=solar").await.text().matches("value=\"solar\"").count(), 0);
}
