//! What must be known before the first post is read: attachments may stand anywhere in an export, before or after the
//! posts that use them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use url::Url;

use super::entry::{Entry, Item};
use super::wxr::{Reader, WxrError};
use mwanga_html as html;

/// The people, attachments and addresses of an export. About 300 bytes for each attachment and 150 for each post.
#[derive(Debug, Default)]
pub struct Library {
    /// The address of their site, without a slash at its end.
    pub site: String,
    authors: HashMap<String, String>,
    attachments: HashMap<u64, Attachment>,
    /// The pictures of each post in the order of its gallery.
    pictures: HashMap<u64, Vec<u64>>,
    by_path: HashMap<String, u64>,
    /// Slugs of public posts by the path of their old address.
    slugs: HashMap<String, String>,
    names: HashSet<String>,
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

impl Library {
    /// Reads the whole file once. A fault that leaves something to import comes back beside it; the second reading will
    /// meet it too.
    pub fn read(path: &Path) -> Result<(Self, Option<WxrError>), WxrError> {
        let mut reader = Reader::open(path, false)?;
        let mut library = Self::default();
        let fault = loop {
            match reader.next_entry() {
                Ok(Some(entry)) => library.add(entry),
                Ok(None) => break None,
                Err(error) if error.is_partial() => break Some(error),
                Err(error) => return Err(error),
            }
        };
        library.finish();
        Ok((library, fault))
    }

    pub fn add(&mut self, entry: Entry) {
        match entry {
            // The channel's own link comes first; the address of the blog says it better.
            Entry::Site(address) => self.site = address,
            Entry::Author { login, display_name } => {
                self.authors.insert(login, display_name);
            }
            Entry::Item(item) if item.kind == "attachment" => self.attachment(*item),
            Entry::Item(item) if item.kind == "post" && item.status == "publish" && !item.has_password => {
                if let Some(path) = self.own_path(&item.link) {
                    self.slugs.insert(path, item.name.clone());
                    self.names.insert(item.name);
                }
            }
            Entry::Item(_) => {}
        }
    }

    fn attachment(&mut self, item: Item) {
        let url = if item.attachment_url.is_empty() { &item.attached_file } else { &item.attachment_url };
        let path = file_path(url);
        if path.is_empty() {
            return;
        }
        let alt = [item.alt.as_str(), item.title.as_str()]
            .map(html::line)
            .into_iter()
            .find(|text| says_something(text))
            .unwrap_or_default();
        if is_picture(&path) && item.parent != 0 {
            self.pictures.entry(item.parent).or_default().push(item.id);
        }
        let attachment = Attachment { url: url.clone(), alt, caption: item.excerpt, menu_order: item.menu_order };
        self.by_path.insert(path, item.id);
        self.attachments.insert(item.id, attachment);
    }

    /// Brings galleries into their order.
    pub fn finish(&mut self) {
        let attachments = &self.attachments;
        for ids in self.pictures.values_mut() {
            ids.sort_by_key(|id| (attachments.get(id).map_or(0, |found| found.menu_order), *id));
        }
    }

    /// The name to show for a login; None when it has none that may be shown.
    pub fn author<'a>(&'a self, login: &'a str) -> Option<&'a str> {
        let name = self.authors.get(login).map_or(login, String::as_str);
        (!name.is_empty() && !name.contains('@')).then_some(name)
    }

    pub fn attachment_by_id(&self, id: u64) -> Option<&Attachment> {
        self.attachments.get(&id)
    }

    /// The numbers of all attachments, in any order.
    pub fn attachments(&self) -> impl Iterator<Item = &u64> {
        self.attachments.keys()
    }

    /// The attachment behind an address, whatever size of it the address names.
    pub fn attachment_by_url(&self, url: &str) -> Option<(u64, &Attachment)> {
        let path = file_path(url);
        let id = *self.by_path.get(&path).or_else(|| full_size(&path).and_then(|full| self.by_path.get(&full)))?;
        Some((id, self.attachments.get(&id)?))
    }

    pub fn pictures_of(&self, post: u64) -> &[u64] {
        self.pictures.get(&post).map_or(&[], Vec::as_slice)
    }

    /// Where a link to one of their public posts leads here.
    pub fn here(&self, link: &str) -> Option<String> {
        let path = self.own_path(link)?;
        // WordPress itself finds a post by its slug when the date in an address is wrong.
        let guessed = || {
            let mut parts = path.split('/');
            let first = parts.next().unwrap_or_default();
            let last = parts.next_back().unwrap_or(first);
            (!matches!(first, "author" | "category" | "feed" | "page" | "tag") && !first.starts_with("wp-"))
                .then(|| self.names.get(last))
                .flatten()
        };
        let slug = self.slugs.get(&path).or_else(guessed)?;
        Some(format!("/post/slug/{}", slug_of(slug)?))
    }

