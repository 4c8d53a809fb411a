//! Index of an export, built by the first pass: attachments may be anywhere in the file, before or after the posts that
//! use them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use url::Url;

use super::entry::{Entry, Item, List, Taxonomy, Term};
use super::plugin_fields;
use super::site_links::{Link, SiteLinks, Target};
use super::source::{SourceStatus, first_category, source_status, terms, wanted_slug};
use super::spelling::percent_decode;
use super::wxr::{Reader, WxrError};
use mwanga_core::{posts, slug};
use mwanga_html as html;

/// Authors, attachments and URLs of an export. About 300 bytes for each attachment and 150 for each post.
#[derive(Debug, Default)]
pub struct ExportIndex {
    /// URL of their site, without a trailing slash.
    pub site: String,
    authors: HashMap<String, String>,
    /// Names of guest authors by their slugs, and by the accounts and logins they have.
    guests: HashMap<String, String>,
    /// Names of sponsors by their slugs.
    sponsors: HashMap<String, String>,
    /// Sponsors of all posts in a category or with a tag, by its taxonomy and slug.
    list_sponsors: HashMap<(Taxonomy, String), Vec<String>>,
    attachments: HashMap<u64, Attachment>,
    /// Images of each post, in gallery order.
    images: HashMap<u64, Vec<u64>>,
    /// Attachments, by the path of their file.
    attachments_by_path: HashMap<String, u64>,
    /// Addresses of their posts, pages and lists.
    pub links: SiteLinks,
    /// Posts and pages to import, in the order of the file.
    pub entries: Vec<IndexEntry>,
    /// Categories and tags, by taxonomy and slug.
    pub lists: HashMap<(Taxonomy, String), List>,
    /// Names of the categories that posts will have here.
    pub categories: HashSet<String>,
    /// Slugs of the tags that public posts will have here.
    pub tags: HashSet<String>,
}

/// A post or page to import.
#[derive(Debug, PartialEq, Eq)]
pub struct IndexEntry {
    pub target: Target,
    /// Whether everybody may read it there.
    pub is_public: bool,
    pub wanted_slug: Option<String>,
}

/// Maximum categories above one another.
const MAX_LIST_DEPTH: usize = 10;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    pub url: String,
    /// Plain text.
    pub alt: String,
    /// May hold HTML.
    pub caption: String,
    menu_order: i64,
}

impl ExportIndex {
    /// Reads the whole file. An error that leaves entries to import is returned beside the index; the second pass meets
    /// it again.
    pub fn read(path: &Path) -> Result<(Self, Option<WxrError>), WxrError> {
        let mut reader = Reader::open(path, false)?;
        let mut index = Self::default();
        let error = loop {
            match reader.next_entry() {
                Ok(Some(entry)) => index.add(entry),
                Ok(None) => break None,
                Err(error) if error.is_partial() => break Some(error),
                Err(error) => return Err(error),
            }
        };
        index.finish();
        Ok((index, error))
    }

    pub fn add(&mut self, entry: Entry) {
        match entry {
            // The channel's link comes first, and is replaced by the URL of the blog.
            Entry::Site(address) => {
                self.links.set_site(&address);
                self.site = address;
            }
            Entry::Author { login, display_name } => {
                self.authors.insert(login, display_name);
            }
            Entry::Item(item) if item.kind == "attachment" => self.add_attachment(*item),
            Entry::List(list) => {
                if let Some(taxonomy @ (Taxonomy::Category | Taxonomy::Tag)) = list.taxonomy {
                    self.lists.insert((taxonomy, list.slug.clone()), list);
                }
            }
            Entry::Item(item) if item.kind == "guest-author" => self.add_guest(&item),
            Entry::Item(item) if item.kind == "newspack_spnsrs_cpt" => self.add_sponsor(&item),
            Entry::Item(item) => self.add_entry(&item),
        }
    }

