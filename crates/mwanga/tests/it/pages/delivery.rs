//! Delivery of pages: content encodings, conditional requests, headers.

use axum::http::Method;

use mwanga_ssr::PagePattern;

use super::visible;
use crate::support::*;

const PAGES: [&str; 3] = ["/", "/category/tech", "/post/slug/habari"];

async fn app() -> TestApp {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    app
}

#[tokio::test]
async fn a_page_is_the_same_in_every_content_encoding() {
    let app = app().await;
    let site = app.listen().await;
    for path in PAGES {
        let plain = site.get(path).await;
        assert_eq!(
            (plain.header("content-encoding"), plain.header("content-type")),
            ("", "text/html; charset=utf-8"),
            "{path}"
        );
        for (accepted, coding) in [
            ("br", "br"),
            ("gzip, deflate, br", "br"),
            ("gzip", "gzip"),
            ("gzip;q=1.0, br;q=0", "gzip"),
            ("br;q=0", ""),
            ("zstd", ""),
        ] {
            let reply = site.get_with(path, &[("accept-encoding", accepted)]).await;
            assert_eq!(reply.header("content-encoding"), coding, "{path} for {accepted}");
            assert_eq!(decoded(&reply), plain.text(), "{path} for {accepted}");
            assert_eq!(reply.header("content-length"), reply.body.len().to_string());
            assert_eq!(reply.header("vary"), "accept-encoding");
            assert_eq!(reply.header("cache-control"), "public, max-age=0, must-revalidate");
        }
    }
}

#[tokio::test]
async fn a_script_is_the_same_in_every_content_encoding() {
    let app = app().await;
    let site = app.listen().await;
    let home = site.get("/").await;
    let script = home.text().split("<script type=\"module\" src=\"").nth(1);
    let name = script.and_then(|rest| rest.split('"').next()).unwrap();
    let plain = site.get(name).await;
    assert_eq!((plain.status, plain.header("content-encoding")), (StatusCode::OK, ""));
    assert!(plain.text().contains("import("), "{:.40}", plain.text());
    for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("zstd", "")] {
        let reply = site.get_with(name, &[("accept-encoding", accepted)]).await;
        assert_eq!(reply.header("content-encoding"), coding, "{accepted}");
        assert_eq!(decoded(&reply), plain.text(), "{accepted}");
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
    }
    for ext in ["br", "gz"] {
        assert_eq!(site.get(&format!("{name}.{ext}")).await.status, StatusCode::NOT_FOUND, "{ext}");
    }
}

#[tokio::test]
async fn a_requested_page_is_compressed_further_in_the_background() {
    let app = app().await;
    let site = app.listen().await;
    // One after the other, and many who wait for it at once.
    for (path, at_once) in [("/", 1), ("/category/tech", 100)] {
        let ask = || site.get_with(path, &[("accept-encoding", "br")]);
        let first = futures_util::future::join_all((0..at_once).map(|_| ask())).await.pop().expect("a page");
        let mut last = ask().await;
        for _ in 0..200 {
            if last.body.len() < first.body.len() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            last = ask().await;
        }
        assert!(last.body.len() < first.body.len(), "{path}");
        assert_eq!(
            (last.header("content-length"), last.header("etag")),
            (last.body.len().to_string().as_str(), first.header("etag"))
        );
        assert_eq!(decoded(&last), decoded(&first));
    }
}

