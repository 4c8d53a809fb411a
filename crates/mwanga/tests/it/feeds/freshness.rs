use super::{FOLDERS, addresses, feed_titles, feeds};
use crate::support::*;

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn every_feed_and_sitemap_has_a_save_once_it_is_answered() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lists: Vec<_> = FOLDERS.into_iter().flat_map(feeds).collect();
    let maps = ["/sitemap-posts-1.xml", "/sitemap-news.xml"];
    for path in &lists {
        app.get(path).await;
    }
    for path in maps {
        app.get(path).await;
    }
    let post = editor
        .post(
            "/api/admin/posts",
            json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech", "tags": "Solar Power" }),
        )
        .await
        .ok();
    let own = format!("/api/admin/posts/{}", post["id"]);
    let address = "https://mwanga.example/post/slug/habari".to_owned();
    for path in &lists {
        assert_eq!(feed_titles(&app, path).await, ["Habari"], "{path}");
    }
    for path in maps {
        assert_eq!(addresses(&app, path).await, [address.as_str()], "{path}");
    }
    assert!(addresses(&app, "/sitemap.xml").await.contains(&"https://mwanga.example/sitemap-posts-1.xml".to_owned()));

    editor.put(&own, json!({ "title": "Habari njema" })).await.ok();
    for path in &lists {
        assert_eq!(feed_titles(&app, path).await, ["Habari njema"], "{path}");
    }
    editor.put(&own, json!({ "slug": "mpya" })).await.ok();
    for path in maps {
        assert_eq!(addresses(&app, path).await, ["https://mwanga.example/post/slug/mpya"], "{path}");
    }
    editor.delete(&own).await.ok();
    for path in &lists {
        // Without a post nobody knows of the author or the tag.
        if path.starts_with("/author") || path.starts_with("/tag") {
            assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
        } else {
            assert!(feed_titles(&app, path).await.is_empty(), "{path}");
        }
    }
    assert!(addresses(&app, "/sitemap-news.xml").await.is_empty());
    assert_eq!(app.get("/sitemap-posts-1.xml").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_scheduled_post_is_in_feeds_and_sitemaps_from_its_publish_date() {
    let app = TestApp::new().await;
    app.post("First").form(|form| form.tags = Some("Solar Power".into())).insert().await;
    app.post("Scheduled").in_ms(HOUR).form(|form| form.tags = Some("Solar Power".into())).insert().await;
    let is_listed = async |path: String| app.get(&path).await.text().contains("cheduled");
    let all =
        || FOLDERS.into_iter().flat_map(feeds).chain(["/sitemap-posts-1.xml", "/sitemap-news.xml"].map(str::to_owned));
    for path in all() {
        assert!(!is_listed(path.clone()).await, "{path}");
    }
    app.clock.advance_ms(HOUR - 1);
    let rendered = app.rendered_pages();
    for path in all() {
        assert!(!is_listed(path.clone()).await, "{path}");
    }
    assert_eq!(app.rendered_pages(), rendered, "nothing has ended yet");
    app.clock.advance_ms(1);
    for path in all() {
        assert!(is_listed(path.clone()).await, "{path}");
    }
}

#[tokio::test]
async fn a_save_in_another_category_keeps_the_cached_feeds() {
    let app = TestApp::new().await;
    app.post("One").insert().await;
    for path in feeds("/category/tech") {
        app.get(&path).await;
    }
    let cached: Vec<_> = feeds("/category/tech")
        .iter()
        .map(|path| app.state.cache.get(path, app.core().now()).expect("in memory"))
        .collect();
    app.post("Other").category("ai").insert().await;
    for (path, before) in feeds("/category/tech").iter().zip(cached) {
        let now = app.state.cache.get(path, app.core().now());
        assert!(now.is_some_and(|now| std::sync::Arc::ptr_eq(&now, &before)), "{path}");
    }
}
