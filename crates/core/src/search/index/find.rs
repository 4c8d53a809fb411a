//! Asking the index.

use std::collections::HashSet;

use mwanga_store::types::{CategoryId, MediaId, PostId, Timestamp};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, Occur, PhraseQuery, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{Searcher, TantivyDocument, Term};

use super::Open;
use super::collect::{Best, Collected, Hit};
use super::schema::{Fields, Kind, stem};
use super::vocabulary::{Known, forgiven, near};
use crate::search::highlight::Sought;
use crate::search::names::{Filed, Near};
use crate::search::query::{Asked, Narrowed};

/// How much a word in the title, or among tags, brand, by-line and deals, counts beside its place among all words.
const IN_TITLE: f32 = 2.5;
const IN_NAMES: f32 = 1.2;
/// How much a word counts that is not exactly the one that was typed.
const SAME_STEM: f32 = 0.6;
const GOES_ON: f32 = 0.2;
const ONE_MISTAKE: f32 = 0.12;
const TWO_MISTAKES: f32 = 0.05;
/// What a post gains by standing under a name that was asked for: less than by a word of its own, so those come first.
const FILED: f32 = 0.5;

/// A page of posts, the best first.
#[derive(Default)]
pub struct FoundPosts {
    pub hits: Vec<PostId>,
    pub total: u64,
    /// The words that were taken for those that were typed.
    pub sought: Sought,
    /// Other words, when no post holds those that were typed.
    pub suggestion: Option<String>,
}

pub struct FileHit {
    pub post: PostId,
    pub object_key: String,
    /// The description it has in the post.
    pub alt: String,
}

#[derive(Default)]
pub struct FoundFiles {
    /// The best first, those of one post together.
    pub of_posts: Vec<FileHit>,
    pub standalone: Vec<MediaId>,
}

/// Where a post's words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Everything,
    /// Title, tags, brand, by-line, deals: what somebody sees who is shown the post in a list.
    Names,
}

/// A word that was typed, and what the vocabulary makes of it.
struct Meant {
    known: Vec<Known>,
    stem: String,
    /// Documents with a word of this stem.
    of_stem: u64,
    typed: String,
    /// What is called so, and how much that counts.
    filed: Vec<Filed>,
    filed_weight: f32,
}

impl Meant {
    fn is_known(&self) -> bool {
        self.of_stem > 0 || !self.known.is_empty() || !self.filed.is_empty()
    }
}

/// What there is in the index to compare with: whole words and stems.
struct Vocabulary {
    words: Field,
    stems: Field,
}

impl Open {
    /// Posts with all words and phrases that were asked for; when there are none, and three words or more, those that
    /// lack one of them.
    pub fn posts(
        &self,
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
        offset: usize,
        most: usize,
        within: Within,
    ) -> tantivy::Result<FoundPosts> {
        let searcher = self.searcher();
        let all = self.all_of(&searcher, asked, narrowed, now, (offset, most), within)?;
        if all.total > 0 || within == Within::Names {
            return Ok(all);
        }
        let suggestion = self.suggestion(&searcher, asked, narrowed, now)?;
        let nearly = if asked.words.len() > 2 {
            self.all_but_one(&searcher, asked, narrowed, now, (offset, most))?
        } else {
            all
        };
        Ok(FoundPosts { suggestion, ..nearly })
    }

    fn all_of(
        &self,
        searcher: &Searcher,
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
        page: (usize, usize),
        within: Within,
    ) -> tantivy::Result<FoundPosts> {
        let meant = self.meant(searcher, asked, &self.of_posts(), 0)?;
        if !meant.iter().all(Meant::is_known) {
            return Ok(FoundPosts::default());
        }
        let mut clauses = self.phrases(asked);
        clauses.extend(meant.iter().map(|word| (Occur::Must, self.word(searcher, word, within))));
        self.page(searcher, clauses, &meant, asked, narrowed, now, page)
    }

