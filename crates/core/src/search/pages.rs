//! Pages in the search: they are few, so all their texts lie in memory and are looked through.

use std::sync::{Arc, Mutex};

use mwanga_store::StoreResult;

use super::SNIPPET_CHARS;
use super::highlight::{HighlightTerms, Highlighted, highlight, snippet, truncate};
use super::query::ParsedQuery;
use crate::core_state::{Core, Part};
use crate::html;
use crate::pages::{self, PublicText};
use crate::spellings::search_words;

/// Most pages of an answer.
const MAX_PAGES: usize = 5;
/// Characters of a page's text that are searched.
const MAX_CHARS: usize = 50_000;

/// A public page.
#[derive(Debug)]
pub struct PageHit {
    pub path: String,
    pub title: Highlighted,
    pub snippet: Highlighted,
}

/// A page with its words, as they are compared.
struct SearchedPage {
    path: String,
    title: String,
    text: String,
    title_words: String,
    words: String,
}

/// The texts of all public pages with their generation, cleared when anything changes.
#[derive(Default)]
pub(crate) struct PageTexts(Mutex<(u64, Option<Arc<Vec<SearchedPage>>>)>);

impl Part for PageTexts {
    fn on_change(&self, _: &[String]) {
        let mut cache = self.0.lock().expect("no panic while held");
        cache.0 += 1;
        cache.1 = None;
    }
}

impl Core {
    fn page_texts(&self) -> &PageTexts {
        self.part()
    }
}

/// The public pages that hold the beginning of each word and every phrase: those in whose title all stand come first.
pub(super) async fn find(core: &Core, query: &ParsedQuery) -> StoreResult<Vec<PageHit>> {
    let wanted: Vec<Vec<String>> =
        query.spellings().iter().map(|one| one.iter().map(|words| format!(" {words}")).collect()).collect();
    let all_in = |words: &str| wanted.iter().all(|one| one.iter().any(|spelling| words.contains(spelling.as_str())));
    let pages = load(core).await?;
    let mut found: Vec<&SearchedPage> = pages.iter().filter(|page| all_in(&page.words)).collect();
    found.sort_by_key(|page| !all_in(&page.title_words));
    let terms = HighlightTerms { prefixes: query.marked_prefixes(), ..HighlightTerms::default() };
    let hits = found.into_iter().take(MAX_PAGES).map(|page| PageHit {
        path: page.path.clone(),
        title: highlight(&page.title, &terms),
        snippet: snippet(&page.text, &terms, SNIPPET_CHARS)
            .unwrap_or_else(|| vec![truncate(&page.text, SNIPPET_CHARS)]),
    });
    Ok(hits.collect())
}

async fn load(core: &Core) -> StoreResult<Arc<Vec<SearchedPage>>> {
    let generation = {
        let cache = core.page_texts().0.lock().expect("no panic while held");
        if let Some(pages) = &cache.1 {
            return Ok(pages.clone());
        }
        cache.0
    };
    let pages: Arc<Vec<SearchedPage>> =
        Arc::new(pages::list_public_texts(core).await?.into_iter().map(SearchedPage::from).collect());
    let mut cache = core.page_texts().0.lock().expect("no panic while held");
    // Kept only if nothing changed during the read.
    if cache.0 == generation {
        cache.1 = Some(pages.clone());
    }
    Ok(pages)
}

impl From<PublicText> for SearchedPage {
    fn from(PublicText { path, title, lead, html }: PublicText) -> Self {
        let text = html::plain_text(&html, MAX_CHARS);
        let text = if lead.is_empty() { text } else { format!("{lead} {text}") };
        let title_words = search_words(&title);
        Self { words: format!("{title_words}{}", search_words(&text)), title_words, path, title, text }
    }
}
