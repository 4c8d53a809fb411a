//! Stems of words, as the language of a text has them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use tantivy::tokenizer::{Language, Stemmer, TextAnalyzer, WhitespaceTokenizer};

use super::schema::SPELLING_MARK;
use crate::html::language;
use crate::spellings::without_article;

/// Stems that are remembered of a language while documents are made: some megabytes.
const MAX_KNOWN_STEMS: usize = 20_000;

/// Languages whose inflections are known and whose words stay in their own letters when they are folded.
const LANGUAGES: [(&str, Language); 16] = [
    ("en", Language::English),
    ("da", Language::Danish),
    ("de", Language::German),
    ("es", Language::Spanish),
    ("fi", Language::Finnish),
    ("fr", Language::French),
    ("hu", Language::Hungarian),
    ("it", Language::Italian),
    ("nl", Language::Dutch),
    ("no", Language::Norwegian),
    ("pt", Language::Portuguese),
    ("ro", Language::Romanian),
    ("sv", Language::Swedish),
    ("tr", Language::Turkish),
    // Bokmål, as its texts are usually marked.
    ("nb", Language::Norwegian),
    ("ar", Language::Arabic),
];

/// Swahili words that end like an English inflection and are not stemmed.
const STEM_EXCEPTIONS: [&str; 2] = ["marais", "rais"];

/// Ending of Swahili nouns that the English stemmer would take for that of an adverb.
const UNSTEMMED_ENDING: &str = "eli";

/// A language whose inflections are known, by its place in [`LANGUAGES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stemming(usize);

impl Stemming {
    pub const ENGLISH: Self = Self(0);

    /// Of a language tag; none where each word is its own stem.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = language::primary(tag);
        LANGUAGES.iter().position(|(code, _)| *code == primary).map(Self)
    }

    /// The language code.
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// Whether words of one stem begin alike.
    pub fn keeps_beginnings(self) -> bool {
        self.code() != "ar"
    }

    /// The stem of a folded word.
    pub fn stem(self, word: &str) -> String {
        if self == Self::ENGLISH && (STEM_EXCEPTIONS.contains(&word) || word.ends_with(UNSTEMMED_ENDING)) {
            return word.to_owned();
        }
        thread_local! {
            static STEMMERS: RefCell<HashMap<Stemming, TextAnalyzer>> = RefCell::new(HashMap::new());
        }
        STEMMERS.with_borrow_mut(|stemmers| {
            let stemmer = stemmers.entry(self).or_insert_with(|| {
                TextAnalyzer::builder(WhitespaceTokenizer::default()).filter(Stemmer::new(LANGUAGES[self.0].1)).build()
            });
            let word = self.as_stemmed(word);
            let mut tokens = stemmer.token_stream(&word);
            tokens.next().map_or_else(|| word.to_string(), |token| token.text.clone())
        })
    }

    /// The word in the letters that the stemmer knows: an Arabic word with the article ends in no pronoun, so what became
    /// ha when it was folded was a ta marbuta.
    fn as_stemmed(self, word: &str) -> Cow<'_, str> {
        match word.strip_suffix('ه') {
            Some(rest) if self.code() == "ar" && without_article(word).is_some() => format!("{rest}ة").into(),
            _ => word.into(),
        }
    }

    /// The stem as the index has it: equal stems of two languages are two terms.
    pub fn term(self, stem: &str) -> String {
        if self == Self::ENGLISH { stem.to_owned() } else { format!("{}:{stem}", self.code()) }
    }

    /// The stem of each word of a place text, as the index takes them.
    pub fn terms(self, words: &str) -> String {
        thread_local! {
            // Texts repeat their words, and a stem takes as long as all else that is done with a word.
            static KNOWN: RefCell<HashMap<Stemming, HashMap<String, String>>> = RefCell::new(HashMap::new());
        }
        let mut out = String::with_capacity(words.len());
        KNOWN.with_borrow_mut(|known| {
            let known = known.entry(self).or_default();
            if known.len() > MAX_KNOWN_STEMS {
                known.clear();
            }
            for word in words.split([' ', SPELLING_MARK]).filter(|word| !word.is_empty()) {
                if !out.is_empty() {
                    out.push(' ');
                }
                match known.get(word) {
                    Some(term) => out.push_str(term),
                    None => {
                        let term = self.term(&self.stem(word));
                        out.push_str(&term);
                        known.insert(word.to_owned(), term);
                    }
                }
            }
        });
        out
    }
}

