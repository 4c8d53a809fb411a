//! Addresses that redirect or answer 404, 405 or 414.

use axum::body::Body;
use axum::http::Method;

use crate::support::*;

#[tokio::test]
async fn an_unknown_page_redirects_to_home() {
    let app = TestApp::new().await;
    for path in [
        "/nothing",
        "/nothing/at/all",
        "/index.html",
        "/wp-admin/",
        "/post",
        "/category",
        "/%F0%9F%8C%9E",
        "/nothing?next=//evil.example",
    ] {
        let page = app.get(path).await;
        let mut hops = vec![path.to_owned()];
        let mut page = page;
        while page.status == StatusCode::MOVED_PERMANENTLY && hops.len() < 5 {
            hops.push(page.header("location").to_owned());
            page = app.get(hops.last().unwrap()).await;
        }
        assert_eq!((page.status, page.header("location")), (StatusCode::FOUND, "/"), "{hops:?}");
    }
}

#[tokio::test]
async fn no_path_redirects_to_another_host() {
    let app = TestApp::new().await;
    for path in [
        "//evil.example",
        "//evil.example/",
        "/post///evil.example",
        "/\\evil.example",
        "/%2Fevil.example/",
        "/category//evil.example/",
    ] {
        let page = app.get(path).await;
        let location = page.header("location");
        assert!(
            location.is_empty()
                || (location.starts_with('/') && !location.starts_with("//") && !location.starts_with("/\\")),
            "{path} leads to {location}"
        );
    }
}

