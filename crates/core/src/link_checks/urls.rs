//! The addresses that a post leads to.

use std::collections::HashSet;

use mwanga_store::entities::post::Model;

use crate::html;

/// Links of a post that are asked; a longer list is cut.
const MAX_LINKS: usize = 300;
/// Longest address in bytes: indexes of PostgreSQL hold no longer ones.
const MAX_URL: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPlace {
    Text,
    Deal,
}

/// Addresses on the web in the text and the deals of a post, each once.
pub(crate) fn links(post: &Model) -> Vec<(String, LinkPlace)> {
    let deals = post.deal_links.iter().map(|deal| (deal.url.clone(), LinkPlace::Deal));
    let text = html::external_links(&post.content).into_iter().map(|url| (url, LinkPlace::Text));
    let mut seen = HashSet::new();
    deals
        .chain(text)
        .filter(|(url, _)| url.len() <= MAX_URL && !url.contains('\0') && seen.insert(url.clone()))
        .take(MAX_LINKS)
        .collect()
}

pub(crate) fn urls(post: &Model) -> Vec<String> {
    links(post).into_iter().map(|(url, _)| url).collect()
}
