//! Generated files: feeds, sitemaps, icons and other files for crawlers, feed readers and phones.
//!
//! Each is generated like a page, once for all requests that wait (single flight), and cached until one of its tags is
//! purged.
//!
//! - `entries`, `issue_feed` and `correction_feed` with `rss`, `atom`, `json_feed` and `xml`: feeds of posts, of
//!   newsletters and of corrections
//! - `sitemap`, `robots`, `llms`, `security`, `manifest`: files of the site
//! - `icons`, `share_picture` with `identity`, `palette` and `text_rendering`: drawn pictures
//! - `generated_file`: a file with its cache tags and expiry

mod atom;
mod correction_feed;
mod entries;
mod generated_file;
mod icons;
mod identity;
mod issue_feed;
mod json_feed;
mod llms;
mod manifest;
mod robots;
mod rss;
mod security;
mod share_picture;
mod sitemap;
mod text_rendering;
mod xml;

use axum::http::StatusCode;
use mwanga_core::Core;
use mwanga_ssr::PagePattern;
use mwanga_store::StoreError;

use crate::documents::Document;

use self::generated_file::{Format, Scope};

pub use self::generated_file::GeneratedFile;

/// A generated file, by its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Feed(Scope, Format),
    IssueFeed(Format),
    CorrectionFeed(Format),
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

/// Routes of generated files, in the syntax of the page router.
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
    for format in Format::ALL {
        routes.push((format!("{}/{}", issue_feed::HOME_PATH, format.file_name()), File::IssueFeed(format)));
        routes.push((format!("{}/{}", correction_feed::HOME_PATH, format.file_name()), File::CorrectionFeed(format)));
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

/// Generates the file at `path`, `pages` being the routes that a sitemap lists; an uncacheable 503 where the store
/// cannot be reached.
pub async fn generate(core: &Core, pages: &[PagePattern], file: File, path: &str) -> GeneratedFile {
    generate_file(core, pages, file, path).await.unwrap_or_else(|e| {
        tracing::error!("generating {path} failed: {e}");
        let document =
            Document::file("text/plain; charset=utf-8", "This file cannot be made just now. Try again later.\n");
        GeneratedFile::new(document.with_status(StatusCode::SERVICE_UNAVAILABLE).uncacheable())
    })
}

async fn generate_file(
    core: &Core,
    pages: &[PagePattern],
    file: File,
    path: &str,
) -> Result<GeneratedFile, StoreError> {
    let generated = match file {
        File::Feed(scope, format) => match entries::channel(core, scope, format, path).await? {
            entries::FeedLookup::Channel(channel) => write_feed(channel, format),
            entries::FeedLookup::Moved(canonical, provenance) => {
                GeneratedFile::new(Document::redirect(StatusCode::MOVED_PERMANENTLY, canonical))
                    .expiring(provenance.tags, provenance.expires_at)
            }
            entries::FeedLookup::NotFound => GeneratedFile::missing(),
        },
        File::IssueFeed(format) => write_feed(issue_feed::channel(core, format).await?, format),
        File::CorrectionFeed(format) => write_feed(correction_feed::channel(core, format).await?, format),
        File::SitemapIndex => sitemap::index(core).await?,
        File::SitemapPosts => sitemap::posts(core, path).await?,
        File::SitemapPages => sitemap::pages(core, pages).await?,
        File::SitemapNews => sitemap::news(core).await?,
        File::Robots => robots::file(core),
        File::Llms => llms::file(core, pages).await?,
        File::Security => security::file(core),
        File::SecurityAtRoot => {
            GeneratedFile::new(Document::redirect(StatusCode::MOVED_PERMANENTLY, security::PATH.to_owned()))
        }
        File::Manifest => manifest::file(core),
        File::Icon(icon) => icons::file(core, icon).await?,
        File::SiteShare => share_picture::for_site(core).await?,
        File::PostShare => share_picture::for_post(core, path).await?,
    };
    // Pictures are compressed already.
    if generated.document.content_type.starts_with("image/") {
        return Ok(generated);
    }
    let GeneratedFile { document, tags, expires_at } = generated;
    Ok(GeneratedFile { document: document.compressible(), tags, expires_at })
}

fn write_feed(channel: entries::Channel, format: Format) -> GeneratedFile {
    let document = match format {
        Format::Rss => rss::write(&channel),
        Format::Atom => atom::write(&channel),
        Format::Json => json_feed::write(&channel),
    };
    GeneratedFile { document: document.with_last_modified(), tags: channel.tags, expires_at: channel.expires_at }
}
