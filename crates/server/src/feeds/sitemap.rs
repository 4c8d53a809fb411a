//! Sitemaps (https://www.sitemaps.org/protocol.html) and the one for news (Google's "News sitemaps").

use mwanga_core::{Core, changes, newsletter, pages as site_pages, posts, settings, slug};
use mwanga_ssr::PagePattern;
use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;

use super::generated_file::{GeneratedFile, absolute};
use super::xml::Xml;
use super::{correction_feed, issue_feed};
use crate::documents::Document;

const NAMESPACE: (&str, &str) = ("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
const XML: &str = "application/xml; charset=utf-8";

/// The sitemap index.
pub async fn index(core: &Core) -> Result<GeneratedFile, StoreError> {
    let found = posts::sitemap_files(core).await?;
    let mut xml = Xml::new();
    xml.within("sitemapindex", &[NAMESPACE], |xml| {
        // The news sitemap stands in robots.txt alone: whoever reads both would read it twice.
        xml.within("sitemap", &[], |xml| xml.text("loc", &[], &absolute(core, "/sitemap-pages.xml")));
        for file in &found.files {
            xml.within("sitemap", &[], |xml| {
                xml.text("loc", &[], &absolute(core, &format!("/sitemap-posts-{}.xml", file.number)));
                xml.text("lastmod", &[], &file.changed_at.iso());
            });
        }
    });
    Ok(GeneratedFile::new(Document::file(XML, xml.finish())).expiring(found.tags, found.expires_at))
}

/// The public posts of one file, by number.
pub async fn posts(core: &Core, path: &str) -> Result<GeneratedFile, StoreError> {
    let number = path.strip_prefix("/sitemap-posts-").and_then(|rest| rest.strip_suffix(".xml"));
    // Only the way it is written in the index: `01` and `+1` would be other addresses of the same file.
    let Some(number) = number
        .filter(|text| !text.starts_with(['0', '+']))
        .and_then(|text| text.parse().ok())
        .filter(|number| *number > 0)
    else {
        return Ok(GeneratedFile::missing());
    };
    let found = posts::sitemap_posts(core, number).await?;
    if found.posts.is_empty() {
        return Ok(GeneratedFile::missing());
    }
    let mut xml = Xml::new();
    xml.within("urlset", &[NAMESPACE], |xml| {
        for (slug, changed_at) in &found.posts {
            xml.within("url", &[], |xml| {
                xml.text("loc", &[], &absolute(core, &posts::canonical_path(slug)));
                xml.text("lastmod", &[], &changed_at.iso());
            });
        }
    });
    Ok(GeneratedFile::new(Document::file(XML, xml.finish()).with_last_modified())
        .expiring(found.tags, found.expires_at))
}

/// Pages other than posts: the front page, fixed pages, and the categories, authors and tags that have posts. Each has
/// the last change of what it shows; where that is the product's words, of the product or its settings.
pub async fn pages(core: &Core, routes: &[PagePattern]) -> Result<GeneratedFile, StoreError> {
    let lists = posts::sitemap_lists(core).await?;
    let corrections = posts::public_corrections(core, None, 1).await?;
    let issues = newsletter::newest_archived(core, 1).await?;
    let site = settings::changed_at(core).await?;
    let of_route = |path: &str| match path {
        "/" => lists.changed_at,
        issue_feed::HOME_PATH => issues.first().map(|issue| issue.starts_at),
        correction_feed::HOME_PATH => corrections.corrections.first().map(|(correction, _)| correction.created_at),
        _ => None,
    };
    let mut pages: Vec<(String, Timestamp)> = routes
        .iter()
        .flat_map(|page| &page.listed)
        .map(|path| (path.clone(), of_route(path).unwrap_or(site)))
        .collect();
    let written = site_pages::list_public(core).await?;
    pages.extend(written.into_iter().map(|page| (page.path, page.changed_at.unwrap_or(site))));
    pages.extend(lists.categories.into_iter().map(|(slug, at)| (slug::path("/category", &slug), at)));
    let brand = &core.settings().site.brand;
    pages.extend(
        lists
            .authors
            .into_iter()
            .map(|(slug, at)| (slug::path("/author", &posts::public_author_slug(brand, &slug)), at)),
    );
    pages.extend(lists.tags.into_iter().map(|(slug, at)| (slug::path("/tag", &slug), at)));
    let mut tags = lists.cache_tags;
    tags.extend(corrections.tags);
    // Addresses of the team and of the consultancy follow the brand.
    tags.extend([changes::SITE, changes::PAGES, changes::ISSUES].map(str::to_owned));
    tags.push(changes::setting("site.brand"));
    let mut xml = Xml::new();
    xml.within("urlset", &[NAMESPACE], |xml| {
        for (path, changed_at) in &pages {
            xml.within("url", &[], |xml| {
                xml.text("loc", &[], &absolute(core, path));
                xml.text("lastmod", &[], &changed_at.iso());
            });
        }
    });
    let expires_at = [lists.expires_at, corrections.expires_at].into_iter().flatten().min();
    Ok(GeneratedFile::new(Document::file(XML, xml.finish())).expiring(tags, expires_at))
}

/// The posts of the last 48 hours.
pub async fn news(core: &Core) -> Result<GeneratedFile, StoreError> {
    let found = posts::news_sitemap(core).await?;
    let shown = ["site.brand", "site.language"].map(changes::setting);
    let tags = found.tags.into_iter().chain(shown).collect();
    let settings = core.settings();
    let site_language = &settings.site.language;
    let mut xml = Xml::new();
    xml.within("urlset", &[NAMESPACE, ("xmlns:news", "http://www.google.com/schemas/sitemap-news/0.9")], |xml| {
        for post in found.posts.iter().filter(|post| !post.title.trim().is_empty()) {
            let language = if post.language.is_empty() { site_language } else { &post.language };
            xml.within("url", &[], |xml| {
                xml.text("loc", &[], &absolute(core, &posts::canonical_path(&post.slug)));
                xml.within("news:news", &[], |xml| {
                    xml.within("news:publication", &[], |xml| {
                        xml.text("news:name", &[], &core.settings().site.brand);
                        xml.text("news:language", &[], language);
                    });
                    xml.text("news:publication_date", &[], &post.published_at.iso());
                    xml.text("news:title", &[], &post.title);
                });
            });
        }
    });
    Ok(GeneratedFile::new(Document::file(XML, xml.finish())).expiring(tags, found.expires_at))
}