#[tokio::test]
async fn a_page_answers_304_to_its_etag() {
    let app = app().await;
    let site = app.listen().await;
    for path in PAGES {
        for coding in ["", "gzip", "br"] {
            let first = site.get_with(path, &[("accept-encoding", coding)]).await;
            let etag = first.header("etag").to_owned();
            for known in [etag.clone(), format!("\"other\", {etag}"), format!("W/{etag}"), "*".to_owned()] {
                let again = site.get_with(path, &[("accept-encoding", coding), ("if-none-match", &known)]).await;
                assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path} {coding} {known}");
                assert_eq!((again.header("etag"), again.header("vary")), (etag.as_str(), "accept-encoding"));
            }
            let other = site.get_with(path, &[("accept-encoding", coding), ("if-none-match", "\"other\"")]).await;
            assert_eq!(other.status, StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn each_content_encoding_has_an_etag_of_its_own() {
    let app = app().await;
    let site = app.listen().await;
    let mut etags = Vec::new();
    for coding in ["", "gzip", "br"] {
        etags.push(site.get_with("/", &[("accept-encoding", coding)]).await.header("etag").to_owned());
    }
    etags.dedup();
    assert_eq!(etags.len(), 3, "{etags:?}");
}

#[tokio::test]
async fn head_answers_the_status_and_headers_of_get_without_a_body() {
    let app = app().await;
    let site = app.listen().await;
    for path in PAGES.into_iter().chain(["/category/none", "/nothing", "/admin"]) {
        // Asked first, so that HEAD makes the page as well.
        let head = site.send(Method::HEAD, path, &[]).await;
        let get = site.get(path).await;
        assert_eq!(head.status, get.status, "{path}");
        assert!(head.body.is_empty());
        for name in ["content-type", "content-length", "etag", "location", "cache-control"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {path}");
        }
    }
}

#[tokio::test]
async fn a_cached_page_equals_the_rendered_page() {
    let app = app().await;
    let site = app.listen().await;
    for path in PAGES {
        let (rendered, hit) = (site.get(path).await, site.get(path).await);
        assert_eq!(rendered.body, hit.body, "{path}");
        for name in [
            "content-type",
            "content-length",
            "etag",
            "vary",
            "cache-control",
            "content-security-policy",
            "x-content-type-options",
        ] {
            assert_eq!(rendered.header(name), hit.header(name), "{name} of {path}");
        }
    }
}

#[tokio::test]
async fn every_kind_of_response_has_nosniff_referrer_policy_and_frame_options() {
    let app = app().await;
    let site = app.listen().await;
    let asset = site.get("/").await.text().split("/assets/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    for path in [
        "/",
        "/",
        "/category/none",
        "/nothing",
        "/admin",
        "/api/site",
        "/api/nothing",
        &format!("/assets/{asset}"),
        "/assets/nothing.js",
        "/media/nothing.png",
        "/healthz",
        "/readyz",
    ] {
        let reply = site.get(path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("x-frame-options", "DENY"),
        ] {
            assert_eq!(reply.header(name), value, "{name} of {path}");
        }
    }
    let refused = site.get_with("/", &[("host", "a"), ("host", "b")]).await;
    assert_eq!((refused.status, refused.header("x-content-type-options")), (StatusCode::BAD_REQUEST, "nosniff"));
}

#[tokio::test]
async fn the_csp_allows_scripts_of_the_site_and_by_hash_only() {
    let app = app().await;
    let policy = app.get("/").await.header("content-security-policy").to_owned();
    let scripts = policy.split(';').map(str::trim).find(|part| part.starts_with("script-src")).unwrap();
    assert!(scripts.starts_with("script-src 'self' 'sha256-") && !scripts.contains("unsafe"), "{scripts}");
}

/// A page of every kind that the frontend names; where an address has parameters, one that leads somewhere.
fn page_of_each_kind(app: &TestApp) -> Vec<String> {
    let address = |pattern: &PagePattern| match &*pattern.path {
        "/category/:id" => "/category/tech".to_owned(),
        "/post/slug/:slug" => "/post/slug/habari".to_owned(),
        "/blog/post/:id" => "/blog/post/999".to_owned(),
        "/author/:slug" => "/author/amina".to_owned(),
        "/tag/:slug" => "/tag/solar".to_owned(),
        "/newsletter/issues/:id" => "/newsletter/issues/1".to_owned(),
        "/services/:slug" => "/services/it-consulting".to_owned(),
        "/:slug" => "/about".to_owned(),
        "/auth/callback/:provider" => "/auth/callback/google".to_owned(),
        other if other.contains(':') => {
            pattern.listed.first().unwrap_or_else(|| panic!("an address of {other}")).clone()
        }
        other => other.to_owned(),
    };
    // A preview is never cached, and has tests of its own.
    let pages = app.state.renderer.pages();
    pages.iter().filter(|page| &*page.path != "/preview/:code").map(address).collect()
}

#[tokio::test]
async fn cached_pages_are_served_in_every_encoding_while_the_store_is_closed() {
    let app = TestApp::new().await;
    app.post("Habari").tags("Solar").by("Amina").insert().await;
    let site = app.listen().await;
    let mut pages = page_of_each_kind(&app);
    pages.extend(["/category/none".to_owned(), "/post/slug/none".to_owned()]);
    let mut responses = Vec::new();
    for path in &pages {
        responses.push(site.get(path).await);
    }
    assert_eq!(
        responses.iter().filter(|reply| reply.status == StatusCode::OK).count(),
        pages.len() - 4,
        "all but an issue, a post by its id, and the two last"
    );
    app.core().store.close().await.unwrap();
    for (path, responses) in pages.iter().zip(&responses) {
        for coding in ["", "gzip", "br"] {
            let reply = site.get_with(path, &[("accept-encoding", coding)]).await;
            assert_eq!((reply.status, reply.header("content-encoding")), (responses.status, coding), "{path}");
            assert_eq!(decoded(&reply), responses.text(), "{path} {coding}");
        }
    }
    assert!(visible(&responses[0]).contains("Habari"));
    assert_eq!(site.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(site.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_page_without_a_database_answers_503_and_is_no_store() {
    let app = app().await;
    app.core().store.close().await.unwrap();
    let page = app.get("/post/slug/habari").await;
    assert_eq!((page.status, page.header("cache-control")), (StatusCode::SERVICE_UNAVAILABLE, "no-store"));
}

#[tokio::test]
async fn only_query_parameters_of_a_page_are_part_of_its_cache_key() {
    let app = app().await;
    app.get("/category/tech").await;
    let rendered = app.rendered_pages();
    for query in ["utm_source=x", "fbclid=y&gclid=z", "page=", "Page=2", "per_page=1"] {
        app.get(&format!("/category/tech?{query}")).await;
    }
    assert_eq!(app.rendered_pages(), rendered);
    app.get("/category/tech?page=2&utm_source=x").await;
    app.get("/category/tech?utm_source=y&page=2").await;
    assert_eq!(app.rendered_pages(), rendered + 1);
}
