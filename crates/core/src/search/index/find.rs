//! Query execution: searches the index, weighs the matches, and suggests corrections.

use std::collections::{BTreeSet, HashSet};

use mwanga_store::queries::search::SearchFilter;
use mwanga_store::types::{AccountId, CategoryId, MediaId, PostId, PostStatus, Timestamp};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, Occur, PhraseQuery, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{Searcher, TantivyDocument, Term};

use super::OpenIndex;
use super::collector::{Hit, Hits, TopHits};
use super::fuzzy::{TermVariant, find_variants, max_edits};
use super::narrow::{NarrowClause, intersect, unscored_query};
use super::schema::{DocumentKind, Fields};
use super::stemming::{Stemming, of_codes};
use crate::fold::is_consonantal;
use crate::search::facets::{Facet, MatchKind};
use crate::search::highlight::HighlightTerms;
use crate::search::query::{Join, ParsedQuery};
use crate::spellings::{is_one_letter, without_article};

/// Boosts of a match in the title, and among tags, brand, by-line and deals, beside its score among all words.
const TITLE_BOOST: f32 = 2.5;
const NAMES_BOOST: f32 = 1.2;
/// Weights of matches that are not exactly the word of the query.
const STEM_WEIGHT: f32 = 0.6;
/// Of the word that neighbouring words of the query give together, and of a word in parts.
const SPELLING_WEIGHT: f32 = 0.8;
const PREFIX_WEIGHT: f32 = 0.2;
const ONE_EDIT_WEIGHT: f32 = 0.12;
const TWO_EDITS_WEIGHT: f32 = 0.05;
/// Score of a post for a facet that matches: less than for a word of its own, so that those posts come first.
const FACET_WEIGHT: f32 = 0.5;

/// A page of posts, the best first.
#[derive(Default)]
pub struct PostResults {
    pub hits: Vec<PostId>,
    /// Posts on all pages.
    pub total: u64,
    pub highlight_terms: HighlightTerms,
    /// A corrected query, when no post matches this one.
    pub suggestion: Option<String>,
}

/// A file of a post.
pub struct FileHit {
    pub post: PostId,
    pub object_key: String,
    /// Its description in the post.
    pub alt: String,
}

#[derive(Default)]
pub struct FileResults {
    /// The best first, those of one post together.
    pub post_files: Vec<FileHit>,
    pub standalone: Vec<MediaId>,
}

/// The fields of a post that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScope {
    Everything,
    /// Title, tags, brand, by-line, deals: what is seen of a post in a list.
    Names,
}

/// What a search may find.
#[derive(Clone, Debug)]
pub enum SearchView {
    /// What was public at this moment.
    Public(Timestamp),
    /// All posts that pass; only the newsroom's index answers it.
    Newsroom(Timestamp, NewsroomFilter),
}

impl SearchView {
    fn now(&self) -> Timestamp {
        match self {
            Self::Public(now) | Self::Newsroom(now, _) => *now,
        }
    }

    fn latest(&self) -> Timestamp {
        match self {
            Self::Public(now) => *now,
            Self::Newsroom(..) => Timestamp(i64::MAX),
        }
    }
}

/// Narrows a search of the newsroom.
#[derive(Clone, Debug, Default)]
pub struct NewsroomFilter {
    pub status: Option<PostStatus>,
    pub owner: Option<AccountId>,
}

/// A word of the query with what it matches.
pub(super) struct ExpandedTerm {
    typed: String,
    /// Its stems, as far as documents hold them.
    pub(super) stems: Vec<FoundStem>,
    pub(super) variants: Vec<TermVariant>,
    /// Words that it gives together with its neighbours.
    pub(super) joined: Vec<JoinedTerm>,
    /// Other ways to write it in parts, which stand in a row.
    pub(super) parts: Vec<Vec<String>>,
    pub(super) facets: Vec<Facet>,
    facet_weight: f32,
}

/// A word of the index that neighbouring words of the query give together.
#[derive(Clone, Debug)]
pub(super) struct JoinedTerm {
    pub(super) word: String,
    doc_freq: u64,
    pub(super) stems: Vec<FoundStem>,
    is_prefix: bool,
}

/// A stem of a word that documents hold.
#[derive(Clone, Debug)]
pub(super) struct FoundStem {
    stemming: Stemming,
    stem: String,
    pub(super) term: String,
    doc_freq: u64,
}

