//! The fallback shell: when server-side rendering fails, the browser renders the page.

use super::{head_value, title};
use crate::support::*;

#[tokio::test]
async fn a_page_that_fails_to_render_is_an_empty_shell_with_metadata() {
    let frontend = broken_bundle();
    let app = TestApp::with_frontend(&frontend).await;
    app.post("Habari <b>").slug("habari").form(|form| form.excerpt = Some("In \"short\"".into())).insert().await;
    let page = app.get("/post/slug/habari").await;
    assert_eq!((page.status, page.header("cache-control"), page.header("etag")), (StatusCode::OK, "no-store", ""));
    assert!(page.text().contains("<div id=\"root\"></div>") && !page.text().contains("id=\"answers\""));
    assert!(page.text().contains("<script type=\"module\" src=\"/assets/"));
    assert_eq!(title(&page), "Habari &lt;b&gt; | Mwanga");
    assert_eq!(head_value(&page, "rel=\"canonical\"", "href"), "https://mwanga.example/post/slug/habari");
    assert_eq!(head_value(&page, "name=\"description\"", "content"), "In &quot;short&quot;");
    assert_eq!(head_value(&page, "og:title", "content"), "Habari &lt;b&gt;");
    assert!(page.text().contains("application/ld+json"), "structured data from the same answer");
}

#[tokio::test]
async fn the_fallback_shell_keeps_the_status_of_the_page() {
    let frontend = broken_bundle();
    let app = TestApp::with_frontend(&frontend).await;
    let page = app.get("/post/slug/none").await;
    assert_eq!((page.status, page.header("cache-control")), (StatusCode::NOT_FOUND, "no-store"));
}

#[tokio::test]
async fn a_failed_render_is_retried_for_the_next_request() {
    let frontend = broken_bundle();
    let app = TestApp::with_frontend(&frontend).await;
    app.post("Habari").insert().await;
    for _ in 0..2 {
        app.get("/post/slug/habari").await;
    }
    assert_eq!(app.rendered_pages(), 2);
}
