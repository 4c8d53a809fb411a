//! Figures: images, videos, embeds, and other blocks with a caption.

use super::{BlockBuilder, MediaDecision, build_blocks, directed, elements, one_line, own_direction, separate_text};
use crate::inline_runs::is_invisible;
use crate::model::{Block, Content, Figure, FigureContent, Inline, Leaf, Mark};
use crate::tree::{Element, Node};
use crate::{embed, missing, urls};

/// Maximum width and height, in pixels.
const MAX_SIDE: u32 = 20_000;

impl BlockBuilder<'_> {
    pub(super) fn figure(&mut self, element: &Element, marks: &[Mark]) {
        self.flush();
        let before = self.out.len();
        self.undirected_figure(element, marks);
        // The words of a figure are those of its caption.
        let caption = elements(&element.children).filter(|child| child.name == "figcaption").find_map(own_direction);
        let direction = if element.attribute("dir").is_some() { None } else { caption };
        let direction = direction.or_else(|| self.direction_of(element));
        let pushed = self.out.split_off(before);
        self.out.extend(pushed.into_iter().map(|block| match block {
            Block::Figure(_) | Block::Paragraph(_) => directed(direction, block),
            block => block,
        }));
    }

    fn undirected_figure(&mut self, element: &Element, marks: &[Mark]) {
        if let Some(card) = element.attribute("data-embed").and_then(embed::embed_card) {
            return self.embed_figure(card, element, marks);
        }
        let (captions, rest): (Vec<&Node>, Vec<&Node>) = element.children.iter().partition(|node| is_caption(node));
        let (caption, after) = self.caption(captions, marks);
        if let Some(address) = element.attribute("data-missing").and_then(missing::address) {
            let mut text = String::new();
            rest.iter().for_each(|node| append_words(node, &mut text));
            let text = one_line(&text);
            let text = if text.is_empty() { "This picture is missing.".to_owned() } else { text };
            self.out.push(Block::Figure(Figure { content: FigureContent::Missing { address, text }, caption }));
            return self.out.extend(after);
        }
        let mut inner = BlockBuilder::new(self.rules, self.nesting + 1);
        for node in rest {
            inner.visit_all(std::slice::from_ref(node), &mut marks.to_vec());
        }
        inner.flush();
        self.push_figure(inner.out, caption);
        self.out.extend(after);
    }

    /// Splits a gallery: each image becomes its own figure, and the caption of the gallery a paragraph after them.
    fn push_figure(&mut self, mut blocks: Vec<Block>, mut caption: Inline) {
        let figures = blocks.iter_mut().filter_map(|block| block.figure_mut()).collect::<Vec<_>>();
        let captioned = figures.iter().any(|figure| !figure.caption.is_empty());
        let shows_media = !figures.is_empty();
        if let Some(last) = figures.into_iter().next_back().filter(|_| !captioned) {
            last.caption = std::mem::take(&mut caption);
        }
        let plain = blocks.iter().all(|block| matches!(block.undirected(), Block::Paragraph(_)));
        if !shows_media && !blocks.is_empty() && (plain || !caption.is_empty()) {
            return self.out.push(Block::Figure(Figure { content: FigureContent::Blocks(blocks), caption }));
        }
        self.out.append(&mut blocks);
        self.out.extend((!caption.is_empty()).then_some(Block::Paragraph(caption)));
    }

    fn caption(&self, captions: Vec<&Node>, marks: &[Mark]) -> (Inline, Vec<Block>) {
        let mut blocks = Vec::new();
        for node in captions {
            blocks.extend(build_blocks(std::slice::from_ref(node), marks, self.rules, self.nesting + 1));
        }
        separate_text(blocks)
    }

    fn embed_figure(&mut self, card: embed::EmbedCard, element: &Element, marks: &[Mark]) {
        let (captions, rest): (Vec<&Node>, Vec<&Node>) = element.children.iter().partition(|node| is_caption(node));
        let (caption, after) = self.caption(captions, marks);
        let (mut href, mut label, mut others) = (None, String::new(), Vec::new());
        for node in rest {
            for block in build_blocks(std::slice::from_ref(node), marks, self.rules, self.nesting) {
                let link =
                    if let Block::Paragraph(run) = block.undirected() { run.iter().find_map(link_href) } else { None };
                match link {
                    Some(link) if href.is_none() => {
                        href = embed::is_same_service(&card, link).then(|| link.to_owned());
                        if let Block::Paragraph(run) = block.undirected() {
                            label = inline_text(run);
                        }
                    }
                    _ => others.push(block),
                }
            }
        }
        let label = if label.is_empty() { card.label.to_owned() } else { label };
        let content = FigureContent::Embed { href: href.unwrap_or(card.href), url: card.url, label };
        self.out.push(Block::Figure(Figure { content, caption }));
        // Other content was a fallback for the embed; only images and videos are kept, after the card.
        self.out.extend(others.into_iter().filter(|block| {
            matches!(
                block.undirected(),
                Block::Figure(Figure { content: FigureContent::Image { .. } | FigureContent::Video { .. }, .. })
            )
        }));
        self.out.extend(after);
    }

    pub(super) fn image(&mut self, element: &Element) {
        let alt = element.attribute("alt").map(one_line).unwrap_or_default();
        match (self.rules.media)(element.attribute("src").unwrap_or_default()) {
            MediaDecision::Keep { src, size } => {
                self.push_content(FigureContent::Image { src, alt, size: size.or_else(|| parse_size(element)) })
            }
            MediaDecision::Missing(address) => self.push_missing(address, "picture", &alt),
            MediaDecision::Drop => {}
        }
    }

    pub(super) fn video(&mut self, element: &Element) {
        let sources = elements(&element.children)
            .filter(|child| child.name == "source")
            .filter_map(|source| source.attribute("src"));
        let Some(src) = element.attribute("src").into_iter().chain(sources).find(|src| !src.trim().is_empty()) else {
            return;
        };
        match (self.rules.media)(src) {
            MediaDecision::Keep { src, size } => {
                let poster = match element.attribute("poster").map(self.rules.media) {
                    Some(MediaDecision::Keep { src, .. }) => Some(src),
                    _ => None,
                };
                self.push_content(FigureContent::Video { src, poster, size: size.or_else(|| parse_size(element)) });
            }
            MediaDecision::Missing(address) => self.push_missing(address, "video", ""),
            MediaDecision::Drop => {}
        }
    }

    /// Audio becomes a link: the stored form has no audio player.
    pub(super) fn audio(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        let sources = elements(&element.children)
            .filter(|child| child.name == "source")
            .filter_map(|source| source.attribute("src"));
        let Some(href) = element
            .attribute("src")
            .into_iter()
            .chain(sources)
            .find_map(urls::normalize_link)
            .filter(|href| urls::is_external(href))
        else {
            return;
        };
        let name = href.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        let label = if name.is_empty() { "Listen".to_owned() } else { format!("Listen: {name}") };
        self.flush();
        marks.push(Mark::Link { href: href.into(), title: None });
        self.push_leaf(Content::Text(label), marks);
        marks.pop();
        self.flush();
    }

    pub(super) fn iframe(&mut self, element: &Element) {
        let Some(card) = element.attribute("src").and_then(embed::embed_card) else { return };
        let title = element.attribute("title").map(one_line).unwrap_or_default();
        let label = if title.is_empty() { card.label.to_owned() } else { title };
        self.push_content(FigureContent::Embed { url: card.url, href: card.href, label });
    }

    fn push_content(&mut self, content: FigureContent) {
        self.push_block(Block::Figure(Figure { content, caption: Vec::new() }));
    }

    fn push_missing(&mut self, address: Option<String>, kind: &str, alt: &str) {
        let text =
            if alt.is_empty() { format!("This {kind} is missing.") } else { format!("This {kind} is missing: {alt}") };
        if let Some(address) = address {
            return self.push_content(FigureContent::Missing { address, text });
        }
        let run = vec![Leaf { marks: vec![Mark::Emphasis], content: Content::Text(text) }];
        self.push_content(FigureContent::Blocks(vec![Block::Paragraph(run)]));
    }
}

fn append_words(node: &Node, out: &mut String) {
    match node {
        Node::Text(text) => out.push_str(text),
        Node::Element(element) => element.children.iter().for_each(|child| append_words(child, out)),
    }
}

fn is_caption(node: &Node) -> bool {
    matches!(node, Node::Element(element) if element.name == "figcaption")
}

fn link_href(leaf: &Leaf) -> Option<&str> {
    leaf.marks.iter().find_map(|mark| if let Mark::Link { href, .. } = mark { Some(&**href) } else { None })
}

fn inline_text(run: &Inline) -> String {
    let text: String = run
        .iter()
        .filter(|leaf| !is_invisible(leaf))
        .map(|leaf| if let Content::Text(text) = &leaf.content { text.as_str() } else { " " })
        .collect();
    one_line(&text)
}

fn parse_size(element: &Element) -> Option<(u32, u32)> {
    let side = |name| {
        element.attribute(name)?.trim().trim_end_matches("px").parse().ok().filter(|side| (1..=MAX_SIDE).contains(side))
    };
    Some((side("width")?, side("height")?))
}