#[tokio::test]
async fn an_unknown_file_answers_404_and_is_no_store() {
    let app = TestApp::new().await;
    for path in [
        "/assets/nothing.js",
        "/assets/",
        "/assets",
        "/assets/../secret.key",
        "/media/2026/11/nothing.webp",
        "/media/",
        "/media",
        "/media/../mwanga.sqlite",
        "/feed.rss",
        "/category/nothing/feed.xml",
        "/tag/nothing/atom.xml",
        "/nothing.png",
        "/app.js.map",
    ] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path} leads to {}", reply.header("location"));
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_page_answers_405_to_other_methods_than_get_and_head() {
    let app = TestApp::new().await;
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        for path in ["/", "/category/tech", "/post/slug/habari"] {
            let reply = app.anyone().send(method.clone(), path, Body::empty(), &[]).await;
            assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(reply.header("allow"), "GET, HEAD", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_trailing_slash_redirects_to_the_address_without_it() {
    let app = TestApp::new().await;
    let page = app.get("/category/tech/?page=2").await;
    assert_eq!((page.status, page.header("location")), (StatusCode::MOVED_PERMANENTLY, "/category/tech?page=2"));
}

#[tokio::test]
async fn the_admin_area_says_what_it_is_before_its_style_sheet_with_noindex_and_no_store() {
    let app = TestApp::new().await;
    app.post("Habari").draft().insert().await;
    for path in ["/admin", "/admin/clicks", "/admin/email-logs", "/admin-auth"] {
        let page = app.get(path).await;
        assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, "no-store"), "{path}");
        assert!(
            page.text().contains("<p>Mwanga admin</p><p>Loading…</p></div></div><noscript>")
                && page.text().contains("noindex")
                && !page.text().contains("Habari"),
            "{path}"
        );
        assert!(!page.text().split_once("<p>Loading").unwrap().0.contains("stylesheet"), "nothing holds it up: {path}");
    }
}

/// Status and `Location` of an address.
async fn redirect_of(app: &TestApp, path: &str) -> (u16, String) {
    let page = app.get(path).await;
    (page.status.as_u16(), page.header("location").to_owned())
}

#[tokio::test]
async fn a_page_number_beyond_the_last_page_answers_404() {
    let app = TestApp::new().await;
    for number in 1..=21 {
        app.post(&format!("Solar {number:02}")).tags("Jua").by("Amina").insert().await;
    }
    for path in ["/category/tech", "/author/amina", "/tag/jua", "/search?q=solar"] {
        let address = |page: &str| format!("{path}{}page={page}", if path.contains('?') { '&' } else { '?' });
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
        assert_eq!(app.get(&address("2")).await.status, StatusCode::OK, "{path}");
        for page in ["3", "999999", "1000000", "99999999999999999999999"] {
            let beyond = app.get(&address(page)).await;
            assert_eq!(beyond.status, StatusCode::NOT_FOUND, "{path} {page}");
            assert_eq!(super::head_value(&beyond, "name=\"robots\"", "content"), "noindex", "{path} {page}");
        }
        let beyond = app.get(&address("3")).await;
        assert!(super::visible(&beyond).contains("There is no page 3"), "{path}: {}", super::visible(&beyond));
    }
    for path in ["/newsletter/issues?page=2", "/category/politics?page=2"] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/newsletter/issues", "/category/politics", "/search?q=nothing"] {
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}: an empty list has its first page");
    }
    // The API answers an empty list, which is no error.
    let answer = app.get("/api/category/tech?page=3").await.ok();
    assert_eq!((&answer["data"], &answer["total"]), (&json!([]), &json!(21)));
    assert_eq!(app.get("/api/search/search?q=solar&page=3").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_cached_404_of_a_page_number_ends_when_the_page_exists() {
    let app = TestApp::new().await;
    for number in 1..=20 {
        app.post(&format!("Solar {number:02}")).insert().await;
    }
    assert_eq!(app.get("/category/tech?page=2").await.status, StatusCode::NOT_FOUND);
    app.post("One more").insert().await;
    assert_eq!(app.get("/category/tech?page=2").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_page_number_in_another_spelling_redirects_to_the_plain_one() {
    let app = TestApp::new().await;
    for number in 1..=21 {
        app.post(&format!("Solar {number:02}")).insert().await;
    }
    for (page, plain) in [
        ("02", "/category/tech?page=2"),
        ("+2", "/category/tech?page=2"),
        ("%2B2", "/category/tech?page=2"),
        ("%20002%20", "/category/tech?page=2"),
        ("03", "/category/tech?page=3"),
        ("1", "/category/tech"),
        ("01", "/category/tech"),
        ("0", "/category/tech"),
        ("", "/category/tech"),
        ("-2", "/category/tech"),
        ("2.0", "/category/tech"),
        ("2e0", "/category/tech"),
        ("two", "/category/tech"),
        ("%D9%A2", "/category/tech"),
    ] {
        // Twice: the second time the page that it leads to is in memory.
        for _ in 0..2 {
            assert_eq!(
                redirect_of(&app, &format!("/category/tech?page={page}")).await,
                (301, plain.to_owned()),
                "{page}"
            );
            app.get(plain).await;
        }
    }
    assert_eq!(
        redirect_of(&app, "/search?q=solar&page=02&category=tech").await,
        (301, "/search?q=solar&page=2&category=tech".into())
    );
    assert_eq!(redirect_of(&app, "/search?page=1&q=solar").await, (301, "/search?q=solar".into()));
    assert_eq!(redirect_of(&app, "/?page=02").await.0, 200, "home has no pages");
}

#[tokio::test]
async fn every_permanent_redirect_keeps_the_query() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").by("Amina").tags("Jua").insert().await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "slug": "asubuhi" })).await.ok();
    let campaign = "utm_source=news%20letter&utm_campaign=a+b&gclid=x";
    for (path, to) in [
        ("/post/slug/habari", "/post/slug/asubuhi"),
        ("/post/asubuhi", "/post/slug/asubuhi"),
        ("/category/TECH", "/category/tech"),
        ("/category/tech/", "/category/tech"),
        ("/author/Amina", "/author/amina"),
        ("/tag/Jua", "/tag/jua"),
        ("/consultancy", "/mwanga-consultancy"),
        ("/login", "/auth/login"),
        ("/category/TECH/feed.xml", "/category/tech/feed.xml"),
        ("/security.txt", "/.well-known/security.txt"),
    ] {
        // Twice: the second time out of memory.
        for _ in 0..2 {
            assert_eq!(
                redirect_of(&app, &format!("{path}?{campaign}")).await,
                (301, format!("{to}?{campaign}")),
                "{path}"
            );
        }
        assert_eq!(redirect_of(&app, path).await, (301, to.to_owned()), "{path}");
    }
    assert_eq!(
        redirect_of(&app, &format!("/category/tech?page=02&{campaign}")).await,
        (301, format!("/category/tech?page=2&{campaign}"))
    );
    assert_eq!(
        redirect_of(&app, &format!("/category/TECH?page=2&{campaign}")).await,
        (301, format!("/category/tech?page=2&{campaign}"))
    );
    assert_eq!(
        redirect_of(&app, "/category/TECH?next=//evil.example").await,
        (301, "/category/tech?next=//evil.example".into())
    );
}

#[tokio::test]
async fn a_path_that_is_too_long_answers_414_with_a_page() {
    let app = TestApp::new().await;
    let page = app.get(&format!("/category/{}", "a".repeat(3_000))).await;
    assert_eq!((page.status, page.header("cache-control")), (StatusCode::URI_TOO_LONG, "no-store"));
    assert!(page.text().contains("This address is too long.") && page.text().contains("href=\"/\""), "{}", page.text());
    assert_eq!(
        app.get(&format!("/category/tech?utm_content={}", "a".repeat(3_000))).await.status,
        StatusCode::OK,
        "what nobody reads does not count"
    );
}
