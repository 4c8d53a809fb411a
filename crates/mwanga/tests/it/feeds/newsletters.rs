use mwanga_store::types::SubscriberStatus;

use super::{feed, feed_titles, feeds};
use crate::support::*;

const MINUTE_MS: i64 = 60_000;

#[tokio::test]
async fn the_feed_of_the_archive_holds_each_newsletter_that_went_out_and_no_notice() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Ilani").content("<p>Mwanzo.</p>").insert().await;
    let paths = feeds("/newsletter/issues");
    let titles = async || {
        let mut all = Vec::new();
        for path in &paths {
            all.push(feed_titles(&app, path).await);
        }
        assert!(all.iter().all(|titles| *titles == all[0]), "{all:?}");
        all.swap_remove(0)
    };
    assert!(titles().await.is_empty());
    editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
    for subject in ["Taa moja", "Taa mbili"] {
        let html = format!("<p>Habari za <a href=\"/post/slug/ilani\">{subject}</a>.</p>");
        editor.post("/api/newsletter/admin-send", json!({ "subject": subject, "html": html })).await.ok();
        app.clock.advance_ms(1);
    }
    assert!(titles().await.is_empty(), "they can be undone still");
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(app.mails_to("amina@example.com").await.len(), 3, "two newsletters and the notice");
    assert_eq!(titles().await, ["Taa mbili", "Taa moja"], "what was cached has gone");
    let listed = app.get("/api/newsletter/issues").await.ok()["data"][0].clone();
    for path in &paths {
        let entry = feed(&app, path).await.entries.swap_remove(0);
        let url = format!("https://mwanga.example/newsletter/issues/{}", listed["id"]);
        assert_eq!((&entry.id, &entry.links[0].href), (&url, &url), "{path}");
        let html = entry.content.and_then(|content| content.body).unwrap_or_default();
        assert!(html.contains("\"https://mwanga.example/post/slug/ilani\""), "{path}: {html}");
    }
    let archive = app.get("/newsletter/issues").await.text().to_owned();
    for path in &paths {
        assert!(archive.contains(&format!("href=\"https://mwanga.example{path}\"")), "{path}");
    }
}