    /// Adds a post or page; any other item has no address here.
    fn add_entry(&mut self, item: &Item) {
        let (Some(target), Some(status)) = (target_of(item), source_status(item)) else { return };
        let is_public = match status {
            SourceStatus::Published => true,
            SourceStatus::Page => item.status == "publish" && !item.has_password,
            _ => false,
        };
        if is_public {
            self.links.add(&item.link, &target);
            let parameter = if status == SourceStatus::Page { "page_id" } else { "p" };
            for parameter in ["p", parameter] {
                self.links.add_parameter(parameter, &item.id.to_string(), &target);
            }
            for old in item.old_slugs.iter().filter(|old| !old.is_empty()) {
                if let Some(start) = item.link.trim_end_matches('/').strip_suffix(item.name.as_str()) {
                    self.links.add_former(&format!("{start}{old}"), &target);
                }
            }
        }
        if status != SourceStatus::Page {
            let (category, tags) = terms(item, self.main_category(item).filter(|_| self.sponsors_of(item).is_none()));
            self.categories.extend(category);
            if is_public {
                self.tags.extend(posts::parse_tags(&tags).into_iter().map(|tag| tag.slug));
            }
        }
        let is_list =
            |term: &&Term| matches!(term.taxonomy, Taxonomy::Category | Taxonomy::Tag) && !term.slug.is_empty();
        for term in item.terms.iter().filter(is_list) {
            // An export of posts alone defines no categories.
            self.lists.entry((term.taxonomy, term.slug.clone())).or_insert_with(|| List {
                taxonomy: Some(term.taxonomy),
                slug: term.slug.clone(),
                name: term.name.clone(),
                ..List::default()
            });
        }
        self.entries.push(IndexEntry { target, is_public, wanted_slug: wanted_slug(item) });
    }

    /// Adds a guest of Co-Authors Plus, whom posts name by slug, login or the account that is theirs.
    fn add_guest(&mut self, item: &Item) {
        let name = plugin_fields::value(item, "cap-display_name").unwrap_or(&item.title);
        let Some(name) = shown_name(name) else { return };
        let login = plugin_fields::value(item, "cap-user_login");
        let account = plugin_fields::value(item, "cap-linked_account");
        for key in [Some(item.name.as_str()), login, account].into_iter().flatten().filter(|key| !key.is_empty()) {
            self.guests.insert(author_key(key), name.clone());
        }
    }

    fn add_sponsor(&mut self, item: &Item) {
        let name = html::strip_tags(&item.title);
        self.sponsors.insert(item.name.clone(), name.clone());
        if item.status == "publish" && !plugin_fields::is_only_direct(item) {
            for term in item.terms.iter().filter(|term| !term.slug.is_empty()) {
                self.list_sponsors.entry((term.taxonomy, term.slug.clone())).or_default().push(name.clone());
            }
        }
    }

