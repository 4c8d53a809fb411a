//! Slugs: the part of a URL that is made from a title.

use std::borrow::Cow;
use std::collections::HashSet;

use mwanga_store::types::PostId;
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

use crate::fold::{ascii, is_invisible};

/// Longest slug in characters, before a number is added.
const MAX_SLUG_CHARS: usize = 80;
/// Longest slug in characters that is looked up.
const MAX_ASKED_CHARS: usize = 100;

/// `Café ya Nairobi: 5G!` becomes `cafe-ya-nairobi-5g`; none when a title has no letter and no digit.
///
/// Latin, Greek, Cyrillic, Armenian and Georgian are written in ASCII. Other scripts keep their own letters, because
/// different words would be spelled alike: `أسعار الكتب` becomes `أسعار-الكتب`. Vowel signs that may be left out are.
pub fn from_title(title: &str) -> Option<String> {
    let mut slug = String::new();
    let mut parts_words = false;
    // Whether the last character is one that keeps its letters: a mark or a lengthening after it does, too.
    let mut is_kept = false;
    for c in title.nfc().filter(|c| !is_invisible(*c) && !is_optional(*c)) {
        is_kept = keeps_its_letter(c, is_kept);
        let spelling: Cow<'_, str> = if is_kept {
            c.nfkc().flat_map(char::to_lowercase).filter(|c| !is_optional(*c)).collect::<String>().into()
        } else {
            deunicode::deunicode_char(c).unwrap_or(" ").into()
        };
        for c in spelling.chars().filter(|c| *c != '\'') {
            if !is_letter(c) || (!is_kept && !c.is_ascii()) {
                parts_words = true;
                continue;
            }
            if std::mem::take(&mut parts_words) && !slug.is_empty() {
                slug.push('-');
            }
            slug.push(c.to_ascii_lowercase());
        }
    }
    shortened(slug)
}

/// The slug of a title in ASCII alone, as every script had it in earlier versions.
pub fn ascii_from_title(title: &str) -> Option<String> {
    shortened(ascii(title).replace(' ', "-"))
}

