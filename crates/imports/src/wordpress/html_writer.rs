//! Writing HTML: figures, captions and links of converted posts.

use mwanga_html::{Token, escape_attribute, escape_text, tokens, write_tag};

/// A figure with an image; `caption` is HTML.
pub fn image_figure(url: &str, alt: &str, caption: &str) -> String {
    let mut out = String::from("<figure><img src=\"");
    escape_attribute(url, &mut out);
    out.push_str("\" alt=\"");
    escape_attribute(alt, &mut out);
    out.push_str("\">");
    push_caption(caption, &mut out);
    out + "</figure>"
}

pub fn video_figure(url: &str, poster: Option<&str>) -> String {
    let mut out = String::from("<figure><video src=\"");
    escape_attribute(url, &mut out);
    out.push('"');
    if let Some(poster) = poster.filter(|poster| !poster.is_empty()) {
        out.push_str(" poster=\"");
        escape_attribute(poster, &mut out);
        out.push('"');
    }
    out + "></video></figure>"
}

pub fn push_caption(caption: &str, out: &mut String) {
    if !caption.trim().is_empty() {
        out.push_str("<figcaption>");
        out.push_str(caption.trim());
        out.push_str("</figcaption>");
    }
}

pub fn push_link(href: &str, label: &str, out: &mut String) {
    out.push_str("<a href=\"");
    escape_attribute(href, out);
    out.push_str("\">");
    escape_text(label, out);
    out.push_str("</a>");
}

/// Host of a URL, without `www.`.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default().trim_start_matches("www.")
}

/// URL as link text: without scheme, at most 60 characters.
pub fn display_url(url: &str) -> String {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    let rest = rest.trim_start_matches("www.").trim_end_matches('/');
    if rest.chars().count() <= 60 { rest.to_owned() } else { rest.chars().take(59).chain(['\u{2026}']).collect() }
}

/// Removes the tags for which `is_removed` is true; their content stays.
pub fn unwrap_tags(html: &str, is_removed: impl Fn(&str, &str) -> bool) -> String {
    let mut out = String::with_capacity(html.len());
    for token in tokens(html) {
        match token {
            Token::Text(text) => out.push_str(text),
            Token::Open { name, attributes } if !is_removed(name, attributes) => write_tag(name, attributes, &mut out),
            Token::Close(name) if !is_removed(name, "") => {
                out.push_str("</");
                out.push_str(name);
                out.push('>');
            }
            _ => {}
        }
    }
    out
}
