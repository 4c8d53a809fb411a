//! Text folding (transliteration to lower-case ASCII), for slugs and search.

use std::ops::Range;

/// The words of a text in lower-case ASCII with one blank between: `Café, 5G & "Čaj"` becomes `cafe 5g caj`. What
/// cannot be written so is left out.
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
    /// Where it stands in the text, in bytes. Several words may stand in one character: 本 is read "Ben".
    pub at: Range<usize>,
    /// In lower-case ASCII letters and digits.
    pub folded: String,
}

/// The words of a text in its order, each with its place.
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut characters = text.char_indices();
    let mut word: Option<Word> = None;
    // What is left of the reading of one character, and where that stands.
    let mut reading: (&[u8], Range<usize>) = (b"", 0..0);
    std::iter::from_fn(move || {
        loop {
            while let Some((&byte, rest)) = reading.0.split_first() {
                reading.0 = rest;
                match byte {
                    b'a'..=b'z' | b'0'..=b'9' | b'A'..=b'Z' => {
                        let at = &reading.1;
                        let word = word.get_or_insert_with(|| Word { at: at.clone(), folded: String::new() });
                        word.folded.push(byte.to_ascii_lowercase().into());
                        word.at.end = at.end;
                    }
                    // An apostrophe joins: "don't" is one word.
                    b'\'' => {}
                    _ if word.is_some() => return word.take(),
                    _ => {}
                }
            }
            match characters.next() {
                // Most characters need no table.
                Some((at, c)) if c.is_ascii_alphanumeric() => {
                    let word = word.get_or_insert_with(|| Word { at: at..at, folded: String::new() });
                    word.folded.push(c.to_ascii_lowercase());
                    word.at.end = at + 1;
                }
                Some((_, c)) if is_invisible(c) => {}
                Some((at, c)) => {
                    reading = (deunicode::deunicode_char(c).unwrap_or(" ").as_bytes(), at..at + c.len_utf8())
                }
                None => return word.take(),
            }
        }
    })
}

/// Whether a character is neither seen nor parts a word: soft hyphens, and what joins or allows a break.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
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
        let text = "«Çay» don’t; 日本 é";
        let found: Vec<(&str, String)> = words(text).map(|word| (&text[word.at], word.folded)).collect();
        let expected = [("Çay", "cay"), ("don’t", "dont"), ("日", "ri"), ("本", "ben"), ("é", "e")];
        assert_eq!(found, expected.map(|(written, folded)| (written, folded.to_owned())));
    }
}
