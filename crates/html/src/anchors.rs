//! Ids of headings, and links within a text that lead to them.
//!
//! Stored as `<h2 id="method">` and `<a href="#method">`, drawn with `h-` before both so that no id of a text shadows
//! one of the page around it. Whatever named a heading in the text that came (an anchor of a word processor in it or
//! right before it, the section that it begins, or only its words) leads to it afterwards.

use std::collections::{HashMap, HashSet};

use super::model::{Block, Content, FigureContent, Inline, Item, Mark};
use super::tree::{Element, Node};

/// What a drawn id begins with.
pub const PREFIX: &str = "h-";

/// Length of an id that is made, in characters, before a number that tells it from others.
const MAX_ID: usize = 60;

/// The headings of a parsed text that have an id.
#[derive(Default)]
pub struct Anchors {
    /// By the place of their element in memory, which stays as long as the tree.
    ids: HashMap<usize, String>,
    /// By the names that links use for them.
    names: HashMap<String, String>,
}

/// A heading as it was found.
struct Found<'a> {
    element: &'a Element,
    /// Ids of and around it, its own first.
    names: Vec<&'a str>,
    words: String,
}

impl Anchors {
    /// The headings of `nodes`; those of pages (`is_page`) keep the ids they have, which are drawn as they are.
    pub fn collect(nodes: &[Node], is_page: bool) -> Self {
        let (mut found, mut wanted, mut pending) = (Vec::new(), HashSet::new(), Vec::new());
        find(nodes, &mut found, &mut wanted, &mut pending);
        if is_page { Self::of_page(&found, &wanted) } else { Self::of_post(&found, &wanted) }
    }

    fn of_post(found: &[Found<'_>], wanted: &HashSet<&str>) -> Self {
        let mut anchors = Self::default();
        let mut taken = UniqueIds::default();
        let wanted = by_words(wanted);
        let named = |heading: &Found<'_>| heading.names.iter().any(|name| !name.is_empty());
        // Those that have a name come first: the words of another heading take none of them away.
        for heading in found.iter().filter(|heading| named(heading)) {
            let Some(first) = heading.names.iter().find(|name| !name.is_empty()) else { continue };
            anchors.add(heading, taken.add(&id_from(first)));
        }
        for heading in found.iter().filter(|heading| !named(heading)) {
            anchors.name_by_words(heading, &wanted, |id| Some(taken.add(&id)));
        }
        anchors
    }

    fn of_page(found: &[Found<'_>], wanted: &HashSet<&str>) -> Self {
        let mut anchors = Self::default();
        let wanted = by_words(wanted);
        for heading in found.iter().filter(|heading| heading.element.name == "h2") {
            match heading.element.attribute("id") {
                Some(id) if is_id(id) => anchors.add(heading, id.to_owned()),
                _ => anchors.name_by_words(heading, &wanted, |id| is_id(&id).then_some(id)),
            }
        }
        anchors
    }

    /// Gives a heading an id where a link names it by its words alone, as the page and other sites do.
    fn name_by_words(
        &mut self,
        heading: &Found<'_>,
        wanted: &HashMap<String, Vec<&str>>,
        id: impl FnOnce(String) -> Option<String>,
    ) {
        let meant = wanted.get(&words_of(&heading.words)).map_or(&[][..], Vec::as_slice);
        let parts: Vec<&str> = meant.iter().copied().filter(|part| !self.names.contains_key(*part)).collect();
        if parts.is_empty() {
            return;
        }
        if let Some(id) = id(id_from(&heading.words)) {
            for part in parts {
                self.names.insert(percent_decoded(part), id.clone());
                self.names.insert(part.to_owned(), id.clone());
            }
            self.add(heading, id);
        }
    }

    fn add(&mut self, heading: &Found<'_>, id: String) {
        for name in &heading.names {
            self.names.entry((*name).to_owned()).or_insert_with(|| id.clone());
        }
        self.names.entry(id.clone()).or_insert_with(|| id.clone());
        self.ids.insert(place(heading.element), id);
    }

    /// The id of a heading.
    pub(super) fn id_of(&self, heading: &Element) -> Option<String> {
        self.ids.get(&place(heading)).cloned()
    }

    /// The id of the heading that a link names, by what stands after its `#`.
    pub(super) fn find(&self, part: &str) -> Option<&str> {
        let decoded = percent_decoded(part);
        let known = |name: &str| self.names.get(name).map(String::as_str);
        // The id as it is drawn is what readers copy.
        known(&decoded).or_else(|| known(part)).or_else(|| known(decoded.strip_prefix(PREFIX)?))
    }
}

/// What links name, by the words that name a heading.
fn by_words<'a>(wanted: &HashSet<&'a str>) -> HashMap<String, Vec<&'a str>> {
    let mut parts: Vec<&str> = wanted.iter().copied().collect();
    parts.sort_unstable();
    let mut by_words: HashMap<String, Vec<&str>> = HashMap::new();
    for part in parts {
        let name = percent_decoded(part);
        let words = words_of(name.strip_prefix("story-").unwrap_or(&name));
        if !words.is_empty() {
            by_words.entry(words).or_default().push(part);
        }
    }
    by_words
}