impl ExpandedTerm {
    fn has_matches(&self) -> bool {
        !self.stems.is_empty()
            || !self.variants.is_empty()
            || !self.joined.is_empty()
            || !self.parts.is_empty()
            || !self.facets.is_empty()
    }
}

/// The fields of the index that hold the same words whole and stemmed.
pub(super) struct TermFields {
    pub(super) words: Field,
    pub(super) stems: Field,
}

impl OpenIndex {
    /// Posts that match all words and phrases; when there are none, and three words or more, those that match all but
    /// one word.
    pub fn posts(
        &self,
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
        offset: usize,
        limit: usize,
        scope: SearchScope,
    ) -> tantivy::Result<PostResults> {
        let searcher = self.searcher();
        let exact = self.match_all(&searcher, query, filter, view, (offset, limit), scope)?;
        if exact.total > 0 || scope == SearchScope::Names {
            return Ok(exact);
        }
        let suggestion = self.suggest_correction(&searcher, query, filter, view)?;
        let nearly = if query.words.len() > 2 {
            self.match_all_but_one(&searcher, query, filter, view, (offset, limit))?
        } else {
            exact
        };
        Ok(PostResults { suggestion, ..nearly })
    }

    fn match_all(
        &self,
        searcher: &Searcher,
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
        page: (usize, usize),
        scope: SearchScope,
    ) -> tantivy::Result<PostResults> {
        let expanded = self.expand_terms(searcher, query, &self.post_fields(), 0)?;
        if !expanded.iter().all(ExpandedTerm::has_matches) {
            return Ok(PostResults::default());
        }
        let narrow = self.narrowest_clause(searcher, &expanded, &self.filter_terms(filter, view))?;
        let mut clauses = self.phrase_clauses(query);
        clauses.extend(expanded.iter().enumerate().map(|(position, word)| {
            let narrow = narrow.as_ref().filter(|narrow| narrow.word != Some(position));
            (Occur::Must, self.term_query(searcher, word, scope, narrow))
        }));
        self.collect_page(searcher, clauses, &expanded, query, filter, view, page)
    }

    fn match_all_but_one(
        &self,
        searcher: &Searcher,
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
        page: (usize, usize),
    ) -> tantivy::Result<PostResults> {
        let expanded = self.expand_terms(searcher, query, &self.post_fields(), 0)?;
        let narrow = self.narrowest_clause(searcher, &[], &self.filter_terms(filter, view))?;
        let words: Vec<Box<dyn Query>> = expanded
            .iter()
            .filter(|word| word.has_matches())
            .map(|word| self.term_query(searcher, word, SearchScope::Everything, narrow.as_ref()))
            .collect();
        let needed = query.words.len() - 1;
        if words.len() < needed {
            return Ok(PostResults::default());
        }
        let mut clauses = self.phrase_clauses(query);
        clauses.push((Occur::Must, Box::new(BooleanQuery::union_with_minimum_required_clauses(words, needed))));
        self.collect_page(searcher, clauses, &expanded, query, filter, view, page)
    }

    #[expect(clippy::too_many_arguments, reason = "the query, and what it was expanded to")]
    fn collect_page(
        &self,
        searcher: &Searcher,
        mut clauses: Vec<(Occur, Box<dyn Query>)>,
        expanded: &[ExpandedTerm],
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
        (offset, limit): (usize, usize),
    ) -> tantivy::Result<PostResults> {
        clauses.extend(self.filter_clauses(filter, view));
        let end = offset.saturating_add(limit).min(searcher.num_docs() as usize);
        let limit = if offset < end { end } else { 0 };
        let Hits { hits, total } = self.collect(searcher, clauses, DocumentKind::Post, filter, view, limit)?;
        let hits = hits.iter().skip(offset).map(|hit| PostId(hit.id)).collect();
        Ok(PostResults { hits, total, highlight_terms: highlight_terms(query, expanded), suggestion: None })
    }

