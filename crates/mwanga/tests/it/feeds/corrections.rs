use super::{addresses, feed, feed_titles, feeds, sitemap};
use crate::support::*;

const HOUR_MS: i64 = 3_600_000;

#[tokio::test]
async fn the_feed_of_corrections_holds_those_of_public_posts_as_they_come_and_go() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    let paths = feeds("/corrections");
    let titles = async || {
        let mut all = Vec::new();
        for path in &paths {
            all.push(feed_titles(&app, path).await);
        }
        assert!(all.iter().all(|titles| *titles == all[0]), "{all:?}");
        all.swap_remove(0)
    };
    assert!(titles().await.is_empty());
    let made = editor.post(&format!("{address}/corrections"), json!({ "text": "9, <b>not</b> 8." })).await.ok();
    assert_eq!(titles().await, ["Correction: Habari"]);
    for path in &paths {
        let entry = feed(&app, path).await.entries.swap_remove(0);
        assert_eq!(entry.id, format!("https://mwanga.example/corrections#correction-{}", made["id"]), "{path}");
        assert_eq!(entry.links[0].href, "https://mwanga.example/post/slug/habari#corrections", "{path}");
        let html = entry.content.and_then(|content| content.body).unwrap_or_default();
        assert!(html.contains("9, &lt;b&gt;not&lt;/b&gt; 8."), "{path}: {html}");
    }
    editor.put(&address, json!({ "title": "Habari njema" })).await.ok();
    assert_eq!(titles().await, ["Correction: Habari njema"]);
    editor.put(&address, json!({ "status": "draft" })).await.ok();
    assert!(titles().await.is_empty());
    let ahead = app.clock.now().plus_ms(HOUR_MS).iso();
    editor.put(&address, json!({ "status": "published", "publish_date": ahead })).await.ok();
    assert!(titles().await.is_empty());
    app.clock.advance_ms(HOUR_MS);
    assert_eq!(titles().await, ["Correction: Habari njema"], "its day has come");
    let editor = app.staff(Role::Editor).await;
    editor.delete(&format!("/api/admin/corrections/{}", made["id"])).await.ok();
    assert!(titles().await.is_empty());
    let page = app.get("/corrections").await.text().to_owned();
    for path in &paths {
        assert!(page.contains(&format!("href=\"https://mwanga.example{path}\"")), "{path}");
    }
}

#[tokio::test]
async fn a_save_moves_the_date_of_sitemaps_and_a_correction_or_a_marked_update_that_of_feeds_too() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    let updated = async || {
        let mut dates = Vec::new();
        for path in ["/atom.xml", "/feed.json"] {
            let entry = feed(&app, path).await.entries.swap_remove(0);
            dates.push(entry.updated.expect("a date").timestamp_millis());
        }
        assert_eq!(dates[0], dates[1]);
        dates[0]
    };
    let changed = async || {
        let one = sitemap(&app, "/sitemap-posts-1.xml").await.swap_remove(0).1.expect("a date");
        let all = sitemap(&app, "/sitemap.xml").await;
        let of_file = all.into_iter().find(|(path, _)| path.ends_with("/sitemap-posts-1.xml")).expect("the file").1;
        assert_eq!(of_file.as_ref(), Some(&one), "the index says the same");
        one
    };
    let at = NOW.0;
    let (mut last, first) = (changed().await, updated().await);
    assert_eq!(first, at);
    for (step, (call, body, moves)) in [
        ("", json!({ "brand": "Taa" }), false),
        ("/corrections", json!({ "text": "9, not 8." }), true),
        ("", json!({ "brand": "Jua" }), false),
        ("", json!({ "mark_updated": true }), true),
    ]
    .into_iter()
    .enumerate()
    {
        let before = updated().await;
        app.clock.advance_ms(60_000);
        match call {
            "" => editor.put(&address, body).await.ok(),
            call => editor.post(&format!("{address}{call}"), body).await.ok(),
        };
        let now = changed().await;
        assert!(now > last, "{step}: {now} after {last}");
        last = now;
        assert_eq!(updated().await, if moves { app.clock.now().0 } else { before }, "{step}");
    }
    assert!(addresses(&app, "/sitemap-pages.xml").await.contains(&"https://mwanga.example/corrections".to_owned()));
}
