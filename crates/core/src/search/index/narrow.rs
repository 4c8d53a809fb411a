//! Filter pushdown: the clause that few documents pass is intersected with each term of the others.
//!
//! A union scores all documents of its queries before it is intersected with anything. A word that all posts have would
//! take as long among a hundred drafts, or beside a rare word, as alone. Intersected first, each of its terms skips to
//! those few documents.

use tantivy::query::{BooleanQuery, ConstScoreQuery, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Searcher, Term};

use super::OpenIndex;
use super::find::{ExpandedTerm, TermFields};

/// A clause that one document of so many passes, or fewer, is narrow.
const NARROW_SHARE: u64 = 8;

/// A required clause that few documents pass, without scores.
pub struct NarrowClause {
    query: Box<dyn Query>,
    /// Position of its word in the query; none of a filter.
    pub word: Option<usize>,
}

impl OpenIndex {
    /// The clause that the fewest documents pass, of words and terms that are all required, when it is narrow.
    pub(super) fn narrowest_clause(
        &self,
        searcher: &Searcher,
        words: &[ExpandedTerm],
        filter: &[Term],
    ) -> tantivy::Result<Option<NarrowClause>> {
        let words = words.iter().enumerate().map(|(position, word)| (Some(position), self.matching_terms(word)));
        let filters = filter.iter().map(|term| (None, vec![term.clone()]));
        let mut narrowest = None;
        let mut fewest = searcher.num_docs() / NARROW_SHARE;
        for (word, terms) in words.chain(filters) {
            // Documents with several of the terms count as often.
            let docs = terms.iter().map(|term| searcher.doc_freq(term)).sum::<tantivy::Result<u64>>()?;
            if docs <= fewest {
                fewest = docs;
                narrowest = Some((word, terms));
            }
        }
        Ok(narrowest.map(|(word, terms)| {
            let query = BooleanQuery::union(terms.into_iter().map(unscored_query).collect());
            NarrowClause { query: Box::new(query), word }
        }))
    }

    /// All terms by which a post matches a word.
    fn matching_terms(&self, word: &ExpandedTerm) -> Vec<Term> {
        let TermFields { words, stems } = self.post_fields();
        let variants = word.variants.iter().map(|variant| Term::from_field_text(words, &variant.word));
        let stem = word.stems.iter().map(|stem| Term::from_field_text(stems, &stem.term));
        let facets = word.facets.iter().map(|facet| self.facet_term(facet));
        let joined = word.joined.iter().map(|joined| Term::from_field_text(words, &joined.word));
        let joined_stems = word.joined.iter().flat_map(|joined| &joined.stems);
        let joined_stems = joined_stems.map(|stem| Term::from_field_text(stems, &stem.term));
        let parts = word.parts.iter().filter_map(|parts| parts.first()).map(|part| Term::from_field_text(words, part));
        variants.chain(stem).chain(facets).chain(joined).chain(joined_stems).chain(parts).collect()
    }
}

/// Documents with a term; it adds nothing to their score.
pub fn unscored_query(term: Term) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 0.0))
}

/// The documents of a query that pass the narrow clause too, with the scores of the query.
pub fn intersect(query: Box<dyn Query>, narrow: Option<&NarrowClause>) -> Box<dyn Query> {
    match narrow {
        Some(narrow) => Box::new(BooleanQuery::intersection(vec![narrow.query.box_clone(), query])),
        None => query,
    }
}
