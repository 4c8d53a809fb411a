//! What converting costs: a text that is four times as long may take about four times as long, whatever is in it.

use std::hint::black_box;
use std::time::Duration;

use super::*;
use crate::wordpress::entry::Item;

/// Texts by kind: each is made of parts with the number of the part in the place of `@`.
const KINDS: [(&str, &str); 27] = [
    ("paragraphs", "One two three.\n\n"),
    ("lines", "a\n"),
    ("addresses", "https://a.example/@\n\n"),
    ("brackets", "["),
    ("brackets in brackets", "[["),
    ("closed brackets", "[[a]"),
    ("escaped shortcodes", "[[gallery]] "),
    ("shortcodes", "[gallery ids=\"1,2\"] "),
    ("unknown words", "[word] "),
    ("different words", "[word@] "),
    ("different shortcodes", "[word_@ a=1] "),
    ("shortcodes that are closed once", "[a_b] "),
    ("shortcodes within others", "[a_b]x[/a_b][a_b]"),
    ("shortcodes that begin alike", "[a_b][a_bc]"),
    ("ends of shortcodes", "[/gallery]"),
    ("ends of other shortcodes", "[gallery][/gallery2]"),
    ("captions", "[caption]<img src=a.png> a[/caption]"),
    ("quotes", "[a_b x=\"] "),
    ("open tags", "<a "),
    ("open tags with a quote", "<a b=\" "),
    ("tags with one quote", "<a b='>c"),
    ("open code", "<code>[a_b]"),
    ("comments", "<!-- a -->"),
    ("open comments", "<!-- a "),
    ("blocks", "<!-- wp:group --><p>a</p>"),
    ("blocks and their ends", "<!-- wp:a@ --><!-- /wp:b@ -->"),
    ("objects", "<object><embed src=a>"),
];

fn text(part: &str, bytes: usize, last: &str) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&part.replace('@', &number.to_string()));
    }
    text + last
}

/// Processor time of this thread.
fn time_of(index: &ExportIndex, content: String) -> Duration {
    let item = Item { content, ..Item::default() };
    let begun = html::thread_time();
    black_box(convert(index, &item, &mut Notes::default()));
    html::thread_time().saturating_sub(begun)
}

/// By its square a text four times as long takes sixteen times as long. Other work on the machine shows in a short
/// time, so that what takes next to none says nothing.
#[test]
fn texts_of_every_kind_are_converted_in_a_time_that_grows_as_they_do() {
    const BYTES: usize = 10_000;
    let index = ExportIndex::default();
    for (kind, part) in KINDS {
        for last in ["", "[/a_b]", "]]", "\">", "<!-- /wp:group -->"] {
            let of = |bytes| time_of(&index, text(part, bytes, last));
            let floor = Duration::from_millis(2);
            let grown = (0..3).map(|_| of(4 * BYTES).as_secs_f64() / of(BYTES).max(floor).as_secs_f64());
            let least = grown.fold(f64::INFINITY, f64::min);
            assert!(least < 8.0, "{kind} and {last:?}: {least:.1} times as long for four times the text");
        }
    }
}