    /// Path and query of an address on their site, without slashes around.
    fn own_path(&self, link: &str) -> Option<String> {
        let url = self.absolute(link)?;
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

    /// A link or medium as an address of the web; `/wp-content/…` belongs to their site.
    pub fn absolute(&self, link: &str) -> Option<Url> {
        let link = link.trim();
        let url = match Url::parse(link) {
            Ok(url) => url,
            Err(_) => Url::parse(&format!("{}/", self.site)).ok()?.join(link).ok()?,
        };
        (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
    }
}

/// The slug of an old one: percent-encoded letters become readable, the rest is left to our own rules.
pub fn slug_of(name: &str) -> Option<String> {
    let decoded = percent_decoded(name);
    let ascii = deunicode::deunicode_with_tofu(&decoded, " ");
    let words: Vec<String> = ascii
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    (!words.is_empty()).then(|| words.join("-"))
}

/// The path of a file's address, decoded: host, query and scheme differ between an export's spellings of one file.
pub fn file_path(url: &str) -> String {
    let url = url.trim();
    let rest = url.find("//").filter(|at| *at == 0 || url[..*at].ends_with(':')).map_or(url, |at| {
        let rest = &url[at + 2..];
        rest.find('/').map_or("", |slash| &rest[slash..])
    });
    percent_decoded(rest.split(['?', '#']).next().unwrap_or_default()).trim_matches('/').to_owned()
}

/// `2008/06/sun-300x200.jpg` is a size of `2008/06/sun.jpg`.
pub fn full_size(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    let (name, size) = stem.rsplit_once('-')?;
    let is_size = size == "scaled"
        || size.split_once('x').is_some_and(|(width, height)| {
            [width, height]
                .iter()
                .all(|side| (1..=5).contains(&side.len()) && side.bytes().all(|byte| byte.is_ascii_digit()))
        });
    is_size.then(|| format!("{name}.{ending}"))
}

pub fn is_picture(path: &str) -> bool {
    has_ending(path, &["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "svg"])
}

/// Whether the path of `url` ends in one of `endings`.
pub fn has_ending(url: &str, endings: &[&str]) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.').is_some_and(|(_, ending)| endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// Whether a text describes a picture. `dsc20050727_091048_222` and what cameras write into every file say nothing to
/// anybody.
pub fn says_something(text: &str) -> bool {
    let is_number = !text.contains(' ')
        && text.contains(['_', '-'])
        && text.bytes().filter(u8::is_ascii_digit).count() * 2 >= text.len();
    !text.trim().is_empty() && !is_number && !matches!(text, "OLYMPUS DIGITAL CAMERA" | "SONY DSC" | "DIGITAL CAMERA")
}

fn percent_decoded(text: &str) -> String {
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

    fn library() -> Library {
        let mut library = Library::default();
        library.add(Entry::Author { login: "ada".into(), display_name: "Ada L".into() });
        library.add(Entry::Author { login: "desk@old.example".into(), display_name: String::new() });
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
            library.add(Entry::Item(Box::new(item)));
        }
        library.add(Entry::Site("https://old.example".into()));
        let link = "https://old.example/2020/01/first/".into();
        library.add(Entry::Item(Box::new(Item {
            id: 1,
            kind: "post".into(),
            status: "publish".into(),
            name: "first".into(),
            link,
            ..Item::default()
        })));
        library.finish();
        library
    }

    #[test]
    fn attachments_are_found_by_any_spelling_of_their_url() {
        let library = library();
        for url in [
            "https://old.example/wp-content/uploads/2020/01/sun.jpg",
            "http://www.old.example/wp-content/uploads/2020/01/sun.jpg?w=604",
            "//cdn.example/wp-content/uploads/2020/01/sun-300x200.jpg",
            "/wp-content/uploads/2020/01/sun-scaled.jpg",
            "/wp-content/uploads/2020/01/%73un.jpg",
        ] {
            assert_eq!(library.attachment_by_url(url).map(|(id, _)| id), Some(3), "{url}");
        }
        assert_eq!(library.attachment_by_url("https://old.example/sun.jpg"), None);
        assert_eq!(library.pictures_of(9), [2, 3]);
        assert_eq!(library.attachment_by_id(2).unwrap().alt, "A & B");
    }

    #[test]
    fn links_between_imported_posts_are_rewritten() {
        let library = library();
        assert_eq!(library.here("http://www.old.example/2020/01/first?utm=1#x").as_deref(), Some("/post/slug/first"));
        for link in ["/2020/01/first/", "https://old.example/2020/02/first", "/first"] {
            assert_eq!(library.here(link).as_deref(), Some("/post/slug/first"), "{link}");
        }
        for link in [
            "https://other.example/2020/01/first/",
            "https://old.example/",
            "https://old.example/2020/01/second/",
            "https://old.example/tag/first/",
            "mailto:a@b.example",
            "#x",
        ] {
            assert_eq!(library.here(link), None, "{link}");
        }
    }

    #[test]
    fn an_email_address_is_not_used_as_author_name() {
        let library = library();
        assert_eq!(
            (
                library.author("ada"),
                library.author("bob"),
                library.author("desk@old.example"),
                library.author("x@y.example")
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
            assert_eq!(slug_of(name).as_deref(), slug, "{name}");
        }
    }
}
