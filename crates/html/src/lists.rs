//! How lists are numbered: `start`, `reversed` and `type` of a list, `value` of an item.

use super::model::{Item, ListLook, Numbering};
use super::tree::{Element, elements};

/// The types of `ol` beside figures, with the names that styles have for them.
const LETTERS: [(&str, &[&str]); 4] = [
    ("A", &["upper-alpha", "upper-latin"]),
    ("a", &["lower-alpha", "lower-latin"]),
    ("I", &["upper-roman"]),
    ("i", &["lower-roman"]),
];

/// How `list` is numbered; none: bullets. Values of items that follow from the list are taken away.
pub(super) fn numbering(list: &Element, look: ListLook, items: &mut [Item]) -> Option<Numbering> {
    // The blocks of pages have numbers, or signs, of their own.
    if list.name != "ol" || look != ListLook::Plain {
        items.iter_mut().for_each(|item| item.value = None);
        return (list.name == "ol").then(Numbering::default);
    }
    let reversed = list.attribute("reversed").is_some();
    let natural = if reversed { i32::try_from(items.len()).unwrap_or(i32::MAX) } else { 1 };
    let start = integer(list, "start").filter(|start| *start != natural);
    let mut expected = start.unwrap_or(natural);
    for item in items {
        item.value = item.value.filter(|value| *value != expected);
        let here = item.value.unwrap_or(expected);
        expected = if reversed { here.saturating_sub(1) } else { here.saturating_add(1) };
    }
    Some(Numbering { start, reversed, letters: letters(list) })
}

/// An attribute that is a whole number, as browsers read it: what follows its figures is left out.
pub(super) fn integer(element: &Element, name: &str) -> Option<i32> {
    let said = element.attribute(name)?.trim_start();
    let sign = usize::from(said.starts_with(['-', '+']));
    let figures = said[sign..].bytes().take_while(u8::is_ascii_digit).count();
    said[..sign + figures].parse().ok()
}

/// The type of a list; word processors say it by a style, of the list or of its items.
fn letters(list: &Element) -> Option<&'static str> {
    if let Some(said) = list.attribute("type").map(str::trim) {
        return LETTERS.iter().map(|(kind, _)| *kind).find(|kind| *kind == said);
    }
    let first = elements(&list.children).find(|child| child.name == "li");
    let style = [Some(list), first].into_iter().flatten().filter_map(|element| element.attribute("style"));
    style.filter_map(style_type).find_map(|said| {
        LETTERS
            .iter()
            .find(|(_, names)| names.iter().any(|name| said.eq_ignore_ascii_case(name)))
            .map(|(kind, _)| *kind)
    })
}

/// The value of `list-style-type` in a style.
fn style_type(style: &str) -> Option<&str> {
    style.split(';').find_map(|rule| {
        let (name, value) = rule.split_once(':')?;
        name.trim().eq_ignore_ascii_case("list-style-type").then(|| value.trim())
    })
}

/// The number of an item as it is shown in a list of this `type`.
///
/// Figures where letters have no such number, as in browsers.
pub fn list_number(value: i32, letters: Option<&str>) -> String {
    let letter = match letters {
        Some("A" | "a") if value > 0 => alphabetic(value),
        Some("I" | "i") if (1..4000).contains(&value) => roman(value),
        _ => return value.to_string(),
    };
    if matches!(letters, Some("a" | "i")) { letter.to_lowercase() } else { letter }
}

fn alphabetic(value: i32) -> String {
    let mut letters = Vec::new();
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

fn roman(value: i32) -> String {
    const SIGNS: [(i32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = value;
    let mut out = String::new();
    for (worth, sign) in SIGNS {
        while rest >= worth {
            out.push_str(sign);
            rest -= worth;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clean, clean_page};

    #[test]
    fn lists_keep_how_they_are_numbered() {
        for (html, stored) in [
            ("<ol start=3><li>a<li>b</ol>", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
            ("<ol start=1><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start=0><li>a</ol>", "<ol start=\"0\"><li>a</li></ol>"),
            ("<ol start=-4><li>a</ol>", "<ol start=\"-4\"><li>a</li></ol>"),
            ("<ol start=' +7th'><li>a</ol>", "<ol start=\"7\"><li>a</li></ol>"),
            ("<ol start=x><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start=''><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start='-'><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start='é3'><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start=99999999999><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol start=2147483647><li>a<li>b</ol>", "<ol start=\"2147483647\"><li>a</li><li>b</li></ol>"),
            ("<ol reversed><li>a<li>b</ol>", "<ol reversed=\"\"><li>a</li><li>b</li></ol>"),
            ("<ol reversed start=2><li>a<li>b</ol>", "<ol reversed=\"\"><li>a</li><li>b</li></ol>"),
            ("<ol reversed start=9><li>a<li>b</ol>", "<ol start=\"9\" reversed=\"\"><li>a</li><li>b</li></ol>"),
            ("<ol type=A><li>a</ol>", "<ol type=\"A\"><li>a</li></ol>"),
            ("<ol type=i start=4><li>a</ol>", "<ol start=\"4\" type=\"i\"><li>a</li></ol>"),
            ("<ol type=1><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol type=evil onclick=x><li>a</ol>", "<ol><li>a</li></ol>"),
            ("<ol style='margin:0;List-Style-Type: upper-roman'><li>a</ol>", "<ol type=\"I\"><li>a</li></ol>"),
            ("<ol><li style='list-style-type:lower-alpha'>a</ol>", "<ol type=\"a\"><li>a</li></ol>"),
            ("<ol><li>a<li value=5>b<li value=6>c</ol>", "<ol><li>a</li><li value=\"5\">b</li><li>c</li></ol>"),
            ("<ol start=3><li value=3>a<li value=4>b</ol>", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
            ("<ol><li>a<ol start=2><li>b</ol></ol>", "<ol><li>a<ol start=\"2\"><li>b</li></ol></li></ol>"),
            ("<ul start=3 type=A reversed><li value=4>a</ul>", "<ul><li>a</li></ul>"),
            ("<ol data-block=footnotes start=3><li id=fn-1>a</ol>", "<ol><li>a</li></ol>"),
        ] {
            assert_eq!(clean(html), stored, "{html}");
            assert_eq!(clean(stored), stored, "{html}");
        }
        let steps = "<ol data-block=\"steps\"><li>a</li></ol>";
        assert_eq!(clean_page("<ol data-block=steps start=3><li value=9>a</ol>", &[], &|_| None), steps);
        let page = "<ol start=\"3\"><li>a</li></ol>";
        assert_eq!(clean_page(page, &[], &|_| None), page);
    }

    #[test]
    fn numbers_are_shown_as_the_type_of_the_list_says() {
        for (value, letters, shown) in [
            (3, None, "3"),
            (-4, None, "-4"),
            (1, Some("A"), "A"),
            (26, Some("a"), "z"),
            (27, Some("a"), "aa"),
            (703, Some("A"), "AAA"),
            (0, Some("A"), "0"),
            (4, Some("i"), "iv"),
            (1994, Some("I"), "MCMXCIV"),
            (4000, Some("I"), "4000"),
            (i32::MIN, Some("i"), "-2147483648"),
        ] {
            assert_eq!(list_number(value, letters), shown);
        }
    }
}
