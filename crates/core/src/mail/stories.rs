//! The blocks of a newsletter, found in its stored HTML: a headline that leads to a post begins a story. So what the
//! newsroom writes by hand, a digest that it edited, and issues of earlier versions all get the same look.

use std::collections::HashMap;
use std::iter::Peekable;

use serde::Serialize;

use super::inline_styles::{headline_styles, inline_styles};
use super::links::{attribute, delivered};
use crate::html::{self, Token, attributes, tokens, unescape};
use crate::slug;

/// What a mail shows of posts and pictures besides its stored HTML, as it is when the mail is made.
#[derive(Clone, Debug, Default)]
pub struct StoryDetails {
    /// By the slug of the post.
    pub posts: HashMap<String, PostDetails>,
    /// The pictures in the text, by key.
    pub pictures: HashMap<String, TextPicture>,
    /// Where links lead instead, so that their clicks are counted, by their absolute address.
    pub counted: HashMap<String, String>,
}

impl StoryDetails {
    /// Where a link to `url` leads in this mail.
    pub(super) fn link_to<'a>(&'a self, url: &'a str) -> &'a str {
        self.counted.get(url).map_or(url, String::as_str)
    }
}

/// A picture in the text of a mail.
#[derive(Clone, Debug)]
pub struct TextPicture {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Path of the copy for sharp screens.
    pub large: String,
}

/// Of a public post.
#[derive(Clone, Debug)]
pub struct PostDetails {
    pub section: Option<Section>,
    pub picture: Option<StoryPicture>,
    /// By-line and reading time.
    pub meta: String,
}

/// The section of a post, with its colours by day and at night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    pub name: String,
    pub day: String,
    pub night: String,
    /// Class of its labels in dark mode; given by the mail.
    pub class: String,
}

/// Addresses are absolute.
#[derive(Clone, Debug, Serialize)]
pub struct StoryPicture {
    /// 1,200, 600 and 480 pixels wide, or as wide as it is.
    pub large: String,
    pub middle: String,
    pub small: String,
    pub height_at_600: u32,
    pub height_at_132: u32,
    pub alt: String,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Story {
    pub url: String,
    pub title: String,
    pub title_html: String,
    pub opening_html: String,
    /// Words that the newsroom wrote over the headline, such as "Sponsored".
    pub label: Option<String>,
    /// Words of the button, where the text has a link that stands alone.
    pub button: Option<String>,
    pub section: Option<Section>,
    pub picture: Option<StoryPicture>,
    pub meta: String,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct TitleLink {
    pub url: String,
    pub title_html: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Block {
    /// The first story.
    Lead {
        story: Box<Story>,
    },
    Card {
        story: Box<Story>,
    },
    Titles {
        links: Vec<TitleLink>,
    },
    Section {
        title_html: String,
        /// As it is drawn; what links name.
        id: Option<String>,
        dir: String,
    },
    /// What is said before the first story.
    Greeting {
        html: String,
    },
    Text {
        html: String,
    },
    /// What a mail that would be clipped ends with.
    Cut {
        url: Option<String>,
    },
}

/// Stored HTML of a block of text, in bytes, at which the next one begins.
const MAX_TEXT_BLOCK: usize = 4_000;

/// A top-level element of stored HTML: its name, all of it, and what is inside.
#[derive(Clone, Copy)]
struct Element<'a> {
    name: &'a str,
    whole: &'a str,
    inside: &'a str,
}

/// Slugs of the posts that the headlines of an issue lead to.
pub fn story_slugs(stored: &str, base: &str) -> Vec<String> {
    let headlines = elements(stored).into_iter().filter(|element| is_headline(element.name));
    headlines.filter_map(|element| post_slug(only_link(element.inside)?.0.as_str(), base)).collect()
}

/// The blocks of stored HTML, in order. `base` is the site's address without a slash at its end.
pub(super) fn blocks(stored: &str, base: &str, details: &StoryDetails) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text = String::new();
    let mut has_lead = false;
    let mut elements = elements(stored).into_iter().peekable();
    while let Some(element) = elements.next() {
        let link = only_link(element.inside);
        let slug = link.as_ref().and_then(|(href, _)| post_slug(href, base));
        // Elsewhere leads only what is labelled, such as the sponsor's slot.
        let link = link.filter(|_| is_headline(element.name) && (slug.is_some() || label(&text).is_some()));
        match link {
            Some((href, title_html)) => {
                let label = take_label(&mut text);
                flush(&mut text, &mut blocks, has_lead, true, base, details);
                let mut story = story(slug.as_deref(), &href, title_html, base, details);
                story.label = label;
                take_opening(&mut story, slug.as_deref(), &mut elements, base, details);
                let (story, leads) = (Box::new(story), !has_lead && slug.is_some());
                blocks.push(if leads { Block::Lead { story } } else { Block::Card { story } });
                has_lead |= leads;
            }
            None if element.name == "h2" => {
                flush(&mut text, &mut blocks, has_lead, false, base, details);
                let drawn = delivered(element.whole, base);
                let said = |name: &str| match tokens(&drawn).next() {
                    Some(Token::Open { attributes: tag, .. }) => attribute(tag, name),
                    _ => None,
                };
                blocks.push(Block::Section {
                    title_html: headline_styles(element.inside, base, details),
                    id: said("id"),
                    dir: said("dir").unwrap_or_else(|| "auto".to_owned()),
                });
            }
            None => match title_links(element, base, details) {
                Some(links) => {
                    flush(&mut text, &mut blocks, has_lead, false, base, details);
                    blocks.push(Block::Titles { links });
                }
                None => {
                    text.push_str(element.whole);
                    // What is too long for a mail is cut between blocks.
                    if text.len() > MAX_TEXT_BLOCK {
                        flush(&mut text, &mut blocks, has_lead, false, base, details);
                    }
                }
            },
        }
    }
    flush(&mut text, &mut blocks, has_lead, false, base, details);
    blocks
}

/// Makes a block of the text so far.
fn flush(
    text: &mut String,
    blocks: &mut Vec<Block>,
    has_lead: bool,
    before_story: bool,
    base: &str,
    details: &StoryDetails,
) {
    let stored = std::mem::take(text);
    if stored.is_empty() {
        return;
    }
    let html = inline_styles(&stored, base, details);
    let is_greeting = before_story && !has_lead && blocks.is_empty();
    blocks.push(if is_greeting { Block::Greeting { html } } else { Block::Text { html } });
}

/// Takes the paragraph after a headline as its opening, and a link to the same post as the words of its button.
fn take_opening<'a>(
    story: &mut Story,
    slug: Option<&str>,
    elements: &mut Peekable<impl Iterator<Item = Element<'a>>>,
    base: &str,
    details: &StoryDetails,
) {
    if let Some(paragraph) = elements.next_if(|next| next.name == "p" && only_link(next.inside).is_none()) {
        story.opening_html = inline_styles(paragraph.inside, base, details);
    }
    let own_link = |next: &Element<'_>| {
        let (href, words) = only_link(next.inside).filter(|_| next.name == "p")?;
        (slug == Some(&*post_slug(&href, base)?)).then(|| html::plain_text(words, 60))
    };
    if let Some(words) = elements.peek().and_then(own_link) {
        story.button = Some(words);
        elements.next();
    }
}

