use texting_robots::Robot;

use super::addresses;
use crate::support::*;

#[tokio::test]
async fn robots_txt_allows_public_pages_and_disallows_admin_api_and_search() {
    let app = TestApp::new().await;
    let robots = app.get("/robots.txt").await;
    assert!(robots.header("content-type").starts_with("text/plain"));
    let robot = Robot::new("Googlebot", &robots.body).expect("robots.txt");
    assert_eq!(robot.sitemaps, ["https://mwanga.example/sitemap.xml", "https://mwanga.example/sitemap-news.xml"]);
    for path in [
        "/",
        "/post/slug/habari",
        "/category/tech",
        "/author/mwanga-team",
        "/tag/jua",
        "/media/a.webp",
        "/assets/a.js",
        "/feed.xml",
    ] {
        assert!(robot.allowed(&format!("https://mwanga.example{path}")), "{path}");
    }
    for path in ["/admin", "/admin/posts", "/admin-auth", "/api/posts/public", "/auth/login", "/search?q=x"] {
        assert!(!robot.allowed(&format!("https://mwanga.example{path}")), "{path}");
    }
    for address in robot.sitemaps {
        addresses(&app, address.strip_prefix("https://mwanga.example").unwrap()).await;
    }
}

#[tokio::test]
async fn security_txt_names_the_contact_and_always_expires_in_the_future() {
    let app = TestApp::with(|config| config.site.contact_email = "desk@mwanga.example".into()).await;
    let field = async |name: &str| {
        let reply = app.get("/.well-known/security.txt").await;
        assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "text/plain; charset=utf-8"));
        let lines: Vec<_> = reply
            .text()
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("{name}: ")))
            .map(str::to_owned)
            .collect();
        assert_eq!(lines.len(), 1, "{name} stands once");
        lines[0].clone()
    };
    assert_eq!(field("Contact").await, "mailto:desk@mwanga.example");
    assert_eq!(field("Canonical").await, "https://mwanga.example/.well-known/security.txt");
    for _ in 0..4 {
        let expires = mwanga_store::types::Timestamp::parse(&field("Expires").await).expect("a moment");
        let days = (expires.0 - app.core().now().0) / 86_400_000;
        assert!((90..365).contains(&days), "{days}");
        app.clock.advance_ms(100 * 86_400_000);
    }
    let root = app.get("/security.txt").await;
    assert_eq!((root.status, root.header("location")), (StatusCode::MOVED_PERMANENTLY, "/.well-known/security.txt"));
}

#[tokio::test]
async fn llms_txt_lists_sections_with_posts_and_feeds() {
    let app = TestApp::with(|config| config.site.brand = "Nuru".into()).await;
    let editor = app.staff(Role::Editor).await;
    assert!(!app.get("/llms.txt").await.text().contains("/category/tech"));
    let post = app.post("Habari").insert().await;
    let text = app.get("/llms.txt").await.text().to_owned();
    assert!(text.starts_with("# Nuru\n\n> "), "{text}");
    for part in [
        "## Sections\n",
        "- [Tech](https://mwanga.example/category/tech)",
        "## Feeds\n",
        "(https://mwanga.example/feed.json)",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert!(!app.get("/llms.txt").await.text().contains("/category/tech"));
}

#[tokio::test]
async fn the_web_app_manifest_names_the_site_and_its_icons() {
    let app = TestApp::new().await;
    let reply = app.get("/manifest.webmanifest").await;
    assert_eq!(reply.header("content-type"), "application/manifest+json");
    let manifest = reply.json();
    assert_eq!(
        (&manifest["name"], &manifest["short_name"], &manifest["start_url"]),
        (&json!("Mwanga"), &json!("Mwanga"), &json!("/"))
    );
    for colour in [&manifest["theme_color"], &manifest["background_color"]] {
        assert!(colour.as_str().is_some_and(|text| text.len() == 7 && text.starts_with('#')), "{colour}");
    }
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    for icon in icons {
        let picture = app.get(icon["src"].as_str().unwrap()).await;
        assert_eq!(
            (picture.status, picture.header("content-type")),
            (StatusCode::OK, icon["type"].as_str().unwrap()),
            "{icon}"
        );
    }
}
