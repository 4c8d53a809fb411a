//! Streaming reader of WordPress exports (WXR 1.0 to 1.2), with one entry in memory at a time.
//!
//! Reads only what the import uses: never e-mail addresses, passwords or authors of comments.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use quick_xml::Reader as XmlReader;
use quick_xml::errors::Error as XmlError;
use quick_xml::events::{BytesStart, Event};

use super::counting_reader::CountingReader;
use super::entry::{Entry, Item, List, Taxonomy, Term};
use super::plugin_fields;

/// Maximum text of one element, in bytes. A post is far smaller.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;
/// Maximum size of one XML event, in bytes, including those of skipped elements.
const MAX_EVENT_BYTES: u64 = 4 * MAX_TEXT_BYTES as u64;
/// Maximum categories and tags of one post; others are ignored.
const MAX_TERMS: usize = 2_000;
/// Maximum fields of plug-ins of one post; others are ignored.
const MAX_FIELDS: usize = 200;
/// Maximum nesting depth of elements; WXR needs five.
const MAX_DEPTH: usize = 64;

#[derive(Debug, thiserror::Error)]
pub enum WxrError {
    #[error("{path}: {source}")]
    Open { path: PathBuf, source: io::Error },
    #[error("this is not a WordPress export: {0}")]
    NotWxr(&'static str),
    #[error("this WordPress export says that it has version {0}; versions 1.0 to 1.2 can be read")]
    Version(String),
    #[error(
        "the file ends in the middle of things, at line {line} (byte {byte}); it was cut off, please export or copy it again"
    )]
    Truncated { line: u64, byte: u64 },
    #[error("the file cannot be read beyond line {line} (byte {byte}): {why}")]
    Malformed { line: u64, byte: u64, why: String },
}

impl WxrError {
    /// Whether the entries before the error can still be imported.
    pub fn is_partial(&self) -> bool {
        matches!(self, Self::Truncated { .. } | Self::Malformed { .. })
    }
}

pub struct Reader {
    xml: XmlReader<CountingReader>,
    buffer: Vec<u8>,
    /// The open elements, outermost first.
    path: Vec<&'static str>,
    /// Text of the innermost open element, if it is used.
    text: String,
    item: Item,
    author: Author,
    meta: Meta,
    /// Taxonomy and slug of the open `category` of an item.
    term: Option<(Taxonomy, String)>,
    list: List,
    root_seen: bool,
    version_seen: bool,
    finished: bool,
    /// Whether to read the content of posts, which is most of a file.
    with_content: bool,
}

#[derive(Default)]
struct Author {
    login: String,
    display: String,
    first: String,
    last: String,
}

#[derive(Default)]
struct Meta {
    key: String,
    value: String,
}

impl Reader {
    pub fn open(path: &Path, with_content: bool) -> Result<Self, WxrError> {
        let file = File::open(path).map_err(|source| WxrError::Open { path: path.to_owned(), source })?;
        Ok(Self::new(Box::new(BufReader::with_capacity(128 * 1024, file)), with_content))
    }

    pub fn new(source: Box<dyn BufRead + Send>, with_content: bool) -> Self {
        let mut xml = XmlReader::from_reader(CountingReader::new(source, MAX_EVENT_BYTES));
        // Tolerates an unescaped `&`, as in titles.
        xml.config_mut().allow_dangling_amp = true;
        Self {
            xml,
            buffer: Vec::new(),
            path: Vec::new(),
            text: String::new(),
            item: Item::default(),
            author: Author::default(),
            meta: Meta::default(),
            term: None,
            list: List::default(),
            root_seen: false,
            version_seen: false,
            finished: false,
            with_content,
        }
    }

