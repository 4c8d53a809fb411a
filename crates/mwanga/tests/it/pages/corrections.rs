//! `/corrections`, and corrections on the page of their post.

use std::sync::Arc;

use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn a_correction_stands_on_its_post_and_among_all_corrections() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let empty = app.get("/corrections").await;
    assert_eq!((empty.status, title(&empty)), (StatusCode::OK, "Corrections | Mwanga"));
    assert!(visible(&empty).contains("No story has been corrected yet."));
    assert_eq!(head_value(&empty, "rel=\"canonical\"", "href"), "https://mwanga.example/corrections");
    let before = app.get("/post/slug/habari").await;
    assert!(!before.text().contains("id=\"corrections\""));
    let path = format!("/api/admin/posts/{}/corrections", post.id);
    let made = editor.post(&path, json!({ "text": "The price is 9, <i>not</i> 8." })).await.ok();

    let page = app.get("/post/slug/habari").await;
    assert!(visible(&page).contains("Corrected on 20 November 2026"), "{}", visible(&page));
    assert!(page.text().contains("href=\"#corrections\"") && page.text().contains("id=\"corrections\""));
    assert!(page.text().contains("The price is 9, &lt;i&gt;not&lt;/i&gt; 8."));
    let data = page.text().split_once("\"correction\":").expect("structured data").1;
    let comment = "[{\"@type\":\"CorrectionComment\",\"text\":\"The price is 9, \\u003ci>not\\u003c/i> 8.\",";
    assert!(data.starts_with(comment), "{}", &data[..200]);
    assert_eq!(head_value(&page, "article:modified_time", "content"), made["created_at"].as_str().unwrap());

    let list = app.get("/corrections").await;
    assert!(visible(&list).contains("Habari The price is 9"), "{}", visible(&list));
    assert!(list.text().contains("href=\"/post/slug/habari#corrections\""));
}

#[tokio::test]
async fn a_correction_purges_the_pages_that_show_it_and_no_other() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").tags("Solar").insert().await;
    app.post("Other").insert().await;
    let kept = ["/", "/category/tech", "/tag/solar", "/author/mwanga-team", "/post/slug/other"];
    let dated = ["/feed.xml", "/sitemap-posts-1.xml", "/sitemap-pages.xml"];
    let shown = ["/post/slug/habari", "/corrections", "/corrections/feed.xml"].into_iter().chain(dated);
    let shown: Vec<&str> = shown.collect();
    for path in kept.iter().chain(&shown) {
        app.get(path).await;
    }
    let cached = |path: &str| app.state.cache.get(path, app.core().now());
    let before: Vec<_> = kept.iter().map(|path| cached(path).expect("in memory")).collect();
    app.clock.advance_ms(1_000);
    let path = format!("/api/admin/posts/{}/corrections", post.id);
    let made = editor.post(&path, json!({ "text": "The price is 9." })).await.ok();
    for (path, before) in kept.iter().zip(&before) {
        assert!(cached(path).is_some_and(|page| Arc::ptr_eq(&page, before)), "{path} shows no correction");
    }
    for path in &shown[..3] {
        assert!(app.get(path).await.text().contains("The price is 9."), "{path}");
    }
    let address = format!("/api/admin/corrections/{}", made["id"]);
    editor.put(&address, json!({ "text": "The price is 90." })).await.ok();
    for path in &shown[..3] {
        assert!(app.get(path).await.text().contains("The price is 90."), "{path}");
    }
    editor.delete(&address).await.ok();
    for path in &shown[..3] {
        assert!(!app.get(path).await.text().contains("The price is"), "{path}");
    }
}

#[tokio::test]
async fn no_page_or_category_takes_the_place_of_the_corrections() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let page =
        json!({ "title": "Corrections", "slug": "corrections", "content": "<p>Ours</p>", "status": "published" });
    assert_eq!(editor.post("/api/admin/pages", page).await.problem().is(), (409, "page.slug_taken"));
    editor.post("/api/admin/categories", json!({ "name": "Corrections" })).await.ok();
    assert!(visible(&app.get("/corrections").await).contains("No story has been corrected yet."));
}
