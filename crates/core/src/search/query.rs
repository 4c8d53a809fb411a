//! What somebody typed, and what they narrowed it to.

use std::collections::HashSet;

use mwanga_store::types::{CategoryId, Timestamp};

use super::index::LONGEST_WORD;
use super::names::Names;
use crate::fold;

/// Longest query in characters; what is longer is cut.
const MAX_QUERY: usize = 200;
/// Words and phrases looked for; what follows is left out. More find nothing that fewer do not, and each costs.
const MAX_WORDS: usize = 12;

/// A query, folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// As it was typed: trimmed and cut.
    pub q: String,
    /// Each once.
    pub words: Vec<String>,
    /// What stood in quotation marks, word by word.
    pub phrases: Vec<Vec<String>>,
    /// Whether the last word may go on.
    pub typing: bool,
    /// What words and phrases may name instead of standing in a post.
    pub names: Names,
}

impl Asked {
    pub fn parse(q: &str) -> Self {
        let q: String = q.trim().chars().take(MAX_QUERY).collect::<String>().trim_end().to_owned();
        let mut asked = Self::default();
        let mut seen = HashSet::new();
        let mut add_words = |text: &str, asked: &mut Self| {
            for word in folded(text) {
                if asked.words.len() < MAX_WORDS && seen.insert(word.clone()) {
                    asked.words.push(word);
                }
            }
        };
        let parts: Vec<&str> = q.split(['"', '“', '”', '„', '«', '»']).collect();
        let last = parts.len() - 1;
        for (place, part) in parts.iter().enumerate() {
            // Every second part stands in quotation marks, if they are closed.
            if place % 2 == 1 && place < last {
                let phrase: Vec<String> = folded(part).take(MAX_WORDS).collect();
                if !phrase.is_empty() && asked.phrases.len() < MAX_WORDS {
                    asked.phrases.push(phrase);
                }
            } else {
                add_words(part, &mut asked);
            }
        }
        asked.typing = q.ends_with(char::is_alphanumeric);
        asked.q = q;
        asked
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.phrases.is_empty()
    }

    /// A query that asks for this.
    pub fn spelled_out(&self) -> String {
        let phrases = self.phrases.iter().map(|words| format!("\"{}\"", words.join(" ")));
        self.words.iter().cloned().chain(phrases).collect::<Vec<_>>().join(" ")
    }
}

fn folded(text: &str) -> impl Iterator<Item = String> + '_ {
    fold::words(text).map(|mut word| {
        word.folded.truncate(LONGEST_WORD);
        word.folded
    })
}

/// What the posts are narrowed to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowed {
    pub category: Option<CategoryId>,
    /// Slug of the by-line.
    pub author: Option<String>,
    /// The first moment.
    pub from: Option<Timestamp>,
    /// The first moment after.
    pub until: Option<Timestamp>,
}

impl Narrowed {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_parsed_into_words_phrases_and_a_typed_prefix() {
        let parsed = |q: &str| {
            let asked = Asked::parse(q);
            (
                asked.words.join(" "),
                asked.phrases.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join("|"),
                asked.typing,
            )
        };
        for (q, words, phrases, typing) in [
            ("Solar  pumps", "solar pumps", "", true),
            ("solar solar!", "solar", "", false),
            ("\"half an acre\" pump", "pump", "half an acre", true),
            ("«Çay» “two words”", "", "cay|two words", false),
            ("open \"half an", "open half an", "", true),
            ("\"\" \"…\"", "", "", false),
            ("", "", "", false),
        ] {
            assert_eq!(parsed(q), (words.to_owned(), phrases.to_owned(), typing), "{q}");
        }
        assert_eq!(Asked::parse(&"w ".repeat(150)).words.len(), 1);
        assert_eq!(Asked::parse(&(0..60).map(|n| format!("w{n} ")).collect::<String>()).words.len(), MAX_WORDS);
        assert_eq!(Asked::parse("pump \"half an acre\"").spelled_out(), "pump \"half an acre\"");
    }
}
