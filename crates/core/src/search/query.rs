//! Query parsing: the words and phrases of a typed query.

use std::collections::HashSet;

use unicode_normalization::char::is_combining_mark;

use super::facets::FacetNames;
use super::index::MAX_WORD_CHARS;
use crate::fold::{is_attached, is_invisible};
use crate::html::letters;
use crate::spellings::{self, Link, WrittenWord, is_one_letter};

/// Longest query in characters; what is longer is cut.
const MAX_QUERY_CHARS: usize = 200;
/// Most words, and most phrases, of a query; those that follow are ignored, because each costs a lookup.
const MAX_TERMS: usize = 12;
/// Most neighbouring words that are read as one.
const MAX_JOINED: usize = 4;
/// Most other spellings of a phrase.
const MAX_PHRASE_SPELLINGS: usize = 24;

/// A query in folded words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedQuery {
    /// As it was typed: trimmed and cut.
    pub q: String,
    /// The words outside phrases, without duplicates.
    pub words: Vec<String>,
    /// Neighbouring words that may be meant as one, `wi fi` as `wifi`.
    pub joins: Vec<Join>,
    /// Words that may be meant in parts, `iphone15` as `iphone 15`, or without an article, by their position among the
    /// words.
    pub parts: Vec<(usize, Vec<String>)>,
    /// The words of each phrase in quotation marks.
    pub phrases: Vec<Vec<String>>,
    /// Of each phrase: other spellings of it, some words being joined or in parts.
    pub phrase_spellings: Vec<Vec<Vec<String>>>,
    /// Whether the last word may be incomplete, so that it also matches as a prefix.
    pub prefix: bool,
    /// Names of categories and authors that words and phrases may match instead of a text.
    pub facets: FacetNames,
}

/// Neighbouring words of a query as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// Positions among the words of the query.
    pub words: Vec<usize>,
    pub text: String,
    /// Whether they were typed as one (`Wi-Fi`); otherwise blanks stand between them.
    pub is_written: bool,
}

/// Words of a query in their order, before those that stand twice are left out.
struct WordRun {
    words: Vec<(WrittenWord, Vec<Vec<String>>)>,
}

impl WordRun {
    fn read(text: &str) -> Self {
        let read = |mut written: WrittenWord| {
            let shown = text.get(written.word.at.clone()).unwrap_or_default();
            let parts = spellings::parts(shown, &written.word.folded);
            if let Some((end, _)) = written.word.folded.char_indices().nth(MAX_WORD_CHARS) {
                written.word.folded.truncate(end);
            }
            (written, parts)
        };
        Self { words: spellings::written(text).into_iter().map(read).collect() }
    }

    fn text(&self, position: usize) -> &String {
        &self.words[position].0.word.folded
    }

    /// The runs of two words and more that may be one: positions, the word, and whether it was written as one.
    fn joins(&self) -> impl Iterator<Item = (std::ops::Range<usize>, String, bool)> + '_ {
        let runs = (0..self.words.len()).flat_map(move |first| {
            let following = self.words.len() - 1 - first;
            let linked = self.words[first..].iter().take_while(|(word, _)| word.link != Link::None).count();
            (1..=linked.min(following).min(MAX_JOINED - 1)).map(move |more| first..first + more + 1)
        });
        runs.map(|run| {
            let text: String = run.clone().map(|position| self.text(position).as_str()).collect();
            let is_written = self.words[run.start..run.end - 1].iter().all(|(word, _)| word.link == Link::Joined);
            (run, text, is_written)
        })
    }

    /// The run as a phrase in other spellings: one join or one word in parts each.
    fn other_spellings(&self) -> Vec<Vec<String>> {
        let words: Vec<String> = (0..self.words.len()).map(|position| self.text(position).clone()).collect();
        let replace =
            |run: std::ops::Range<usize>, by: &[String]| [&words[..run.start], by, &words[run.end..]].concat();
        let joined = self.joins().map(|(run, text, _)| replace(run, &[text]));
        let in_parts = self.words.iter().enumerate().flat_map(|(position, (_, parts))| {
            parts.iter().map(move |parts| (position..position + 1, parts.as_slice()))
        });
        joined.chain(in_parts.map(|(run, parts)| replace(run, parts))).take(MAX_PHRASE_SPELLINGS).collect()
    }
}

