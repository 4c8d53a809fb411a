//! A generated file, and the words of its address.

use axum::http::StatusCode;
use mwanga_store::types::Timestamp;

use crate::AppState;
use crate::pages::document::Document;

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

/// A finished file, and what ends it.
pub(super) struct GeneratedFile {
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

    /// Nothing is at this address; addresses of nothing are many, so none of them is kept.
    pub fn missing() -> Self {
        Self::new(
            Document::file("text/plain; charset=utf-8", "There is no such file.\n")
                .with_status(StatusCode::NOT_FOUND)
                .uncacheable(),
        )
    }
}

/// The public address of a path of ours.
pub(super) fn absolute(app: &AppState, path: &str) -> String {
    format!("{}{path}", app.core.config.base())
}
