//! Search result highlighting: texts with the matched words marked, and snippets of them.

use std::collections::HashSet;

use super::index::Stemming;
use crate::fold::Word;
use crate::html::letters;
use crate::spellings;

/// A text in pieces: every second one, from the second on, is a matched word. Joined they are the text.
pub type Highlighted = Vec<String>;

/// Folded words to be highlighted.
#[derive(Clone, Debug, Default)]
pub struct HighlightTerms {
    pub words: HashSet<String>,
    pub stems: Vec<(Stemming, String)>,
    pub prefixes: Vec<String>,
}

impl HighlightTerms {
    fn matches(&self, word: &str) -> bool {
        // Words of one stem begin alike, so most words need not be stemmed.
        let same_start = |one: &String| one.bytes().zip(word.bytes()).take(3).all(|(a, b)| a == b);
        let may_be = |stemming: Stemming, own| {
            if stemming.keeps_beginnings() { same_start(own) } else { !word.is_ascii() }
        };
        self.words.contains(word)
            || self.prefixes.iter().any(|prefix| word.starts_with(prefix.as_str()))
            || self.stems.iter().any(|(stemming, own)| may_be(*stemming, own) && stemming.stem(word) == *own)
    }

    /// The matches in their order, none within another.
    fn find_matches(&self, text: &str) -> Vec<Word> {
        let mut matches = Vec::new();
        let mut marked = 0;
        for place in spellings::places(text) {
            for word in place {
                // The longest spelling that matches; one character may hold several words.
                if (word.at.start >= marked || word.at.start == word.at.end) && self.matches(&word.folded) {
                    marked = word.at.end;
                    matches.push(word);
                }
            }
        }
        matches
    }
}

/// The whole text with its matches. No letter is parted from its marks.
pub fn highlight(text: &str, terms: &HighlightTerms) -> Highlighted {
    let mut pieces: Highlighted = Vec::new();
    let mut done = 0;
    for Word { at, .. } in terms.find_matches(text) {
        // One letter may hold several words.
        if at.start < done {
            continue;
        }
        let at = letters::floor(text, at.start).max(done)..letters::ceil(text, at.end);
        pieces.push(text[done..at.start].to_owned());
        pieces.push(text[at.clone()].to_owned());
        done = at.end;
    }
    pieces.push(text[done..].to_owned());
    pieces
}

/// The part of a text, `max_chars` characters at most, that holds most different matches; none when there is no match.
/// An ellipsis, not counted, stands where the text goes on.
pub fn snippet(text: &str, terms: &HighlightTerms, max_chars: usize) -> Option<Highlighted> {
    let matches = terms.find_matches(text);
    let best = (0..matches.len()).max_by_key(|first| {
        let from = matches[*first].at.start;
        let in_window =
            matches[*first..].iter().take_while(|word| text[from..word.at.end].chars().count() <= max_chars * 3 / 4);
        (in_window.map(|word| &word.folded).collect::<HashSet<_>>().len(), std::cmp::Reverse(*first))
    })?;
    // A quarter of the snippet comes before the first match, unless the text begins there.
    let first_match = matches[best].at.start;
    let lead = text[..first_match].char_indices().rev().nth(max_chars / 4).map_or(0, |(at, _)| at);
    let start =
        if lead == 0 { 0 } else { text[lead..first_match].find(' ').map_or(first_match, |blank| lead + blank + 1) };
    let rest = &text[start..];
    let end = match rest.char_indices().nth(max_chars) {
        None => rest.len(),
        // At the end of a word, unless there is only one.
        Some((limit, c)) => {
            let blank = rest[..limit + c.len_utf8()].rfind(' ').filter(|blank| start + blank > first_match);
            blank.unwrap_or_else(|| letters::cut(rest, max_chars).len())
        }
    };
    let snippet = rest[..end].trim_end();
    let mut pieces = highlight(snippet, terms);
    if start > 0
        && let Some(first) = pieces.first_mut()
    {
        first.insert(0, '…');
    }
    if snippet.len() < rest.trim_end().len()
        && let Some(last) = pieces.last_mut()
    {
        last.push('…');
    }
    Some(pieces)
}

