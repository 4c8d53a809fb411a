//! Facet matching: categories and the team's by-line, whose posts are found by the name although no text holds it.
//!
//! The names change without a save of a post, so no index holds them; they are compared at query time.

use mwanga_store::StoreResult;
use mwanga_store::types::CategoryId;

use super::index::{Stemming, edit_distance, max_edits};
use crate::spellings::{Place, places};
use crate::{Core, categories, posts};

/// A property that many posts share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facet {
    Category(CategoryId),
    /// Slug of a by-line as it is stored.
    Author(String),
}

/// How a word of a name matches a word of the query, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// The same word, or one of the same stem.
    Exact,
    Prefix,
    /// Within [`max_edits`].
    Fuzzy,
}

/// The words of each facet's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FacetNames(Vec<(Vec<Place>, Facet)>);

impl FacetNames {
    /// The names of all categories and of the team.
    pub async fn load(core: &Core) -> StoreResult<Self> {
        let mut names: Vec<_> =
            categories::all(core).await?.iter().map(|row| (places(&row.name), Facet::Category(row.id))).collect();
        let team = posts::author_label(&core.settings().site.brand, posts::TEAM, "");
        names.push((places(&team), Facet::Author(posts::TEAM_SLUG.to_owned())));
        Ok(Self(names))
    }

    /// The facets with a name that has this word: only those of the best kind of match that any of them has.
    pub fn match_word(&self, word: &str, allow_prefix: bool, allow_fuzzy: bool) -> Option<(MatchKind, Vec<Facet>)> {
        let stem = |word: &str| Stemming::ENGLISH.stem(word);
        let stem_of_word = stem(word);
        let match_kind = |name_word: &String| {
            if name_word == word || stem(name_word) == stem_of_word {
                Some(MatchKind::Exact)
            } else if allow_prefix && name_word.starts_with(word) {
                Some(MatchKind::Prefix)
            } else if allow_fuzzy && edit_distance(word, name_word) <= max_edits(word) {
                Some(MatchKind::Fuzzy)
            } else {
                None
            }
        };
        let matches: Vec<(MatchKind, &Facet)> = self
            .0
            .iter()
            .filter_map(|(name, facet)| {
                Some((name.iter().flatten().filter_map(|word| match_kind(&word.folded)).min()?, facet))
            })
            .collect();
        let best = matches.iter().map(|(kind, _)| *kind).min()?;
        Some((best, matches.into_iter().filter(|(kind, _)| *kind == best).map(|(_, facet)| facet.clone()).collect()))
    }

    /// The facets with a name that has these words in a row.
    pub fn match_phrase(&self, phrase: &[String]) -> Vec<Facet> {
        self.0
            .iter()
            .filter(|(name, _)| {
                let matches = |(place, word): (&Place, &String)| place.iter().any(|spelling| spelling.folded == *word);
                name.windows(phrase.len()).any(|window| window.iter().zip(phrase).all(matches))
            })
            .map(|(_, facet)| facet.clone())
            .collect()
    }
}