    /// The category that it is filed under: the main one that a plug-in names, otherwise its first.
    pub fn main_category<'a>(&self, item: &'a Item) -> Option<&'a Term> {
        self.named_category(item).or_else(|| first_category(item))
    }

    fn named_category<'a>(&self, item: &'a Item) -> Option<&'a Term> {
        let id = plugin_fields::main_category(item)?;
        let list = self.lists.values().find(|list| list.id == id && list.taxonomy == Some(Taxonomy::Category))?;
        let is_it = |term: &&Term| term.slug == list.slug || (term.slug.is_empty() && term.name == list.name);
        item.terms.iter().filter(|term| term.taxonomy == Taxonomy::Category).find(is_it)
    }

    /// Whether a plug-in names a main category that the file does not define, and there are several.
    pub fn is_main_category_unknown(&self, item: &Item) -> bool {
        let count = item.terms.iter().filter(|term| term.taxonomy == Taxonomy::Category).count();
        let is_defined = |id| self.lists.values().any(|list| list.id == id);
        count > 1 && plugin_fields::main_category(item).is_some_and(|id| !is_defined(id))
    }

    /// Names of those who paid for a post; empty where it is not known who did, None where nobody did.
    pub fn sponsors_of(&self, item: &Item) -> Option<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        let mut is_paid = plugin_fields::is_marked_paid(item);
        for term in &item.terms {
            let found = match term.taxonomy {
                Taxonomy::Sponsor => {
                    vec![self.sponsors.get(&term.slug).cloned().unwrap_or_else(|| html::strip_tags(&term.name))]
                }
                Taxonomy::Category | Taxonomy::Tag => {
                    self.list_sponsors.get(&(term.taxonomy, term.slug.clone())).cloned().unwrap_or_default()
                }
                Taxonomy::Author | Taxonomy::Language => continue,
            };
            is_paid |= !found.is_empty();
            for name in found.into_iter().filter(|name| !name.is_empty()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        is_paid.then_some(names)
    }

    /// Names of the authors whom a plug-in gives a post, in the order of the file.
    pub fn authors_of(&self, item: &Item) -> Vec<String> {
        let mut names = Vec::new();
        for term in item.terms.iter().filter(|term| term.taxonomy == Taxonomy::Author) {
            let login = term.name.as_str();
            let guest = || [&term.slug, login].iter().find_map(|key| self.guests.get(&author_key(key)).cloned());
            let account = || {
                let by_slug = || {
                    let slug = slug::from_title(&percent_decode(&author_key(&term.slug)))?;
                    self.authors.iter().find(|(own, _)| slug::from_title(own).as_ref() == Some(&slug))
                };
                self.authors.get(login).or_else(|| by_slug().map(|(_, name)| name))
            };
            // The name of a term of Co-Authors Plus is a login.
            let name = guest().or_else(|| shown_name(account()?)).or_else(|| shown_name(login));
            if let Some(name) = name.filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }
        names
    }

    fn add_attachment(&mut self, item: Item) {
        let url = if item.attachment_url.is_empty() { &item.attached_file } else { &item.attachment_url };
        let path = file_path(url);
        if path.is_empty() {
            return;
        }
        let alt = [item.alt.as_str(), item.title.as_str()]
            .map(html::strip_tags)
            .into_iter()
            .find(|text| is_descriptive(text))
            .unwrap_or_default();
        if is_image(&path) && item.parent != 0 {
            self.images.entry(item.parent).or_default().push(item.id);
        }
        let target = Target::Attachment(item.id);
        self.links.add(&item.link, &target);
        self.links.add_parameter("attachment_id", &item.id.to_string(), &target);
        if let Some(file) = self.absolute_url(url) {
            self.links.set_path(target, file.into());
        }
        let attachment = Attachment { url: url.clone(), alt, caption: item.excerpt, menu_order: item.menu_order };
        self.attachments_by_path.insert(path, item.id);
        self.attachments.insert(item.id, attachment);
    }

    /// Sorts the galleries and adds the addresses of lists; called after the last entry.
    pub fn finish(&mut self) {
        self.add_list_addresses();
        self.links.finish();
        let attachments = &self.attachments;
        for ids in self.images.values_mut() {
            ids.sort_by_key(|id| (attachments.get(id).map_or(0, |found| found.menu_order), *id));
        }
    }

    fn add_list_addresses(&mut self) {
        for ((taxonomy, slug), list) in &self.lists {
            let name = html::strip_tags(&list.name);
            if *taxonomy == Taxonomy::Tag {
                let target = Target::Tag(name);
                self.links.add_list(&format!("tag/{slug}"), &target);
                self.links.add_parameter("tag", slug, &target);
                continue;
            }
            let target = Target::Category(name);
            // The categories above it stand in its address; WordPress finds it without them too.
            let mut path = slug.clone();
            let mut parent = &list.parent;
            for _ in 0..MAX_LIST_DEPTH {
                self.links.add_list(&format!("category/{path}"), &target);
                let Some(above) = self.lists.get(&(Taxonomy::Category, parent.clone())) else { break };
                path = format!("{parent}/{path}");
                parent = &above.parent;
            }
            if list.id != 0 {
                self.links.add_parameter("cat", &list.id.to_string(), &target);
            }
        }
    }

    /// Display name of an author by login; None without one that may be shown.
    pub fn author_name<'a>(&'a self, login: &'a str) -> Option<&'a str> {
        let name = self.authors.get(login).map_or(login, String::as_str);
        (!name.is_empty() && !name.contains('@')).then_some(name)
    }

    pub fn attachment_by_id(&self, id: u64) -> Option<&Attachment> {
        self.attachments.get(&id)
    }

    /// Ids of all attachments, in any order.
    pub fn attachment_ids(&self) -> impl Iterator<Item = &u64> {
        self.attachments.keys()
    }

    /// The attachment of a URL, whatever its image size.
    pub fn attachment_by_url(&self, url: &str) -> Option<(u64, &Attachment)> {
        let path = file_path(url);
        let id = *self
            .attachments_by_path
            .get(&path)
            .or_else(|| full_size_path(&path).and_then(|full| self.attachments_by_path.get(&full)))?;
        Some((id, self.attachments.get(&id)?))
    }

    pub fn images_of(&self, post: u64) -> &[u64] {
        self.images.get(&post).map_or(&[], Vec::as_slice)
    }

    /// Where a link in the content of `item` leads.
    pub fn resolve_link(&self, link: &str, item: &Item) -> Link {
        self.links.resolve(link, &item.link, target_of(item).as_ref())
    }

    /// Absolute http(s) URL of a link or medium; relative ones belong to their site.
    pub fn absolute_url(&self, link: &str) -> Option<Url> {
        self.links.absolute(link, "")
    }
}

/// A slug or login of an author as it is compared; Co-Authors Plus puts `cap-` before slugs.
fn author_key(text: &str) -> String {
    let text = text.trim().to_lowercase();
    text.strip_prefix("cap-").map_or_else(|| text.clone(), str::to_owned)
}

/// A name as it is shown; never an e-mail address.
fn shown_name(text: &str) -> Option<String> {
    Some(html::strip_tags(text)).filter(|name| !name.is_empty() && !name.contains('@'))
}