/// The first `max_chars` characters of a text at most, cut at the end of a word, with an ellipsis when it goes on.
pub fn truncate(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        None => text.to_owned(),
        Some((limit, c)) => {
            let blank = text[..limit + c.len_utf8()].rfind(' ');
            format!("{}…", blank.map_or_else(|| letters::cut(text, max_chars), |blank| text[..blank].trim_end()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(words: &str) -> HighlightTerms {
        HighlightTerms {
            words: words.split(' ').map(str::to_owned).collect(),
            stems: vec![(Stemming::ENGLISH, "charg".into())],
            prefixes: vec!["batt".into()],
        }
    }

    fn brackets(pieces: Option<Highlighted>) -> String {
        let pieces = pieces.unwrap_or_default();
        pieces
            .iter()
            .enumerate()
            .map(|(position, piece)| if position % 2 == 1 { format!("[{piece}]") } else { piece.clone() })
            .collect()
    }

    #[test]
    fn matched_words_are_highlighted_as_they_are_written() {
        for (text, expected) in [
            ("Café njema, café", "[Café] njema, [café]"),
            ("Charging a Battery charges it", "[Charging] a [Battery] [charges] it"),
            ("nothing", "nothing"),
            ("", ""),
            ("<b>cafe</b>", "<b>[cafe]</b>"),
        ] {
            assert_eq!(brackets(Some(highlight(text, &terms("cafe")))), expected);
        }
        assert_eq!(brackets(Some(highlight("日本", &terms("ri ben")))), "[日][本]");
    }

    #[test]
    fn a_letter_stays_with_its_marks() {
        let lowo = "lo\u{323}\u{301}wo\u{323}\u{301}";
        for (text, word, expected) in [
            (lowo.to_owned(), "lowo", format!("[{lowo}]")),
            (format!("ni {lowo}, lọ́wọ́"), "lowo", format!("ni [{lowo}], [lọ́wọ́]")),
            ("مَدْرَسَةُ البَرْمَجَةِ".to_owned(), "برمجه", "مَدْرَسَةُ [البَرْمَجَةِ]".to_owned()),
            ("हिन्दी में".to_owned(), "हिन्दी", "[हिन्दी] में".to_owned()),
            ("1\u{fe0f}\u{20e3} ok".to_owned(), "1", "[1\u{fe0f}\u{20e3}] ok".to_owned()),
            ("👩\u{200d}🌾x".to_owned(), "x", "👩\u{200d}🌾[x]".to_owned()),
            ("👩\u{200d}👩 x".to_owned(), "woman", "[👩\u{200d}👩] x".to_owned()),
        ] {
            let word = HighlightTerms { words: HashSet::from([word.to_owned()]), ..HighlightTerms::default() };
            assert_eq!(brackets(Some(highlight(&text, &word))), expected, "{text}");
        }
        let long = "o\u{323}\u{301}".repeat(60);
        assert_eq!(truncate(&long, 100), format!("{}…", "o\u{323}\u{301}".repeat(33)));
        let found = snippet(&long, &terms(&"o".repeat(60)), 100).unwrap_or_default().concat();
        assert_eq!(found, format!("{}…", "o\u{323}\u{301}".repeat(33)));
    }

    #[test]
    fn the_snippet_with_most_matches_is_chosen() {
        let text = format!(
            "Pump. {} half an acre by one pump in the dry season. {}",
            "Other words. ".repeat(20),
            "More. ".repeat(30)
        );
        let snippet_of = |words: &str, max| brackets(snippet(&text, &terms(words), max));
        let found = snippet_of("acre pump", 60);
        assert!(found.contains("[acre] by one [pump]") && found.starts_with('…') && found.ends_with('…'), "{found}");
        assert!(found.replace(['[', ']', '…'], "").chars().count() <= 60, "{found}");
        assert!(snippet_of("pump", 40).starts_with("[Pump]. Other"), "the first of equals");
        assert_eq!(snippet_of("absent", 40), "");
        assert_eq!(brackets(snippet("é pump", &terms("pump"), 100)), "é [pump]");
        // One long word, or nothing but letters of several bytes.
        for text in ["pump".repeat(100), format!("pump{}", "é".repeat(300)), format!("{} pump", "日".repeat(300))] {
            let _ = snippet(&text, &terms("pump ri"), 50);
        }
    }
}