    fn all_but_one(
        &self,
        searcher: &Searcher,
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
        page: (usize, usize),
    ) -> tantivy::Result<FoundPosts> {
        let meant = self.meant(searcher, asked, &self.of_posts(), 0)?;
        let words: Vec<Box<dyn Query>> = meant
            .iter()
            .filter(|word| word.is_known())
            .map(|word| self.word(searcher, word, Within::Everything))
            .collect();
        let needed = asked.words.len() - 1;
        if words.len() < needed {
            return Ok(FoundPosts::default());
        }
        let mut clauses = self.phrases(asked);
        clauses.push((Occur::Must, Box::new(BooleanQuery::union_with_minimum_required_clauses(words, needed))));
        self.page(searcher, clauses, &meant, asked, narrowed, now, page)
    }

    #[expect(clippy::too_many_arguments, reason = "what was asked, and what was made of it")]
    fn page(
        &self,
        searcher: &Searcher,
        mut clauses: Vec<(Occur, Box<dyn Query>)>,
        meant: &[Meant],
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
        (offset, most): (usize, usize),
    ) -> tantivy::Result<FoundPosts> {
        self.narrow(&mut clauses, narrowed);
        let reachable = offset.saturating_add(most).min(searcher.num_docs() as usize);
        let most = if offset < reachable { reachable } else { 0 };
        let Collected { hits, total } = self.collect(searcher, clauses, Kind::Post, narrowed, now, most)?;
        let hits = hits.iter().skip(offset).map(|hit| PostId(hit.id)).collect();
        Ok(FoundPosts { hits, total, sought: sought(asked, meant), suggestion: None })
    }

    /// Files by name, description, caption and their post's title.
    pub fn files(
        &self,
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
        most: usize,
    ) -> tantivy::Result<FoundFiles> {
        let searcher = self.searcher();
        let vocabulary = Vocabulary { words: self.fields.file_words, stems: self.fields.file_stems };
        let meant = self.meant(&searcher, asked, &vocabulary, 0)?;
        if !meant.iter().all(Meant::is_known) {
            return Ok(FoundFiles::default());
        }
        let clauses = || {
            let phrases = asked.phrases.iter().map(|words| (Occur::Must, phrase(vocabulary.words, words)));
            let words = meant.iter().map(|word| (Occur::Must, either(&searcher, &vocabulary, word, 1.0)));
            phrases.chain(words).collect::<Vec<_>>()
        };
        let mut of_posts = clauses();
        self.narrow(&mut of_posts, narrowed);
        let of_posts = self.collect(&searcher, of_posts, Kind::FileOfPost, narrowed, now, most)?;
        // Files of one post stand together, where its best one stands.
        let mut order: Vec<i64> = Vec::new();
        for hit in &of_posts.hits {
            if !order.contains(&hit.id) {
                order.push(hit.id);
            }
        }
        let mut hits = of_posts.hits;
        hits.sort_by_key(|hit| (order.iter().position(|id| *id == hit.id), hit.position));
        let read = |hit: &Hit| {
            let document: TantivyDocument = searcher.doc(hit.document)?;
            Ok(FileHit {
                post: PostId(hit.id),
                object_key: text(&document, self.fields.object_key),
                alt: text(&document, self.fields.alt),
            })
        };
        let of_posts: tantivy::Result<Vec<FileHit>> = hits.iter().map(read).collect();
        let standalone = if narrowed.is_empty() {
            self.collect(&searcher, clauses(), Kind::StandaloneFile, narrowed, now, most)?.hits
        } else {
            Vec::new()
        };
        Ok(FoundFiles { of_posts: of_posts?, standalone: standalone.into_iter().map(|hit| MediaId(hit.id)).collect() })
    }

    fn collect(
        &self,
        searcher: &Searcher,
        clauses: Vec<(Occur, Box<dyn Query>)>,
        kind: Kind,
        narrowed: &Narrowed,
        now: Timestamp,
        most: usize,
    ) -> tantivy::Result<Collected> {
        let until = narrowed.until.map_or(now, |until| until.plus_ms(-1));
        let best = Best { kind, most, from: narrowed.from.unwrap_or(Timestamp(i64::MIN)), until, now };
        searcher.search(&BooleanQuery::new(clauses), &best)
    }

    fn of_posts(&self) -> Vocabulary {
        Vocabulary { words: self.fields.words, stems: self.fields.word_stems }
    }

