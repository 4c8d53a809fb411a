//! The words that the index knows, near to one that was typed.

use std::collections::HashMap;

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;
use tantivy::{Searcher, Term};

/// Words looked at for one that was typed: a letter begins thousands.
const LOOKED_AT: usize = 4_000;
/// Words taken for one that was typed: the nearest, of equals the most frequent.
const TAKEN: usize = 24;

/// A word of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub word: String,
    /// Documents that hold it.
    pub documents: u64,
    /// Letters to change, take out, put in or swap.
    pub distance: u8,
    /// Whether it goes on after what was typed.
    pub goes_on: bool,
}

/// Typing mistakes that are forgiven in a word: none in a short one, and none in a number, for 2025 is no slip of 2024.
pub fn forgiven(word: &str) -> u8 {
    match word.len() {
        _ if word.bytes().any(|b| b.is_ascii_digit()) => 0,
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// The words of `field` that are `word` with at most `mistakes` (two at most), and, for one that is still being typed,
/// those that begin so. The word itself comes first when it is known.
pub fn near(searcher: &Searcher, field: Field, word: &str, mistakes: u8, typing: bool) -> tantivy::Result<Vec<Known>> {
    let term = Term::from_field_text(field, word);
    let query = if typing {
        FuzzyTermQuery::new_prefix(term, mistakes, true)
    } else {
        FuzzyTermQuery::new(term, mistakes, true)
    };
    let automaton = query.automaton()?;
    let mut documents: HashMap<String, u64> = HashMap::new();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut words = index.terms().search(&automaton).into_stream()?;
        let mut looked_at = 0;
        while let Some((known, info)) = words.next() {
            looked_at += 1;
            if looked_at > LOOKED_AT {
                break;
            }
            if let Ok(known) = std::str::from_utf8(known) {
                *documents.entry(known.to_owned()).or_default() += u64::from(info.doc_freq);
            }
        }
    }
    let mut found: Vec<Known> = documents
        .into_iter()
        .map(|(known, documents)| {
            let whole = distance(word, &known);
            let (distance, goes_on) =
                if whole <= mistakes || !typing { (whole, false) } else { (beginning_distance(word, &known), true) };
            Known { word: known, documents, distance, goes_on }
        })
        .collect();
    found.sort_by(|a, b| {
        (a.distance, a.goes_on, b.documents, &a.word).cmp(&(b.distance, b.goes_on, a.documents, &b.word))
    });
    found.truncate(TAKEN);
    Ok(found)
}

/// Letters to change, take out, put in or swap with the next one to make `b` of `a`.
pub fn distance(a: &str, b: &str) -> u8 {
    last_row(a, b).last().copied().unwrap_or(u8::MAX)
}

/// The same for the beginning of `b` that needs least.
fn beginning_distance(a: &str, b: &str) -> u8 {
    last_row(a, b).into_iter().min().unwrap_or(u8::MAX)
}

/// The distances of `a` to every beginning of `b`.
fn last_row(a: &str, b: &str) -> Vec<u8> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let first = || (0..=b.len()).map(|n| u8::try_from(n).unwrap_or(u8::MAX)).collect::<Vec<u8>>();
    let (mut before, mut previous) = (Vec::new(), first());
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![u8::try_from(i + 1).unwrap_or(u8::MAX)];
        for (j, &y) in b.iter().enumerate() {
            let mut best =
                (previous[j] + u8::from(x != y)).min(previous[j + 1].saturating_add(1)).min(row[j].saturating_add(1));
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                let swapped: &Vec<u8> = &before;
                best = best.min(swapped[j - 1].saturating_add(1));
            }
            row.push(best);
        }
        before = std::mem::replace(&mut previous, row);
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
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
        assert_eq!((beginning_distance("batr", "battery"), beginning_distance("bat", "battery")), (1, 0));
    }

    #[test]
    fn longer_words_allow_more_typos() {
        assert_eq!(["gas", "solar", "battery", "charging", "2024", "a1b2c3d4"].map(forgiven), [0, 1, 1, 2, 0, 0]);
    }
}
