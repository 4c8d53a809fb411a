//! Another publication: no page, feed or mail names the product once the newsroom has given its own name.

use std::collections::BTreeSet;

use crate::support::*;

/// Where a walk along all links begins, with what nothing links to.
const ENTRANCES: [&str; 12] = [
    "/",
    "/_mails",
    "/atom.xml",
    "/feed.json",
    "/feed.xml",
    "/llms.txt",
    "/manifest.webmanifest",
    "/no-such-page",
    "/robots.txt",
    "/search?q=lamps",
    "/sitemap-news.xml",
    "/.well-known/security.txt",
];

/// Stored values and names of cookies, which are a contract with programs.
const KEPT: [&str; 4] = ["\"author_name\":\"mwanga_team\"", "mwanga_browser", "mwanga_reader", "mwanga_staff"];

#[tokio::test]
async fn under_another_name_no_page_feed_or_mail_names_the_product() {
    let app = TestApp::with(|config| config.http.base_url = Some("https://nuru.example".parse().unwrap())).await;
    let admin = app.staff(Role::Admin).await;
    let values = json!({
        "site.brand": "Nuru Times", "site.tagline": "Light for all.", "site.contact_email": "desk@nuru.example",
        "site.footer_words": "{brand}, Mombasa", "site.language": "sw", "site.social_links": ["https://x.com/nuru"],
    });
    admin.put("/api/admin/settings", json!({ "version": 0, "values": values })).await.ok();
    app.post("Two lamps").tags("lamps").insert().await;
    let mut waiting: Vec<String> = ENTRANCES.map(str::to_owned).into();
    let mut seen = BTreeSet::new();
    let mut named = Vec::new();
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let reply = app.get(&path).await;
        let is_text =
            ["html", "xml", "json", "text/plain"].iter().any(|kind| reply.header("content-type").contains(kind));
        if !is_text {
            continue;
        }
        let text = KEPT.iter().fold(reply.text().to_owned(), |text, name| text.replace(name, ""));
        if let Some(at) = text.to_lowercase().find("mwanga") {
            named.push(format!("{path}: …{}…", around(&text, at)));
        }
        // What machines are told of the publication is the newsroom's too.
        assert!(
            !text.contains("\"inLanguage\":\"en\"") && (path == "/_mails" || !text.contains("lang=\"en\"")),
            "{path} is in English"
        );
        assert!(!text.contains("\"addressLocality\""), "{path} has the address of an installation");
        let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
        waiting.extend(links.filter_map(own_path));
    }
    assert!(seen.len() > 60, "the walk ended early: {seen:?}");
    assert!(named.is_empty(), "{}", named.join("\n"));
    let earlier = app.get("/mwanga-consultancy").await;
    assert_eq!((earlier.status.as_u16(), earlier.header("location")), (301, "/nuru-times-consultancy"));
}

/// The path of a link on this site, without files of the build.
fn own_path(href: &str) -> Option<String> {
    let path = href.strip_prefix("https://nuru.example").unwrap_or(href);
    let is_own = path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/assets/");
    (is_own && !path.starts_with("/api/")).then(|| path.replace("&amp;", "&"))
}

fn around(text: &str, at: usize) -> String {
    let start = text.floor_char_boundary(at.saturating_sub(60));
    text[start..text.ceil_char_boundary(at + 40)].to_owned()
}
