//! Spellings: "Wi-Fi", "WiFi" and "wi fi" are one word to who searches, and so are "KSh1,000,000" and "ksh 1000000".
//!
//! A text is read into places. What stands written together in one (hyphens, dots, slashes and the like inside a word,
//! groups of digits) is found by each of its parts and by what neighbouring parts give together. A query is read by the
//! same rules; what it has in parts is looked for together too, and what it has together in the parts it shows. An
//! Arabic word is found with its article and without.

use std::ops::Range;

use crate::fold::{self, Word};

/// Signs that join words when nothing else stands between them. An apostrophe is no sign of its own (`fold`), a comma
/// joins groups of digits alone.
const JOINING: &[u8] = b"-/._&+`";
/// Most neighbouring parts that are one word together, beside all parts of a place.
const MAX_RUN: usize = 4;
/// Most written words of one place: addresses and lists have no end.
const MAX_WRITTEN: usize = 8;
/// Digits with a sign between them are one number from here on: a telephone number, a date. Fewer are a score, a range,
/// or a fraction, and `1-0` is not `10`.
const MIN_SIGNED_DIGITS: usize = 7;

/// The Arabic article, with the words that are written together with it: "and", "so", "by", "like", "for". The longest
/// of the same beginning come first.
const ARTICLES: [&str; 8] = ["وبال", "وال", "فال", "بال", "كال", "ولل", "لل", "ال"];
/// Letters of the shortest word that an article is taken from: `الان` ("now") is no `ان` ("that").
const MIN_LETTERS_AFTER_ARTICLE: usize = 3;

/// How a word hangs together with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Written as one: `Wi-Fi`, `10 000`.
    Joined,
    /// With a blank between, so that they may be meant as one: `wi fi`.
    Blank,
    /// Not to be read as one: `1.5`, `one, two`.
    None,
}

/// A word as it is written, `1,000` being one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenWord {
    pub word: Word,
    pub link: Link,
}

/// Words of a text that are one to a reader, with every spelling by which they are found: from left to right, the
/// longest first.
pub type Place = Vec<Word>;

/// The words of a text in its order.
pub fn written(text: &str) -> Vec<WrittenWord> {
    let mut words = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    for word in fold::words(text) {
        if let Some(last) = words.last() {
            let last: &Word = last;
            gaps.push(Gap::of(text.get(last.at.end..word.at.start).unwrap_or_default()));
        }
        words.push(word);
    }
    gaps.push(Gap::Apart);
    let (words, gaps) = join_numbers(words, &gaps);
    let links = links(&words, &gaps);
    words.into_iter().zip(links).map(|(word, link)| WrittenWord { word, link }).collect()
}

/// The places of a text in its order.
pub fn places(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut words = written(text).into_iter();
    while let Some(first) = words.next() {
        // Nearly all words are written in one way.
        if first.link != Link::Joined && !first.word.folded.bytes().any(|b| b.is_ascii_digit()) {
            let bare = bare_word(&first.word);
            places.push([first.word].into_iter().chain(bare).collect());
            continue;
        }
        let mut place = vec![first];
        while place.len() < MAX_WRITTEN
            && place.last().is_some_and(|word| word.link == Link::Joined)
            && let Some(next) = words.next()
        {
            place.push(next);
        }
        places.push(spellings(&place));
    }
    places
}

/// A folded Arabic word without its article: `والكتاب` ("and the book") is `كتاب`.
pub fn without_article(folded: &str) -> Option<&str> {
    if folded.as_bytes().first().is_none_or(u8::is_ascii) {
        return None;
    }
    let bare = ARTICLES.iter().find_map(|article| folded.strip_prefix(article))?;
    bare.chars().nth(MIN_LETTERS_AFTER_ARTICLE - 1).map(|_| bare)
}

fn bare_word(Word { at, folded }: &Word) -> Option<Word> {
    without_article(folded).map(|bare| Word { at: at.clone(), folded: bare.to_owned() })
}

/// The words of a text with a blank before each, as the database keeps them, and after them the spellings that are not
/// written so.
pub fn search_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 1);
    let mut others = String::new();
    for place in places(text) {
        let mut end = 0;
        for word in &place {
            // The whole place was the first; its parts, in their order, stand in the text.
            let is_part = word.at.start >= end && !place.iter().any(|other| is_within(&other.at, &word.at));
            let target = if is_part { &mut words } else { &mut others };
            if is_part {
                end = word.at.end;
            }
            target.push(' ');
            target.push_str(&word.folded);
        }
    }
    words + &others
}