    /// Files by name, description, caption and their post's title.
    pub fn files(
        &self,
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
        limit: usize,
    ) -> tantivy::Result<FileResults> {
        let searcher = self.searcher();
        let fields = TermFields { words: self.fields.file_words, stems: self.fields.file_stems };
        let expanded = self.expand_terms(&searcher, query, &fields, 0)?;
        if !expanded.iter().all(ExpandedTerm::has_matches) {
            return Ok(FileResults::default());
        }
        let clauses = || {
            let phrases = spelled_phrases(query).map(|words| (Occur::Must, any_phrase(fields.words, &words)));
            let words = expanded.iter().map(|word| (Occur::Must, variants_query(&searcher, &fields, word, 1.0, None)));
            phrases.chain(words).collect::<Vec<_>>()
        };
        let mut in_posts = clauses();
        in_posts.extend(self.filter_clauses(filter, view));
        let post_hits = self.collect(&searcher, in_posts, DocumentKind::PostFile, filter, view, limit)?;
        // Files of one post are grouped at the place of its best one.
        let mut order: Vec<i64> = Vec::new();
        for hit in &post_hits.hits {
            if !order.contains(&hit.id) {
                order.push(hit.id);
            }
        }
        let mut hits = post_hits.hits;
        hits.sort_by_key(|hit| (order.iter().position(|id| *id == hit.id), hit.position));
        let read = |hit: &Hit| {
            let document: TantivyDocument = searcher.doc(hit.document)?;
            Ok(FileHit {
                post: PostId(hit.id),
                object_key: stored_text(&document, self.fields.object_key),
                alt: stored_text(&document, self.fields.alt),
            })
        };
        let post_files: tantivy::Result<Vec<FileHit>> = hits.iter().map(read).collect();
        let standalone = if filter.is_empty() {
            self.collect(&searcher, clauses(), DocumentKind::StandaloneFile, filter, view, limit)?.hits
        } else {
            Vec::new()
        };
        Ok(FileResults {
            post_files: post_files?,
            standalone: standalone.into_iter().map(|hit| MediaId(hit.id)).collect(),
        })
    }

    fn collect(
        &self,
        searcher: &Searcher,
        clauses: Vec<(Occur, Box<dyn Query>)>,
        kind: DocumentKind,
        filter: &SearchFilter,
        view: &SearchView,
        limit: usize,
    ) -> tantivy::Result<Hits> {
        let until = filter.until.map_or(view.latest(), |until| until.plus_ms(-1).min(view.latest()));
        let from = filter.from.unwrap_or(Timestamp(i64::MIN));
        let collector = TopHits { kind, limit, from, until, now: view.now() };
        searcher.search(&BooleanQuery::new(clauses), &collector)
    }

    pub(super) fn post_fields(&self) -> TermFields {
        TermFields { words: self.fields.words, stems: self.fields.word_stems }
    }

    /// Looks up what each word of the query matches. Words of letters alone may differ by `extra_edits` more than
    /// usual.
    fn expand_terms(
        &self,
        searcher: &Searcher,
        query: &ParsedQuery,
        fields: &TermFields,
        extra_edits: u8,
    ) -> tantivy::Result<Vec<ExpandedTerm>> {
        let last = query.words.len().wrapping_sub(1);
        let languages = self.languages(searcher)?;
        let joined = joined_terms(searcher, query, fields, &languages)?;
        let words = query.words.iter().enumerate();
        words
            .map(|(position, word)| {
                let stems = find_stems(searcher, fields.stems, word, &languages)?;
                let mut edits = max_edits(word);
                // A short word without its vowels is an edit away from too many.
                let is_exempt = edits == 0 && is_consonantal(word);
                if extra_edits > 0 && !is_exempt && word.chars().all(char::is_alphabetic) {
                    edits = (edits + extra_edits).min(2);
                }
                // A word that documents hold is less likely a typing mistake.
                let edits = if stems.is_empty() { edits } else { edits.min(1) };
                // One letter is the prefix of too many words.
                let prefix = query.prefix && position == last && !is_one_letter(word);
                let variants = find_variants(searcher, fields.words, word, edits, prefix)?;
                // A word that documents hold is not a misspelt name.
                let is_exact = !stems.is_empty()
                    || variants.first().is_some_and(|variant| variant.distance == 0 && !variant.is_prefix);
                let bare = || without_article(word).and_then(|bare| query.facets.match_word(bare, prefix, false));
                let facets = query.facets.match_word(word, prefix, !is_exact).or_else(bare);
                let (match_kind, facets) = facets.unwrap_or((MatchKind::Exact, Vec::new()));
                let facet_weight = match match_kind {
                    MatchKind::Exact => FACET_WEIGHT,
                    MatchKind::Prefix => FACET_WEIGHT * PREFIX_WEIGHT,
                    MatchKind::Fuzzy => FACET_WEIGHT * ONE_EDIT_WEIGHT,
                };
                let joined = joined.iter().filter(|(words, _)| words.contains(&position));
                let joined = joined.map(|(_, joined)| joined.clone()).collect();
                let mut parts = Vec::new();
                for (_, spelling) in query.parts.iter().filter(|(of, _)| *of == position) {
                    if all_indexed(searcher, fields.words, spelling)? {
                        parts.push(spelling.clone());
                    }
                }
                let typed = word.clone();
                Ok(ExpandedTerm { typed, stems, variants, joined, parts, facets, facet_weight })
            })
            .collect()
    }

