//! What readings cost: a text that is four times as long may take about four times as long, whatever is in it.
//!
//! `cargo test --release -p mwanga-html -- --ignored --nocapture two_megabytes` prints what 2 MB of each kind take beside
//! 2 MB of ordinary paragraphs.

use std::hint::black_box;
use std::time::Duration;

use super::budget::thread_time;
use super::*;

/// Some characters of each general category of Unicode.
const CATEGORIES: [(&str, &str); 29] = [
    ("Lu", "AÀΑЖ"),
    ("Ll", "aéßя"),
    ("Lt", "ǅǈ"),
    ("Lm", "ʰˀ々"),
    ("Lo", "א中ªº"),
    ("Mn", "\u{301}\u{5b0}"),
    ("Mc", "\u{903}\u{93e}"),
    ("Me", "\u{20dd}\u{488}"),
    ("Nd", "0٣९"),
    ("Nl", "Ⅷ〇"),
    ("No", "²½①"),
    ("Pc", "_‿"),
    ("Pd", "-–—"),
    ("Ps", "(「"),
    ("Pe", ")」"),
    ("Pi", "«“"),
    ("Pf", "»”"),
    ("Po", "!¿§&"),
    ("Sm", "+±∑<>"),
    ("Sc", "$£¢€"),
    ("Sk", "^`¨´"),
    ("So", "©®°🦁"),
    ("Zs", " \u{a0}\u{2003}"),
    ("Zl", "\u{2028}"),
    ("Zp", "\u{2029}"),
    ("Cc", "\t\u{85}\u{9f}"),
    ("Cf", "\u{ad}\u{200d}\u{feff}"),
    ("Co", "\u{e000}"),
    ("Cn", "\u{378}\u{fdd0}"),
];

/// Texts by kind: each is made of parts with the number of the part in the place of `@`.
const KINDS: [(&str, &str); 30] = [
    ("short paragraphs", "<p>One <b>two</b> three.</p>"),
    ("equal headings", "<h2>Of the same words</h2><p>a</p>"),
    ("headings", "<h2>Heading @</h2><p>a</p>"),
    ("headings with equal ids", "<h3 id=part>Part @</h3>"),
    ("headings with links to them", "<h2>Heading @</h2><p><a href='#heading-@'>a</a></p>"),
    ("links to one heading", "<h2 id=a@>a</h2><p><a href='#a'>a</a> <a href='#b@'>b</a></p>"),
    ("equal links", "<a href=https://a.example/>a</a> "),
    ("links", "<a href='https://a.example/@'>a</a> "),
    ("links without a text", "<a href='https://a.example/@'> </a><b> </b>"),
    ("footnotes", "<p>a<sup><a href=#fn-@>1</a></sup></p><ol data-block=footnotes><li id=fn-@>b</li></ol>"),
    ("references in code", "<pre>a<a href=#fn-@>1</a><b>\u{1}</b><p>\u{1}</p></pre>"),
    ("empty lines in code", "<b>\n</b><i>\n</i>"),
    ("list items", "<li>a"),
    ("lists", "<ul><li>a<ul><li>b</ul></ul>"),
    ("reversed lists", "<ol reversed><li>a<li>b</ol>"),
    ("nested blocks", "<blockquote><ul><li><div><p>a</div></ul></blockquote>"),
    ("tables", "<table><caption>a<tr><td>a<td colspan=2>b</table>"),
    ("a table with what belongs before it", "<tr>a<b>b</b><td>c"),
    ("definitions", "<dl><dt>a<dd>b</dl>"),
    ("pictures", "<figure><img src=2026/@.webp alt=a><figcaption>b</figcaption></figure>"),
    ("pictures elsewhere", "<img src=https://a.example/@.png alt='a @'>"),
    ("videos", "<video src=a@.mp4 poster=b.webp></video>"),
    ("frames", "<iframe src=https://www.youtube.com/embed/abc@ title=a></iframe>"),
    ("deals", "<div data-block=deals></div><hr>"),
    ("reviews", "<aside data-block=review><h3>a</h3><p data-block=score>8</p><ul data-block=pros><li>b</ul></aside>"),
    ("questions", "<details><summary>a</summary><p>b</details>"),
    ("entities", "&amp;&hellip;&#8217;&nope;&"),
    ("attributes", "<p class=a id=b@ title='c' dir=rtl data-x onclick=d>e</p>"),
    ("closed tags without open ones", "</b></p></div>a"),
    ("formatting across blocks", "<p><b><i>a</p></b>b</i>"),
];

fn text(part: &str, bytes: usize) -> String {
    let parts = (0..bytes / part.len()).map(|n| part.replace('@', &format!("{n}")));
    match part {
        _ if part.contains("<tr>a") => format!("<table>{}</table>", parts.collect::<String>()),
        _ if part.starts_with("<li>") => format!("<ol>{}</ol>", parts.collect::<String>()),
        _ if part.starts_with("<b>\n") => format!("<pre>{}x</pre>", parts.collect::<String>()),
        _ => parts.collect(),
    }
}

fn paragraphs(bytes: usize) -> String {
    format!("<p>{}</p>", "The lamp burns the whole night, <em>they</em> said &amp; went. ".repeat(9))
        .repeat(bytes / 560)
}

type Reading = fn(&str);

