//! Showing what was found: texts with the words that were sought marked.

use std::collections::HashSet;

use super::index::stem;
use crate::fold::{self, Word};

/// A text in pieces: at every second place, counted from the second, stands a word that was sought. Joined they are the
/// text.
pub type Marked = Vec<String>;

/// Folded words to be marked.
#[derive(Clone, Debug, Default)]
pub struct Sought {
    pub whole: HashSet<String>,
    pub stems: Vec<String>,
    pub beginnings: Vec<String>,
}

impl Sought {
    fn has(&self, word: &str) -> bool {
        // Words of one stem begin alike; most need not be taken apart.
        let alike = |one: &String| one.bytes().zip(word.bytes()).take(3).all(|(a, b)| a == b);
        self.whole.contains(word)
            || self.beginnings.iter().any(|beginning| word.starts_with(beginning.as_str()))
            || self.stems.iter().any(|sought| alike(sought) && stem(word) == *sought)
    }

    fn places(&self, text: &str) -> Vec<Word> {
        fold::words(text).filter(|word| self.has(&word.folded)).collect()
    }
}

/// The whole text, marked.
pub fn marked(text: &str, sought: &Sought) -> Marked {
    let mut pieces: Marked = Vec::new();
    let mut done = 0;
    for Word { at, .. } in sought.places(text) {
        // One character may hold several words.
        if at.start < done {
            continue;
        }
        pieces.push(text[done..at.start].to_owned());
        pieces.push(text[at.clone()].to_owned());
        done = at.end;
    }
    pieces.push(text[done..].to_owned());
    pieces
}

/// The passage of a text, `max_chars` characters at most, that holds most of what was sought; none when nothing of it
/// is there. An ellipsis, not counted, shows where the text goes on.
pub fn passage(text: &str, sought: &Sought, max_chars: usize) -> Option<Marked> {
    let places = sought.places(text);
    let best = (0..places.len()).max_by_key(|first| {
        let from = places[*first].at.start;
        let within =
            places[*first..].iter().take_while(|place| text[from..place.at.end].chars().count() <= max_chars * 3 / 4);
        (within.map(|place| &place.folded).collect::<HashSet<_>>().len(), std::cmp::Reverse(*first))
    })?;
    // A quarter of the passage comes before what was found, unless the text begins there.
    let found = places[best].at.start;
    let lead = text[..found].char_indices().rev().nth(max_chars / 4).map_or(0, |(at, _)| at);
    let start = if lead == 0 { 0 } else { text[lead..found].find(' ').map_or(found, |blank| lead + blank + 1) };
    let rest = &text[start..];
    let end = match rest.char_indices().nth(max_chars) {
        None => rest.len(),
        // Where a word ends, unless there is only one.
        Some((limit, c)) => {
            rest[..limit + c.len_utf8()].rfind(' ').filter(|blank| start + blank > found).unwrap_or(limit)
        }
    };
    let shown = rest[..end].trim_end();
    let mut pieces = marked(shown, sought);
    if start > 0
        && let Some(first) = pieces.first_mut()
    {
        first.insert(0, '…');
    }
    if shown.len() < rest.trim_end().len()
        && let Some(last) = pieces.last_mut()
    {
        last.push('…');
    }
    Some(pieces)
}

/// How a text begins: `max_chars` characters at most, cut where a word ends, with an ellipsis when it goes on.
pub fn beginning(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        None => text.to_owned(),
        Some((limit, c)) => format!(
            "{}…",
            text[..limit + c.len_utf8()].rfind(' ').map_or(&text[..limit], |blank| text[..blank].trim_end())
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sought(words: &str) -> Sought {
        Sought {
            whole: words.split(' ').map(str::to_owned).collect(),
            stems: vec!["charg".into()],
            beginnings: vec!["batt".into()],
        }
    }

    fn shown(pieces: Option<Marked>) -> String {
        let pieces = pieces.unwrap_or_default();
        pieces
            .iter()
            .enumerate()
            .map(|(place, piece)| if place % 2 == 1 { format!("[{piece}]") } else { piece.clone() })
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
            assert_eq!(shown(Some(marked(text, &sought("cafe")))), expected);
        }
        assert_eq!(shown(Some(marked("日本", &sought("ri ben")))), "[日][本]");
    }

    #[test]
    fn the_passage_with_most_matches_is_chosen() {
        let text = format!(
            "Pump. {} half an acre by one pump in the dry season. {}",
            "Other words. ".repeat(20),
            "More. ".repeat(30)
        );
        let passage_of = |words: &str, max| shown(passage(&text, &sought(words), max));
        let found = passage_of("acre pump", 60);
        assert!(found.contains("[acre] by one [pump]") && found.starts_with('…') && found.ends_with('…'), "{found}");
        assert!(found.replace(['[', ']', '…'], "").chars().count() <= 60, "{found}");
        assert!(passage_of("pump", 40).starts_with("[Pump]. Other"), "the first of equals");
        assert_eq!(passage_of("absent", 40), "");
        assert_eq!(shown(passage("é pump", &sought("pump"), 100)), "é [pump]");
        // One long word, or nothing but letters of several bytes.
        for text in ["pump".repeat(100), format!("pump{}", "é".repeat(300)), format!("{} pump", "日".repeat(300))] {
            let _ = passage(&text, &sought("pump ri"), 50);
        }
    }
}
