use crate::support::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_concurrent_requests_of_a_cold_page_render_it_once() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let site = std::sync::Arc::new(app.listen().await);
    let readers = (0..200).map(|_| {
        let site = site.clone();
        tokio::spawn(async move { site.get("/post/slug/habari").await })
    });
    let pages: Vec<Reply> = futures_util::future::join_all(readers).await.into_iter().map(Result::unwrap).collect();
    assert!(pages.iter().all(|page| page.status == StatusCode::OK && page.body == pages[0].body));
    assert_eq!(app.rendered_pages(), 1);
}

#[tokio::test]
async fn an_aborted_request_does_not_cancel_its_render() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let reader = app.anyone();
    let first = tokio::spawn(async move { reader.get("/post/slug/habari").await });
    while app.rendered_pages() == 0 {
        tokio::task::yield_now().await;
    }
    first.abort();
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
    assert_eq!(app.rendered_pages(), 1, "the page that was begun is the one that was served");
}

#[tokio::test]
async fn a_purged_page_that_was_requested_is_rendered_in_the_background() {
    let app = TestApp::new().await;
    let post = app.post("Habari").insert().await;
    for _ in 0..2 {
        app.get("/post/slug/habari").await;
    }
    let rendered = app.rendered_pages();
    // Twice, with no reader between.
    for (nth, title) in [(1, "Habari gani"), (2, "Habari njema")] {
        app.retitle(post.id, title).await;
        // Nobody asks for it, and it comes.
        while app.state.cache.get("/post/slug/habari", app.core().now()).is_none() {
            tokio::task::yield_now().await;
        }
        assert_eq!(app.rendered_pages(), rendered + nth);
    }
    assert!(app.get("/post/slug/habari").await.text().contains("Habari njema"));
    assert_eq!(app.rendered_pages(), rendered + 2);
}