    /// The languages whose stems documents have.
    fn languages(&self, searcher: &Searcher) -> tantivy::Result<BTreeSet<Stemming>> {
        let mut codes = BTreeSet::new();
        for segment in searcher.segment_readers() {
            let index = segment.inverted_index(self.fields.stemming)?;
            let mut terms = index.terms().stream()?;
            while let Some((code, _)) = terms.next() {
                codes.insert(String::from_utf8_lossy(code).into_owned());
            }
        }
        Ok(of_codes(codes.iter().map(String::as_str)))
    }

    /// Each phrase as a required match of text or facet, and as a boost in the title.
    fn phrase_clauses(&self, query: &ParsedQuery) -> Vec<(Occur, Box<dyn Query>)> {
        let in_title = |spellings: Vec<&Vec<String>>| {
            (
                Occur::Should,
                Box::new(BoostQuery::new(any_phrase(self.fields.title, &spellings), TITLE_BOOST)) as Box<dyn Query>,
            )
        };
        let anywhere = spelled_phrases(query).map(|spellings| {
            let facets = spellings.iter().flat_map(|words| query.facets.match_phrase(words));
            let facets = facets.map(|facet| self.facet_query(&facet, FACET_WEIGHT));
            (
                Occur::Must,
                Box::new(BooleanQuery::union(facets.chain([any_phrase(self.fields.words, &spellings)]).collect()))
                    as Box<dyn Query>,
            )
        });
        anywhere.chain(spelled_phrases(query).map(in_title)).collect()
    }

    /// Posts that match a word in a field of the scope, or by a facet.
    fn term_query(
        &self,
        searcher: &Searcher,
        word: &ExpandedTerm,
        scope: SearchScope,
        narrow: Option<&NarrowClause>,
    ) -> Box<dyn Query> {
        let Fields { title, title_stems, names, word_stems, words, .. } = self.fields;
        let in_field =
            |words, stems, boost| variants_query(searcher, &TermFields { words, stems }, word, boost, narrow);
        // Names have no stem field of their own: the one of all words holds them too.
        let mut fields = vec![in_field(title, title_stems, TITLE_BOOST), in_field(names, names, NAMES_BOOST)];
        if scope == SearchScope::Everything {
            fields.push(in_field(words, word_stems, 1.0));
        }
        let facets = word.facets.iter().map(|facet| self.facet_query(facet, word.facet_weight));
        fields.extend(facets.map(|facet| intersect(facet, narrow)));
        Box::new(BooleanQuery::union(fields))
    }

    /// All posts of a facet, with the same score.
    fn facet_query(&self, facet: &Facet, weight: f32) -> Box<dyn Query> {
        let query = TermQuery::new(self.facet_term(facet), IndexRecordOption::Basic);
        Box::new(ConstScoreQuery::new(Box::new(query), weight))
    }

    pub(super) fn facet_term(&self, facet: &Facet) -> Term {
        match facet {
            Facet::Category(CategoryId(id)) => Term::from_field_u64(self.fields.category, *id as u64),
            Facet::Author(slug) => Term::from_field_text(self.fields.author, slug),
        }
    }

    /// The terms that a document must have to pass.
    fn filter_terms(&self, filter: &SearchFilter, view: &SearchView) -> Vec<Term> {
        let category = filter.category.map(Facet::Category);
        let author = filter.author.clone().map(Facet::Author);
        let mut terms: Vec<Term> = category.iter().chain(&author).map(|facet| self.facet_term(facet)).collect();
        if let (SearchView::Newsroom(_, filter), Some(fields)) = (view, self.fields.newsroom) {
            terms.extend(filter.status.map(|status| Term::from_field_text(fields.status, status.as_str())));
            terms.extend(filter.owner.map(|owner| Term::from_field_u64(fields.owner, owner.0 as u64)));
        }
        terms
    }

    fn filter_clauses(&self, filter: &SearchFilter, view: &SearchView) -> Vec<(Occur, Box<dyn Query>)> {
        self.filter_terms(filter, view).into_iter().map(|term| (Occur::Must, unscored_query(term))).collect()
    }