    /// The next entry; None at the end of a complete file.
    ///
    /// # Errors
    ///
    /// Reading cannot go on after an error. If [`WxrError::is_partial`], the entries before it are valid.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, WxrError> {
        while !self.finished {
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.clear();
            self.xml.get_mut().event_bytes = 0;
            let outcome = match self.xml.read_event_into(&mut buffer) {
                Ok(event) => self.handle_event(event),
                Err(error) => Err(self.map_error(&error)),
            };
            self.buffer = buffer;
            match outcome {
                Ok(None) => {}
                Ok(Some(entry)) => return Ok(Some(entry)),
                Err(error) => {
                    self.finished = true;
                    return Err(error);
                }
            }
        }
        Ok(None)
    }

    fn handle_event(&mut self, event: Event<'_>) -> Result<Option<Entry>, WxrError> {
        match event {
            Event::Start(tag) => self.start_element(&tag)?,
            Event::Empty(tag) => {
                self.start_element(&tag)?;
                return self.end_element();
            }
            Event::End(_) => return self.end_element(),
            Event::Text(text) => self.push_text(&text.xml10_content())?,
            Event::CData(text) => self.push_text(&text.xml10_content())?,
            Event::GeneralRef(name) => {
                let text = match name.resolve_char_ref() {
                    Ok(Some(letter)) => letter.to_string(),
                    _ => match quick_xml::escape::resolve_predefined_entity(&name.xml10_content()) {
                        Some(text) => text.to_owned(),
                        // An HTML entity, unknown in XML; it is decoded with the HTML later.
                        None => format!("&{};", &*name.xml10_content()),
                    },
                };
                self.push_text(&text)?;
            }
            Event::Eof => {
                self.finished = true;
                if !self.path.is_empty() {
                    return Err(self.truncated());
                }
                if !self.root_seen {
                    return Err(WxrError::NotWxr("it is not XML"));
                }
                if !self.version_seen {
                    return Err(WxrError::NotWxr("it holds no <wp:wxr_version>"));
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        Ok(None)
    }

    fn start_element(&mut self, tag: &BytesStart<'_>) -> Result<(), WxrError> {
        let name = known_element(tag.name().as_ref());
        if self.path.is_empty() && name != "rss" {
            return Err(WxrError::NotWxr("its root is not <rss>"));
        }
        self.root_seen = true;
        if self.path.len() >= MAX_DEPTH {
            return Err(self.malformed("its elements stand too deep in each other"));
        }
        if name == "item" && self.path.len() == 2 {
            if !self.version_seen {
                return Err(WxrError::NotWxr("it holds no <wp:wxr_version>"));
            }
            self.item = Item { line: self.line(), ..Item::default() };
        }
        match name {
            "wp:author" => self.author = Author::default(),
            "wp:postmeta" => self.meta = Meta::default(),
            "wp:category" => self.list = List { taxonomy: Some(Taxonomy::Category), ..List::default() },
            "wp:tag" => self.list = List { taxonomy: Some(Taxonomy::Tag), ..List::default() },
            "wp:term" => self.list = List::default(),
            "category" => {
                let attribute = |name: &str| {
                    let found = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == name);
                    found.map(|found| found.value.trim().to_owned())
                };
                // Version 1.0 writes each category twice, once without domain.
                let taxonomy =
                    attribute("domain").map_or(Some(Taxonomy::Category), |name| Taxonomy::from_domain(&name));
                self.term = taxonomy.map(|taxonomy| (taxonomy, attribute("nicename").unwrap_or_default()));
            }
            _ => {}
        }
        self.path.push(name);
        self.text.clear();
        Ok(())
    }

    fn push_text(&mut self, text: &str) -> Result<(), WxrError> {
        if !self.is_text_used() {
            return Ok(());
        }
        if self.text.len() + text.len() > MAX_TEXT_BYTES {
            return Err(
                self.malformed(&format!("the text of one element is larger than {} MB", MAX_TEXT_BYTES / 1024 / 1024))
            );
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Whether the text of the innermost open element is used.
    fn is_text_used(&self) -> bool {
        match self.path[..] {
            ["rss", "channel", name] => matches!(name, "wp:wxr_version" | "wp:base_blog_url" | "link"),
            ["rss", "channel", "wp:author" | "wp:category" | "wp:tag" | "wp:term", name] => !name.is_empty(),
            ["rss", "channel", "item", "content:encoded"] => self.with_content,
            ["rss", "channel", "item", name] => !name.is_empty(),
            ["rss", "channel", "item", "wp:postmeta", "wp:meta_key"] => true,
            ["rss", "channel", "item", "wp:postmeta", "wp:meta_value"] => {
                matches!(
                    self.meta.key.as_str(),
                    "_wp_attached_file" | "_wp_attachment_image_alt" | "_thumbnail_id" | "_wp_old_slug"
                ) || plugin_fields::is_read(&self.meta.key)
            }
            _ => false,
        }
    }

    fn end_element(&mut self) -> Result<Option<Entry>, WxrError> {
        let text = std::mem::take(&mut self.text);
        let trimmed = || text.trim().to_owned();
        let mut entry = None;
        match self.path[..] {
            ["rss", "channel", "wp:wxr_version"] => {
                if !matches!(text.trim(), "1.0" | "1.1" | "1.2") {
                    return Err(WxrError::Version(
                        text.trim().chars().filter(|letter| !letter.is_control()).take(20).collect(),
                    ));
                }
                self.version_seen = true;
            }
            ["rss", "channel", "wp:base_blog_url" | "link"] if !text.trim().is_empty() => {
                entry = Some(Entry::Site(text.trim().trim_end_matches('/').to_owned()))
            }
            ["rss", "channel", "wp:author", "wp:author_login"] => self.author.login = trimmed(),
            ["rss", "channel", "wp:author", "wp:author_display_name"] => self.author.display = trimmed(),
            ["rss", "channel", "wp:author", "wp:author_first_name"] => self.author.first = trimmed(),
            ["rss", "channel", "wp:author", "wp:author_last_name"] => self.author.last = trimmed(),
            ["rss", "channel", "wp:author"] => entry = std::mem::take(&mut self.author).into_entry(),
            ["rss", "channel", "wp:category" | "wp:tag" | "wp:term", name] => self.set_list_field(name, text),
            ["rss", "channel", "wp:category" | "wp:tag" | "wp:term"] => {
                entry = Some(std::mem::take(&mut self.list))
                    .filter(|list| list.taxonomy.is_some() && !list.slug.is_empty() && !list.name.is_empty())
                    .map(Entry::List)
            }
            ["rss", "channel", "item", _, ..] => self.set_item_field(text),
            ["rss", "channel", "item"] => entry = Some(Entry::Item(Box::new(std::mem::take(&mut self.item)))),
            _ => {}
        }
        self.path.pop();
        Ok(entry)
    }

    /// Sets the field `name` of the category, tag or term that is open.
    fn set_list_field(&mut self, name: &str, text: String) {
        let text = text.trim().to_owned();
        let list = &mut self.list;
        match name {
            "wp:term_id" => list.id = text.parse().unwrap_or_default(),
            "wp:term_taxonomy" => list.taxonomy = Taxonomy::from_domain(&text),
            "wp:category_nicename" | "wp:tag_slug" | "wp:term_slug" => list.slug = text,
            "wp:category_parent" | "wp:term_parent" => list.parent = text,
            "wp:cat_name" | "wp:tag_name" | "wp:term_name" => list.name = text,
            _ => {}
        }
    }

    /// Sets the field of the item whose element ends.
    fn set_item_field(&mut self, text: String) {
        let trimmed = || text.trim().to_owned();
        let item = &mut self.item;
        match self.path[3..] {
            ["title"] => item.title = text,
            ["link"] => item.link = trimmed(),
            ["pubDate"] => item.pub_date = trimmed(),
            // One official sample has a stray `>` around it.
            ["dc:creator"] => {
                item.creator =
                    text.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>')).to_owned()
            }
            ["content:encoded"] => item.content = text,
            ["excerpt:encoded"] => item.excerpt = text,
            ["wp:post_id"] => item.id = text.trim().parse().unwrap_or_default(),
            ["wp:post_date"] => item.date = trimmed(),
            ["wp:post_date_gmt"] => item.date_gmt = trimmed(),
            ["wp:post_name"] => item.name = trimmed(),
            ["wp:status"] => item.status = trimmed(),
            ["wp:post_type"] => item.kind = trimmed(),
            ["wp:post_parent"] => item.parent = text.trim().parse().unwrap_or_default(),
            ["wp:menu_order"] => item.menu_order = text.trim().parse().unwrap_or_default(),
            ["wp:post_password"] => item.has_password = !text.is_empty(),
            ["wp:attachment_url"] => item.attachment_url = trimmed(),
            ["category"] => {
                if let Some((taxonomy, slug)) = self.term.take().filter(|_| item.terms.len() < MAX_TERMS) {
                    let name = trimmed();
                    let is_same = |term: &&mut Term| {
                        term.taxonomy == taxonomy
                            && term.name == name
                            && (term.slug == slug || term.slug.is_empty() || slug.is_empty())
                    };
                    match item.terms.iter_mut().find(is_same) {
                        Some(known) if known.slug.is_empty() => known.slug = slug,
                        Some(_) => {}
                        None if name.is_empty() => {}
                        None => item.terms.push(Term { taxonomy, slug, name }),
                    }
                }
            }
            ["wp:comment"] => item.comments += 1,
            ["wp:postmeta", "wp:meta_key"] => self.meta.key = trimmed(),
            ["wp:postmeta", "wp:meta_value"] => self.meta.value = trimmed(),
            ["wp:postmeta"] => {
                let Meta { key, value } = std::mem::take(&mut self.meta);
                match key.as_str() {
                    "_wp_attached_file" => item.attached_file = value,
                    "_wp_attachment_image_alt" => item.alt = value,
                    "_wp_old_slug" => item.old_slugs.push(value),
                    "_thumbnail_id" => item.thumbnail = value.parse().ok().filter(|id| *id > 0),
                    _ if plugin_fields::is_read(&key) && item.meta.len() < MAX_FIELDS => item.meta.push((key, value)),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn line(&self) -> u64 {
        self.xml.get_ref().line
    }

    fn truncated(&self) -> WxrError {
        WxrError::Truncated { line: self.line(), byte: self.xml.get_ref().bytes }
    }

    fn malformed(&self, why: &str) -> WxrError {
        WxrError::Malformed { line: self.line(), byte: self.xml.get_ref().bytes, why: why.to_owned() }
    }

    fn map_error(&self, error: &XmlError) -> WxrError {
        match error {
            _ if self.xml.get_ref().event_bytes > MAX_EVENT_BYTES => {
                self.malformed("a piece of it goes on for too long")
            }
            // At the end of the file, a syntax error is an unclosed element.
            XmlError::Syntax(_) if self.xml.get_ref().at_eof => self.truncated(),
            _ if self.path.is_empty() => WxrError::NotWxr("it is not XML"),
            error => self.malformed(&error.to_string()),
        }
    }
}

impl Author {
    /// Display name: the login only without another name, never an e-mail address.
    fn into_entry(self) -> Option<Entry> {
        let full = format!("{} {}", self.first, self.last);
        let display_name = [self.display, full, self.login.clone()]
            .into_iter()
            .map(|name| name.trim().to_owned())
            .find(|name| !name.is_empty() && !name.contains('@'));
        (!self.login.is_empty())
            .then(|| Entry::Author { login: self.login, display_name: display_name.unwrap_or_default() })
    }
}

/// Static name of an element that is used; empty for any other.
fn known_element(name: &str) -> &'static str {
    const KNOWN: [&str; 44] = [
        "rss",
        "channel",
        "item",
        "title",
        "link",
        "pubDate",
        "category",
        "dc:creator",
        "content:encoded",
        "excerpt:encoded",
        "wp:wxr_version",
        "wp:base_blog_url",
        "wp:author",
        "wp:author_login",
        "wp:author_display_name",
        "wp:author_first_name",
        "wp:author_last_name",
        "wp:post_id",
        "wp:post_date",
        "wp:post_date_gmt",
        "wp:post_name",
        "wp:status",
        "wp:post_type",
        "wp:post_parent",
        "wp:menu_order",
        "wp:post_password",
        "wp:attachment_url",
        "wp:postmeta",
        "wp:meta_key",
        "wp:meta_value",
        "wp:comment",
        "wp:category",
        "wp:category_nicename",
        "wp:category_parent",
        "wp:cat_name",
        "wp:tag",
        "wp:tag_slug",
        "wp:tag_name",
        "wp:term",
        "wp:term_id",
        "wp:term_taxonomy",
        "wp:term_slug",
        "wp:term_parent",
        "wp:term_name",
    ];
    KNOWN.into_iter().find(|known| *known == name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn read(xml: &str) -> (Vec<Entry>, Option<WxrError>) {
        let mut reader = Reader::new(Box::new(io::Cursor::new(xml.to_owned().into_bytes())), true);
        let mut entries = Vec::new();
        loop {
            match reader.next_entry() {
                Ok(Some(entry)) => entries.push(entry),
                Ok(None) => return (entries, None),
                Err(error) => return (entries, Some(error)),
            }
        }
    }

    const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<rss version=\"2.0\"><channel><wp:wxr_version>1.2</wp:wxr_version>\n";

    #[test]
    fn every_element_of_a_wxr_item_is_read() {
        let (entries, error) = read(&format!(
            "{HEAD}<wp:base_blog_url>https://old.example/</wp:base_blog_url>
            <wp:author><wp:author_login>ada</wp:author_login><wp:author_email>ada@old.example</wp:author_email><wp:author_display_name><![CDATA[Ada L]]></wp:author_display_name></wp:author>
            <item><title>A &amp; B &#8217; &hellip; & C</title><link>https://old.example/a/</link><dc:creator>><![CDATA[ada]]></dc:creator>
            <content:encoded><![CDATA[one ]]]]><![CDATA[> two]]></content:encoded><excerpt:encoded/><wp:post_id>7</wp:post_id><wp:post_password>x</wp:post_password>
            <category><![CDATA[News]]></category><category domain=\"category\" nicename=\"news\"><![CDATA[News]]></category><category domain=\"post_tag\"><![CDATA[t]]></category>
            <category domain=\"post_format\"><![CDATA[Aside]]></category>
            <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[9]]></wp:meta_value></wp:postmeta>
            <wp:postmeta><wp:meta_key>_secret</wp:meta_key><wp:meta_value>z</wp:meta_value></wp:postmeta>
            <wp:comment><wp:comment_author_email>c@old.example</wp:comment_author_email></wp:comment><wp:comment/></item></channel></rss>"
        ));
        assert!(error.is_none(), "{error:?}");
        let [Entry::Site(site), Entry::Author { login, display_name }, Entry::Item(item)] = &entries[..] else {
            panic!("{entries:?}")
        };
        assert_eq!((site.as_str(), login.as_str(), display_name.as_str()), ("https://old.example", "ada", "Ada L"));
        let expected = Item {
            id: 7,
            title: "A & B \u{2019} &hellip; & C".into(),
            link: "https://old.example/a/".into(),
            creator: "ada".into(),
            content: "one ]]> two".into(),
            has_password: true,
            terms: vec![
                Term { taxonomy: Taxonomy::Category, slug: "news".into(), name: "News".into() },
                Term { taxonomy: Taxonomy::Tag, slug: String::new(), name: "t".into() },
            ],
            comments: 2,
            thumbnail: Some(9),
            line: 5,
            ..Item::default()
        };
        assert_eq!(**item, expected);
        assert!(!format!("{entries:?}").contains("@old.example"), "an e-mail address was taken in");
    }

    #[test]
    fn categories_and_tags_of_an_export_are_read() {
        let (entries, error) = read(&format!(
            "{HEAD}<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>boats</wp:category_nicename><wp:category_parent>coast</wp:category_parent><wp:cat_name><![CDATA[Boats &amp; Sails]]></wp:cat_name></wp:category>
            <wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>oil</wp:tag_slug><wp:tag_name>Oil</wp:tag_name></wp:tag>
            <wp:term><wp:term_id>6</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug><wp:term_name>Main</wp:term_name></wp:term></channel></rss>"
        ));
        assert!(error.is_none(), "{error:?}");
        let [Entry::List(boats), Entry::List(oil)] = &entries[..] else { panic!("{entries:?}") };
        let expected = List {
            id: 4,
            taxonomy: Some(Taxonomy::Category),
            slug: "boats".into(),
            parent: "coast".into(),
            name: "Boats &amp; Sails".into(),
        };
        assert_eq!(*boats, expected);
        assert_eq!((oil.taxonomy, oil.id, oil.name.as_str()), (Some(Taxonomy::Tag), 5, "Oil"));
    }

    #[test]
    fn a_truncated_file_yields_its_whole_items_and_the_last_line() {
        let whole = format!(
            "{HEAD}<item><wp:post_id>1</wp:post_id></item>\n<item><wp:post_id>2</wp:post_id><content:encoded><![CDATA[text]]></content:encoded></item>\n</channel></rss>"
        );
        let first_end = whole.find("</item>").unwrap() + "</item>".len();
        for cut in HEAD.len()..whole.len() - 1 {
            let (entries, error) = read(&whole[..cut]);
            assert!(matches!(error, Some(WxrError::Truncated { line: 2..=5, .. })), "cut at {cut}: {error:?}");
            assert_eq!(
                entries.len(),
                usize::from(cut >= first_end) + usize::from(cut >= whole.rfind("</item>").unwrap() + 7),
                "cut at {cut}"
            );
        }
    }

    #[test]
    fn a_file_that_is_no_wxr_export_is_refused() {
        for xml in [
            "",
            "plain text",
            "<html><body></body></html>",
            "<rss><channel><item></item></channel></rss>",
            "<rss><channel></channel></rss>",
            "{\"db\": []}",
        ] {
            assert!(matches!(read(xml).1, Some(WxrError::NotWxr(_))), "{xml}: {:?}", read(xml).1);
        }
        assert!(
            matches!(read("<rss><channel><wp:wxr_version>9</wp:wxr_version></channel></rss>").1, Some(WxrError::Version(version)) if version == "9")
        );
        let wrong = read(&format!("{HEAD}<item></itme></channel></rss>")).1;
        assert!(matches!(wrong, Some(WxrError::Malformed { line: 3, .. })), "{wrong:?}");
    }

    #[test]
    fn an_endless_text_is_refused() {
        let unclosed = io::Cursor::new(format!("{HEAD}<item><content:encoded><![CDATA[")).chain(io::repeat(b'x'));
        let mut reader = Reader::new(Box::new(BufReader::new(unclosed)), true);
        assert!(matches!(reader.next_entry(), Err(WxrError::Malformed { .. })));
    }

    #[test]
    fn entities_of_a_document_type_are_not_expanded() {
        let xml = "<!DOCTYPE rss [<!ENTITY a \"aaaa\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]><rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>&a;&f;</title></item></channel></rss>";
        let (entries, error) = read(xml);
        assert!(error.is_none());
        assert!(matches!(&entries[..], [Entry::Item(item)] if item.title == "&a;&f;"));
    }
}