/// Whether `inner` is a smaller part of `outer`.
fn is_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner != outer && outer.start <= inner.start && inner.end <= outer.end
}

/// Other ways to write a word in parts, as its letters show them: `iPhone15` is `iphone 15`, `WhatsApp` is `whats app`;
/// without its article it is a part of itself. `text` is the word as it is written.
pub fn parts(text: &str, folded: &str) -> Vec<Vec<String>> {
    let mut parts: Vec<Vec<String>> = without_article(folded).map(|bare| vec![bare.to_owned()]).into_iter().collect();
    if let Some(at) = digit_boundary(folded) {
        parts.push(vec![folded[..at].to_owned(), folded[at..].to_owned()]);
    }
    let mut start = 0;
    let mut capitals = Vec::new();
    for ((_, before), (at, c)) in text.char_indices().zip(text.char_indices().skip(1)) {
        if before.is_lowercase() && c.is_uppercase() {
            capitals.push(fold::fold(&text[start..at]));
            start = at;
        }
    }
    if start > 0 && capitals.len() < MAX_RUN {
        capitals.push(fold::fold(&text[start..]));
        if capitals.concat() == folded {
            parts.push(capitals);
        }
    }
    parts
}

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Sign(u8),
    Blank,
    Apart,
}

impl Gap {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::of_reading(text);
        }
        // Dashes and blanks of every kind are read as their plain ones, a long dash as two: it parts.
        let reading: String = text
            .chars()
            .filter(|c| !fold::is_invisible(*c))
            .map(|c| deunicode::deunicode_char(c).unwrap_or("?"))
            .collect();
        Self::of_reading(&reading)
    }

    fn of_reading(reading: &str) -> Self {
        match reading.as_bytes() {
            b" " => Self::Blank,
            [sign] if *sign == b',' || JOINING.contains(sign) => Self::Sign(*sign),
            _ => Self::Apart,
        }
    }
}

/// Makes one word of a number in groups: `1,000,000`, and `1.000.000`, where one dot alone may stand before a fraction.
fn join_numbers(mut words: Vec<Word>, gaps: &[Gap]) -> (Vec<Word>, Vec<Gap>) {
    let mut joined = (Vec::with_capacity(words.len()), Vec::with_capacity(words.len()));
    let mut first = 0;
    while first < words.len() {
        let last = last_group(&words, gaps, first);
        let is_number = last.is_some_and(|(_, is_number)| is_number);
        let last = last.map_or(first, |(last, _)| last);
        for at in first..=last {
            let word = std::mem::replace(&mut words[at], Word { at: 0..0, folded: String::new() });
            match joined.0.last_mut() {
                Some(Word { at: begun, folded }) if is_number && at > first => {
                    begun.end = word.at.end;
                    folded.push_str(&word.folded);
                }
                _ => joined.0.push(word),
            }
            if !is_number || at == last {
                joined.1.push(gaps[at]);
            }
        }
        first = last + 1;
    }
    joined
}

/// How far the groups go that a word begins, if a comma or a dot follows it, and whether they are one number. What is
/// none begins no other number either.
fn last_group(words: &[Word], gaps: &[Gap], first: usize) -> Option<(usize, bool)> {
    let sign @ (Gap::Sign(b',') | Gap::Sign(b'.')) = gaps[first] else { return None };
    let mut last = first;
    if begins_number(&words[first].folded, 3) {
        while gaps[last] == sign
            && let Some(next) = words.get(last + 1)
            && digits_at_start(&next.folded) == 3
        {
            last += 1;
            if next.folded.len() > 3 {
                break;
            }
        }
    }
    let ends = gaps[last] != sign || words.get(last + 1).is_none_or(|next| digits_at_start(&next.folded) == 0);
    Some((last, ends && last - first >= if sign == Gap::Sign(b',') { 1 } else { 2 }))
}

fn links(words: &[Word], gaps: &[Gap]) -> Vec<Link> {
    let mut links = vec![Link::None; words.len()];
    let mut at = 0;
    while at + 1 < words.len() {
        let (left, right) = (&words[at].folded, &words[at + 1].folded);
        let in_digits = digits_at_end(left) > 0 && digits_at_start(right) > 0;
        links[at] = match gaps[at] {
            Gap::Sign(b',') | Gap::Apart => Link::None,
            Gap::Sign(b'.') if in_digits => Link::None,
            Gap::Blank | Gap::Sign(_) if in_digits => {
                let following = following_groups(words, gaps, at);
                if following > 0 {
                    links[at..at + following].fill(Link::Joined);
                    at += following;
                    continue;
                }
                Link::None
            }
            Gap::Sign(_) => Link::Joined,
            Gap::Blank => Link::Blank,
        };
        at += 1;
    }
    links
}

