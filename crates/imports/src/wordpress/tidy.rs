//! The last look at a converted post: pictures that are letters, frames, old players, and links to posts that are here
//! now.

use super::library::{Library, says_something};
use super::markup::{host, link, short};
use super::notes::Notes;
use mwanga_html::{self as html, Token, attributes, escape_attribute, tokens, unescape, write_tag};

/// Rewrites the elements of `html` that would otherwise lose their meaning.
pub fn tidy(library: &Library, html: &str, notes: &mut Notes) -> String {
    let mut out = String::with_capacity(html.len());
    let mut object: Option<Option<String>> = None;
    for token in tokens(html) {
        match token {
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("object") => {
                object = Some(player(attribute(attributes, "data")))
            }
            Token::Close(name) if name.eq_ignore_ascii_case("object") => {
                if let Some(Some(card)) = object.take() {
                    out.push_str(&card);
                } else {
                    notes.left_out("a plug-in object");
                }
            }
            // Within an old player only the address counts; the rest was for browsers that are gone.
            token if object.is_some() => {
                if let Token::Open { attributes, .. } = token
                    && matches!(object, Some(None))
                {
                    object = Some(player(attribute(attributes, "src").or_else(|| attribute(attributes, "value"))));
                }
            }
            Token::Text(text) => out.push_str(text),
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("img") => {
                image(library, attributes, &mut out)
            }
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("a") => {
                anchor(library, attributes, notes, &mut out)
            }
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("iframe") => {
                iframe(attributes, notes, &mut out)
            }
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("embed") => {
                out.push_str(&player(attribute(attributes, "src")).unwrap_or_default())
            }
            Token::Open { name, .. } if name.eq_ignore_ascii_case("script") => notes.left_out("a script"),
            Token::Open { name, .. } if name.eq_ignore_ascii_case("form") => notes.left_out("a form"),
            Token::Open { name, attributes } => write_tag(name, attributes, &mut out),
            Token::Close(name) => {
                out.push_str("</");
                out.push_str(name);
                out.push('>');
            }
        }
    }
    out
}

fn image(library: &Library, written: &str, out: &mut String) {
    let class = attribute(written, "class").unwrap_or_default();
    let alt = attribute(written, "alt").unwrap_or_default();
    if class.split(' ').any(|class| matches!(class, "wp-smiley" | "emoji")) {
        return html::escape_text(&alt, out);
    }
    let src = attribute(written, "src").unwrap_or_default();
    // Scripts that load pictures late keep the address elsewhere.
    let late = || {
        ["data-src", "data-lazy-src", "data-original", "data-orig-file"]
            .iter()
            .find_map(|name| attribute(written, name))
    };
    let src = if src.is_empty() || src.starts_with("data:") { late().unwrap_or(src) } else { src };
    let id = class.split(' ').find_map(|class| class.strip_prefix("wp-image-")?.parse().ok());
    let found = library.attachment_by_url(&src).map(|(_, found)| found).or_else(|| library.attachment_by_id(id?));
    let alt = if !says_something(&alt) { found.map(|found| found.alt.clone()).unwrap_or_default() } else { alt };
    out.push_str("<img");
    for (name, value) in [
        ("src", Some(src)),
        ("alt", Some(alt)),
        ("width", attribute(written, "width")),
        ("height", attribute(written, "height")),
    ] {
        if let Some(value) = value {
            out.push_str(&format!(" {name}=\""));
            escape_attribute(&value, out);
            out.push('"');
        }
    }
    out.push('>');
}

fn anchor(library: &Library, written: &str, notes: &mut Notes, out: &mut String) {
    let here = attribute(written, "href").and_then(|href| library.here(&href));
    let Some(here) = here else { return write_tag("a", written, out) };
    notes.links += 1;
    out.push_str("<a href=\"");
    escape_attribute(&here, out);
    out.push('"');
    if let Some(title) = attribute(written, "title") {
        out.push_str(" title=\"");
        escape_attribute(&title, out);
        out.push('"');
    }
    out.push('>');
}

fn iframe(written: &str, notes: &mut Notes, out: &mut String) {
    let Some(src) = attribute(written, "src").filter(|src| !src.trim().is_empty()) else { return };
    if html::embed_card(&src).is_some() {
        write_tag("iframe", written, out);
        return out.push_str("</iframe>");
    }
    let src = if src.starts_with("//") { format!("https:{src}") } else { src };
    notes.changed(&format!("frame of {}, kept as a link", host(&src)));
    out.push_str("<p>");
    link(
        &src,
        &attribute(written, "title").filter(|title| !title.trim().is_empty()).unwrap_or_else(|| short(&src)),
        out,
    );
    out.push_str("</p>");
}

/// The card of a player's address, when it is one that can be embedded.
fn player(address: Option<String>) -> Option<String> {
    let card = html::embed_card(&address?)?;
    let mut out = String::from("<figure data-embed=\"");
    escape_attribute(&card.url, &mut out);
    out.push_str("\">");
    link(&card.href, card.label, &mut out);
    Some(out + "</figure>")
}

fn attribute(written: &str, name: &str) -> Option<String> {
    attributes(written)
        .find(|(own, ..)| own.eq_ignore_ascii_case(name))
        .map(|(_, value, _)| unescape(value).into_owned())
}