fn place(element: &Element) -> usize {
    std::ptr::from_ref(element) as usize
}

fn find<'a>(nodes: &'a [Node], found: &mut Vec<Found<'a>>, wanted: &mut HashSet<&'a str>, pending: &mut Vec<&'a str>) {
    for node in nodes {
        let element = match node {
            Node::Text(text) => {
                if !text.trim().is_empty() {
                    pending.clear();
                }
                continue;
            }
            Node::Element(element) => element,
        };
        if let Some(part) = element.attribute("href").and_then(|href| href.trim().strip_prefix('#')) {
            wanted.insert(part);
        }
        if matches!(element.name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
            let mut names = own_names(element).collect::<Vec<_>>();
            names.append(pending);
            let mut words = String::new();
            look_inside(&element.children, &mut names, &mut words, wanted);
            found.push(Found { element, names, words });
            continue;
        }
        if matches!(element.name, "img" | "video" | "audio" | "iframe" | "hr") {
            pending.clear();
        }
        // Notes have ids of their own.
        if element.name != "li" {
            pending.extend(own_names(element));
        }
        find(&element.children, found, wanted, pending);
    }
}

fn look_inside<'a>(nodes: &'a [Node], names: &mut Vec<&'a str>, words: &mut String, wanted: &mut HashSet<&'a str>) {
    for node in nodes {
        match node {
            Node::Text(text) => words.push_str(text),
            Node::Element(element) => {
                names.extend(own_names(element));
                wanted.extend(element.attribute("href").and_then(|href| href.trim().strip_prefix('#')));
                if element.name == "br" {
                    words.push(' ');
                }
                look_inside(&element.children, names, words, wanted);
            }
        }
    }
}

fn own_names(element: &Element) -> impl Iterator<Item = &str> {
    let is_reference = element.attribute("href").is_some_and(|href| href.trim().starts_with("#fn"));
    ["id", "name"].into_iter().filter_map(|name| element.attribute(name)).filter(move |_| !is_reference)
}