/// All that is read out of a text that was sent, then all that is read out of a stored one.
const SENT: [(&str, Reading); 4] = [
    ("limits", |html| drop(black_box(check_limits(html)))),
    ("post", |html| drop(black_box(clean(html)))),
    ("page", |html| drop(black_box(clean_page(html, &["https://a.example"], &|_| Some((1, 1)))))),
    ("title", |html| drop(black_box(strip_tags(html)))),
];
const STORED: [(&str, Reading); 12] = [
    ("page blocks", |html| drop(black_box(page_blocks(html)))),
    ("drawn", |html| drop(black_box(draw(html, Place { origin: "https://a.example", page: "" })))),
    ("plain text", |html| drop(black_box(plain_text(html, usize::MAX)))),
    ("opening", |html| drop(black_box(opening(html, 300)))),
    ("words", |html| _ = black_box(word_count(html))),
    ("links", |html| drop(black_box(external_links(html)))),
    ("media", |html| drop(black_box((media_refs(html), used_media(html), first_media(html))))),
    ("missing", |html| drop(black_box((missing_pictures(html), without_missing(html))))),
    ("found", |html| drop(black_box(with_found_pictures(html, &|_| Some("a.png".into()))))),
    ("delivered", |html| drop(black_box(deliver_media(html)))),
    ("responsive", |html| {
        drop(black_box(with_responsive_images(html, &|_| None, &|_, _| Some("a".into()), &|_| Some("b".into()))))
    }),
    ("absolute", |html| drop(black_box(with_absolute_urls(html, "https://a.example")))),
];

/// Processor time of this thread, the least of some tries.
fn time_of(reading: Reading, html: &str, tries: usize) -> Duration {
    let once = |_| {
        let begun = thread_time();
        reading(html);
        thread_time().saturating_sub(begun)
    };
    (0..tries).map(once).min().unwrap_or_default()
}

/// By its square a text twice as long takes four times as long, one four times as long sixteen times. Other work on the
/// machine shows in a short time, so that what takes next to none says nothing.
fn assert_grows_evenly(name: &str, reading: Reading, short: &str, long: &str) {
    let floor = Duration::from_millis(2);
    // Of some texts nothing, or always the same, is stored.
    let times = (long.len() as f64 / short.len().max(1) as f64).max(2.0);
    let grown =
        (0..3).map(|_| time_of(reading, long, 1).as_secs_f64() / time_of(reading, short, 1).max(floor).as_secs_f64());
    let least = grown.fold(f64::INFINITY, f64::min);
    assert!(least < times.powf(1.7), "{name}: {least:.1} times as long for {times:.1} times the text");
}

#[test]
fn letters_of_every_category_are_read_in_a_time_that_grows_as_they_do() {
    for (category, letters) in CATEGORIES {
        let of = |count: usize| letters.chars().cycle().take(count).collect::<String>();
        for (name, reading) in SENT {
            assert_grows_evenly(&format!("{name} of {category}"), reading, &of(10_000), &of(20_000));
        }
    }
}

#[test]
fn texts_of_every_kind_are_read_in_a_time_that_grows_as_they_do() {
    const BYTES: usize = 3_000;
    for (kind, part) in KINDS {
        let (short, long) = (text(part, BYTES), text(part, 4 * BYTES));
        for (name, reading) in SENT {
            assert_grows_evenly(&format!("{name} of {kind}"), reading, &short, &long);
        }
        let page = |html: &str| clean_page(html, &[], &|_| None);
        for (short, long) in [(clean(&short), clean(&long)), (page(&short), page(&long))] {
            for (name, reading) in STORED {
                assert_grows_evenly(&format!("{name} of stored {kind}"), reading, &short, &long);
            }
        }
    }
}

#[test]
#[ignore = "prints a table: for changes of what reads HTML"]
fn two_megabytes() {
    const BYTES: usize = 2_000_000;
    let ordinary = paragraphs(BYTES);
    let stored = clean(&ordinary);
    let kinds = KINDS.map(|(kind, part)| (kind, text(part, BYTES)));
    let letters = CATEGORIES.map(|(name, letters)| {
        let of_category: String = letters
            .chars()
            .cycle()
            .scan(0, |bytes, letter| {
                *bytes += letter.len_utf8();
                (*bytes < BYTES / 2).then_some(letter)
            })
            .collect();
        (name, format!("<p>{of_category}</p><p>{of_category}</p>"))
    });
    for (kind, html) in kinds.into_iter().chain(letters) {
        let fits = check_limits(&html).is_ok();
        // What is over the limits is read no further.
        let html = if fits { html } else { html[..html.floor_char_boundary(html.len() / 4)].to_owned() };
        let scale = if fits { 1 } else { 4 };
        let mut line = format!("{kind:36}{}", if fits { "" } else { " (a quarter)" });
        let stored_kind = clean(&html);
        for (readings, html, ordinary) in [(&SENT[..], &html, &ordinary), (&STORED[..], &stored_kind, &stored)] {
            for (name, reading) in readings {
                let (of_kind, usual) = (time_of(*reading, html, 2), time_of(*reading, ordinary, 2) / scale);
                let ratio = of_kind.as_secs_f64() / usual.max(Duration::from_micros(500)).as_secs_f64();
                if ratio > 2.0 {
                    line.push_str(&format!(" {name} {ratio:.1} ({} ms)", of_kind.as_millis()));
                }
            }
        }
        println!("{line}");
    }
    for (name, reading) in SENT {
        println!("2 MB of paragraphs, {name}: {} ms", time_of(reading, &ordinary, 3).as_millis());
    }
}