/// How many words after one that ends in digits are groups of the same number, with the same sign between them all.
fn following_groups(words: &[Word], gaps: &[Gap], at: usize) -> usize {
    let first = &words[at].folded;
    // First, so that a long row of what begins no number is not walked along from each of them.
    let begins = match gaps[at] {
        Gap::Blank => begins_number(first, 3) || (is_number(first) && first.len() == 4),
        _ => is_number(first),
    };
    if !begins {
        return 0;
    }
    let is_group = |word: &Word| gaps[at] != Gap::Blank || word.folded.len() == 3;
    let following = (at + 1..words.len())
        .take_while(|place| gaps[place - 1] == gaps[at])
        .take_while(|place| is_number(&words[*place].folded) && is_group(&words[*place]))
        .count();
    let digits: usize = words[at..=at + following].iter().map(|word| word.folded.len()).sum();
    if gaps[at] == Gap::Blank || digits >= MIN_SIGNED_DIGITS { following } else { 0 }
}

/// All spellings of words that are written as one.
fn spellings(place: &[WrittenWord]) -> Place {
    /// A part that is not divided any more, and whether it was written for itself.
    struct Part<'a> {
        at: &'a Range<usize>,
        folded: &'a str,
        is_written: bool,
    }
    let mut parts = Vec::with_capacity(place.len());
    for WrittenWord { word: Word { at, folded }, .. } in place {
        match digit_boundary(folded) {
            Some(boundary) => {
                let (one, two) = folded.split_at(boundary);
                parts.extend([one, two].map(|folded| Part { at, folded, is_written: false }));
            }
            None => parts.push(Part { at, folded, is_written: true }),
        }
    }
    let mut spellings = Vec::new();
    for first in 0..parts.len() {
        let longest = (first + MAX_RUN).min(parts.len());
        let whole = (first == 0 && parts.len() > MAX_RUN).then_some(parts.len());
        for end in whole.into_iter().chain((first + 1..=longest).rev()) {
            let run = &parts[first..end];
            // The `5` and the `g` of `5G` are no words.
            if let [Part { folded, is_written: false, .. }] = run
                && is_one_letter(folded)
            {
                continue;
            }
            let at = run[0].at.start..run[run.len() - 1].at.end;
            let word = Word { at, folded: run.iter().map(|part| part.folded).collect() };
            let bare = bare_word(&word);
            spellings.extend([word].into_iter().chain(bare));
        }
    }
    spellings
}

/// Whether a folded word has one letter or digit alone.
pub fn is_one_letter(folded: &str) -> bool {
    let mut letters = folded.chars();
    letters.next().is_some() && letters.next().is_none()
}

/// Where letters meet digits, if they do once: an identifier of many is not divided.
fn digit_boundary(folded: &str) -> Option<usize> {
    let bytes = folded.as_bytes();
    let mut boundaries = (1..bytes.len()).filter(|at| bytes[at - 1].is_ascii_digit() != bytes[*at].is_ascii_digit());
    boundaries.next().filter(|_| boundaries.next().is_none())
}

fn is_number(folded: &str) -> bool {
    digits_at_start(folded) == folded.len()
}

/// Whether a word ends in the first group of a number, alone or after letters (`KSh1`).
fn begins_number(folded: &str, most_digits: usize) -> bool {
    let digits = digits_at_end(folded);
    let letters = &folded[..folded.len() - digits];
    (1..=most_digits).contains(&digits)
        && !folded[letters.len()..].starts_with('0')
        && !letters.bytes().any(|b| b.is_ascii_digit())
}

fn digits_at_start(folded: &str) -> usize {
    folded.bytes().take_while(u8::is_ascii_digit).count()
}

