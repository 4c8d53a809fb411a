use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn a_category_page_lists_its_posts_and_has_a_canonical_link() {
    let app = TestApp::new().await;
    for number in 1..=6 {
        app.post(&format!("Post {number}")).category("digital-finance").insert().await;
    }
    app.post("Elsewhere").insert().await;
    let page = app.get("/category/digital-finance").await;
    let text = visible(&page);
    for number in 1..=6 {
        assert!(
            text.contains(&format!("Post {number}"))
                && page.text().contains(&format!("href=\"/post/slug/post-{number}\"")),
            "{number}"
        );
    }
    assert!(text.contains("Digital Finance") && !text.contains("Elsewhere") && page.text().contains("href=\"/\""));
    assert_eq!(title(&page), "Digital Finance | Mwanga");
    assert_eq!(head_value(&page, "rel=\"canonical\"", "href"), "https://mwanga.example/category/digital-finance");
    assert_eq!(head_value(&page, "og:url", "content"), "https://mwanga.example/category/digital-finance");
}

#[tokio::test]
async fn an_empty_category_page_says_that_it_has_no_posts() {
    let app = TestApp::new().await;
    let page = app.get("/category/politics").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(visible(&page).contains("No posts found in this category."));
}

#[tokio::test]
async fn the_second_page_of_a_category_has_its_own_canonical_link() {
    let app = TestApp::new().await;
    for number in 1..=21 {
        app.post(&format!("Post {number:02}")).insert().await;
    }
    let (first, second) = (app.get("/category/tech").await, app.get("/category/tech?page=2").await);
    assert!(!visible(&first).contains("Post 01") && visible(&second).contains("Post 01"));
    assert_eq!(head_value(&second, "rel=\"canonical\"", "href"), "https://mwanga.example/category/tech?page=2");
    assert_eq!(head_value(&first, "rel=\"next\"", "href"), "https://mwanga.example/category/tech?page=2");
}

#[tokio::test]
async fn another_spelling_of_a_category_redirects_to_its_slug() {
    let app = TestApp::new().await;
    let id = app.post("Habari").category("digital-finance").insert().await.category_id;
    for name in ["Digital-Finance".to_owned(), "Digital%20Finance".into(), "digital%20finance".into(), id.to_string()] {
        let page = app.get(&format!("/category/{name}")).await;
        assert_eq!(
            (page.status, page.header("location")),
            (StatusCode::MOVED_PERMANENTLY, "/category/digital-finance"),
            "{name}"
        );
    }
    assert_eq!(
        app.get("/category/AI?page=2&utm_source=x").await.header("location"),
        "/category/ai?page=2&utm_source=x"
    );
}

#[tokio::test]
async fn an_unknown_category_page_answers_404_with_its_own_text() {
    let app = TestApp::new().await;
    let page = app.get("/category/gardening").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(
        visible(&page).contains("Failed to load posts for Gardening")
            && visible(&page).contains("There is no category at this address.")
    );
    assert_eq!(head_value(&page, "name=\"robots\"", "content"), "noindex");
}