fn story(slug: Option<&str>, href: &str, title_html: &str, base: &str, details: &StoryDetails) -> Story {
    let post = slug.and_then(|slug| details.posts.get(slug));
    Story {
        url: details.link_to(&absolute(href, base)).to_owned(),
        title: html::plain_text(title_html, usize::MAX),
        // A link holds no other.
        title_html: inline_styles(title_html, base, details),
        opening_html: String::new(),
        label: None,
        button: None,
        section: post.and_then(|post| post.section.clone()),
        picture: post.and_then(|post| post.picture.clone()),
        meta: post.map(|post| post.meta.clone()).unwrap_or_default(),
    }
}

/// The words over a headline, a last paragraph in bold letters alone, and where they begin.
fn label(text: &str) -> Option<(String, usize)> {
    let last = elements(text).into_iter().next_back().filter(|last| last.name == "p")?;
    let bold = elements(last.inside);
    let [Element { name: "strong", inside, .. }] = bold.as_slice() else { return None };
    Some((html::plain_text(inside, 60), text.len() - last.whole.len()))
}

fn take_label(text: &mut String) -> Option<String> {
    let (label, at) = label(text)?;
    text.truncate(at);
    Some(label)
}

/// The links of a list that holds a link to a post in each item and nothing else.
fn title_links(list: Element<'_>, base: &str, details: &StoryDetails) -> Option<Vec<TitleLink>> {
    if list.name != "ul" {
        return None;
    }
    let items = elements(list.inside);
    let links: Option<Vec<TitleLink>> = items
        .iter()
        .map(|item| {
            let (href, title_html) = only_link(item.inside).filter(|_| item.name == "li")?;
            post_slug(&href, base)?;
            Some(TitleLink {
                url: details.link_to(&absolute(&href, base)).to_owned(),
                title_html: inline_styles(title_html, base, details),
            })
        })
        .collect();
    links.filter(|links| !links.is_empty())
}

fn is_headline(name: &str) -> bool {
    matches!(name, "h2" | "h3" | "h4")
}

/// Address and inside of a link that is all there is.
fn only_link(inside: &str) -> Option<(String, &str)> {
    let elements = elements(inside);
    let [Element { name: "a", whole, inside: words }] = elements.as_slice() else { return None };
    let Some(Token::Open { attributes: tag, .. }) = tokens(whole).next() else { return None };
    let href = attributes(tag).find(|(name, ..)| *name == "href").map(|(_, value, _)| unescape(value).into_owned())?;
    Some((href, words))
}

/// The slug of an address of a post on this site.
fn post_slug(href: &str, base: &str) -> Option<String> {
    let path = href.strip_prefix(base).unwrap_or(href);
    let slug = slug::of_segment(path.strip_prefix("/post/slug/")?.split(['?', '#']).next()?);
    slug::is_slug(&slug).then(|| slug.into_owned())
}

