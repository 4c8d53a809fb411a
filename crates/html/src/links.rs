use std::collections::HashSet;

use crate::tokenizer::{Token, attributes, tokens, unescape};
use crate::urls::is_external;

/// Addresses on the web that the text links to: each once, in order, entities decoded.
pub fn external_links(html: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    tokens(html)
        .filter_map(|token| match token {
            Token::Open { name: "a", attributes: tag } => {
                attributes(tag).find(|(name, ..)| *name == "href").map(|(_, value, _)| unescape(value).into_owned())
            }
            _ => None,
        })
        .filter(|address| is_external(address) && seen.insert(address.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_the_web_are_found_once_and_in_order() {
        let html = r#"<p><a href="https://b.example/?x=1&amp;y=2">B</a> <a href="/about">Us</a>
            <a href="mailto:desk@example.com">Mail</a> <a href="HTTP://a.example">A</a></p>
            <ul><li><a href="https://b.example/?x=1&amp;y=2">B again</a></li></ul>
            <figure data-embed="https://video.example/1"></figure>"#;
        assert_eq!(external_links(html), ["https://b.example/?x=1&y=2", "HTTP://a.example"]);
        assert!(external_links("<p>https://c.example</p>").is_empty());
    }
}