fn digits_at_end(folded: &str) -> usize {
    folded.bytes().rev().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_by(text: &str) -> Vec<String> {
        places(text).iter().flatten().map(|word| word.folded.clone()).collect()
    }

    #[test]
    fn what_is_written_as_one_is_found_whole_and_in_its_parts() {
        for (text, expected) in [
            ("Wi-Fi router", "wifi wi fi router"),
            ("Wi\u{2011}Fi Wi–Fi Wi\u{2010}Fi", "wifi wi fi wifi wi fi wifi wi fi"),
            ("co\u{ad}operative co\u{200b}op", "cooperative coop"),
            ("COVID-19", "covid19 covid 19"),
            ("COVID19", "covid19 covid 19"),
            ("5G 5-G", "5g 5g 5 g"),
            ("U.S. and/or Node.js R&D", "us u s andor and or nodejs node js rd r d"),
            ("Ng'ang'a Ng’ang’a Ng`ang`a", "nganga nganga nganga ngang ng anga ang a"),
            ("KSh1,000,000", "ksh1000000 ksh 1000000"),
            ("KSh 1,000,000/=", "ksh 1000000"),
            ("10,000 10000", "10000 10000"),
            ("10 000", "10000 10 000"),
            ("10\u{202f}000 10\u{a0}000", "10000 10 000 10000 10 000"),
            ("1.000.000 1'000'000", "1000000 1000000"),
            ("1.5 1,5 1,50 0,123 1.000", "1 5 1 5 1 50 0 123 1 000"),
            ("1-0 2019-20 24/7 3.1415926", "1 0 2019 20 24 7 3 1415926"),
            ("0712-345-678", "0712345678 0712345 0712 345678 345 678"),
            ("word—word, next. Another", "word word next another"),
            ("日本", "ri ben"),
            ("البرمجة والكتاب للمدرسة", "البرمجه برمجه والكتاب كتاب للمدرسه مدرسه"),
            ("الآن الله التي لم", "الان الله التي لم"),
            ("الشرق-الأوسط", "الشرقالاوسط شرقالاوسط الشرق شرق الاوسط اوسط"),
            ("٢٬٠٠٠ سلعة، ۱۰ كم، ١٫٥", "2000 سلعه 10 كم 1 5"),
            ("ሰላም፡ዓለም בית־ספר", "ሰላም አለም ביתספר בית ספר"),
            ("", ""),
        ] {
            assert_eq!(found_by(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_place_is_marked_as_it_is_written() {
        let text = "by Wi-Fi for KSh1,000,000.";
        let written = |folded: &str| {
            let found = places(text).into_iter().flatten().find(|word| word.folded == folded);
            found.map(|word| text[word.at].to_owned()).unwrap_or_default()
        };
        assert_eq!([written("wifi"), written("fi")], ["Wi-Fi", "Fi"]);
        assert_eq!([written("1000000"), written("ksh1000000")], ["KSh1,000,000", "KSh1,000,000"]);
    }

    #[test]
    fn long_chains_have_few_spellings() {
        let chain = vec!["word"; 1_000].join("-");
        assert!(found_by(&chain).len() < 4_500);
        assert!(places(&"1,".repeat(1_000)).len() == 1_000);
        assert!(found_by(&"100 ".repeat(1_000)).len() < 4_500);
    }

    #[test]
    fn a_long_text_of_numbers_is_read_in_a_time_that_grows_as_it_does() {
        let wall = |text: &str| {
            let begun = std::time::Instant::now();
            assert!(!search_words(text).is_empty());
            begun.elapsed()
        };
        for unit in ["1,000 ", "000 ", "1-2,", "100 ", "1.000.", "a1 000 ", "0-0 ", "1,0000 ", "x-"] {
            let short = wall(&unit.repeat(4_000)).max(std::time::Duration::from_millis(5));
            // The quickest of three: another process may stand in the way of one.
            let text = unit.repeat(64_000);
            let long = [wall(&text), wall(&text), wall(&text)].into_iter().min().unwrap_or_default();
            assert!(long < short * 80, "{unit}: {short:?}, sixteen times as long {long:?}");
        }
    }

    #[test]
    fn the_database_keeps_words_in_their_order_and_other_spellings_after_them() {
        for (text, expected) in [
            ("Habari ya Wi-Fi leo", " habari ya wi fi leo wifi"),
            ("KSh1,000,000 leo", " ksh1000000 leo ksh 1000000"),
            ("مدرسة البرمجة", " مدرسه البرمجه برمجه"),
            ("", ""),
        ] {
            assert_eq!(search_words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_shows_its_parts() {
        let in_parts = |text: &str| {
            let parts = parts(text, &fold::fold(text));
            parts.iter().map(|parts| parts.join(" ")).collect::<Vec<_>>().join("|")
        };
        for (text, expected) in [
            ("iphone15", "iphone 15"),
            ("iPhone15", "iphone 15|i phone15"),
            ("WhatsApp", "whats app"),
            ("COVID19", "covid 19"),
            ("wifi", ""),
            ("a1b2", ""),
            ("NASA", ""),
            ("البرمجة", "برمجه"),
        ] {
            assert_eq!(in_parts(text), expected, "{text}");
        }
    }
}
