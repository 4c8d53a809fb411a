//! What readers get of a stored text beyond its words: ids of headings that shadow none of the page's, links to them,
//! and a direction for each block that says none. Nothing of it is stored.

use super::anchors::PREFIX;
use super::missing::without_missing;
use super::tokenizer::{Token, attributes, escape_attribute, tokens};

/// Blocks that are given a direction by their first letters, with all that is in them.
const BLOCKS: [&str; 13] =
    ["blockquote", "figcaption", "h2", "h3", "h4", "li", "ol", "p", "pre", "summary", "td", "th", "ul"];

/// Where a text is drawn.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The site's, without a slash at its end.
    pub origin: &'a str,
    /// Address of the page that has the text, where it is drawn elsewhere: links within the text lead there. Empty on
    /// the page itself, and where there is none.
    pub page: &'a str,
}

/// Draws a stored post, or the text of an issue.
///
/// What is missing is left out. Ids and the links to them begin with `h-`, also behind addresses of our own posts. A
/// block without a direction has `dir="auto"`, unless a block around it has one: what is in that follows it.
pub fn draw(stored: &str, place: Place<'_>) -> String {
    rewrite(stored, Some(place))
}

/// [`draw`] for a part of a page, whose ids are drawn as they are stored.
pub fn draw_page(stored: &str) -> String {
    rewrite(stored, None)
}

fn rewrite(stored: &str, place: Option<Place<'_>>) -> String {
    let stored = &*without_missing(stored);
    let base = stored.as_ptr() as usize;
    let mut out = String::with_capacity(stored.len() + stored.len() / 8);
    let mut copied = 0;
    // Elements around that have a direction, drawn or their own.
    let mut around: Vec<&str> = Vec::new();
    let mut depth_of_same = 0_usize;
    for token in tokens(stored) {
        let (name, tag) = match token {
            Token::Open { name, attributes } => (name, attributes),
            Token::Close(name) => {
                if around.last() == Some(&name) {
                    if depth_of_same == 0 {
                        around.pop();
                    } else {
                        depth_of_same -= 1;
                    }
                }
                continue;
            }
            Token::Text(_) => continue,
        };
        // Tokens are slices of `stored`, so pointer differences are offsets.
        let start = tag.as_ptr() as usize - base;
        if let Some(Place { origin, page }) = place {
            for (attribute, value, value_at) in attributes(tag) {
                let Some(within) = prefix_at(name, attribute, value, origin) else { continue };
                let at = start + value_at + within;
                if attribute == "href" && within == 1 {
                    out.push_str(&stored[copied..at - 1]);
                    escape_attribute(page, &mut out);
                    copied = at - 1;
                }
                out.push_str(&stored[copied..at]);
                out.push_str(PREFIX);
                copied = at;
            }
        }
        let has_direction = attributes(tag).any(|(attribute, ..)| attribute == "dir");
        // The page reads reviews in their one shape.
        let is_review = name == "aside" && tag.contains("data-block=\"review\"");
        if around.is_empty() && (has_direction || is_review || BLOCKS.contains(&name)) {
            if !has_direction && !is_review {
                let end = start + tag.trim_end().len();
                out.push_str(&stored[copied..end]);
                out.push_str(" dir=\"auto\"");
                copied = end;
            }
            around.push(name);
            depth_of_same = 0;
        } else if around.last() == Some(&name) {
            depth_of_same += 1;
        }
    }
    out.push_str(&stored[copied..]);
    out
}

/// Where the prefix belongs in the value of an attribute.
fn prefix_at(element: &str, attribute: &str, value: &str, origin: &str) -> Option<usize> {
    match (element, attribute) {
        ("h2" | "h3" | "h4", "id") => Some(0),
        ("a", "href") => {
            let (address, part) = value.split_once('#')?;
            let path = address.strip_prefix(origin).unwrap_or(address);
            let leads_to_post = path.is_empty() || path.starts_with("/post/slug/");
            let is_of_page = part.is_empty()
                || ["fn-", "fnref-", "story-", PREFIX].iter().any(|own| part.starts_with(own))
                || PAGE_IDS.contains(&part);
            (leads_to_post && !is_of_page && address != origin).then_some(address.len() + 1)
        }
        _ => None,
    }
}

