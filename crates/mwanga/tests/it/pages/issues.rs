//! `/newsletter/issues` and each newsletter in the browser.

use mwanga_store::types::SubscriberStatus::Confirmed;

use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn a_sent_newsletter_has_its_page_and_is_in_the_archive() {
    let app = TestApp::new().await;
    app.subscribers(1, Confirmed).await;
    let archive = app.get("/newsletter/issues").await;
    assert_eq!(archive.status, StatusCode::OK);
    assert!(visible(&archive).contains("No newsletter has gone out yet."));
    let input =
        json!({ "subject": "Taa & mwanga", "html": "<p>Habari za <a href=\"/post/slug/asubuhi\">asubuhi</a>.</p>" });
    let sent = app.staff(Role::Editor).await.post("/api/newsletter/admin-send", input).await.ok();
    let path = format!("/newsletter/issues/{}", sent["issue"]["id"]);
    for missing in [&*path, "/newsletter/issues/999", "/newsletter/issues/habari"] {
        let page = app.get(missing).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{missing}");
        assert!(
            visible(&page).contains("There is no such newsletter.")
                && page.text().contains("href=\"/newsletter/issues\""),
            "{missing}"
        );
    }
    app.clock.advance_ms(60_000);
    app.run_jobs().await;

    // Both pages were in memory without it.
    let archive = app.get("/newsletter/issues").await;
    assert!(archive.text().contains("Taa &amp; mwanga</a>") && archive.text().contains(&format!("href=\"{path}\"")));
    assert_eq!(head_value(&archive, "rel=\"canonical\"", "href"), "https://mwanga.example/newsletter/issues");
    let page = app.get(&path).await;
    assert_eq!((page.status, title(&page)), (StatusCode::OK, "Taa &amp; mwanga | Mwanga"));
    assert!(page.text().contains("<p dir=\"auto\">Habari za <a href=\"/post/slug/asubuhi\">asubuhi</a>.</p>"));
    assert_eq!(head_value(&page, "rel=\"canonical\"", "href"), format!("https://mwanga.example{path}"));
    let rendered = app.rendered_pages();
    app.get(&path).await;
    assert_eq!(app.rendered_pages(), rendered, "it is kept");
}