    /// What the vocabulary makes of each word, with so many more mistakes than are forgiven otherwise.
    fn meant(
        &self,
        searcher: &Searcher,
        asked: &Asked,
        vocabulary: &Vocabulary,
        more_mistakes: u8,
    ) -> tantivy::Result<Vec<Meant>> {
        let last = asked.words.len().wrapping_sub(1);
        let words = asked.words.iter().enumerate();
        words
            .map(|(place, word)| {
                let stem = stem(word);
                let of_stem = searcher.doc_freq(&Term::from_field_text(vocabulary.stems, &stem))?;
                let mut mistakes = forgiven(word);
                if more_mistakes > 0 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
                    mistakes = (mistakes + more_mistakes).min(2);
                }
                // A word that there is needs less imagination.
                let mistakes = if of_stem > 0 { mistakes.min(1) } else { mistakes };
                // One letter begins too many to mean any of them.
                let typing = asked.typing && place == last && word.len() > 1;
                let known = near(searcher, vocabulary.words, word, mistakes, typing)?;
                // A word that posts hold is no slip of a name.
                let is_word = of_stem > 0 || known.first().is_some_and(|known| known.distance == 0 && !known.goes_on);
                let (nearest, filed) =
                    asked.names.with_word(word, typing, !is_word).unwrap_or((Near::Same, Vec::new()));
                let filed_weight = match nearest {
                    Near::Same => FILED,
                    Near::GoesOn => FILED * GOES_ON,
                    Near::Slip => FILED * ONE_MISTAKE,
                };
                Ok(Meant { known, stem, of_stem, typed: word.clone(), filed, filed_weight })
            })
            .collect()
    }

    fn phrases(&self, asked: &Asked) -> Vec<(Occur, Box<dyn Query>)> {
        let in_title = |words: &Vec<String>| {
            (Occur::Should, Box::new(BoostQuery::new(phrase(self.fields.title, words), IN_TITLE)) as Box<dyn Query>)
        };
        let anywhere = asked.phrases.iter().map(|words| {
            let filed = asked.names.with_phrase(words).into_iter().map(|filed| self.filed(&filed, FILED));
            (
                Occur::Must,
                Box::new(BooleanQuery::union(filed.chain([phrase(self.fields.words, words)]).collect()))
                    as Box<dyn Query>,
            )
        });
        anywhere.chain(asked.phrases.iter().map(in_title)).collect()
    }

    /// Posts with a word, in any of the ways it may have been meant.
    fn word(&self, searcher: &Searcher, word: &Meant, within: Within) -> Box<dyn Query> {
        let Fields { title, title_stems, names, word_stems, words, .. } = self.fields;
        let either = |words, stems, boost| either(searcher, &Vocabulary { words, stems }, word, boost);
        // Names have no stems of their own: those of all words stand for them.
        let mut fields = vec![either(title, title_stems, IN_TITLE), either(names, names, IN_NAMES)];
        if within == Within::Everything {
            fields.push(either(words, word_stems, 1.0));
        }
        fields.extend(word.filed.iter().map(|filed| self.filed(filed, word.filed_weight)));
        Box::new(BooleanQuery::union(fields))
    }

    /// Everything that stands under a name, each alike.
    fn filed(&self, filed: &Filed, weight: f32) -> Box<dyn Query> {
        let query = TermQuery::new(self.filed_term(filed), IndexRecordOption::Basic);
        Box::new(ConstScoreQuery::new(Box::new(query), weight))
    }

    fn filed_term(&self, filed: &Filed) -> Term {
        match filed {
            Filed::Category(CategoryId(id)) => Term::from_field_u64(self.fields.category, *id as u64),
            Filed::Author(slug) => Term::from_field_text(self.fields.author, slug),
        }
    }

    fn narrow(&self, clauses: &mut Vec<(Occur, Box<dyn Query>)>, narrowed: &Narrowed) {
        let category = narrowed.category.map(Filed::Category);
        let author = narrowed.author.clone().map(Filed::Author);
        clauses.extend(category.into_iter().chain(author).map(|filed| (Occur::Must, self.filed(&filed, 0.0))));
    }

    /// The query with the nearest known words in the place of those that are not known, when that finds something.
    fn suggestion(
        &self,
        searcher: &Searcher,
        asked: &Asked,
        narrowed: &Narrowed,
        now: Timestamp,
    ) -> tantivy::Result<Option<String>> {
        let asked = Asked { typing: false, ..asked.clone() };
        let meant = self.meant(searcher, &asked, &self.of_posts(), 1)?;
        let words: Vec<String> = meant
            .iter()
            .map(|word| word.known.first().map_or_else(|| word.typed.clone(), |known| known.word.clone()))
            .collect();
        if words == asked.words {
            return Ok(None);
        }
        let better = Asked { words, ..asked };
        let found = self.all_of(searcher, &better, narrowed, now, (0, 0), Within::Everything)?;
        Ok((found.total > 0).then(|| better.spelled_out()))
    }
}