fn absolute(href: &str, base: &str) -> String {
    if href.starts_with('/') { format!("{base}{href}") } else { href.to_owned() }
}

/// The elements of well-formed HTML that lie in no other. Text between them is an element without a name, unless it is
/// blank.
fn elements(html: &str) -> Vec<Element<'_>> {
    // Tokens are slices of `html`, so pointer differences are offsets.
    let offset = |part: &str| part.as_ptr() as usize - html.as_ptr() as usize;
    let mut found = Vec::new();
    let mut open: Vec<(&str, usize, usize)> = Vec::new();
    for token in tokens(html) {
        match token {
            Token::Text(text) if open.is_empty() && !text.trim().is_empty() => {
                found.push(Element { name: "", whole: text, inside: text });
            }
            Token::Text(_) => {}
            Token::Open { name, attributes } => {
                let (start, end) = (offset(name) - 1, (offset(attributes) + attributes.len() + 1).min(html.len()));
                if !matches!(name, "br" | "hr" | "img") {
                    open.push((name, start, end));
                } else if open.is_empty() {
                    found.push(Element { name, whole: &html[start..end], inside: "" });
                }
            }
            Token::Close(name) => {
                let close = offset(name) - 2;
                if let Some((opened, start, inside)) = open.pop()
                    && open.is_empty()
                {
                    let end = html[close..].find('>').map_or(html.len(), |at| close + at + 1);
                    found.push(Element { name: opened, whole: &html[start..end], inside: &html[inside..close] });
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://m.example";

    fn details() -> StoryDetails {
        let section =
            Section { name: "Tech".into(), day: "#2f5fb8".into(), night: "#9db9f5".into(), class: String::new() };
        let post = PostDetails { section: Some(section), picture: None, meta: "By Amina".into() };
        StoryDetails { posts: [("one".to_owned(), post)].into(), ..StoryDetails::default() }
    }

    fn kinds(stored: &str) -> Vec<String> {
        let blocks = blocks(stored, BASE, &details());
        let kind = |block: &Block| serde_json::to_value(block).unwrap()["kind"].as_str().unwrap().to_owned();
        blocks.iter().map(kind).collect()
    }

    #[test]
    fn a_headline_that_leads_to_a_post_begins_a_story() {
        let one = r#"<h2><a href="/post/slug/one">One</a></h2><p>About <strong>one</strong>.</p>"#;
        let two = r#"<h3><a href="https://m.example/post/slug/two?x=1">Two</a></h3><p>More.</p><p>And more.</p>"#;
        let list = r#"<h2>Also new</h2><ul><li><a href="/post/slug/three">Three</a></li></ul>"#;
        let all = format!("<p>Good morning.</p>{one}{two}{list}<hr>");
        assert_eq!(kinds(&all), ["greeting", "lead", "card", "text", "section", "titles", "text"]);
        let Block::Lead { story } = &blocks(one, BASE, &details())[0] else { panic!("it leads") };
        assert_eq!((story.url.as_str(), story.meta.as_str()), ("https://m.example/post/slug/one", "By Amina"));
        assert!(story.opening_html.contains("<strong>one</strong>") && story.section.is_some());
        assert_eq!(story_slugs(&all, BASE), ["one", "two"]);
    }

    #[test]
    fn what_leads_elsewhere_is_text() {
        for stored in [
            r#"<h3><a href="https://other.example/post/slug/one">One</a></h3>"#,
            r#"<h3><a href="/post/slug/one">One</a> and more</h3>"#,
            r#"<h3><a href="/category/tech">One</a></h3>"#,
            r#"<p><a href="/post/slug/one">One</a></p>"#,
            r#"<ul><li><a href="/post/slug/one">One</a> or so</li></ul>"#,
            "<p>One</p>",
            "bare",
        ] {
            assert_eq!(kinds(stored), ["text"], "{stored}");
        }
        assert!(kinds("").is_empty());
    }

    #[test]
    fn a_labelled_headline_may_lead_elsewhere_and_never_leads_the_issue() {
        let stored = r#"<p>Hello.</p><p><strong>Sponsored by A</strong></p><h2><a href="https://a.example/?x=1">Lamps</a></h2><p>Light.</p>"#;
        let blocks = blocks(stored, BASE, &details());
        let [Block::Greeting { .. }, Block::Card { story }] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert_eq!((story.url.as_str(), story.label.as_deref()), ("https://a.example/?x=1", Some("Sponsored by A")));
        assert!(story.opening_html.contains("Light.") && story.picture.is_none());
    }

    #[test]
    fn bold_words_above_a_headline_are_its_label_and_its_own_link_is_the_button() {
        let stored = r#"<p>Hello.</p><p><strong>Sponsored</strong></p><h2><a href="/post/slug/one">One</a></h2><p>About.</p><p><a href="/post/slug/one">Read the whole post</a></p>"#;
        let blocks = blocks(stored, BASE, &details());
        let [Block::Greeting { html }, Block::Lead { story }] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert!(!html.contains("Sponsored"));
        assert_eq!((story.label.as_deref(), story.button.as_deref()), (Some("Sponsored"), Some("Read the whole post")));
    }
}