/// An id made from a name or from words: `[a-z0-9-]`.
fn id_from(text: &str) -> String {
    let mut id = String::with_capacity(text.len());
    for letter in text.trim().to_lowercase().chars() {
        match letter {
            'a'..='z' | '0'..='9' | '-' => id.push(letter),
            _ if id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    let mut short = id.trim_matches('-');
    if short.len() > MAX_ID + 20 {
        short = short[..MAX_ID].trim_end_matches('-');
    }
    // A drawn id comes back as it was stored, and one of WordPress answers where it did.
    while let Some(rest) = short.strip_prefix(PREFIX) {
        short = rest.trim_start_matches('-');
    }
    match short {
        "" | "h" => "part".to_owned(),
        // These are of footnotes.
        note if note.starts_with("fn-") || note.starts_with("fnref-") => format!("note-{note}"),
        id => id.to_owned(),
    }
}

/// The words of a text, to compare them: in any script, whatever stands between them.
fn words_of(text: &str) -> String {
    let text = text.to_lowercase();
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Ids of one text, each there once.
#[derive(Default)]
pub(super) struct UniqueIds {
    taken: HashSet<String>,
    /// The number that follows the last one of an id: thousands of equal headings are not counted from the first again.
    next: HashMap<String, usize>,
}

impl UniqueIds {
    pub(super) fn with_taken(taken: &[&str]) -> Self {
        Self { taken: taken.iter().map(|id| (*id).to_owned()).collect(), next: HashMap::new() }
    }

    /// `base`, or where that is taken `base-2`, `base-3` and so on.
    pub(super) fn add(&mut self, base: &str) -> String {
        let next = self.next.entry(base.to_owned()).or_insert(1);
        loop {
            let id = if *next == 1 { base.to_owned() } else { format!("{base}-{next}") };
            *next += 1;
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Whether a text can be the id of a heading of a page.
fn is_id(text: &str) -> bool {
    (1..=60).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn percent_decoded(part: &str) -> String {
    percent_encoding::percent_decode_str(part).decode_utf8_lossy().into_owned()
}

/// Takes away links to headings that did not stay headings.
pub(super) fn drop_dead_links(blocks: &mut [Block]) {
    let mut ids = HashSet::new();
    each_block(blocks, &mut |block| {
        if let Block::Heading(_, Some(id), _) = block {
            ids.insert(id.clone());
        }
    });
    each_run(blocks, &mut |run| {
        for leaf in run {
            leaf.marks.retain(|mark| match mark {
                Mark::Link { href, .. } => href.strip_prefix('#').is_none_or(|id| ids.contains(id)),
                _ => true,
            });
        }
    });
}

fn each_block(blocks: &[Block], visit: &mut dyn FnMut(&Block)) {
    for block in blocks {
        visit(block);
        match block {
            Block::Directed(_, block) => each_block(std::slice::from_ref(block), visit),
            Block::List { items, .. } => items.iter().for_each(|item| each_block(&item.content, visit)),
            Block::Quote(inner) | Block::PullQuote(inner) | Block::Section(_, inner) => each_block(inner, visit),
            Block::Question { answer, .. } => each_block(answer, visit),
            Block::Table { head, body } => {
                head.iter().chain(body).flatten().for_each(|cell| each_block(&cell.content, visit));
            }
            Block::Figure(figure) => {
                if let FigureContent::Blocks(inner) = &figure.content {
                    each_block(inner, visit);
                }
            }
            _ => {}
        }
    }
}

fn each_run(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Inline)) {
    for block in blocks {
        match block {
            Block::Paragraph(run) | Block::Heading(_, _, run) | Block::Preformatted(run) | Block::Action(run) => {
                with_notes(run, visit);
            }
            Block::Directed(_, block) => each_run(std::slice::from_mut(block), visit),
            Block::List { items, .. } => {
                items.iter_mut().for_each(|Item { content, .. }| each_run(content, visit));
            }
            Block::Quote(inner) | Block::PullQuote(inner) | Block::Section(_, inner) => each_run(inner, visit),
            Block::Question { question, answer } => {
                with_notes(question, visit);
                each_run(answer, visit);
            }
            Block::Table { head, body } => {
                head.iter_mut().chain(body).flatten().for_each(|cell| each_run(&mut cell.content, visit));
            }
            Block::Figure(figure) => {
                with_notes(&mut figure.caption, visit);
                if let FigureContent::Blocks(inner) = &mut figure.content {
                    each_run(inner, visit);
                }
            }
            Block::HorizontalRule | Block::Review(_) | Block::Deals | Block::ContactForm => {}
        }
    }
}

fn with_notes(run: &mut Inline, visit: &mut dyn FnMut(&mut Inline)) {
    visit(run);
    for leaf in run {
        if let Content::Footnote(note) = &mut leaf.content {
            visit(note);
        }
    }
}