    /// Spelling correction: the query with the nearest words of the index, when that matches a post.
    fn suggest_correction(
        &self,
        searcher: &Searcher,
        query: &ParsedQuery,
        filter: &SearchFilter,
        view: &SearchView,
    ) -> tantivy::Result<Option<String>> {
        let query = ParsedQuery { prefix: false, ..query.clone() };
        let expanded = self.expand_terms(searcher, &query, &self.post_fields(), 1)?;
        let words: Vec<String> = expanded
            .iter()
            .map(|word| word.variants.first().map_or_else(|| word.typed.clone(), |variant| variant.word.clone()))
            .collect();
        if words == query.words {
            return Ok(None);
        }
        let corrected = ParsedQuery { words, joins: Vec::new(), parts: Vec::new(), ..query };
        let found = self.match_all(searcher, &corrected, filter, view, (0, 0), SearchScope::Everything)?;
        Ok((found.total > 0).then(|| corrected.to_query_string()))
    }
}

/// The words to highlight in a matching text.
fn highlight_terms(query: &ParsedQuery, expanded: &[ExpandedTerm]) -> HighlightTerms {
    let variants = expanded.iter().flat_map(|word| {
        // Similar words are not highlighted where the word itself exists.
        let exact = word.variants.first().is_some_and(|variant| variant.distance == 0) || !word.stems.is_empty();
        word.variants.iter().filter(move |variant| !exact || variant.distance == 0).map(|variant| variant.word.clone())
    });
    let joined = || expanded.iter().flat_map(|word| &word.joined);
    let parts = expanded.iter().flat_map(|word| word.parts.iter().flatten()).filter(|part| !is_one_letter(part));
    let phrases = query.phrases.iter().chain(query.phrase_spellings.iter().flatten()).flatten();
    let words: HashSet<String> =
        variants.chain(joined().map(|joined| joined.word.clone())).chain(phrases.chain(parts).cloned()).collect();
    let stems = expanded.iter().flat_map(|word| &word.stems).chain(joined().flat_map(|joined| &joined.stems));
    let stems = stems.map(|found| (found.stemming, found.stem.clone())).collect();
    HighlightTerms { words, stems, prefixes: Vec::new() }
}

/// What neighbouring words of the query give together, as far as documents hold it, with the positions of the words.
fn joined_terms(
    searcher: &Searcher,
    query: &ParsedQuery,
    fields: &TermFields,
    languages: &BTreeSet<Stemming>,
) -> tantivy::Result<Vec<(Vec<usize>, JoinedTerm)>> {
    let last = query.words.len().wrapping_sub(1);
    let mut found = Vec::new();
    for Join { words, text, is_written } in &query.joins {
        let stems = find_stems(searcher, fields.stems, text, languages)?;
        let mut add = |word: &str, doc_freq, stems, is_prefix| {
            found.push((words.clone(), JoinedTerm { word: word.to_owned(), doc_freq, stems, is_prefix }));
        };
        // Words with blanks between them are no beginning of a word: `in form` is not to find all information.
        if *is_written && query.prefix && words.contains(&last) {
            for variant in find_variants(searcher, fields.words, text, 0, true)? {
                add(&variant.word, variant.doc_freq, Vec::new(), variant.is_prefix);
            }
        }
        let doc_freq = searcher.doc_freq(&Term::from_field_text(fields.words, text))?;
        if doc_freq > 0 || !stems.is_empty() {
            add(text, doc_freq, stems, false);
        }
    }
    Ok(found)
}

/// The stems of a word in these languages, with its article and without, as far as documents hold them.
fn find_stems(
    searcher: &Searcher,
    field: Field,
    word: &str,
    languages: &BTreeSet<Stemming>,
) -> tantivy::Result<Vec<FoundStem>> {
    let mut found = Vec::new();
    let forms = [Some(word), without_article(word)];
    for (stemming, form) in
        languages.iter().flat_map(|stemming| forms.iter().flatten().map(move |form| (stemming, form)))
    {
        let stem = stemming.stem(form);
        let term = stemming.term(&stem);
        let doc_freq = searcher.doc_freq(&Term::from_field_text(field, &term))?;
        if doc_freq > 0 {
            found.push(FoundStem { stemming: *stemming, stem, term, doc_freq });
        }
    }
    Ok(found)
}

