//! What machines read: feeds, sitemaps, icons and the other files that crawlers, readers and phones ask for by name.
//!
//! Each is made like a page, once for all who wait, and kept in the same cache until a tag of it changes.

mod atom;
mod entries;
mod icons;
mod json_feed;
mod letters;
mod llms;
mod manifest;
mod palette;
mod robots;
mod rss;
mod security;
mod share_picture;
mod sitemap;
mod xml;

use axum::http::StatusCode;
use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;

use crate::AppState;
use crate::cache::{CachedPage, Epoch};
use crate::document::Document;

pub use palette::theme_colours;

/// A file that is made here, by what its address says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Feed(Scope, Format),
    SitemapIndex,
    SitemapPosts,
    SitemapPages,
    SitemapNews,
    Robots,
    Llms,
    Security,
    SecurityAtRoot,
    Manifest,
    Icon(icons::Icon),
    SiteShare,
    PostShare,
}

/// Whose posts a feed carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Site,
    Category,
    Author,
    Tag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Rss,
    Atom,
    Json,
}

impl Format {
    pub const ALL: [Self; 3] = [Self::Rss, Self::Atom, Self::Json];

    pub fn file_name(self) -> &'static str {
        match self {
            Self::Rss => "feed.xml",
            Self::Atom => "atom.xml",
            Self::Json => "feed.json",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml",
            Self::Atom => "application/atom+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// Every address of a file, as the router of pages writes them.
pub fn routes() -> Vec<(String, File)> {
    let mut routes = Vec::new();
    for (folder, scope) in [
        ("", Scope::Site),
        ("/category/{slug}", Scope::Category),
        ("/author/{slug}", Scope::Author),
        ("/tag/{slug}", Scope::Tag),
    ] {
        for format in Format::ALL {
            routes.push((format!("{folder}/{}", format.file_name()), File::Feed(scope, format)));
        }
    }
    let fixed = [
        ("/sitemap.xml", File::SitemapIndex),
        ("/sitemap-posts-{number}.xml", File::SitemapPosts),
        ("/sitemap-pages.xml", File::SitemapPages),
        ("/sitemap-news.xml", File::SitemapNews),
        ("/robots.txt", File::Robots),
        ("/llms.txt", File::Llms),
        (security::PATH, File::Security),
        ("/security.txt", File::SecurityAtRoot),
        ("/manifest.webmanifest", File::Manifest),
        ("/og/site.png", File::SiteShare),
        ("/og/post/{name}", File::PostShare),
    ];
    routes.extend(fixed.map(|(path, file)| (path.to_owned(), file)));
    routes.extend(icons::Icon::ALL.map(|icon| (icon.path().to_owned(), File::Icon(icon))));
    routes
}

/// A finished file, and what ends it.
struct Made {
    document: Document,
    tags: Vec<String>,
    expires_at: Option<Timestamp>,
}

impl Made {
    fn new(document: Document) -> Self {
        Self { document, tags: Vec::new(), expires_at: None }
    }

    fn ending(mut self, tags: Vec<String>, expires_at: Option<Timestamp>) -> Self {
        self.tags = tags;
        self.expires_at = expires_at;
        self
    }

    /// Nothing is at this address; addresses of nothing are many, so none of them is kept.
    fn missing() -> Self {
        Self::new(
            Document::file("text/plain; charset=utf-8", "There is no such file.\n")
                .with_status(StatusCode::NOT_FOUND)
                .uncacheable(),
        )
    }
}

/// Makes the file at `path`. A store that does not answer gives a 503 that nobody keeps.
pub async fn make(app: &AppState, file: File, path: &str, began: Epoch) -> CachedPage {
    match made(app, file, path).await {
        Ok(made) => CachedPage::new(app.ready(made.document), made.tags, made.expires_at, began),
        Err(e) => {
            tracing::error!("making {path} failed: {e}");
            let document =
                Document::file("text/plain; charset=utf-8", "This file cannot be made just now. Try again later.\n");
            CachedPage::new(
                app.ready(document.with_status(StatusCode::SERVICE_UNAVAILABLE).uncacheable()),
                Vec::new(),
                None,
                began,
            )
        }
    }
}

async fn made(app: &AppState, file: File, path: &str) -> Result<Made, StoreError> {
    let made = match file {
        File::Feed(scope, format) => match entries::channel(app, scope, format, path).await? {
            entries::Found::Channel(channel) => {
                let document = match format {
                    Format::Rss => rss::write(&channel),
                    Format::Atom => atom::write(&channel),
                    Format::Json => json_feed::write(&channel),
                };
                Made { document: document.dated(), tags: channel.tags, expires_at: channel.expires_at }
            }
            entries::Found::Elsewhere(canonical, made_of) => {
                Made::new(Document::redirect(StatusCode::MOVED_PERMANENTLY, canonical))
                    .ending(made_of.tags, made_of.expires_at)
            }
            entries::Found::Nothing => Made::missing(),
        },
        File::SitemapIndex => sitemap::index(app).await?,
        File::SitemapPosts => sitemap::posts(app, path).await?,
        File::SitemapPages => sitemap::pages(app).await?,
        File::SitemapNews => sitemap::news(app).await?,
        File::Robots => robots::file(app),
        File::Llms => llms::file(app).await?,
        File::Security => security::file(app),
        File::SecurityAtRoot => Made::new(Document::redirect(StatusCode::MOVED_PERMANENTLY, security::PATH.to_owned())),
        File::Manifest => manifest::file(app),
        File::Icon(icon) => icons::file(icon).await,
        File::SiteShare => share_picture::of_site(app).await,
        File::PostShare => share_picture::of_post(app, path).await?,
    };
    // Pictures are compressed already.
    if made.document.content_type.starts_with("image/") {
        return Ok(made);
    }
    let Made { document, tags, expires_at } = made;
    Ok(Made { document: document.compressible(), tags, expires_at })
}

/// The public address of a path of ours.
fn absolute(app: &AppState, path: &str) -> String {
    format!("{}{path}", app.core.config.base())
}