/// At most [`MAX_SLUG_CHARS`], cut between words where one ends in the second half; none when it is empty.
fn shortened(mut slug: String) -> Option<String> {
    let nth = |n| slug.char_indices().nth(n).map(|(at, _)| at);
    if let (Some(half), Some(end)) = (nth(MAX_SLUG_CHARS / 2), nth(MAX_SLUG_CHARS)) {
        let with_next = &slug[..nth(MAX_SLUG_CHARS + 1).unwrap_or(slug.len())];
        // A letter stays with its marks.
        let whole = with_next.rfind(|c| !is_combining_mark(c)).unwrap_or(end);
        slug.truncate(with_next.rfind('-').filter(|at| *at > half).unwrap_or(whole));
    }
    (!slug.is_empty()).then_some(slug)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

fn keeps_its_letter(c: char, after_kept: bool) -> bool {
    match c.script() {
        Script::Latin | Script::Greek | Script::Cyrillic | Script::Armenian | Script::Georgian => false,
        Script::Common | Script::Inherited => after_kept && is_letter(c) && !c.is_ascii() && !c.is_numeric(),
        // Digits of every script are digits.
        _ => is_letter(c) && !(c.is_numeric() && deunicode::deunicode_char(c).is_some_and(is_digits)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Signs that a word has in one text and not in the next: vowels and other points of Arabic and Hebrew, and the stroke
/// that stretches a word.
fn is_optional(c: char) -> bool {
    matches!(c,
        '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}' | '\u{6e8}' | '\u{6ea}'..='\u{6ed}')
}

/// Whether a text can be the slug of a page or category.
pub fn is_slug(text: &str) -> bool {
    let is_plain = |c: char| match c {
        'a'..='z' | '0'..='9' | '-' => true,
        _ => keeps_its_letter(c, true) && c.to_lowercase().eq([c]),
    };
    !text.is_empty() && text.chars().nth(MAX_ASKED_CHARS).is_none() && text.chars().all(is_plain)
}

/// What a slug's own letters look like in a URL.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The path of a slug in a URL, below `list`: `path("/tag", "سعر")` is `/tag/%D8%B3%D8%B9%D8%B1`.
pub fn path(list: &str, slug: &str) -> String {
    format!("{list}/{}", to_segment(slug))
}

/// A slug as a segment of a URL, percent-encoded.
pub fn to_segment(slug: &str) -> String {
    utf8_percent_encode(slug, IN_PATH).to_string()
}

/// The slug that a segment of a URL names; the segment as it is where its bytes are no text.
pub fn of_segment(segment: &str) -> Cow<'_, str> {
    percent_decode_str(segment).decode_utf8().unwrap_or(Cow::Borrowed(segment))
}

/// `base`, or the first of `base-2`, `base-3`, … that no post except `own` has or had.
pub async fn find_free(db: &impl ConnectionTrait, base: &str, own: Option<PostId>) -> StoreResult<String> {
    let mut from = 1;
    loop {
        let to = from + 49;
        let candidates: Vec<String> =
            (from..=to).map(|n| if n == 1 { base.to_owned() } else { format!("{base}-{n}") }).collect();
        let taken: HashSet<String> = queries::posts::taken_slugs(db, &candidates, own).await?.into_iter().collect();
        if let Some(free) = candidates.into_iter().find(|slug| !taken.contains(slug)) {
            return Ok(free);
        }
        from = to + 1;
    }
}

/// Whether `slug` was made from `base`, with or without a number.
pub fn is_derived_from(slug: &str, base: &str) -> bool {
    slug.strip_prefix(base).is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_ascii_slugs() {
        for (title, slug) in [
            ("Habari ya Asubuhi", Some("habari-ya-asubuhi")),
            ("  Café — “naïve” façade ", Some("cafe-naive-facade")),
            ("Don't panic: 5G & you!", Some("dont-panic-5g-you")),
            ("Müller straße", Some("muller-strasse")),
            ("Москва", Some("moskva")),
            ("Ƙananan ƴan kasuwa da kuɗi", Some("kananan-yan-kasuwa-da-kudi")),
            ("Ọ̀rọ̀ Yorùbá o\u{323}\u{300}", Some("oro-yoruba-o")),
            ("../../etc/passwd", Some("etc-passwd")),
            ("…—!", None),
            ("", None),
        ] {
            assert_eq!(from_title(title).as_deref(), slug, "{title}");
        }
    }

    #[test]
    fn other_scripts_keep_their_letters() {
        for (title, slug) in [
            ("أسعار الكتب", "أسعار-الكتب"),
            ("مَدْرَسَةُ البَرْمَجَةِ", "مدرسة-البرمجة"),
            ("ا\u{654}حمد ـــ علي؟", "أحمد-علي"),
            ("ﻣﺼﺮ 2026 و٥ مدن", "مصر-2026-و5-مدن"),
            ("می\u{200c}خواهم، سلام", "میخواهم-سلام"),
            ("ሰላም፡ዓለም። አዲስ", "ሰላም-ዓለም-አዲስ"),
            ("Taa ya ከተማ: 5G", "taa-ya-ከተማ-5g"),
            ("שָׁלוֹם עולם", "שלום-עולם"),
            ("ߒߞߏ ߞߊ߲ߓߍ߫", "ߒߞߏ-ߞߊ߲ߓߍ߫"),
            ("ⵜⴰⵎⴰⵣⵉⵖⵜ", "ⵜⴰⵎⴰⵣⵉⵖⵜ"),
            ("𞤀𞤣𞤤𞤢𞤥", "𞤢𞤣𞤤𞤢𞤥"),
            ("日本 コーヒー", "日本-コーヒー"),
            ("हिन्दी में", "हिन्दी-में"),
        ] {
            assert_eq!(from_title(title).as_deref(), Some(slug), "{title}");
            assert_eq!(from_title(slug).as_deref(), Some(slug), "again: {title}");
            assert!(is_slug(slug), "{slug}");
        }
        let names = ["أحمد علي", "حامد علي", "حمد علي"];
        assert_eq!(names.map(from_title).into_iter().collect::<HashSet<_>>().len(), 3);
        assert!(names.iter().all(|name| ascii_from_title(name).as_deref() == Some("hmd-ly")));
    }

    #[test]
    fn alphabets_are_spelled_as_they_always_were() {
        for c in (0..0x2_0000).filter_map(char::from_u32) {
            if matches!(c.script(), Script::Latin | Script::Greek | Script::Cyrillic) && c.nfc().eq([c]) {
                let title = format!("a {c}b {c}");
                assert_eq!(from_title(&title), ascii_from_title(&title), "{c} {:x}", u32::from(c));
            }
        }
    }

    #[test]
    fn paths_are_ascii_and_lead_back_to_their_slug() {
        assert_eq!(path("/tag", "solar-power"), "/tag/solar-power");
        assert_eq!(path("/tag", "سعر"), "/tag/%D8%B3%D8%B9%D8%B1");
        assert_eq!(of_segment("%D8%B3%D8%B9%D8%B1"), "سعر");
        assert_eq!(of_segment("%d8%b3%d8%b9%d8%b1"), "سعر");
        assert_eq!((of_segment("%ff"), of_segment("a%2fb")), ("%ff".into(), "a/b".into()));
        assert!(
            !is_slug("a/b") && !is_slug("Ab") && !is_slug("%ff") && !is_slug("É") && !is_slug("é") && !is_slug("أ ب")
        );
    }

    #[test]
    fn slugs_of_long_titles_are_cut_at_a_word() {
        let slug = from_title(&"solar power for everyone ".repeat(9)).unwrap();
        assert!(
            slug.len() <= MAX_SLUG_CHARS
                && slug.split('-').all(|word| ["solar", "power", "for", "everyone"].contains(&word)),
            "{slug}"
        );
        assert_eq!(from_title(&"x".repeat(300)).unwrap().len(), MAX_SLUG_CHARS);
        assert_eq!(from_title(&"ب".repeat(300)).unwrap().chars().count(), MAX_SLUG_CHARS);
        // Each is a letter with two marks.
        let marked = from_title(&"ߊ߲߫".repeat(100)).unwrap();
        assert_eq!(marked.chars().count() % 3, 0, "{marked}");
    }

    #[test]
    fn a_numbered_slug_is_recognized_by_its_base() {
        assert!(is_derived_from("habari", "habari") && is_derived_from("habari-12", "habari"));
        assert!(
            !is_derived_from("habari-njema", "habari")
                && !is_derived_from("habari-", "habari")
                && !is_derived_from("haba", "habari")
        );
    }
}