impl ParsedQuery {
    pub fn parse(q: &str) -> Self {
        let q = letters::cut(q.trim(), MAX_QUERY_CHARS).trim_end().to_owned();
        let mut query = Self::default();
        let mut unique = HashSet::new();
        let mut add_words = |text: &str, query: &mut Self| {
            let run = WordRun::read(text);
            for (position, (_, parts)) in run.words.iter().enumerate() {
                let word = run.text(position);
                if query.words.len() < MAX_TERMS && unique.insert(word.clone()) {
                    query.parts.extend(parts.iter().map(|parts| (query.words.len(), parts.clone())));
                    query.words.push(word.clone());
                }
            }
            for (joined, text, is_written) in run.joins() {
                let known = joined.map(|position| query.words.iter().position(|word| word == run.text(position)));
                let Some(words) = known.collect() else { continue };
                query.joins.push(Join { words, text, is_written });
            }
        };
        let parts: Vec<&str> = q.split(['"', '“', '”', '„', '«', '»']).collect();
        let last = parts.len() - 1;
        for (position, part) in parts.iter().enumerate() {
            // Every second part stands in quotation marks, if they are closed.
            if position % 2 == 1 && position < last {
                let mut run = WordRun::read(part);
                run.words.truncate(MAX_TERMS);
                let phrase: Vec<String> = (0..run.words.len()).map(|position| run.text(position).clone()).collect();
                if !phrase.is_empty() && query.phrases.len() < MAX_TERMS {
                    query.phrase_spellings.push(run.other_spellings());
                    query.phrases.push(phrase);
                }
            } else {
                add_words(part, &mut query);
            }
        }
        let last_letter = q.trim_end_matches(|c| is_attached(c) || is_invisible(c)).chars().next_back();
        // A vowel sign belongs to the word too.
        query.prefix = last_letter.is_some_and(|c| c.is_alphanumeric() || is_combining_mark(c));
        query.q = q;
        query
    }

    /// Whether there are neither words nor phrases.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.phrases.is_empty()
    }

    /// Each word and phrase with its other spellings, for a search that compares texts: `wi` is found by `wifi` too
    /// where `wi fi` was typed. The words of a phrase have blanks between them.
    pub fn spellings(&self) -> Vec<Vec<String>> {
        let words = self.words.iter().enumerate().map(|(position, word)| {
            let joined = self.joins.iter().filter(|join| join.words.contains(&position)).map(|join| join.text.clone());
            let parts = self.parts.iter().filter(|(of, _)| *of == position).map(|(_, parts)| parts.join(" "));
            std::iter::once(word.clone()).chain(joined).chain(parts).collect::<Vec<String>>()
        });
        let phrases = self
            .phrases
            .iter()
            .zip(&self.phrase_spellings)
            .map(|(phrase, others)| std::iter::once(phrase).chain(others).map(|words| words.join(" ")).collect());
        let mut spellings: Vec<Vec<String>> = words.chain(phrases).collect();
        spellings.sort_unstable();
        spellings.dedup();
        spellings
    }

    /// The beginnings of words that are marked where a search compared texts.
    pub fn marked_prefixes(&self) -> Vec<String> {
        let joined = self.joins.iter().map(|join| &join.text);
        let parts =
            self.parts.iter().flat_map(|(_, parts)| parts).chain(self.phrase_spellings.iter().flatten().flatten());
        let longer = joined.chain(parts).filter(|word| !is_one_letter(word));
        let mut words: Vec<String> =
            self.words.iter().chain(self.phrases.iter().flatten()).chain(longer).cloned().collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// The words and phrases as a query that parses to them again.
    pub fn to_query_string(&self) -> String {
        let phrases = self.phrases.iter().map(|words| format!("\"{}\"", words.join(" ")));
        self.words.iter().cloned().chain(phrases).collect::<Vec<_>>().join(" ")
    }
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
        let joins =
            |q: &str| ParsedQuery::parse(q).joins.into_iter().map(|join| join.text).collect::<Vec<_>>().join(" ");
        for (q, words, joined) in [
            ("Wi-Fi", "wi fi", "wifi"),
            ("wi fi router", "wi fi router", "wifi wifirouter firouter"),
            ("1,000,000", "1000000", ""),
            ("10 000", "10 000", "10000"),
            ("1 000 000", "1 000", "1000 1000000 000000"),
            ("1.5", "1 5", ""),
            ("solar, pump", "solar pump", ""),
        ] {
            assert_eq!((ParsedQuery::parse(q).words.join(" "), joins(q)), (words.to_owned(), joined.to_owned()), "{q}");
        }
        assert_eq!(
            ParsedQuery::parse("\"my wi-fi\"").phrase_spellings,
            [["mywi fi", "mywifi", "my wifi"].map(|words| { words.split(' ').map(str::to_owned).collect::<Vec<_>>() })]
        );
        assert_eq!(ParsedQuery::parse("iPhone15").parts[0], (0, vec!["iphone".to_owned(), "15".to_owned()]));
        assert_eq!(ParsedQuery::parse(&"w ".repeat(150)).words.len(), 1);
        assert_eq!(ParsedQuery::parse(&(0..60).map(|n| format!("w{n} ")).collect::<String>()).words.len(), MAX_TERMS);
        assert_eq!(ParsedQuery::parse("pump \"half an acre\"").to_query_string(), "pump \"half an acre\"");
    }
}
