//! Fuzzy matching: words of the index that are similar to a word of the query.

use std::collections::HashMap;

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;
use tantivy::{Searcher, Term};

use crate::fold::is_consonantal;
use crate::spellings::without_article;

/// Most words read from a segment for one word of the query: a letter is the prefix of thousands.
const MAX_SCANNED: usize = 4_000;
/// Most variants of a word: the nearest, of equals the most frequent.
const MAX_VARIANTS: usize = 24;

/// A word of the index that matches a word of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermVariant {
    pub word: String,
    /// Documents that hold it.
    pub doc_freq: u64,
    /// Edit distance from the word of the query; from its prefix when `is_prefix`.
    pub distance: u8,
    /// Whether the word of the query is only a prefix of it.
    pub is_prefix: bool,
}

/// Edit distance at which words still match: none for a short one, and none with digits, as 2025 is no typo of 2024.
/// Words that leave their vowels out are nearer to each other, and their article is no part of them.
pub fn max_edits(word: &str) -> u8 {
    if word.bytes().any(|b| b.is_ascii_digit()) {
        return 0;
    }
    let (one, two) = if is_consonantal(word) { (5, 9) } else { (4, 8) };
    let letters = without_article(word).unwrap_or(word).chars().count();
    u8::from(letters >= one) + u8::from(letters >= two)
}

/// The words of `field` within `edits` (two at most) of `word`, with `prefix` also those that begin so. The word itself
/// comes first when the field has it.
pub fn find_variants(
    searcher: &Searcher,
    field: Field,
    word: &str,
    edits: u8,
    prefix: bool,
) -> tantivy::Result<Vec<TermVariant>> {
    let term = Term::from_field_text(field, word);
    let query =
        if prefix { FuzzyTermQuery::new_prefix(term, edits, true) } else { FuzzyTermQuery::new(term, edits, true) };
    let automaton = query.automaton()?;
    let mut doc_freqs: HashMap<String, u64> = HashMap::new();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut words = index.terms().search(&automaton).into_stream()?;
        let mut scanned = 0;
        while let Some((indexed, info)) = words.next() {
            scanned += 1;
            if scanned > MAX_SCANNED {
                break;
            }
            if let Ok(indexed) = std::str::from_utf8(indexed) {
                *doc_freqs.entry(indexed.to_owned()).or_default() += u64::from(info.doc_freq);
            }
        }
    }
    let mut variants: Vec<TermVariant> = doc_freqs
        .into_iter()
        .map(|(indexed, doc_freq)| {
            let whole = edit_distance(word, &indexed);
            let (distance, is_prefix) =
                if whole <= edits || !prefix { (whole, false) } else { (prefix_distance(word, &indexed), true) };
            TermVariant { word: indexed, doc_freq, distance, is_prefix }
        })
        .collect();
    variants.sort_by(|a, b| {
        (a.distance, a.is_prefix, b.doc_freq, &a.word).cmp(&(b.distance, b.is_prefix, a.doc_freq, &b.word))
    });
    variants.truncate(MAX_VARIANTS);
    Ok(variants)
}

/// The Damerau-Levenshtein distance: letters to replace, delete, insert or swap with the next one to make `b` of `a`.
pub fn edit_distance(a: &str, b: &str) -> u8 {
    prefix_distances(a, b).last().copied().unwrap_or(u8::MAX)
}

/// The least edit distance of `a` to any prefix of `b`.
fn prefix_distance(a: &str, b: &str) -> u8 {
    prefix_distances(a, b).into_iter().min().unwrap_or(u8::MAX)
}

/// The edit distances of `a` to every prefix of `b`, the empty one first.
fn prefix_distances(a: &str, b: &str) -> Vec<u8> {
    if a.is_ascii() && b.is_ascii() {
        return distances(a.as_bytes(), b.as_bytes());
    }
    distances(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
}

fn distances<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Vec<u8> {
    let first_row = || (0..=b.len()).map(|n| u8::try_from(n).unwrap_or(u8::MAX)).collect::<Vec<u8>>();
    let (mut before_previous, mut previous) = (Vec::new(), first_row());
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![u8::try_from(i + 1).unwrap_or(u8::MAX)];
        for (j, &y) in b.iter().enumerate() {
            let mut best =
                (previous[j] + u8::from(x != y)).min(previous[j + 1].saturating_add(1)).min(row[j].saturating_add(1));
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                let swapped: &Vec<u8> = &before_previous;
                best = best.min(swapped[j - 1].saturating_add(1));
            }
            row.push(best);
        }
        before_previous = std::mem::replace(&mut previous, row);
    }
    previous
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_typos_and_transpositions() {
        for (a, b, expected) in [
            ("solar", "solar", 0),
            ("sloar", "solar", 1),
            ("sollar", "solar", 1),
            ("slar", "solar", 1),
            ("polar", "solar", 1),
            ("", "ab", 2),
            ("علم", "لم", 1),
            ("ሰላም", "ሰላማ", 1),
            ("كتاب", "kitab", 5),
        ] {
            assert_eq!((edit_distance(a, b), edit_distance(b, a)), (expected, expected), "{a} {b}");
        }
        assert_eq!((prefix_distance("batr", "battery"), prefix_distance("bat", "battery")), (1, 0));
    }

    #[test]
    fn longer_words_allow_more_typos() {
        assert_eq!(["gas", "solar", "battery", "charging", "2024", "a1b2c3d4"].map(max_edits), [0, 1, 1, 2, 0, 0]);
        assert_eq!(["علم", "عام", "العلم", "سلام", "مدرسه", "المدرسه"].map(max_edits), [0, 0, 0, 0, 1, 1]);
        assert_eq!(["ሀገር", "ኢትዮጵያ", "שלומ", "ישראל"].map(max_edits), [0, 1, 0, 1]);
    }
}
