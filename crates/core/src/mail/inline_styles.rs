//! HTML for mail clients: an allow-list of elements with inline styles, absolute URLs, and pictures with their sizes.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde_json::json;

use super::links::delivered;
use super::stories::StoryDetails;
use super::templates::render;
use crate::html::{self, Token, attributes, tokens};
use crate::media;

/// Allowed elements with their inline style. The content of others is kept.
const ELEMENTS: [(&str, &str); 30] = [
    ("a", "color:inherit;text-decoration:underline"),
    ("blockquote", "margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #8a8a8a"),
    ("br", ""),
    ("cite", ""),
    ("code", "font-family:monospace"),
    ("em", ""),
    ("figcaption", "font-size:14px;line-height:1.5;margin:6px 0 0"),
    ("figure", "margin:0 0 16px"),
    ("h2", "font-size:20px;line-height:1.3;margin:28px 0 8px"),
    ("h3", "font-size:18px;line-height:1.3;margin:24px 0 8px"),
    ("h4", "font-size:16px;line-height:1.3;margin:20px 0 8px"),
    ("hr", "border:0;border-top:1px solid #8a8a8a;margin:24px 0"),
    ("img", "display:block;width:100%;max-width:600px;height:auto;border:0;border-radius:4px"),
    ("li", "margin:0 0 6px"),
    ("ol", "margin:0 0 16px;padding:0 0 0 24px;padding-inline:24px 0"),
    ("p", "margin:0 0 16px"),
    ("pre", "font:14px/1.5 monospace;white-space:pre-wrap;margin:0 0 16px"),
    ("s", ""),
    ("strong", ""),
    ("span", ""),
    ("sub", ""),
    ("sup", ""),
    ("table", "border-collapse:collapse;margin:0 0 16px"),
    ("tbody", ""),
    ("td", "border:1px solid #8a8a8a;padding:6px 8px;text-align:left;text-align:start;vertical-align:top"),
    ("th", "border:1px solid #8a8a8a;padding:6px 8px;text-align:left;text-align:start;vertical-align:top"),
    ("thead", ""),
    ("tr", ""),
    ("u", ""),
    ("ul", "margin:0 0 16px;padding:0 0 0 24px;padding-inline:24px 0"),
];

/// It is tall enough for a thumb.
const HEADLINE_LINK: &str = "display:inline-block;padding:11px 0;color:inherit;text-decoration:none";

/// Allowed attributes, beside `dir` of each.
const ATTRIBUTES: [(&str, &str); 14] = [
    ("a", "href"),
    ("h2", "id"),
    ("h3", "id"),
    ("h4", "id"),
    ("img", "alt"),
    ("li", "value"),
    ("ol", "start"),
    ("ol", "reversed"),
    ("ol", "type"),
    ("span", "lang"),
    ("td", "colspan"),
    ("td", "rowspan"),
    ("th", "colspan"),
    ("th", "rowspan"),
];

/// Stored HTML as the inside of a mail. `base` is the site's address without a slash at its end.
pub(super) fn inline_styles(stored: &str, base: &str, details: &StoryDetails) -> String {
    styled(stored, base, details, false)
}

/// [`inline_styles`] of the inside of a headline.
pub(super) fn headline_styles(stored: &str, base: &str, details: &StoryDetails) -> String {
    styled(stored, base, details, true)
}

fn styled(stored: &str, base: &str, details: &StoryDetails, in_headline: bool) -> String {
    static STYLES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| ELEMENTS.into_iter().collect());
    let delivered = delivered(stored, base);
    let headings: HashSet<&str> = tokens(&delivered).filter_map(drawn_id).collect();
    let names_heading = |href: &str| href.strip_prefix('#').is_some_and(|id| headings.contains(id));
    let mut out = String::with_capacity(delivered.len() * 2);
    let (mut heading, mut in_note_link) = (in_headline, false);
    for token in tokens(&delivered) {
        if let Token::Open { name, .. } | Token::Close(name) = token
            && matches!(name, "h2" | "h3" | "h4")
        {
            heading = matches!(token, Token::Open { .. });
        }
        match token {
            // In a mail footnotes are numbers: few programs follow a link within one.
            Token::Text(html::BACK_LINK) => {}
            Token::Open { name: "a", attributes: tag } if html::is_footnote_link(tag) => in_note_link = true,
            Token::Close("a") if in_note_link => in_note_link = false,
            Token::Text(text) => out.push_str(text),
            Token::Open { name: "video", attributes: tag } => out.push_str(&video(tag, base, details)),
            Token::Open { name, attributes: tag } => {
                let Some(style) = STYLES.get(name) else { continue };
                // A headline that is a link needs no line to be seen as one.
                let style = if heading && name == "a" { &HEADLINE_LINK } else { style };
                out.push('<');
                out.push_str(name);
                for (attribute, value, _) in attributes(tag) {
                    if (attribute == "dir" || ATTRIBUTES.contains(&(name, attribute)))
                        && (attribute != "href" || is_absolute(value) || names_heading(value))
                    {
                        out.push_str(&format!(" {attribute}=\"{}\"", shown(attribute, value, details)));
                    }
                }
                let mut style = (*style).to_owned();
                if attributes(tag).any(|(attribute, value, _)| attribute == "dir" && value == "rtl") {
                    style = mirrored(&style);
                }
                if name == "img" {
                    out.push_str(&picture(tag, base, details, &mut style));
                }
                if !style.is_empty() {
                    out.push_str(&format!(" style=\"{style}\""));
                }
                out.push('>');
            }
            Token::Close(name) if STYLES.contains_key(name) && !matches!(name, "br" | "hr" | "img") => {
                out.push_str(&format!("</{name}>"))
            }
            Token::Close(_) => {}
        }
    }
    out
}

