//! Index schema and tokenizer, and the folder that is named by a hash of the schema.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{Index, IndexSettings};

use super::kind::IndexKind;
use crate::fold::FOLDING_VERSION;
use crate::spellings::places;

/// To be incremented when documents are built in another way: existing indexes are then rebuilt, as they are when words
/// are folded in another way.
const FORMAT_VERSION: u32 = 8;
/// Longest indexed word in characters.
pub const MAX_WORD_CHARS: usize = 48;

/// Name of the tokenizer in the schema.
const TOKENIZER: &str = "places";
/// Stands between two spellings of one place.
pub const SPELLING_MARK: char = '|';

/// The fields of a document: a post, a file of a post, or a standalone file (one that an editor marked public). Texts
/// are [`place_text`]s.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// [`DocumentKind`].
    pub kind: Field,
    /// Of a post and of its files: the post's id.
    pub post: Field,
    /// Of a standalone file: its id.
    pub medium: Field,
    /// Fingerprint of the row that the document was built from.
    pub state: Field,
    /// When the post is or was published; 0 for a standalone file.
    pub published: Field,
    pub category: Field,
    /// Slug of the by-line.
    pub author: Field,
    /// Code of the language whose stems the document has; none where its words are their own stems.
    pub stemming: Field,
    /// All words of a post, unstemmed.
    pub words: Field,
    pub word_stems: Field,
    pub title: Field,
    pub title_stems: Field,
    /// Tags, brand, by-line, deals.
    pub names: Field,
    /// Of a file: its name, its texts in the library and in the post, and the post's title, unstemmed.
    pub file_words: Field,
    pub file_stems: Field,
    /// Of a file: its key, and the description it has in the post.
    pub object_key: Field,
    pub alt: Field,
    /// Of a file: its position in the post.
    pub position: Field,
    /// In the newsroom's index alone.
    pub newsroom: Option<NewsroomFields>,
}

/// What the newsroom narrows a search by, beside category and by-line.
#[derive(Clone, Copy, Debug)]
pub struct NewsroomFields {
    pub status: Field,
    /// Id of the contributor or author whose post it is.
    pub owner: Field,
}

/// Kind of a document, stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    Post = 0,
    PostFile = 1,
    StandaloneFile = 2,
}

/// The schema of an index with its fields.
pub fn schema(kind: IndexKind) -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let text_options = |tokenizer: &str, option| {
        TextOptions::default()
            .set_indexing_options(TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(option))
    };
    // Phrase queries need the positions of whole words; stems need only frequencies.
    let whole = text_options(TOKENIZER, IndexRecordOption::WithFreqsAndPositions);
    let stemmed = text_options(TOKENIZER, IndexRecordOption::WithFreqs);
    let fast = NumericOptions::default() | FAST;
    let fields = Fields {
        kind: schema.add_u64_field("kind", fast.clone()),
        post: schema.add_u64_field("post", fast.clone() | INDEXED),
        medium: schema.add_u64_field("medium", fast.clone() | INDEXED),
        state: schema.add_u64_field("state", fast.clone()),
        published: schema.add_i64_field("published", fast.clone()),
        category: schema.add_u64_field("category", NumericOptions::default() | INDEXED),
        author: schema.add_text_field("author", STRING),
        stemming: schema.add_text_field("stemming", STRING),
        words: schema.add_text_field("words", whole.clone()),
        word_stems: schema.add_text_field("word_stems", stemmed.clone()),
        title: schema.add_text_field("title", whole.clone()),
        title_stems: schema.add_text_field("title_stems", stemmed.clone()),
        names: schema.add_text_field("names", whole.clone()),
        file_words: schema.add_text_field("file_words", whole),
        file_stems: schema.add_text_field("file_stems", stemmed),
        object_key: schema.add_text_field("object_key", STORED),
        alt: schema.add_text_field("alt", STORED),
        position: schema.add_u64_field("position", fast),
        newsroom: (kind == IndexKind::Newsroom).then(|| NewsroomFields {
            status: schema.add_text_field("status", STRING),
            owner: schema.add_u64_field("owner", NumericOptions::default() | INDEXED),
        }),
    };
    (schema.build(), fields)
}

