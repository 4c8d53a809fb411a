//! Query parsing: the words and phrases of a typed query.

use std::collections::HashSet;

use super::facets::FacetNames;
use super::index::MAX_WORD_BYTES;
use crate::fold;

/// Longest query in characters; what is longer is cut.
const MAX_QUERY_CHARS: usize = 200;
/// Most words, and most phrases, of a query; those that follow are ignored, because each costs a lookup.
const MAX_TERMS: usize = 12;

/// A query in folded words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedQuery {
    /// As it was typed: trimmed and cut.
    pub q: String,
    /// The words outside phrases, without duplicates.
    pub words: Vec<String>,
    /// The words of each phrase in quotation marks.
    pub phrases: Vec<Vec<String>>,
    /// Whether the last word may be incomplete, so that it also matches as a prefix.
    pub prefix: bool,
    /// Names of categories and authors that words and phrases may match instead of a text.
    pub facets: FacetNames,
}

impl ParsedQuery {
    pub fn parse(q: &str) -> Self {
        let q: String = q.trim().chars().take(MAX_QUERY_CHARS).collect::<String>().trim_end().to_owned();
        let mut query = Self::default();
        let mut unique = HashSet::new();
        let mut add_words = |text: &str, query: &mut Self| {
            for word in folded(text) {
                if query.words.len() < MAX_TERMS && unique.insert(word.clone()) {
                    query.words.push(word);
                }
            }
        };
        let parts: Vec<&str> = q.split(['"', '“', '”', '„', '«', '»']).collect();
        let last = parts.len() - 1;
        for (position, part) in parts.iter().enumerate() {
            // Every second part stands in quotation marks, if they are closed.
            if position % 2 == 1 && position < last {
                let phrase: Vec<String> = folded(part).take(MAX_TERMS).collect();
                if !phrase.is_empty() && query.phrases.len() < MAX_TERMS {
                    query.phrases.push(phrase);
                }
            } else {
                add_words(part, &mut query);
            }
        }
        query.prefix = q.ends_with(char::is_alphanumeric);
        query.q = q;
        query
    }

    /// Whether there are neither words nor phrases.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.phrases.is_empty()
    }

    /// The words and phrases as a query that parses to them again.
    pub fn to_query_string(&self) -> String {
        let phrases = self.phrases.iter().map(|words| format!("\"{}\"", words.join(" ")));
        self.words.iter().cloned().chain(phrases).collect::<Vec<_>>().join(" ")
    }
}

/// The folded words of a text, each cut to [`MAX_WORD_BYTES`].
fn folded(text: &str) -> impl Iterator<Item = String> + '_ {
    fold::words(text).map(|mut word| {
        word.folded.truncate(MAX_WORD_BYTES);
        word.folded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_parsed_into_words_phrases_and_a_typed_prefix() {
        let parsed = |q: &str| {
            let query = ParsedQuery::parse(q);
            (
                query.words.join(" "),
                query.phrases.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join("|"),
                query.prefix,
            )
        };
        for (q, words, phrases, prefix) in [
            ("Solar  pumps", "solar pumps", "", true),
            ("solar solar!", "solar", "", false),
            ("\"half an acre\" pump", "pump", "half an acre", true),
            ("«Çay» “two words”", "", "cay|two words", false),
            ("open \"half an", "open half an", "", true),
            ("\"\" \"…\"", "", "", false),
            ("", "", "", false),
        ] {
            assert_eq!(parsed(q), (words.to_owned(), phrases.to_owned(), prefix), "{q}");
        }
        assert_eq!(ParsedQuery::parse(&"w ".repeat(150)).words.len(), 1);
        assert_eq!(ParsedQuery::parse(&(0..60).map(|n| format!("w{n} ")).collect::<String>()).words.len(), MAX_TERMS);
        assert_eq!(ParsedQuery::parse("pump \"half an acre\"").to_query_string(), "pump \"half an acre\"");
    }
}