/// What the address of a post or page shows; none for any other item.
pub fn target_of(item: &Item) -> Option<Target> {
    match item.kind.as_str() {
        "post" => Some(Target::Post(item.id)),
        "page" => Some(Target::Page(item.id)),
        _ => None,
    }
}

/// Decoded path of a file URL: scheme, host and query differ between the URLs of one file in an export.
pub fn file_path(url: &str) -> String {
    let url = url.trim();
    let rest = url.find("//").filter(|at| *at == 0 || url[..*at].ends_with(':')).map_or(url, |at| {
        let rest = &url[at + 2..];
        rest.find('/').map_or("", |slash| &rest[slash..])
    });
    percent_decode(rest.split(['?', '#']).next().unwrap_or_default()).trim_matches('/').to_owned()
}

/// Path of the full-size image of a resized one: `2008/06/sun.jpg` for `2008/06/sun-300x200.jpg`.
pub fn full_size_path(path: &str) -> Option<String> {
    let (stem, extension) = path.rsplit_once('.')?;
    let (name, size) = stem.rsplit_once('-')?;
    let is_size = size == "scaled"
        || size.split_once('x').is_some_and(|(width, height)| {
            [width, height]
                .iter()
                .all(|side| (1..=5).contains(&side.len()) && side.bytes().all(|byte| byte.is_ascii_digit()))
        });
    is_size.then(|| format!("{name}.{extension}"))
}

pub fn is_image(path: &str) -> bool {
    has_extension(path, &["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "svg"])
}

/// Whether the path of `url` has one of the file `extensions`.
pub fn has_extension(url: &str, extensions: &[&str]) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.').is_some_and(|(_, own)| extensions.iter().any(|extension| extension.eq_ignore_ascii_case(own)))
}

/// Whether a text describes an image, unlike file names (`dsc20050727_091048_222`) and default texts of cameras.
pub fn is_descriptive(text: &str) -> bool {
    let is_file_name = !text.contains(' ')
        && text.contains(['_', '-'])
        && text.bytes().filter(u8::is_ascii_digit).count() * 2 >= text.len();
    !text.trim().is_empty()
        && !is_file_name
        && !matches!(text, "OLYMPUS DIGITAL CAMERA" | "SONY DSC" | "DIGITAL CAMERA")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_index() -> ExportIndex {
        let mut index = ExportIndex::default();
        index.add(Entry::Author { login: "ada".into(), display_name: "Ada L".into() });
        index.add(Entry::Author { login: "desk@old.example".into(), display_name: String::new() });
        for (id, url, menu_order) in [
            (3, "https://old.example/wp-content/uploads/2020/01/sun.jpg", 2),
            (2, "https://old.example/wp-content/uploads/moon.png", 1),
        ] {
            let item = Item {
                id,
                kind: "attachment".into(),
                attachment_url: url.into(),
                title: "A &amp; B".into(),
                parent: 9,
                menu_order,
                ..Item::default()
            };
            index.add(Entry::Item(Box::new(item)));
        }
        index.add(Entry::Site("https://old.example".into()));
        let link = "https://old.example/2020/01/first/".into();
        index.add(Entry::Item(Box::new(Item {
            id: 1,
            kind: "post".into(),
            status: "publish".into(),
            name: "first".into(),
            link,
            ..Item::default()
        })));
        index.finish();
        index
    }

    #[test]
    fn attachments_are_found_by_any_spelling_of_their_url() {
        let index = sample_index();
        for url in [
            "https://old.example/wp-content/uploads/2020/01/sun.jpg",
            "http://www.old.example/wp-content/uploads/2020/01/sun.jpg?w=604",
            "//cdn.example/wp-content/uploads/2020/01/sun-300x200.jpg",
            "/wp-content/uploads/2020/01/sun-scaled.jpg",
            "/wp-content/uploads/2020/01/%73un.jpg",
        ] {
            assert_eq!(index.attachment_by_url(url).map(|(id, _)| id), Some(3), "{url}");
        }
        assert_eq!(index.attachment_by_url("https://old.example/sun.jpg"), None);
        assert_eq!(index.images_of(9), [2, 3]);
        assert_eq!(index.attachment_by_id(2).unwrap().alt, "A & B");
    }

    #[test]
    fn an_email_address_is_not_used_as_author_name() {
        let index = sample_index();
        assert_eq!(
            (
                index.author_name("ada"),
                index.author_name("bob"),
                index.author_name("desk@old.example"),
                index.author_name("x@y.example")
            ),
            (Some("Ada L"), Some("bob"), None, None)
        );
    }
}
