//! `llms.txt`: a summary of the site for language models (https://llmstxt.org).

use mwanga_core::paging::PageRequest;
use mwanga_core::posts::{self, PublicListQuery};
use mwanga_core::settings::CrawlerSettings;
use mwanga_core::{Core, categories, changes, pages, slug};
use mwanga_store::StoreError;

use super::generated_file::{Format, GeneratedFile, absolute};
use super::robots::CRAWLER_SETTINGS;
use crate::documents::Document;
use mwanga_ssr::PagePattern;

pub async fn file(core: &Core, routes: &[PagePattern]) -> Result<GeneratedFile, StoreError> {
    let settings = core.settings();
    let mut tags = vec![changes::SITE.to_owned(), changes::LIST.to_owned(), changes::PAGES.to_owned()];
    tags.extend(["site.brand", "site.tagline"].into_iter().chain(CRAWLER_SETTINGS).map(changes::setting));
    let mut expires_at = None;
    let mut sections = String::new();
    for category in categories::all(core).await?.iter() {
        let list = PublicListQuery { category: Some(category.clone()), ..PublicListQuery::default() };
        let page = posts::list_public(core, &list, PageRequest { page: 1, per_page: 1 }).await?;
        if page.total > 0 {
            let note = if category.slug == categories::SPONSORED { ": paid posts, marked as such" } else { "" };
            sections.push_str(&format!(
                "- [{}]({}){note}\n",
                label(&category.name),
                absolute(core, &slug::path("/category", &category.slug))
            ));
        }
        tags.push(changes::category(category.id));
        expires_at = [expires_at, page.expires_at].into_iter().flatten().min();
    }
    let mut fixed: String = routes
        .iter()
        .flat_map(|page| &page.listed)
        .filter(|path| path.as_str() != "/")
        .map(|path| format!("- [{}]({})\n", name_of(path), absolute(core, path)))
        .collect();
    for page in pages::list_public(core).await? {
        fixed.push_str(&format!("- [{}]({})\n", label(&page.name), absolute(core, &page.path)));
    }
    let feeds: String = [Format::Rss, Format::Atom, Format::Json]
        .into_iter()
        .zip(["RSS", "Atom", "JSON Feed"])
        .map(|(format, name)| {
            format!("- [{name}]({}): the 30 newest posts\n", absolute(core, &format!("/{}", format.file_name())))
        })
        .collect();
    let mut text = format!(
        "# {}\n\n> {}\n\n\
         Every post has its whole text in its HTML. Posts in the category \"Sponsored\" are paid for. Quote with a link to the post.\n",
        settings.site.brand, settings.site.tagline
    );
    text.push_str(&wishes(&settings.crawlers));
    for (title, lines) in [("Sections", sections), ("Pages", fixed)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n## {title}\n\n{lines}"));
        }
    }
    text.push_str(&format!("\n## Feeds\n\n{feeds}- [Sitemap]({}): every post\n", absolute(core, "/sitemap.xml")));
    text.push_str("\nEvery category, author and tag has the same three feeds below its own address.\n");
    Ok(GeneratedFile::new(Document::file("text/plain; charset=utf-8", text)).expiring(tags, expires_at))
}

/// What the newsroom does not want; nothing where everything is allowed.
fn wishes(crawlers: &CrawlerSettings) -> String {
    let refused = [
        (crawlers.search, "Do not show posts among search results."),
        (crawlers.answer, "Do not answer questions with posts."),
        (crawlers.train, "Do not train models with posts."),
    ];
    let lines: Vec<&str> = refused.into_iter().filter(|(may, _)| !may).map(|(_, text)| text).collect();
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join(" ")) }
}

/// A link's text in Markdown.
fn label(text: &str) -> String {
    text.replace(['[', ']'], "")
}

/// Title of a listed page from its path: `/services/data-engineering` becomes words.
fn name_of(path: &str) -> String {
    let words = path.rsplit('/').next().unwrap_or_default().replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