/// The folder of this schema's index, below the folder of all indexes.
pub fn folder(indexes: &Path, kind: IndexKind) -> PathBuf {
    let schema_json = serde_json::to_string(&schema(kind).0).unwrap_or_default();
    let hash = Sha256::digest(format!("{FORMAT_VERSION} {FOLDING_VERSION}\n{schema_json}"));
    let mut name = String::new();
    for byte in &hash[..8] {
        let _ = write!(name, "{byte:02x}");
    }
    indexes.join(name)
}

/// Opens the index in its folder, or creates an empty one there.
pub fn open(folder: &Path, kind: IndexKind) -> tantivy::Result<Index> {
    std::fs::create_dir_all(folder)?;
    let directory = tantivy::directory::MmapDirectory::open(folder)?;
    // A save writes one document: a thread of its own to compress it costs more than it saves.
    let settings = IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
    let index = Index::builder().schema(schema(kind).0).settings(settings).open_or_create(directory)?;
    index.tokenizers().register(TOKENIZER, TextAnalyzer::from(PlaceTokenizer::default()));
    Ok(index)
}

/// The words of a text as the index takes them: one blank between two places, a mark between the spellings of one.
pub fn place_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for place in places(text) {
        let mut separator = if out.is_empty() { None } else { Some(' ') };
        for word in place {
            out.extend(separator);
            out.push_str(&word.folded);
            separator = Some(SPELLING_MARK);
        }
    }
    out
}

/// Reads a [`place_text`]: all spellings of a place have its position, so that phrases match whichever is typed. A word
/// that is too long is left out.
#[derive(Clone, Default)]
struct PlaceTokenizer {
    token: Token,
}

struct PlaceTokens<'a> {
    text: &'a str,
    /// Where the next token begins.
    next: usize,
    token: &'a mut Token,
}

impl Tokenizer for PlaceTokenizer {
    type TokenStream<'a> = PlaceTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PlaceTokens<'a> {
        self.token.reset();
        PlaceTokens { text, next: 0, token: &mut self.token }
    }
}

impl TokenStream for PlaceTokens<'_> {
    fn advance(&mut self) -> bool {
        loop {
            let begin = self.next;
            let Some(rest) = self.text.get(begin..).filter(|rest| !rest.is_empty()) else { return false };
            let end = begin + rest.bytes().position(|b| b == b' ' || b == SPELLING_MARK as u8).unwrap_or(rest.len());
            if !self.text[..begin].ends_with(SPELLING_MARK) {
                // A token that was reset has the position before the first one.
                self.token.position = self.token.position.wrapping_add(1);
            }
            self.next = end + 1;
            let word = &self.text[begin..end];
            if word.len() > MAX_WORD_CHARS && word.chars().count() > MAX_WORD_CHARS {
                continue;
            }
            self.token.text.clear();
            self.token.text.push_str(word);
            (self.token.offset_from, self.token.offset_to) = (begin, end);
            return true;
        }
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::super::stemming::Stemming;
    use super::*;

    #[test]
    fn all_spellings_of_a_place_have_its_position() {
        let mut tokenizer = PlaceTokenizer::default();
        for _ in 0..2 {
            let mut tokens = Vec::new();
            let text = place_text("The Wi-Fi router");
            tokenizer.token_stream(&text).process(&mut |token| tokens.push((token.position, token.text.clone())));
            let expected = [(0, "the"), (1, "wifi"), (1, "wi"), (1, "fi"), (2, "router")];
            assert_eq!(tokens, expected.map(|(position, word)| (position, word.to_owned())));
        }
        assert_eq!(Stemming::ENGLISH.terms(&place_text("E-mails sent")), "email e mail sent");
    }

    #[test]
    fn the_length_of_a_word_counts_in_characters() {
        let tokens_of = |text: &str| {
            let mut tokens = Vec::new();
            let mut tokenizer = PlaceTokenizer::default();
            tokenizer.token_stream(text).process(&mut |token| tokens.push((token.position, token.text.clone())));
            tokens
        };
        for letter in ["a", "ا", "ሀ"] {
            let (long, too_long) = (letter.repeat(MAX_WORD_CHARS), letter.repeat(MAX_WORD_CHARS + 1));
            assert_eq!(tokens_of(&format!("{too_long} {long} x")), [(1, long), (2, "x".to_owned())]);
        }
    }
}
