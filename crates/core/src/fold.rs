//! Text folding: the words of a text in the letters by which they are compared, for search.
//!
//! Folding follows the script. Alphabets that write their vowels, and what China, Japan and Korea write, are read in
//! ASCII (`Čaj` is `caj`, `Москва` is `moskva`). Where letters stand for consonants or syllables, a reading in ASCII
//! would make one word of many: those keep their letters, without the vowel signs and tones that a writer may leave out.

use std::ops::Range;
use std::sync::OnceLock;

use unicode_normalization::char::{canonical_combining_class, compose, decompose_compatible, is_combining_mark};
use unicode_script::{Script, UnicodeScript};

/// To be incremented when words are folded in another way: what is stored of them is then made anew.
pub const FOLDING_VERSION: u32 = 2;

/// The folded words of a text with one blank between: `Café, 5G & "Čaj"` becomes `cafe 5g caj`, `الأُسرة` becomes
/// `الاسره`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in words(text) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(&word.folded);
    }
    folded
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands in the text, in bytes, with the marks on its last letter. Several words may stand in one
    /// character: 本 is read "Ben".
    pub at: Range<usize>,
    /// In lower-case letters and digits.
    pub folded: String,
}

/// The words of a text in its order, each with its place.
pub fn words(text: &str) -> Vec<Word> {
    let mut reader = WordReader::default();
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        if c.is_ascii() {
            reader.read_ascii(c as u8, at..at + 1);
            continue;
        }
        let place = at..at + c.len_utf8();
        match kind_of(c) {
            Kind::Attached => reader.extend(place),
            Kind::Invisible => {}
            Kind::Letter(letter) => reader.push(letter, &place),
            Kind::Letters => reader.read_letters(c, place),
            Kind::ReadAloud => {
                // One letter, in however many characters it came.
                let (mut whole, mut following) = (c, characters.clone());
                while let Some(next) = following.next().map(|(_, next)| next).filter(|next| may_compose(*next))
                    && let Some(composed) = compose(whole, next)
                {
                    whole = composed;
                    characters.next();
                }
                reader.read_aloud(whole, at..characters.offset());
            }
        }
    }
    reader.end_word();
    reader.words
}

/// What a character is to who reads words.
#[derive(Clone, Copy)]
enum Kind {
    /// [`is_attached`].
    Attached,
    /// [`is_invisible`].
    Invisible,
    /// Of a script that keeps its letters: as it is folded.
    Letter(char),
    /// The same of several letters.
    Letters,
    /// Read in ASCII, or what stands between words.
    ReadAloud,
}

/// [`read_kind`], which takes a look into several tables, is remembered of the characters that texts are made of.
fn kind_of(c: char) -> Kind {
    const PAGE: usize = 256;
    static PAGES: [OnceLock<Box<[Kind; PAGE]>>; PAGE] = [const { OnceLock::new() }; PAGE];
    let (page, place) = (c as usize / PAGE, c as usize % PAGE);
    let Some(kinds) = PAGES.get(page) else { return read_kind(c) };
    let read_page = || {
        let character = |place| char::from_u32((page * PAGE + place) as u32);
        Box::new(std::array::from_fn(|place| character(place).map_or(Kind::ReadAloud, read_kind)))
    };
    kinds.get_or_init(read_page)[place]
}

fn read_kind(c: char) -> Kind {
    if is_attached(c) {
        return Kind::Attached;
    }
    if is_invisible(c) {
        return Kind::Invisible;
    }
    if !keeps_letters(c) {
        return Kind::ReadAloud;
    }
    let mut letters = WordReader::default();
    letters.read_letters(c, 0..0);
    match letters.word.as_ref().map(|word| word.folded.chars().collect::<Vec<_>>()).as_deref() {
        Some([letter]) if letters.words.is_empty() => Kind::Letter(*letter),
        _ => Kind::Letters,
    }
}

/// Whether a character may be one letter with that before it: a mark, or a vowel or final of Hangul.
fn may_compose(c: char) -> bool {
    matches!(c, '\u{1161}'..='\u{11ff}') || !c.is_ascii() && matches!(kind_of(c), Kind::Attached)
}

#[derive(Default)]
struct WordReader {
    words: Vec<Word>,
    word: Option<Word>,
}

