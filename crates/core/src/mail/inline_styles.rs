//! HTML for mail clients: an allow-list of elements with inline styles, and absolute URLs.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::html::{self, Token, attributes, tokens};

/// Allowed elements with their inline style. The content of others is kept.
const ELEMENTS: [(&str, &str); 29] = [
    ("a", "color:inherit;text-decoration:underline"),
    ("blockquote", "margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #8a8a8a"),
    ("br", ""),
    ("cite", ""),
    ("code", "font-family:monospace"),
    ("em", ""),
    ("figcaption", "font:14px/1.5 Arial,Helvetica,sans-serif;margin:6px 0 0"),
    ("figure", "margin:0 0 16px"),
    ("h2", "font-size:20px;line-height:1.3;margin:28px 0 8px"),
    ("h3", "font-size:18px;line-height:1.3;margin:24px 0 8px"),
    ("h4", "font-size:16px;line-height:1.3;margin:20px 0 8px"),
    ("hr", "border:0;border-top:1px solid #8a8a8a;margin:24px 0"),
    ("img", "display:block;max-width:100%;height:auto;border:0"),
    ("li", "margin:0 0 6px"),
    ("ol", "margin:0 0 16px;padding:0 0 0 24px"),
    ("p", "margin:0 0 16px"),
    ("pre", "font:14px/1.5 monospace;white-space:pre-wrap;margin:0 0 16px"),
    ("s", ""),
    ("strong", ""),
    ("sub", ""),
    ("sup", ""),
    ("table", "border-collapse:collapse;margin:0 0 16px"),
    ("tbody", ""),
    ("td", "border:1px solid #8a8a8a;padding:6px 8px;text-align:left;vertical-align:top"),
    ("th", "border:1px solid #8a8a8a;padding:6px 8px;text-align:left;vertical-align:top"),
    ("thead", ""),
    ("tr", ""),
    ("u", ""),
    ("ul", "margin:0 0 16px;padding:0 0 0 24px"),
];

/// Allowed attributes.
const ATTRIBUTES: [(&str, &str); 7] = [
    ("a", "href"),
    ("img", "src"),
    ("img", "alt"),
    ("td", "colspan"),
    ("td", "rowspan"),
    ("th", "colspan"),
    ("th", "rowspan"),
];

/// Stored HTML as the inside of a mail. `base` is the site's address without a slash at its end.
pub(super) fn inline_styles(stored: &str, base: &str) -> String {
    static STYLES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| ELEMENTS.into_iter().collect());
    let delivered = html::with_absolute_urls(&html::deliver_media(stored), base);
    let mut out = String::with_capacity(delivered.len() * 2);
    let mut heading = false;
    for token in tokens(&delivered) {
        if let Token::Open { name, .. } | Token::Close(name) = token
            && matches!(name, "h2" | "h3" | "h4")
        {
            heading = matches!(token, Token::Open { .. });
        }
        match token {
            Token::Text(text) => out.push_str(text),
            Token::Open { name: "video", attributes: tag } => video(tag, &mut out),
            Token::Open { name, attributes: tag } => {
                let Some(style) = STYLES.get(name) else { continue };
                // A headline that is a link needs no line to be seen as one.
                let style = if heading && name == "a" { &"color:inherit;text-decoration:none" } else { style };
                out.push('<');
                out.push_str(name);
                for (attribute, value, _) in attributes(tag) {
                    if ATTRIBUTES.contains(&(name, attribute))
                        && (!matches!(attribute, "href" | "src") || is_absolute(value))
                    {
                        out.push_str(&format!(" {attribute}=\"{}\"", value.replace('"', "&quot;")));
                    }
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

/// Replaces a video, which mail clients do not play, by a link, on its poster if it has one.
fn video(tag: &str, out: &mut String) {
    let value = |wanted: &str| {
        attributes(tag)
            .find(|(name, value, _)| *name == wanted && is_absolute(value))
            .map(|(_, value, _)| value.replace('"', "&quot;"))
    };
    let Some(src) = value("src") else { return };
    let inside = match value("poster") {
        Some(poster) => format!(
            "<img src=\"{poster}\" alt=\"Watch the video\" style=\"display:block;max-width:100%;height:auto;border:0\">"
        ),
        None => "Watch the video".to_owned(),
    };
    out.push_str(&format!("<a href=\"{src}\" style=\"color:inherit;text-decoration:underline\">{inside}</a>"));
}

/// Whether a URL is absolute.
fn is_absolute(address: &str) -> bool {
    ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_html_has_absolute_links_and_inline_styles() {
        for (stored, expected) in [
            ("<p>One</p>", "<p style=\"margin:0 0 16px\">One</p>"),
            (
                "<a href=\"/post/slug/x\" rel=\"x\">a</a>",
                "<a href=\"https://m.example/post/slug/x\" style=\"color:inherit;text-decoration:underline\">a</a>",
            ),
            ("<a href=\"#top\">a</a>", "<a style=\"color:inherit;text-decoration:underline\">a</a>"),
            (
                "<h2><a href=\"/x\">a</a></h2>",
                "<h2 style=\"font-size:20px;line-height:1.3;margin:28px 0 8px\"><a href=\"https://m.example/x\" style=\"color:inherit;text-decoration:none\">a</a></h2>",
            ),
            (
                "<img src=\"2026/a.webp\" alt=\"A &quot;lamp&quot;\" width=\"9\">",
                "<img src=\"https://m.example/media/2026/a.webp\" alt=\"A &quot;lamp&quot;\" style=\"display:block;max-width:100%;height:auto;border:0\">",
            ),
            (
                "<video src=\"2026/a.mp4\" controls=\"\"></video>",
                "<a href=\"https://m.example/media/2026/a.mp4\" style=\"color:inherit;text-decoration:underline\">Watch the video</a>",
            ),
            ("<form action=\"/x\">in</form><br>", "in<br>"),
        ] {
            assert_eq!(inline_styles(stored, "https://m.example"), expected);
        }
    }
}
