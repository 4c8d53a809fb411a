use mwanga_core::config::IpNetwork;

use crate::support::*;

/// The number of sequential requests before a 429, and that reply. A slow machine grants some more than
/// thirty: one each two seconds.
async fn until_limited(site: &Served, path: &str, headers: &[(&str, &str)]) -> (u32, Reply) {
    for asked in 0..90 {
        let reply = site.get_with(path, headers).await;
        if reply.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(
                (1..=2).contains(&reply.header("retry-after").parse::<u32>().unwrap()),
                "{}",
                reply.header("retry-after")
            );
            return (asked, reply);
        }
        assert_eq!(reply.status, StatusCode::OK);
    }
    panic!("nobody was limited");
}

async fn limited_after_thirty(site: &Served, path: &str, headers: &[(&str, &str)]) -> Reply {
    let (asked, reply) = until_limited(site, path, headers).await;
    assert!(asked >= 30, "the limit came after {asked}");
    reply
}

#[tokio::test]
async fn search_is_rate_limited_by_address_and_answers_429() {
    let app = TestApp::new().await;
    let site = app.listen().await;
    let problem = limited_after_thirty(&site, "/api/search/search?q=solar", &[]).await.problem();
    assert_eq!(problem.is(), (429, "search.limited"));
    assert_eq!(site.get("/api/posts/public").await.status, StatusCode::OK, "everything else goes on");
    assert_eq!(
        app.get("/api/search/search?q=solar").await.status,
        StatusCode::OK,
        "the calls of pages are not counted"
    );
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_rate_limit_counts_forwarded_addresses() {
    let app = TestApp::with(|config| config.http.trusted_proxies = vec![IpNetwork::parse("127.0.0.1").unwrap()]).await;
    let site = app.listen().await;
    limited_after_thirty(&site, "/api/search/search?q=x", &[("x-forwarded-for", "198.51.100.7")]).await;
    assert_eq!(
        site.get_with("/api/search/search?q=x", &[("x-forwarded-for", "198.51.100.8")]).await.status,
        StatusCode::OK
    );
    // Without that trust a header is only a claim.
    let site = TestApp::new().await;
    let site = site.listen().await;
    for number in 0..90 {
        if site.get_with("/api/search/search?q=x", &[("x-forwarded-for", &format!("198.51.100.{number}"))]).await.status
            == StatusCode::TOO_MANY_REQUESTS
        {
            return;
        }
    }
    panic!("a header of the reader's own got around the limit");
}

#[tokio::test]
async fn the_search_page_is_rate_limited_before_rendering_and_is_no_store() {
    let frontend = search_bundle();
    let app = TestApp::with_frontend(&frontend).await;
    let site = app.listen().await;
    app.post("Solar").insert().await;
    let page = site.get("/search?q=solar").await;
    assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, "no-store"));
    assert!(page.text().contains("<h1>1 found</h1>"));
    assert!(app.state.cache.get("/search?q=solar", app.core().now()).is_none());
    app.post("Solar too").insert().await;
    assert!(site.get("/search?q=solar").await.text().contains("<h1>2 found</h1>"));

    let limited = TestApp::with_frontend(&frontend).await;
    let site = limited.listen().await;
    let reply = limited_after_thirty(&site, "/search?q=solar", &[]).await;
    let rendered = limited.rendered_pages();
    let (asked, _) = until_limited(&site, "/search?q=other", &[]).await;
    assert_eq!(limited.rendered_pages(), rendered + u64::from(asked), "nothing is rendered for whoever is limited");
    assert_eq!((reply.header("cache-control"), reply.header("content-type")), ("no-store", "text/html; charset=utf-8"));
    assert!(reply.text().contains("You are searching very quickly.") && reply.text().contains("<a href=\"/\""));
    let (asked, _) = until_limited(&site, "/api/search/search?q=solar", &[]).await;
    assert!(asked < 30, "page and call are one count");
}