/// The id of a heading as it is drawn.
fn drawn_id(token: Token<'_>) -> Option<&str> {
    let Token::Open { name: "h2" | "h3" | "h4", attributes: tag } = token else { return None };
    attributes(tag).find(|(name, ..)| *name == "id").map(|(_, id, _)| id).filter(|id| id.starts_with("h-"))
}

/// A style for text from right to left.
fn mirrored(style: &str) -> String {
    style
        .replace("padding:0 0 0 24px", "padding:0 24px 0 0")
        .replace("padding:0 0 0 16px", "padding:0 16px 0 0")
        .replace("border-left", "border-right")
        .replace("text-align:left", "text-align:right")
}

/// The value of an attribute as the mail has it, escaped.
fn shown(attribute: &str, value: &str, details: &StoryDetails) -> String {
    let address = html::unescape(value);
    match details.link_to(&address) {
        counted if attribute == "href" && counted != address => counted.to_owned(),
        _ => value.replace('"', "&quot;"),
    }
}

/// Width of the column of a mail in pixels.
pub(super) const COLUMN: u32 = 600;

/// The address of a picture, and its size where it is known: the copy for sharp screens, at most a column wide.
fn picture(tag: &str, base: &str, details: &StoryDetails, style: &mut String) -> String {
    let value = |wanted: &str| attributes(tag).find(|(name, ..)| *name == wanted).map(|(_, value, _)| value);
    let Some(src) = value("src").filter(|src| is_absolute(src)) else { return String::new() };
    let number = |name| value(name).and_then(|digits| digits.parse::<u32>().ok());
    let known = find_picture(src, base, details);
    let Some((width, height)) = known
        .as_ref()
        .map(|(size, _)| *size)
        .or_else(|| number("width").zip(number("height")))
        .filter(|(w, h)| *w > 0 && *h > 0)
    else {
        return format!(" src=\"{src}\" width=\"{COLUMN}\"");
    };
    let src = known.map_or_else(|| src.to_owned(), |(_, address)| address);
    let shown = width.min(COLUMN);
    if shown < COLUMN {
        *style = style.replace("max-width:600px", &format!("max-width:{shown}px"));
    }
    format!(" src=\"{src}\" width=\"{shown}\" height=\"{}\"", height_at(shown, (width, height)))
}

/// The size of a picture of ours, and the address of its copy for mail programs.
fn find_picture(src: &str, base: &str, details: &StoryDetails) -> Option<((u32, u32), String)> {
    // Of a test mail in a private store it is signed, which is good for its copies too.
    let (path, signature) = src.find('?').map_or((src, ""), |at| src.split_at(at));
    let picture = details.pictures.get(path.strip_prefix(base)?.strip_prefix(media::PREFIX)?)?;
    Some((picture.size, format!("{base}{}{signature}", picture.large)))
}

/// Height of a picture of this size when it is shown `shown` pixels wide.
pub(crate) fn height_at(shown: u32, (width, height): (u32, u32)) -> u32 {
    u32::try_from((u64::from(shown) * u64::from(height)).div_ceil(u64::from(width.max(1)))).unwrap_or(shown).max(1)
}

