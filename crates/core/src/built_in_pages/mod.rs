//! Built-in pages, with the words that they have until somebody edits them.

use std::sync::LazyLock;

use mwanga_store::entities::page::Model;
use mwanga_store::types::{PageId, PageLayout, PageStatus, Timestamp};

use crate::payments::{DEFAULT_PROVIDER, provider};

/// Key of the consultancy page.
pub(crate) const CONSULTANCY: &str = "consultancy";

/// A page that the product brings.
#[derive(Debug)]
pub struct BuiltIn {
    /// Its slug, and its name in calls.
    pub key: &'static str,
    words: Words,
}

/// The words of a built-in page, as its file has them.
#[derive(Debug, Default)]
struct Words {
    title: String,
    short_title: String,
    lead: String,
    note: String,
    description: String,
    layout: String,
    content: String,
}

macro_rules! words {
    ($($key:literal),+ $(,)?) => {
        [$(($key, include_str!(concat!("words/", $key, ".html")))),+]
    };
}

/// Keys of the pages and services in the order of lists, with their files.
const PAGES: [(&str, &str); 7] =
    words!["about", "contact", "faqs", "privacy-policy", "user-agreement", "consultancy", "services"];
const SERVICES: [(&str, &str); 15] = words![
    "it-consulting",
    "software-web-development",
    "seo-and-marketing",
    "data-engineering",
    "data-and-analytics",
    "fintech-and-trading",
    "healthcare-tech",
    "core-it-support-services",
    "advanced-it-support-services",
    "cloud-infrastructure",
    "business-software-solutions",
    "business-management-tools",
    "accounting-services",
    "financial-services",
    "advertisement-and-marketing",
];

static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    // The wallet has its name from its provider; an editor sees it as text.
    let wallet = provider(DEFAULT_PROVIDER).name;
    let parse = |file: &str| Words::parse(&file.replace("{wallet}", wallet));
    PAGES.into_iter().chain(SERVICES).map(|(key, file)| BuiltIn { key, words: parse(file) }).collect()
});

/// All built-in pages, in the order of lists.
pub fn built_in_pages() -> &'static [BuiltIn] {
    &BUILT_IN
}

/// The built-in page of this key.
pub fn built_in(key: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|page| page.key == key)
}

impl PartialEq for BuiltIn {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for BuiltIn {}

impl BuiltIn {
    /// Whether it lives below the list of services.
    pub fn is_service(&self) -> bool {
        SERVICES.iter().any(|(key, _)| *key == self.key)
    }

    /// The page as the product has it: without a row, so its id and revision are 0.
    pub fn page(&self) -> Model {
        let Words { title, short_title, lead, note, description, layout, content } = &self.words;
        Model {
            id: PageId(0),
            built_in: Some(self.key.to_owned()),
            slug: self.key.to_owned(),
            title: title.clone(),
            short_title: short_title.clone(),
            lead: lead.clone(),
            note: note.clone(),
            description: description.clone(),
            content: content.clone(),
            layout: layout.parse().unwrap_or(PageLayout::Text),
            share_picture: None,
            status: PageStatus::Published,
            revision: 0,
            created_by: None,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
            first_published_at: None,
        }
    }
}

impl Words {
    /// Reads a file: lines of `name: value`, an empty line, and the text. A line that begins with a blank goes on with
    /// the line before it; between others there is nothing.
    fn parse(file: &str) -> Self {
        let (head, content) = file.split_once("\n\n").unwrap_or((file, ""));
        let mut words = Self { content: joined(content).concat(), ..Self::default() };
        for line in joined(head) {
            let Some((name, value)) = line.split_once(':') else { continue };
            let target = match name {
                "title" => &mut words.title,
                "short_title" => &mut words.short_title,
                "lead" => &mut words.lead,
                "note" => &mut words.note,
                "description" => &mut words.description,
                "layout" => &mut words.layout,
                _ => continue,
            };
            value.trim().clone_into(target);
        }
        words
    }
}

fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match (lines.last_mut(), line.strip_prefix(' ')) {
            (Some(last), Some(rest)) => {
                last.push(' ');
                last.push_str(rest.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn the_words_of_each_page_are_complete_and_stand_as_an_editor_would_save_them() {
        for page in built_in_pages().iter().map(BuiltIn::page) {
            let key = &page.slug;
            assert!(!page.title.is_empty() && !page.lead.is_empty() && !page.description.is_empty(), "{key}");
            assert_eq!(html::clean_page(&page.content, &[], &|_| None), page.content, "{key}");
        }
    }
}