impl WordReader {
    fn push(&mut self, c: char, at: &Range<usize>) {
        let word = self.word.get_or_insert_with(|| Word { at: at.clone(), folded: String::new() });
        word.folded.push(c);
        word.at.end = at.end;
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    /// Marks on the last letter of the word.
    fn extend(&mut self, at: Range<usize>) {
        if let Some(word) = self.word.as_mut().filter(|word| word.at.end == at.start) {
            word.at.end = at.end;
        }
    }

    fn read_ascii(&mut self, byte: u8, at: Range<usize>) {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'A'..=b'Z' => self.push(byte.to_ascii_lowercase().into(), &at),
            // An apostrophe joins: "don't" is one word.
            b'\'' => {}
            _ => self.end_word(),
        }
    }

    /// A character as it is read in ASCII.
    fn read_aloud(&mut self, c: char, at: Range<usize>) {
        match c {
            // Both are typed for both.
            'ё' | 'Ё' => self.push('e', &at),
            _ => match deunicode::deunicode_char(c) {
                Some(reading) => reading.bytes().for_each(|byte| self.read_ascii(byte, at.clone())),
                None if c.is_alphanumeric() => {
                    c.to_lowercase().for_each(|c| self.push(c, &at));
                    // As their readings do, which end in a blank.
                    if c.script() == Script::Han {
                        self.end_word();
                    }
                }
                None => self.end_word(),
            },
        }
    }

    /// A character of a script that keeps its letters. A ligature may be several words.
    fn read_letters(&mut self, c: char, at: Range<usize>) {
        decompose_compatible(c, |part| {
            if part.is_whitespace() {
                self.end_word();
            } else if !is_attached(part) && (part.is_alphanumeric() || is_combining_mark(part)) {
                one_of_doubles(part).to_lowercase().for_each(|letter| self.push(letter, &at));
            }
        });
    }
}

/// Whether a character is neither seen nor parts a word: soft hyphens, and what joins or allows a break.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Whether a character belongs to the letter before it and tells no words apart: accents, tones, vowel points, what
/// makes a letter longer, and selectors of its shape. The vowel signs of India and its neighbours do.
pub fn is_attached(c: char) -> bool {
    match c {
        // Arabic: what makes a line longer, the high hamza, small letters above the line; N'Ko: a longer line.
        '\u{640}' | '\u{674}' | '\u{6e5}' | '\u{6e6}' | '\u{7fa}' => true,
        // Tifinagh: a sign that joins consonants.
        '\u{2d7f}' => true,
        _ if is_combining_mark(c) => match canonical_combining_class(c) {
            0 => !c.is_alphanumeric(),
            // Signs that take a vowel away; vowels and tones of Telugu, Thai, Lao and Tibetan.
            9 | 84..=132 => false,
            _ => true,
        },
        _ => false,
    }
}

/// Whether a letter or sign belongs to a script that is not read in ASCII.
fn keeps_letters(c: char) -> bool {
    if c.is_numeric() || !(c.is_alphabetic() || is_combining_mark(c)) {
        return false;
    }
    !matches!(
        c.script(),
        Script::Latin
            | Script::Greek
            | Script::Cyrillic
            | Script::Armenian
            | Script::Georgian
            | Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Hangul
            | Script::Bopomofo
            | Script::Common
            | Script::Inherited
            | Script::Unknown
    )
}

/// The letter that stands for all that are written for each other.
fn one_of_doubles(c: char) -> char {
    let moved = |from: u32, to: u32| char::from_u32(c as u32 - from + to).unwrap_or(c);
    match c {
        // Arabic, with the letters of Persian and Urdu: alif, ya, kaf, ha and ta marbuta.
        '\u{671}'..='\u{673}' => 'ا',
        'ى' | 'ی' => 'ي',
        'ک' | 'ڪ' => 'ك',
        'ة' | 'ھ' | 'ہ' | 'ۃ' | 'ە' => 'ه',
        // Hebrew letters as they stand at the end of a word.
        'ך' | 'ם' | 'ן' | 'ף' | 'ץ' => moved(0, 1),
        // Ethiopic: the letters for h, s and ts, and those for no consonant, with all their vowels. The first vowel of h
        // and of no consonant is read as the fourth.
        'ሃ' | 'ሓ' | 'ኃ' | 'ኻ' => 'ሀ',
        'ኣ' | 'ዓ' => 'አ',
        'ሐ'..='ሖ' => moved(0x1210, 0x1200),
        'ኀ'..='ኇ' => moved(0x1280, 0x1200),
        'ኸ'..='ኾ' => moved(0x12b8, 0x1200),
        'ሗ' => 'ኋ',
        'ዀ'..='ዅ' => moved(0x12c0, 0x1288),
        'ሠ'..='ሧ' => moved(0x1220, 0x1230),
        'ዐ'..='ዖ' => moved(0x12d0, 0x12a0),
        'ፀ'..='ፇ' => moved(0x1340, 0x1338),
        _ => c,
    }
}

