//! Rewriting elements of converted HTML: emoji images, lazy-loaded images, iframes, plug-in players, and links between
//! imported posts.

use super::entry::Item;
use super::export_index::{ExportIndex, is_descriptive};
use super::html_writer::{display_url, host, push_link};
use super::notes::Notes;
use super::site_links::Link;
use mwanga_html::{self as html, Token, attributes, escape_attribute, tokens, unescape, write_tag};

/// Rewrites the elements of `html`, the content of `item`, that the cleaner would drop or leave wrong.
pub fn rewrite(index: &ExportIndex, item: &Item, html: &str, notes: &mut Notes) -> String {
    let mut out = String::with_capacity(html.len());
    // Inside an `object`: its embed card, if found already.
    let mut object: Option<Option<String>> = None;
    for token in tokens(html) {
        match token {
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("object") => {
                object = Some(embed_figure(attribute(attributes, "data")))
            }
            Token::Close(name) if name.eq_ignore_ascii_case("object") => {
                if let Some(Some(card)) = object.take() {
                    out.push_str(&card);
                } else {
                    notes.add_omitted("a plug-in object");
                }
            }
            // Of a plug-in player only the URL is used.
            token if object.is_some() => {
                if let Token::Open { attributes, .. } = token
                    && matches!(object, Some(None))
                {
                    object =
                        Some(embed_figure(attribute(attributes, "src").or_else(|| attribute(attributes, "value"))));
                }
            }
            Token::Text(text) => out.push_str(text),
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("img") => image(index, attributes, &mut out),
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("a") => {
                anchor(index, item, attributes, notes, &mut out)
            }
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("iframe") => {
                iframe(attributes, notes, &mut out)
            }
            Token::Open { name, attributes } if name.eq_ignore_ascii_case("embed") => {
                out.push_str(&embed_figure(attribute(attributes, "src")).unwrap_or_default())
            }
            Token::Open { name, .. } if name.eq_ignore_ascii_case("script") => notes.add_omitted("a script"),
            Token::Open { name, .. } if name.eq_ignore_ascii_case("form") => notes.add_omitted("a form"),
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

fn image(index: &ExportIndex, attributes_text: &str, out: &mut String) {
    let class = attribute(attributes_text, "class").unwrap_or_default();
    let alt = attribute(attributes_text, "alt").unwrap_or_default();
    if class.split(' ').any(|class| matches!(class, "wp-smiley" | "emoji")) {
        return html::escape_text(&alt, out);
    }
    let src = attribute(attributes_text, "src").unwrap_or_default();
    // Lazy-loading scripts have the URL in other attributes.
    let lazy_src = || {
        ["data-src", "data-lazy-src", "data-original", "data-orig-file"]
            .iter()
            .find_map(|name| attribute(attributes_text, name))
    };
    let src = if src.is_empty() || src.starts_with("data:") { lazy_src().unwrap_or(src) } else { src };
    let id = class.split(' ').find_map(|class| class.strip_prefix("wp-image-")?.parse().ok());
    let found = index.attachment_by_url(&src).map(|(_, found)| found).or_else(|| index.attachment_by_id(id?));
    let alt = if !is_descriptive(&alt) { found.map(|found| found.alt.clone()).unwrap_or_default() } else { alt };
    out.push_str("<img");
    for (name, value) in [
        ("src", Some(src)),
        ("alt", Some(alt)),
        ("width", attribute(attributes_text, "width")),
        ("height", attribute(attributes_text, "height")),
    ] {
        if let Some(value) = value {
            out.push_str(&format!(" {name}=\""));
            escape_attribute(&value, out);
            out.push('"');
        }
    }
    out.push('>');
}

fn anchor(index: &ExportIndex, item: &Item, attributes_text: &str, notes: &mut Notes, out: &mut String) {
    let href = attribute(attributes_text, "href").unwrap_or_default();
    let path = match index.resolve_link(&href, item) {
        Link::Here(path) => {
            notes.rewritten_links += 1;
            path
        }
        Link::File(address) => address,
        Link::Missing => {
            notes.add_lost_link(&href);
            return write_tag("a", attributes_text, out);
        }
        Link::Other => return write_tag("a", attributes_text, out),
    };
    out.push_str("<a href=\"");
    escape_attribute(&path, out);
    out.push('"');
    if let Some(title) = attribute(attributes_text, "title") {
        out.push_str(" title=\"");
        escape_attribute(&title, out);
        out.push('"');
    }
    out.push('>');
}

fn iframe(attributes_text: &str, notes: &mut Notes, out: &mut String) {
    let Some(src) = attribute(attributes_text, "src").filter(|src| !src.trim().is_empty()) else { return };
    if html::embed_card(&src).is_some() {
        write_tag("iframe", attributes_text, out);
        return out.push_str("</iframe>");
    }
    let src = if src.starts_with("//") { format!("https:{src}") } else { src };
    notes.add_changed(&format!("frame of {}, kept as a link", host(&src)));
    out.push_str("<p>");
    push_link(
        &src,
        &attribute(attributes_text, "title")
            .filter(|title| !title.trim().is_empty())
            .unwrap_or_else(|| display_url(&src)),
        out,
    );
    out.push_str("</p>");
}

/// Figure of an embed card, if the URL can be embedded.
fn embed_figure(url: Option<String>) -> Option<String> {
    let card = html::embed_card(&url?)?;
    let mut out = String::from("<figure data-embed=\"");
    escape_attribute(&card.url, &mut out);
    out.push_str("\">");
    push_link(&card.href, card.label, &mut out);
    Some(out + "</figure>")
}

fn attribute(attributes_text: &str, name: &str) -> Option<String> {
    attributes(attributes_text)
        .find(|(own, ..)| own.eq_ignore_ascii_case(name))
        .map(|(_, value, _)| unescape(value).into_owned())
}