/// Ids of the page of a post itself.
const PAGE_IDS: [&str; 6] = ["content", "contents", "corrections-title", "gate", "next", "related"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean;

    const HERE: Place<'_> = Place { origin: "https://m.example", page: "" };

    #[test]
    fn headings_and_the_links_to_them_are_drawn_with_a_prefix() {
        for (stored, drawn) in [
            (
                "<h2 id=\"method\">A</h2><p><a href=\"#method\">b</a></p>",
                "<h2 id=\"h-method\" dir=\"auto\">A</h2><p dir=\"auto\"><a href=\"#h-method\">b</a></p>",
            ),
            (
                "<p><a href=\"/post/slug/x?a=1#part\">a</a></p>",
                "<p dir=\"auto\"><a href=\"/post/slug/x?a=1#h-part\">a</a></p>",
            ),
            (
                "<p><a href=\"https://m.example/post/slug/x#part\">a</a></p>",
                "<p dir=\"auto\"><a href=\"https://m.example/post/slug/x#h-part\">a</a></p>",
            ),
            (
                "<p><a href=\"/post/slug/x#h-part\">a</a> <a href=\"/post/slug/x#fn-1\">a</a></p>",
                "<p dir=\"auto\"><a href=\"/post/slug/x#h-part\">a</a> <a href=\"/post/slug/x#fn-1\">a</a></p>",
            ),
            (
                "<p><a href=\"/faqs#paying\">a</a> <a href=\"https://x.example/post/slug/x#part\">a</a></p>",
                "<p dir=\"auto\"><a href=\"/faqs#paying\">a</a> <a href=\"https://x.example/post/slug/x#part\">a</a></p>",
            ),
            (
                "<p>a<sup><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup></p>",
                "<p dir=\"auto\">a<sup><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup></p>",
            ),
        ] {
            assert_eq!(draw(stored, HERE), drawn);
        }
    }

    #[test]
    fn links_within_a_text_that_is_drawn_elsewhere_lead_to_its_page() {
        let stored = "<h2 id=\"a\">A</h2><p><a href=\"#a\">b</a> <code>href=\"#a\"</code></p>";
        let feed = Place { page: "https://m.example/post/slug/x?a=1&b=2", ..HERE };
        assert_eq!(
            draw(stored, feed),
            "<h2 id=\"h-a\" dir=\"auto\">A</h2><p dir=\"auto\">\
             <a href=\"https://m.example/post/slug/x?a=1&amp;b=2#h-a\">b</a> <code>href=\"#a\"</code></p>"
        );
    }

    #[test]
    fn each_outermost_block_without_a_direction_follows_its_first_letters() {
        for (stored, drawn) in [
            ("<p dir=\"rtl\">a</p><p>b</p>", "<p dir=\"rtl\">a</p><p dir=\"auto\">b</p>"),
            (
                "<ul><li>a<ul><li>b</li></ul></li></ul><p>c</p>",
                "<ul dir=\"auto\"><li>a<ul><li>b</li></ul></li></ul><p dir=\"auto\">c</p>",
            ),
            (
                "<blockquote dir=\"rtl\"><p>a</p><p dir=\"ltr\">b</p></blockquote><p>c</p>",
                "<blockquote dir=\"rtl\"><p>a</p><p dir=\"ltr\">b</p></blockquote><p dir=\"auto\">c</p>",
            ),
            (
                "<table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>",
                "<table><tbody><tr><th dir=\"auto\">a</th><td dir=\"auto\">b</td></tr></tbody></table>",
            ),
            (
                "<table dir=\"rtl\"><tbody><tr><td>b</td></tr></tbody></table>",
                "<table dir=\"rtl\"><tbody><tr><td>b</td></tr></tbody></table>",
            ),
            (
                "<figure><img src=\"a.webp\" alt=\"\"><figcaption>a</figcaption></figure><hr>",
                "<figure><img src=\"a.webp\" alt=\"\"><figcaption dir=\"auto\">a</figcaption></figure><hr>",
            ),
            (
                "<p>a</p><aside data-block=\"review\"><h3>L</h3><p data-block=\"score\"><strong>9</strong> out of 10</p></aside>",
                "<p dir=\"auto\">a</p><aside data-block=\"review\"><h3>L</h3><p data-block=\"score\"><strong>9</strong> out of 10</p></aside>",
            ),
            ("<p>dir=\"rtl\" &lt;p&gt;</p>", "<p dir=\"auto\">dir=\"rtl\" &lt;p&gt;</p>"),
        ] {
            assert_eq!(draw(stored, HERE), drawn);
            assert_eq!(draw_page(stored), drawn);
            assert_eq!(clean(drawn), stored);
        }
    }

    #[test]
    fn a_page_keeps_its_ids() {
        let stored = "<h3 id=\"pay\">a</h3><p><a href=\"/faqs#pay\">b</a></p>";
        assert_eq!(
            draw_page(stored),
            stored.replace("<h3 id=\"pay\"", "<h3 id=\"pay\" dir=\"auto\"").replace("<p>", "<p dir=\"auto\">")
        );
    }
}
