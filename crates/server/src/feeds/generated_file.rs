//! A generated file, and the scopes and formats of feeds.

use axum::http::StatusCode;
use mwanga_core::Core;
use mwanga_store::types::Timestamp;

use crate::documents::Document;

/// Scope of a feed: the whole site, or one category, author or tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Site,
    Category,
    Author,
    Tag,
}

/// Format of a feed.
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

/// A generated file with its cache tags and expiry.
pub struct GeneratedFile {
    pub document: Document,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

impl GeneratedFile {
    pub fn new(document: Document) -> Self {
        Self { document, tags: Vec::new(), expires_at: None }
    }

    pub fn expiring(mut self, tags: Vec<String>, expires_at: Option<Timestamp>) -> Self {
        self.tags = tags;
        self.expires_at = expires_at;
        self
    }

    /// 404. Not cached: unknown paths could fill the cache.
    pub fn missing() -> Self {
        Self::new(
            Document::file("text/plain; charset=utf-8", "There is no such file.\n")
                .with_status(StatusCode::NOT_FOUND)
                .uncacheable(),
        )
    }
}

/// The absolute URL of a path of the site.
pub(super) fn absolute(core: &Core, path: &str) -> String {
    format!("{}{path}", core.config.base())
}
