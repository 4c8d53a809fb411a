//! Feeds, sitemaps and structured data. Every format is read back by a third-party parser.

mod corrections;
mod files;
mod formats;
mod freshness;
mod head;
mod newsletters;
mod old_addresses;
mod pictures;
mod sitemap_scale;
mod sitemaps;

use feed_rs::model::{Entry, Feed};
use sitemap::reader::{SiteMapEntity, SiteMapReader};

use crate::support::*;

/// The addresses of the three formats below a folder.
fn feeds(folder: &str) -> [String; 3] {
    ["feed.xml", "atom.xml", "feed.json"].map(|file| format!("{folder}/{file}"))
}

/// The folders whose feeds contain a post of the category Tech by the default author, tagged `Solar Power`.
const FOLDERS: [&str; 4] = ["", "/category/tech", "/author/mwanga-team", "/tag/solar-power"];

async fn feed(app: &TestApp, path: &str) -> Feed {
    let reply = app.get(path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
    feed_rs::parser::parse(&reply.body[..]).unwrap_or_else(|e| panic!("{path}: {e}: {}", reply.text()))
}

fn title(entry: &Entry) -> &str {
    entry.title.as_ref().map_or("", |title| &title.content)
}

async fn feed_titles(app: &TestApp, path: &str) -> Vec<String> {
    feed(app, path).await.entries.iter().map(|entry| title(entry).to_owned()).collect()
}

/// The addresses in a sitemap or in an index of them, each with its last change.
async fn sitemap(app: &TestApp, path: &str) -> Vec<(String, Option<String>)> {
    let reply = app.get(path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
    SiteMapReader::new(&reply.body[..])
        .map(|entity| {
            let (loc, changed) = match entity {
                SiteMapEntity::Url(entry) => (entry.loc, entry.lastmod),
                SiteMapEntity::SiteMap(entry) => (entry.loc, entry.lastmod),
                SiteMapEntity::Err(e) => panic!("{path}: {e}"),
            };
            (loc.get_url().expect("an address").to_string(), changed.get_time().map(|at| at.to_rfc3339()))
        })
        .collect()
}

async fn addresses(app: &TestApp, path: &str) -> Vec<String> {
    sitemap(app, path).await.into_iter().map(|(address, _)| address).collect()
}
