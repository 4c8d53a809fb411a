//! Names by which posts are found although no text of theirs holds them: of their category, and the team's by-line.
//! They change without a post being saved, so they stand in no index and are compared when somebody searches.

use mwanga_store::StoreResult;
use mwanga_store::types::CategoryId;

use super::index::{distance, forgiven, stem};
use crate::fold::fold;
use crate::{Core, categories, posts};

/// Posts that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filed {
    Category(CategoryId),
    /// A by-line as it is stored.
    Author(String),
}

/// How near a word of a name comes to one that was typed, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Near {
    Same,
    GoesOn,
    Slip,
}

/// Folded names, and what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Vec<(Vec<String>, Filed)>);

impl Names {
    pub async fn of(core: &Core) -> StoreResult<Self> {
        let words = |name: &str| fold(name).split(' ').map(str::to_owned).collect();
        let mut names: Vec<_> =
            categories::all(core).await?.iter().map(|row| (words(&row.name), Filed::Category(row.id))).collect();
        let team = posts::author_label(&core.config.site.brand, posts::TEAM, "");
        names.push((words(&team), Filed::Author(posts::TEAM_SLUG.to_owned())));
        Ok(Self(names))
    }

    /// What the names stand for that hold a word, in the nearest way in which any of them does.
    pub fn with_word(&self, word: &str, may_go_on: bool, may_slip: bool) -> Option<(Near, Vec<Filed>)> {
        let stem_of_word = stem(word);
        let near = |known: &String| {
            if known == word || stem(known) == stem_of_word {
                Some(Near::Same)
            } else if may_go_on && known.starts_with(word) {
                Some(Near::GoesOn)
            } else if may_slip && distance(word, known) <= forgiven(word) {
                Some(Near::Slip)
            } else {
                None
            }
        };
        let found: Vec<(Near, &Filed)> =
            self.0.iter().filter_map(|(words, filed)| Some((words.iter().filter_map(near).min()?, filed))).collect();
        let nearest = found.iter().map(|(near, _)| *near).min()?;
        Some((
            nearest,
            found.into_iter().filter(|(near, _)| *near == nearest).map(|(_, filed)| filed.clone()).collect(),
        ))
    }

    /// What the names stand for that hold these words one after the other.
    pub fn with_phrase(&self, phrase: &[String]) -> Vec<Filed> {
        self.0
            .iter()
            .filter(|(words, _)| words.windows(phrase.len()).any(|some| some == phrase))
            .map(|(_, filed)| filed.clone())
            .collect()
    }
}