/// A video, which mail clients do not play: a link, on its poster if it has one.
fn video(tag: &str, base: &str, details: &StoryDetails) -> String {
    let value = |wanted: &str| {
        attributes(tag)
            .find(|(name, value, _)| *name == wanted && is_absolute(value))
            .map(|(_, value, _)| html::unescape(value).into_owned())
    };
    let Some(src) = value("src") else { return String::new() };
    let number =
        |wanted: &str| attributes(tag).find(|(name, ..)| *name == wanted).and_then(|(_, v, _)| v.parse::<u32>().ok());
    let height = number("width").zip(number("height")).map(|size| height_at(COLUMN, size));
    let poster = value("poster").map(|src| find_picture(&src, base, details).map_or(src, |(_, address)| address));
    render("video.html", json!({ "src": details.link_to(&src), "poster": poster, "height": height })).trim().to_owned()
}

/// Whether a URL is absolute.
fn is_absolute(address: &str) -> bool {
    ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::TextPicture;

    #[test]
    fn mail_html_has_absolute_links_and_inline_styles() {
        let picture = |key: &str, size| (key.to_owned(), TextPicture { size, large: format!("/media/mail/{key}.jpg") });
        let pictures = [picture("2026/a.webp", (1_800, 1_200)), picture("2026/small.webp", (90, 60))];
        let details = StoryDetails { pictures: pictures.into(), ..StoryDetails::default() };
        for (stored, expected) in [
            ("<p>One</p>", "<p dir=\"auto\" style=\"margin:0 0 16px\">One</p>"),
            (
                "<a href=\"/post/slug/x\" rel=\"x\">a</a>",
                "<a href=\"https://m.example/post/slug/x\" style=\"color:inherit;text-decoration:underline\">a</a>",
            ),
            ("<a href=\"#top\">a</a>", "<a style=\"color:inherit;text-decoration:underline\">a</a>"),
            (
                "<h2><a href=\"/x\">a</a></h2>",
                "<h2 dir=\"auto\" style=\"font-size:20px;line-height:1.3;margin:28px 0 8px\"><a href=\"https://m.example/x\" style=\"display:inline-block;padding:11px 0;color:inherit;text-decoration:none\">a</a></h2>",
            ),
            (
                "<img src=\"2026/a.webp\" alt=\"A &quot;lamp&quot;\">",
                "<img alt=\"A &quot;lamp&quot;\" src=\"https://m.example/media/mail/2026/a.webp.jpg\" width=\"600\" height=\"400\" style=\"display:block;width:100%;max-width:600px;height:auto;border:0;border-radius:4px\">",
            ),
            (
                "<img src=\"2026/small.webp\" alt=\"\">",
                "<img alt=\"\" src=\"https://m.example/media/mail/2026/small.webp.jpg\" width=\"90\" height=\"60\" style=\"display:block;width:100%;max-width:90px;height:auto;border:0;border-radius:4px\">",
            ),
            (
                "<video src=\"2026/a.mp4\" controls=\"\"></video>",
                "<a href=\"https://m.example/media/2026/a.mp4\" style=\"color:inherit;text-decoration:underline\">Watch the video</a>",
            ),
            (
                "<p>a<sup><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup></p>\
                 <ol data-block=\"footnotes\"><li id=\"fn-1\">b <a href=\"#fnref-1\">\u{21a9}</a></li></ol>",
                "<p dir=\"auto\" style=\"margin:0 0 16px\">a<sup>1</sup></p>\
                 <ol dir=\"auto\" style=\"margin:0 0 16px;padding:0 0 0 24px;padding-inline:24px 0\"><li style=\"margin:0 0 6px\">b </li></ol>",
            ),
            (
                "<ol start=\"3\" type=\"a\" dir=\"rtl\"><li value=\"7\">b</li></ol>",
                "<ol start=\"3\" type=\"a\" dir=\"rtl\" style=\"margin:0 0 16px;padding:0 24px 0 0;padding-inline:24px 0\"><li value=\"7\" style=\"margin:0 0 6px\">b</li></ol>",
            ),
            (
                "<h3 id=\"part\"><a href=\"#part\">a</a></h3>",
                "<h3 id=\"h-part\" dir=\"auto\" style=\"font-size:18px;line-height:1.3;margin:24px 0 8px\"><a href=\"#h-part\" style=\"display:inline-block;padding:11px 0;color:inherit;text-decoration:none\">a</a></h3>",
            ),
            (
                "<a href=\"/post/slug/x#part\">H<sub>2</sub>O</a>",
                "<a href=\"https://m.example/post/slug/x#h-part\" style=\"color:inherit;text-decoration:underline\">H<sub>2</sub>O</a>",
            ),
            ("<form action=\"/x\">in</form><br>", "in<br>"),
        ] {
            assert_eq!(inline_styles(stored, "https://m.example", &details), expected);
        }
    }
}
