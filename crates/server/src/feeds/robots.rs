//! `robots.txt`: paths that crawlers may fetch (RFC 9309), and what machines may do with the posts.

use mwanga_core::settings::CrawlerSettings;
use mwanga_core::{Core, changes};

use super::generated_file::{GeneratedFile, absolute};
use crate::documents::Document;

/// `/auth/` with its slash: `/auth` alone would be `/author/…` too.
const DISALLOWED: [&str; 4] = ["/admin", "/api/", "/auth/", "/search"];

/// Crawlers that find pages for the results of a search by a language model.
const SEARCH_AGENTS: [&str; 3] = ["OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"];
/// Those that fetch a page to answer the question of one person.
const ANSWER_AGENTS: [&str; 6] =
    ["ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User", "DuckAssistBot", "meta-externalfetcher"];
/// Those that collect what models are trained with.
const TRAINING_AGENTS: [&str; 9] = [
    "GPTBot",
    "ClaudeBot",
    "Google-Extended",
    "Applebot-Extended",
    "CCBot",
    "Bytespider",
    "meta-externalagent",
    "Amazonbot",
    "cohere-training-data-crawler",
];

/// Cache tags of the settings that machines read.
pub const CRAWLER_SETTINGS: [&str; 3] = ["crawlers.search", "crawlers.answer", "crawlers.train"];

pub fn file(core: &Core) -> GeneratedFile {
    let crawlers = &core.settings().crawlers;
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    for path in DISALLOWED {
        text.push_str(&format!("Disallow: {path}\n"));
    }
    if !(crawlers.search && crawlers.answer && crawlers.train) {
        text.push_str(&format!("Content-Signal: {}\n", signals(crawlers)));
    }
    let closed = [
        (crawlers.search, &SEARCH_AGENTS[..]),
        (crawlers.answer, &ANSWER_AGENTS[..]),
        (crawlers.train, &TRAINING_AGENTS[..]),
    ];
    let agents: Vec<&str> =
        closed.iter().filter(|(may, _)| !may).flat_map(|(_, agents)| agents.iter().copied()).collect();
    if !agents.is_empty() {
        text.push('\n');
        for agent in agents {
            text.push_str(&format!("User-agent: {agent}\n"));
        }
        text.push_str("Disallow: /\n");
    }
    text.push('\n');
    for path in ["/sitemap.xml", "/sitemap-news.xml"] {
        text.push_str(&format!("Sitemap: {}\n", absolute(core, path)));
    }
    GeneratedFile::new(Document::file("text/plain; charset=utf-8", text))
        .expiring(CRAWLER_SETTINGS.map(changes::setting).into(), None)
}

/// The three wishes as content signals (https://contentsignals.org).
fn signals(crawlers: &CrawlerSettings) -> String {
    let word = |may: bool| if may { "yes" } else { "no" };
    let (search, answer, train) = (word(crawlers.search), word(crawlers.answer), word(crawlers.train));
    format!("search={search}, ai-input={answer}, ai-train={train}")
}