/// Whether a folded word is written in consonants, with vowels left out.
pub fn is_consonantal(folded: &str) -> bool {
    let is_of_abjad = |c: char| matches!(c.script(), Script::Arabic | Script::Hebrew | Script::Syriac);
    folded.chars().next().is_some_and(|c| !c.is_ascii() && is_of_abjad(c))
}

/// The words of a text in lower-case ASCII with one blank between, of every script: `Москва` becomes `moskva`. What
/// cannot be written so is left out.
pub fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    let mut is_apart = false;
    let readings = text.chars().filter(|c| !is_invisible(*c)).map(|c| deunicode::deunicode_char(c).unwrap_or(" "));
    for byte in readings.flat_map(str::bytes).filter(|byte| *byte != b'\'') {
        if !byte.is_ascii_alphanumeric() {
            is_apart = true;
            continue;
        }
        if std::mem::take(&mut is_apart) && !ascii.is_empty() {
            ascii.push(' ');
        }
        ascii.push(byte.to_ascii_lowercase().into());
    }
    ascii
}

/// [`fold`]ed words with a blank before each, as titles are compared: ` word` is then found where a word begins.
pub fn search_words(text: &str) -> String {
    format!(" {}", fold(text))
}

/// One line of text: control characters and runs of white space become one space.
pub fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    #[test]
    fn folding_removes_case_accents_and_punctuation() {
        for (text, folded) in [
            ("Café, 5G & \"Čaj\"", "cafe 5g caj"),
            ("don’t PANIC", "dont panic"),
            ("100% _x_", "100 x"),
            ("日本", "ri ben"),
            ("co\u{ad}operative wi\u{2060}fi", "cooperative wifi"),
            ("…—!", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
        assert_eq!(search_words("Habari ya"), " habari ya");
    }

    #[test]
    fn folded_words_have_their_position_in_the_text() {
        let text = "«Çay» don’t; 日本 é lo\u{323}\u{301}wo\u{323}\u{301} مَدْرَسَةُ";
        let found: Vec<(&str, String)> = words(text).into_iter().map(|word| (&text[word.at], word.folded)).collect();
        let expected = [
            ("Çay", "cay"),
            ("don’t", "dont"),
            ("日", "ri"),
            ("本", "ben"),
            ("é", "e"),
            ("lo\u{323}\u{301}wo\u{323}\u{301}", "lowo"),
            ("مَدْرَسَةُ", "مدرسه"),
        ];
        assert_eq!(found, expected.map(|(written, folded)| (written, folded.to_owned())));
    }

    #[test]
    fn folding_follows_the_script() {
        for (text, folded) in [
            // Latin, with tones and hooks; its reading in ASCII.
            ("Lọ́wọ́ ọmọ Yorùbá, ńlá", "lowo omo yoruba nla"),
            ("Kuɗi, ƙasa, ɓera, ƴanci", "kudi kasa bera yanci"),
            ("Ụmụaka na-asụ Igbo: ǹnọọ", "umuaka na asu igbo nnoo"),
            ("Straße, smørrebrød, Łódź, Eʋe, ŋkɔ", "strasse smorrebrod lodz eve ngko"),
            // Alphabets with vowels.
            ("Москва, ёлка, Україна", "moskva elka ukrayina"),
            ("Ἀθῆναι, Αθήνα", "athenai athena"),
            ("東京 서울 ガーナ", "dong jing seoul gana"),
            ("𠀂東𠀂", "𠀂 dong 𠀂"),
            // Arabic: vowels, alif, ya, ta marbuta, hamza, longer lines, ligatures and forms, its punctuation.
            ("مَدْرَسَةُ البَرْمَجَةِ", "مدرسه البرمجه"),
            ("أحمد إلى آخر ٱلله على", "احمد الي اخر الله علي"),
            ("مؤسسة شؤون رئيس شيء", "موسسه شوون رييس شيء"),
            ("مـــحـمد، عام؛ علم؟ لم", "محمد عام علم لم"),
            ("ﻛﺘﺎﺏ ﷺ ﻻ", "كتاب صلي الله عليه وسلم لا"),
            ("\u{200f}سنة ٢٠٢٦ و۱۲۳", "سنه 2026 و123"),
            ("یک کتاب می\u{200c}خواهم", "يك كتاب ميخواهم"),
            ("پاکستان ہے", "پاكستان هے"),
            // Hebrew, Syriac, N'Ko, Adlam, Tifinagh, Coptic.
            ("שָׁלוֹם, מַיִם בֵּית־סֵפֶר", "שלומ מימ בית ספר"),
            ("ܫܠܳܡܳܐ", "ܫܠܡܐ"),
            ("ߒߞߏ ߞߊ߬ߙߊ߲߬ ߁߂", "ߒߞߏ ߞߊߙߊ 12"),
            ("𞤆𞤵𞤤𞤢𞤪 𞤢𞥄", "𞤨𞤵𞤤𞤢𞤪 𞤢"),
            ("ⵜⴰⵎⴰⵣⵉⵖⵜ ⴰⵣⵓⵍ", "ⵜⴰⵎⴰⵣⵉⵖⵜ ⴰⵣⵓⵍ"),
            ("Ⲧⲙⲏⲧⲣⲉⲙⲛ̀ⲭⲏⲙⲓ", "ⲧⲙⲏⲧⲣⲉⲙⲛⲭⲏⲙⲓ"),
            // Ethiopic: its doubles, marks and separators.
            ("ሠላም፡ዓለም።ጸሐይ፣ፀሀይ", "ሰላም አለም ጸሀይ ጸሀይ"),
            ("ኃይለ፡ሥላሴ ኀይል ሓይል ኸልኡ", "ሀይለ ስላሴ ሀይል ሀይል ሀልኡ"),
            ("ኳስ ቋንቋ ሗላ ኋላ ፏፏቴ", "ኳስ ቋንቋ ኋላ ኋላ ፏፏቴ"),
            // Vowel signs of India and its neighbours tell words apart; a dot below is often left out.
            ("हिन्दी में क़लम ज़रूरी", "हिन्दी में कलम जरूरी"),
            ("কলকাতা, தமிழ்", "কলকাতা தமிழ்"),
            ("ภาษาไทย ๒๕", "ภาษาไทย 25"),
        ] {
            let folded: String = folded.nfkd().collect();
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn words_of_consonants_stay_apart() {
        let words = ["علم", "لم", "عام", "عمل", "عالم", "العلم", "م", "10 m"];
        let folded: std::collections::HashSet<String> = words.map(fold).into();
        assert_eq!(folded.len(), words.len(), "{folded:?}");
    }

    #[test]
    fn a_letter_is_folded_alike_in_however_many_characters_it_came() {
        let mut differing = Vec::new();
        for c in ('\u{80}'..=char::MAX).filter(|c| c.is_alphabetic()) {
            let (composed, decomposed): (String, String) = (c.nfc().collect(), c.nfd().collect());
            if fold(&composed) != fold(&decomposed) {
                differing.push((composed, decomposed));
            }
        }
        assert_eq!(differing, []);
    }

    #[test]
    fn latin_letters_are_read_as_their_addresses_are_written() {
        for c in (' '..='~').chain('\u{80}'..='\u{2af}').chain('\u{1e00}'..='\u{1eff}') {
            let text = format!("a{c}b");
            // What no table reads stays as it is.
            if deunicode::deunicode_char(c).is_some() {
                assert_eq!(fold(&text), ascii(&text), "{text}");
            }
        }
        for (text, written) in
            [("Don't; Müller straße", "dont muller strasse"), ("Москва 日本", "moskva ri ben"), ("…—!", "")]
        {
            assert_eq!(ascii(text), written);
        }
    }
}
