use crate::support::*;

#[tokio::test]
async fn renders_are_rate_limited_by_address_and_cached_pages_are_not() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/").await.status, StatusCode::OK);
    let stranger = app.anyone_at("192.0.2.7");
    // In memory: they count for nothing.
    for _ in 0..400 {
        assert_eq!(stranger.get("/").await.status, StatusCode::OK);
    }
    // Counted before anything is made, so that the first three hundred are these, however long they take.
    let paths = (0..1_000)
        .map(|n| if n < 900 { format!("/category/none-{n}/feed.xml") } else { format!("/post/slug/none-{n}") });
    let answers = futures_util::future::join_all(paths.map(|path| {
        let stranger = stranger.clone();
        async move { stranger.get(&path).await }
    }))
    .await;
    let limited = |answer: &&Reply| answer.status == StatusCode::TOO_MANY_REQUESTS;
    assert_eq!(answers[..300].iter().filter(limited).count(), 0, "three hundred in a row");
    let refused: Vec<_> = answers[900..].iter().filter(limited).collect();
    assert!(!refused.is_empty(), "and not a thousand");
    for reply in refused {
        assert!(
            (1..=60).contains(&reply.header("retry-after").parse::<u32>().unwrap()),
            "{}",
            reply.header("retry-after")
        );
        assert_eq!(
            (reply.header("content-type"), reply.header("cache-control")),
            ("text/html; charset=utf-8", "no-store")
        );
    }
    assert_eq!(stranger.get("/").await.status, StatusCode::OK, "what is in memory goes on");
    assert_eq!(stranger.get("/admin").await.status, StatusCode::OK, "and the admin area");
    assert_eq!(app.anyone_at("192.0.2.8").get("/about").await.status, StatusCode::OK, "and other addresses");
}