fn all_indexed(searcher: &Searcher, field: Field, words: &[String]) -> tantivy::Result<bool> {
    for word in words {
        if searcher.doc_freq(&Term::from_field_text(field, word))? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Each phrase with its other spellings.
fn spelled_phrases(query: &ParsedQuery) -> impl Iterator<Item = Vec<&Vec<String>>> {
    query
        .phrases
        .iter()
        .zip(&query.phrase_spellings)
        .map(|(phrase, others)| [phrase].into_iter().chain(others).collect())
}

/// The best of several spellings of a phrase.
fn any_phrase(field: Field, spellings: &[&Vec<String>]) -> Box<dyn Query> {
    Box::new(DisjunctionMaxQuery::new(spellings.iter().map(|words| phrase_query(field, words)).collect()))
}

fn phrase_query(field: Field, words: &[String]) -> Box<dyn Query> {
    let terms: Vec<Term> = words.iter().map(|word| Term::from_field_text(field, word)).collect();
    match <[Term; 1]>::try_from(terms) {
        Ok([only]) => Box::new(TermQuery::new(only, IndexRecordOption::WithFreqs)),
        Err(terms) => Box::new(PhraseQuery::new(terms)),
    }
}

/// The best match of a word among its variants and its stem.
fn variants_query(
    searcher: &Searcher,
    TermFields { words, stems }: &TermFields,
    term: &ExpandedTerm,
    boost: f32,
    narrow: Option<&NarrowClause>,
) -> Box<dyn Query> {
    let total_docs = searcher.num_docs().max(1);
    // A typing mistake that happens to be a rare word must not score higher than the word itself, or the nearest one.
    let nearest = term.variants.first().map(|variant| (variant.distance, variant.is_prefix));
    let usual = term
        .variants
        .iter()
        .filter(|variant| Some((variant.distance, variant.is_prefix)) == nearest)
        .map(|variant| variant.doc_freq)
        .max();
    let others = || term.stems.iter().map(|stem| stem.doc_freq).chain(term.joined.iter().map(|joined| joined.doc_freq));
    let usual = usual.unwrap_or_else(|| others().max().unwrap_or(0));
    let mut alternatives: Vec<Box<dyn Query>> = Vec::new();
    let mut add = |field: Field, word: &str, doc_freq: u64, weight: f32| {
        let boost =
            boost * weight * (inverse_doc_freq(usual, total_docs) / inverse_doc_freq(doc_freq, total_docs)).min(1.0);
        let query = TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs);
        alternatives.push(intersect(Box::new(BoostQuery::new(Box::new(query), boost)), narrow));
    };
    for variant in &term.variants {
        let weight = match (variant.distance, variant.is_prefix) {
            (0, false) => 1.0,
            (0, true) => PREFIX_WEIGHT,
            (1, false) => ONE_EDIT_WEIGHT,
            (1, true) => ONE_EDIT_WEIGHT * PREFIX_WEIGHT,
            (_, false) => TWO_EDITS_WEIGHT,
            (_, true) => TWO_EDITS_WEIGHT * PREFIX_WEIGHT,
        };
        add(*words, &variant.word, variant.doc_freq, weight);
    }
    for stem in term.stems.iter().filter(|_| stems != words) {
        add(*stems, &stem.term, stem.doc_freq, STEM_WEIGHT);
    }
    for joined in &term.joined {
        let weight = if joined.is_prefix { SPELLING_WEIGHT * PREFIX_WEIGHT } else { SPELLING_WEIGHT };
        if joined.doc_freq > 0 {
            add(*words, &joined.word, joined.doc_freq, weight);
        }
        for stem in joined.stems.iter().filter(|_| stems != words) {
            add(*stems, &stem.term, stem.doc_freq, weight * STEM_WEIGHT);
        }
    }
    for parts in &term.parts {
        let in_a_row = BoostQuery::new(phrase_query(*words, parts), boost * SPELLING_WEIGHT);
        alternatives.push(intersect(Box::new(in_a_row), narrow));
    }
    Box::new(DisjunctionMaxQuery::new(alternatives))
}

/// The inverse document frequency of BM25.
fn inverse_doc_freq(doc_freq: u64, total_docs: u64) -> f32 {
    let (doc_freq, total_docs) = (doc_freq.min(total_docs) as f32, total_docs as f32);
    (1.0 + (total_docs - doc_freq + 0.5) / (doc_freq + 0.5)).ln()
}

/// A stored text of a document; empty where it has none.
fn stored_text(document: &TantivyDocument, field: Field) -> String {
    document.get_first(field).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