/// The languages of these codes.
pub fn of_codes<'a>(codes: impl Iterator<Item = &'a str>) -> BTreeSet<Stemming> {
    codes.filter_map(Stemming::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Stemming = Stemming::ENGLISH;

    #[test]
    fn english_inflections_share_a_stem_and_swahili_words_stay_distinct() {
        for forms in
            [["pump", "pumps", "pumping"], ["charge", "charging", "charged"], ["battery", "batteries", "battery"]]
        {
            assert!(forms.iter().all(|form| ENGLISH.stem(form) == ENGLISH.stem(forms[0])), "{forms:?}");
        }
        let swahili = "habari maji umeme simu bei soko wakulima shamba kahawa chai elimu afya serikali benki pesa \
                       mkopo kazi biashara uchumi teknolojia mtandao kompyuta jua nyumba barabara mji nchi watu mtoto \
                       wanafunzi shule chuo daktari hospitali dawa chakula samaki kuku mbuzi ndege gari basi treni \
                       bahari ziwa mto mlima mvua upepo taa betri redio gazeti kitabu lugha muziki mchezo mpira timu \
                       ligi kombe mchezaji rais waziri bunge sheria mahakama polisi jeshi amani vita uhuru haki asili \
                       akili mwili kweli hali mali ajali asali njema mpya kubwa ndogo nzuri asante sherehe mbele nyuma \
                       hoteli ukweli ukwe feli treli seli tapeli wengine mwenye wote maendeleo maisha mazao mahindi \
                       mchele ng'ombe kilimo umwagiliaji";
        let mut stems = std::collections::HashSet::new();
        for word in swahili.split_whitespace().map(crate::fold::fold) {
            let stem = ENGLISH.stem(&word);
            // A last "e" may be stemmed off word and query alike; no two words may become one.
            assert!(stem == word || format!("{stem}e") == word, "{word}: {stem}");
            assert!(stems.insert(stem), "{word}");
        }
    }

    #[test]
    fn each_language_has_stems_of_its_own() {
        let french = Stemming::of("fr-CM").unwrap();
        assert_eq!(french.terms("chargeurs chargeur"), "fr:chargeur fr:chargeur");
        let spanish = Stemming::of("es").unwrap();
        assert_eq!(spanish.terms("trabajando trabajar"), "es:trabaj es:trabaj");
        assert_eq!(Stemming::of("en-KE"), Some(ENGLISH));
        for tag in ["sw", "so", "am", ""] {
            assert_eq!(Stemming::of(tag), None, "{tag}");
        }
        let arabic = Stemming::of("ar-EG").unwrap();
        // With the article and without, as documents have both.
        let stems = |word: &str| {
            let word = crate::fold::fold(word);
            [Some(word.as_str()), without_article(&word)].into_iter().flatten().map(|word| arabic.stem(word)).collect()
        };
        for forms in [
            ["برمجة", "البرمجة", "وبرمجتها"],
            ["مدرسة", "المدرسة", "مدرستهم"],
            ["معلم", "المعلمون", "المعلمات"],
            ["سيارة", "السيارات", "سيارته"],
            ["حكومة", "الحكومية", "الحكومة"],
        ] {
            let [first, others @ ..]: [BTreeSet<String>; 3] = forms.map(stems);
            assert!(others.iter().all(|other| !first.is_disjoint(other)), "{forms:?}: {first:?} {others:?}");
        }
        let apart: BTreeSet<BTreeSet<String>> = ["علم", "لم", "عام", "عمل", "عالم", "يوم"].map(stems).into();
        assert_eq!(apart.len(), 6, "{apart:?}");
    }
}