/// What of a text is to be marked.
fn sought(asked: &Asked, meant: &[Meant]) -> Sought {
    let known = meant.iter().flat_map(|word| {
        // Where there is the word itself, its near relations are not what was meant.
        let exact = word.known.first().is_some_and(|known| known.distance == 0) || word.of_stem > 0;
        word.known.iter().filter(move |known| !exact || known.distance == 0).map(|known| known.word.clone())
    });
    let whole: HashSet<String> = known.chain(asked.phrases.iter().flatten().cloned()).collect();
    Sought {
        whole,
        stems: meant.iter().filter(|word| word.of_stem > 0).map(|word| word.stem.clone()).collect(),
        beginnings: Vec::new(),
    }
}

fn phrase(field: Field, words: &[String]) -> Box<dyn Query> {
    let terms: Vec<Term> = words.iter().map(|word| Term::from_field_text(field, word)).collect();
    match <[Term; 1]>::try_from(terms) {
        Ok([only]) => Box::new(TermQuery::new(only, IndexRecordOption::WithFreqs)),
        Err(terms) => Box::new(PhraseQuery::new(terms)),
    }
}

/// The best of the ways in which a word may have been meant.
fn either(searcher: &Searcher, Vocabulary { words, stems }: &Vocabulary, meant: &Meant, boost: f32) -> Box<dyn Query> {
    let documents = searcher.num_docs().max(1);
    // A slip that happens to be a rare word must not count for more than the word itself, or what is nearest to it.
    let nearest = meant.known.first().map(|known| (known.distance, known.goes_on));
    let usual = meant
        .known
        .iter()
        .filter(|known| Some((known.distance, known.goes_on)) == nearest)
        .map(|known| known.documents)
        .max();
    let usual = usual.unwrap_or(meant.of_stem);
    let mut ways: Vec<Box<dyn Query>> = Vec::new();
    let mut add = |field: Field, word: &str, held_by: u64, weight: f32| {
        let boost = boost * weight * (rarity(usual, documents) / rarity(held_by, documents)).min(1.0);
        let query = TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs);
        ways.push(Box::new(BoostQuery::new(Box::new(query), boost)));
    };
    for known in &meant.known {
        let weight = match (known.distance, known.goes_on) {
            (0, false) => 1.0,
            (0, true) => GOES_ON,
            (1, false) => ONE_MISTAKE,
            (1, true) => ONE_MISTAKE * GOES_ON,
            (_, false) => TWO_MISTAKES,
            (_, true) => TWO_MISTAKES * GOES_ON,
        };
        add(*words, &known.word, known.documents, weight);
    }
    if meant.of_stem > 0 && stems != words {
        add(*stems, &meant.stem, meant.of_stem, SAME_STEM);
    }
    Box::new(DisjunctionMaxQuery::new(ways))
}

/// As BM25 weighs a word that so many of all documents hold.
fn rarity(held_by: u64, documents: u64) -> f32 {
    let (held_by, documents) = (held_by.min(documents) as f32, documents as f32);
    (1.0 + (documents - held_by + 0.5) / (held_by + 0.5)).ln()
}

fn text(document: &TantivyDocument, field: Field) -> String {
    document.get_first(field).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
