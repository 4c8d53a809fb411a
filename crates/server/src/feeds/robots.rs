//! `robots.txt`: paths that crawlers may fetch (RFC 9309).

use super::generated_file::{GeneratedFile, absolute};
use crate::AppState;
use crate::pages::document::Document;

/// `/auth/` with its slash: `/auth` alone would be `/author/…` too.
const DISALLOWED: [&str; 4] = ["/admin", "/api/", "/auth/", "/search"];

pub fn file(app: &AppState) -> GeneratedFile {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    for path in DISALLOWED {
        text.push_str(&format!("Disallow: {path}\n"));
    }
    text.push('\n');
    for path in ["/sitemap.xml", "/sitemap-news.xml"] {
        text.push_str(&format!("Sitemap: {}\n", absolute(app, path)));
    }
    GeneratedFile::new(Document::file("text/plain; charset=utf-8", text))
}
