//! Letters as readers see them: a character with its marks (an extended grapheme cluster of Unicode) is one, and no
//! text is cut within it.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The end of the last letter that ends at the byte `at` or before. `at` lies between two characters.
pub fn floor(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        at
    } else {
        cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
    }
}

/// The beginning of the first letter that begins at the byte `at` or after. `at` lies between two characters.
pub fn ceil(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    let is_boundary = cursor.is_boundary(text, 0).unwrap_or(true);
    if is_boundary { at } else { cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len()) }
}

/// The whole letters at the beginning of a text that have `max_chars` characters together at most; of one letter with
/// more marks than that, its beginning.
pub fn cut(text: &str, max_chars: usize) -> &str {
    let Some((limit, _)) = text.char_indices().nth(max_chars) else { return text };
    match floor(text, limit) {
        0 => &text[..limit],
        end => &text[..end],
    }
}

/// The first letter of a text; empty of an empty one.
pub fn first(text: &str) -> &str {
    text.graphemes(true).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_letters() {
        let marked = "o\u{323}\u{301}";
        let zalgo = format!("o{}", "\u{301}".repeat(50));
        let family = "👩\u{200d}👧\u{200d}👦";
        for (text, max_chars, expected) in [
            ("habari", 3, "hab"),
            ("habari", 6, "habari"),
            ("", 3, ""),
            (&marked.repeat(3), 6, &marked.repeat(2)),
            (&marked.repeat(3), 5, marked),
            (&marked.repeat(3), 4, marked),
            ("ab\r\ncd", 3, "ab"),
            ("क्षेत्र", 2, "क्"),
            (&format!("a{family}"), 4, "a"),
            (&zalgo, 10, &zalgo[..19]),
            ("🇰🇪🇹🇿", 3, "🇰🇪"),
        ] {
            assert_eq!(cut(text, max_chars), expected, "{text} {max_chars}");
        }
        assert_eq!((first(&marked.repeat(2)), first("")), (marked, ""));
        let text = format!("a{marked}b");
        let ends: Vec<(usize, usize)> =
            text.char_indices().map(|(at, _)| (floor(&text, at), ceil(&text, at))).collect();
        assert_eq!(ends, [(0, 0), (1, 1), (1, 6), (1, 6), (6, 6)]);
    }
}
