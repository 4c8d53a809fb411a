//! Index of an export, built by the first pass: attachments may be anywhere in the file, before or after the posts that
//! use them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use url::Url;

use super::entry::{Entry, Item};
use super::wxr::{Reader, WxrError};
use mwanga_html as html;

/// Authors, attachments and URLs of an export. About 300 bytes for each attachment and 150 for each post.
#[derive(Debug, Default)]
pub struct ExportIndex {
    /// URL of their site, without a trailing slash.
    pub site: String,
    authors: HashMap<String, String>,
    attachments: HashMap<u64, Attachment>,
    /// Images of each post, in gallery order.
    images: HashMap<u64, Vec<u64>>,
    /// Attachments, by the path of their file.
    attachments_by_path: HashMap<String, u64>,
    /// Slugs of public posts, by the path of their URL.
    slugs_by_path: HashMap<String, String>,
    /// All of these slugs.
    slug_set: HashSet<String>,
}

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
            Entry::Site(address) => self.site = address,
            Entry::Author { login, display_name } => {
                self.authors.insert(login, display_name);
            }
            Entry::Item(item) if item.kind == "attachment" => self.add_attachment(*item),
            Entry::Item(item) if item.kind == "post" && item.status == "publish" && !item.has_password => {
                if let Some(path) = self.path_on_site(&item.link) {
                    self.slugs_by_path.insert(path, item.name.clone());
                    self.slug_set.insert(item.name);
                }
            }
            Entry::Item(_) => {}
        }
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
        let attachment = Attachment { url: url.clone(), alt, caption: item.excerpt, menu_order: item.menu_order };
        self.attachments_by_path.insert(path, item.id);
        self.attachments.insert(item.id, attachment);
    }

    /// Sorts the galleries; called after the last entry.
    pub fn finish(&mut self) {
        let attachments = &self.attachments;
        for ids in self.images.values_mut() {
            ids.sort_by_key(|id| (attachments.get(id).map_or(0, |found| found.menu_order), *id));
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

    /// Path here of a link to one of their public posts.
    pub fn post_path(&self, link: &str) -> Option<String> {
        let path = self.path_on_site(link)?;
        // WordPress itself finds a post by its slug when the date in a URL is wrong.
        let by_slug = || {
            let mut parts = path.split('/');
            let first = parts.next().unwrap_or_default();
            let last = parts.next_back().unwrap_or(first);
            (!matches!(first, "author" | "category" | "feed" | "page" | "tag") && !first.starts_with("wp-"))
                .then(|| self.slug_set.get(last))
                .flatten()
        };
        let slug = self.slugs_by_path.get(&path).or_else(by_slug)?;
        Some(format!("/post/slug/{}", to_slug(slug)?))
    }

    /// Path of a URL on their site, or its query `p=`, without slashes around.
    fn path_on_site(&self, link: &str) -> Option<String> {
        let url = self.absolute_url(link)?;
        let site = Url::parse(&self.site).ok()?;
        let bare = |host: &str| host.trim_start_matches("www.").to_owned();
        if url.host_str().map(bare) != site.host_str().map(bare) {
            return None;
        }
        let path = url.path().trim_matches('/');
        let query = url.query().filter(|query| query.starts_with("p="));
        match (path, query) {
            ("", None) => None,
            ("", Some(query)) => Some(query.to_owned()),
            (path, _) => Some(path.to_owned()),
        }
    }

    /// Absolute http(s) URL of a link or medium; relative ones belong to their site.
    pub fn absolute_url(&self, link: &str) -> Option<Url> {
        let link = link.trim();
        let url = match Url::parse(link) {
            Ok(url) => url,
            Err(_) => Url::parse(&format!("{}/", self.site)).ok()?.join(link).ok()?,
        };
        (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
    }
}

/// Slug here of one of theirs: percent-decoded and transliterated to ASCII.
pub fn to_slug(name: &str) -> Option<String> {
    let decoded = percent_decode(name);
    let ascii = deunicode::deunicode_with_tofu(&decoded, " ");
    let words: Vec<String> = ascii
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    (!words.is_empty()).then(|| words.join("-"))
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

fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes
            .get(at + 1..at + 3)
            .filter(|_| bytes[at] == b'%')
            .and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        out.push(pair.unwrap_or(bytes[at]));
        at += if pair.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
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
    fn links_between_imported_posts_are_rewritten() {
        let index = sample_index();
        assert_eq!(
            index.post_path("http://www.old.example/2020/01/first?utm=1#x").as_deref(),
            Some("/post/slug/first")
        );
        for link in ["/2020/01/first/", "https://old.example/2020/02/first", "/first"] {
            assert_eq!(index.post_path(link).as_deref(), Some("/post/slug/first"), "{link}");
        }
        for link in [
            "https://other.example/2020/01/first/",
            "https://old.example/",
            "https://old.example/2020/01/second/",
            "https://old.example/tag/first/",
            "mailto:a@b.example",
            "#x",
        ] {
            assert_eq!(index.post_path(link), None, "{link}");
        }
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

    #[test]
    fn slugs_of_any_script_become_ascii() {
        for (name, slug) in [
            ("a-post", Some("a-post")),
            ("%ce%b5%cf%80-2", Some("ep-2")),
            ("%zz", Some("zz")),
            ("", None),
            ("%e2%80%93", None),
        ] {
            assert_eq!(to_slug(name).as_deref(), slug, "{name}");
        }
    }
}
