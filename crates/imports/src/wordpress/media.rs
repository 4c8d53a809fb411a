//! Brings over the pictures and videos that posts use.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use mwanga_store::{StoreError, queries};
use sha2::{Digest, Sha256};

use super::download::{DownloadError, Downloader};
use super::folder::Folder;
use super::library::{Library, file_path, full_size};
use super::report::Report;
use mwanga_core::Core;
use mwanga_core::media::{self, FileWords, MediaError};
use mwanga_html as html;

/// A file that is here now.
#[derive(Clone, Debug)]
pub struct Found {
    /// Relative to the media prefix.
    pub key: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
}

pub struct Finder<'a> {
    core: &'a Core,
    library: &'a Library,
    /// Stands in the keys of what this site brings.
    site: &'a str,
    folder: Option<Folder>,
    downloader: Downloader,
    /// What was looked for in this run, by external key.
    known: HashMap<String, Option<Found>>,
    /// Attachments that a post shows, whether or not they could be had.
    shown: HashSet<u64>,
}

/// One file that a post names.
struct Wanted {
    external_key: String,
    attachment: Option<u64>,
    /// Spellings of it, the best first.
    urls: Vec<String>,
    /// How many parts of a path in the folder must agree.
    parts: usize,
}

impl<'a> Finder<'a> {
    pub fn new(core: &'a Core, library: &'a Library, site: &'a str, folder: Option<Folder>) -> Self {
        Self {
            core,
            library,
            site,
            folder,
            downloader: Downloader::new(core.config.media.max_upload_bytes()),
            known: HashMap::new(),
            shown: HashSet::new(),
        }
    }

    /// Notes that a post shows the file behind `address`, and looks for nothing: for a post that stays as it is.
    pub fn note_shown(&mut self, address: &str) {
        let url = self.library.absolute(address);
        self.shown.extend(url.and_then(|url| self.library.attachment_by_url(url.as_str())).map(|(id, _)| id));
    }

    /// How many attachments no post showed so far.
    pub fn unshown(&self) -> u64 {
        self.library.attachments().filter(|id| !self.shown.contains(id)).count() as u64
    }

    /// The file behind `address` of a post's content; None, and a line in the report, when it cannot be had.
    ///
    /// # Errors
    ///
    /// Only when our own store or disk fails.
    pub async fn find(&mut self, address: &str, report: &mut Report) -> Result<Option<Found>, StoreError> {
        let Some(wanted) = self.wanted(address) else { return Ok(None) };
        self.shown.extend(wanted.attachment);
        if let Some(found) = self.known.get(&wanted.external_key) {
            return Ok(found.clone());
        }
        let found = match self.imported(&wanted.external_key).await? {
            Some(found) => Some(found),
            None => match self.bring(&wanted).await {
                Ok(found) => {
                    report.media_added += 1;
                    Some(found)
                }
                Err(Failure::Ours(error)) => return Err(error),
                Err(Failure::Theirs(why)) => {
                    report.media_missing.add(format!("{}: {why}", wanted.urls.first().map_or(address, String::as_str)));
                    None
                }
                Err(Failure::Silent(host)) => {
                    report.media_missing.add(wanted.urls.first().map_or(address, String::as_str));
                    report.silent_hosts.insert(host);
                    None
                }
            },
        };
        self.known.insert(wanted.external_key, found.clone());
        Ok(found)
    }

    fn wanted(&self, address: &str) -> Option<Wanted> {
        let url = self.library.absolute(address)?;
        let path = file_path(url.as_str());
        if path.is_empty() {
            return None;
        }
        if let Some((id, attachment)) = self.library.attachment_by_url(url.as_str()) {
            let urls = vec![
                self.library.absolute(&attachment.url).map_or_else(|| attachment.url.clone(), Into::into),
                url.into(),
            ];
            return Some(Wanted {
                external_key: format!("wordpress:{}:attachment:{id}", self.site),
                attachment: Some(id),
                urls,
                parts: 1,
            });
        }
        let is_own = url.host_str().is_some_and(|host| self.site.starts_with(host.trim_start_matches("www.")));
        let name = name_in_key(path, url.query());
        let place = if is_own { String::new() } else { url.host_str().unwrap_or_default().to_owned() };
        let parts = if is_own { 1 } else { 2 };
        let mut urls = vec![url.to_string()];
        // Their folder may hold the full size only.
        urls.extend(full_size(url.path()).map(|full| {
            let mut url = url;
            url.set_path(&full);
            url.to_string()
        }));
        Some(Wanted {
            external_key: format!("wordpress:{}:file:{place}/{name}", self.site),
            attachment: None,
            urls,
            parts,
        })
    }

    /// What an earlier run brought.
    async fn imported(&self, external_key: &str) -> Result<Option<Found>, StoreError> {
        let db = self.core.store.reader();
        let Some(id) = queries::imports::get(db, external_key).await?.and_then(|record| record.media_id) else {
            return Ok(None);
        };
        Ok(queries::media::get(db, id).await?.map(found))
    }

    async fn bring(&mut self, wanted: &Wanted) -> Result<Found, Failure> {
        let mut why: Option<Failure> = None;
        if let Some(folder) = &self.folder
            && let Some(path) = wanted.urls.iter().find_map(|url| folder.find(&file_path(url), wanted.parts))
        {
            match self.read(path).await {
                Ok(bytes) => return self.keep(wanted, &path.to_string_lossy(), bytes).await,
                Err(reason) => why = Some(Failure::Theirs(reason)),
            }
        }
        for url in &wanted.urls {
            let Some(url) = self.library.absolute(url) else { continue };
            match self.downloader.fetch(&url).await {
                Ok(bytes) => return self.keep(wanted, url.path(), bytes).await,
                Err(DownloadError::Silent(host)) => why = why.or(Some(Failure::Silent(host))),
                Err(error) => why = why.or(Some(Failure::Theirs(error.to_string()))),
            }
        }
        Err(why.unwrap_or_else(|| Failure::Theirs("it has no address".to_owned())))
    }

    async fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let size = tokio::fs::metadata(path).await.map_err(|error| error.to_string())?.len();
        let max = self.core.config.media.max_upload_bytes();
        if size > max {
            return Err(format!("it is larger than {} MB", max / 1024 / 1024));
        }
        tokio::fs::read(path).await.map_err(|error| error.to_string())
    }

    async fn keep(&self, wanted: &Wanted, path: &str, bytes: Vec<u8>) -> Result<Found, Failure> {
        let mut words = FileWords { file_name: file_name(path, &bytes), ..FileWords::default() };
        if let Some(attachment) = wanted.attachment.and_then(|id| self.library.attachment_by_id(id)) {
            // Their library's words: a featured image has no others.
            words.alt.clone_from(&attachment.alt);
            words.caption = html::line(&attachment.caption);
        }
        match media::import_described_file(self.core, &wanted.external_key, &words, bytes).await {
            Ok(item) => Ok(found(item)),
            Err(MediaError::Store(error)) => Err(Failure::Ours(error)),
            Err(MediaError::Disk(error)) => Err(Failure::Theirs(format!("it could not be written: {error}"))),
            Err(error) => Err(Failure::Theirs(error.to_string())),
        }
    }
}

/// What tells a file that is no attachment from the others of its host: its path, with the query where that makes
/// another picture of it.
///
/// `latex.php?latex=a` and `latex.php?latex=b` are two, `sun.jpg?w=300` and `sun.jpg` are one.
fn name_in_key(path: String, query: Option<&str>) -> String {
    let is_size = |pair: &&str| SIZES.contains(&pair.split('=').next().unwrap_or_default());
    let query: Vec<&str> =
        query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty() && !is_size(pair)).collect();
    let name = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
    if name.len() <= MAX_NAME_BYTES { name } else { hex::encode(Sha256::digest(name.as_bytes())) }
}

/// Longer names stand in their keys as a digest.
const MAX_NAME_BYTES: usize = 300;

/// What an address says of the size and quality of a picture and not of what it shows.
///
/// Source: Photon API (`i0.wp.com`), and WordPress.com's own files.
const SIZES: [&str; 13] =
    ["w", "h", "width", "height", "resize", "fit", "crop", "lb", "ulb", "zoom", "quality", "strip", "ssl"];

enum Failure {
    /// Nothing more can be stored: the run ends.
    Ours(StoreError),
    /// This file cannot be had: the run goes on.
    Theirs(String),
    /// Nor any other of this host.
    Silent(String),
}

fn found(item: mwanga_store::entities::media_item::Model) -> Found {
    let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok()).filter(|side| *side > 0);
    Found { key: item.object_key, size: side(item.width).zip(side(item.height)) }
}

/// The name of a file, with the ending its content has: delivery services turn `photo.jpg` into WebP without saying so.
fn file_name(path: &str, bytes: &[u8]) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, written) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = if stem.is_empty() { "file" } else { stem };
    let same = |one: &str, other: &str| {
        one.eq_ignore_ascii_case(other) || (other == "jpg" && one.eq_ignore_ascii_case("jpeg"))
    };
    match infer::get(bytes).map(|kind| kind.extension()).filter(|ending| media::allowed_extensions().contains(ending)) {
        Some(ending) if !same(written, ending) && !matches!((written, ending), ("mov" | "mp4", "mov" | "mp4")) => {
            format!("{stem}.{ending}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_extensions_follow_the_content() {
        let webp = b"RIFF\x24\0\0\0WEBPVP8 ".as_slice();
        let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF".as_slice();
        for (path, bytes, name) in [
            ("/a/photo.jpg", webp, "photo.webp"),
            ("/a/photo.JPEG", jpeg, "photo.JPEG"),
            ("/a/photo", jpeg, "photo.jpg"),
            ("/a/doc.pdf", b"%PDF-1.4".as_slice(), "doc.pdf"),
            ("/a/photo.jpg", b"<html>".as_slice(), "photo.jpg"),
        ] {
            assert_eq!(file_name(path, bytes), name);
        }
    }

    #[test]
    fn a_query_distinguishes_files_unless_it_is_about_size() {
        for (query, name) in [
            (None, "a/b.png"),
            (Some("w=300&h=200&ssl=1&quality=80&strip=info&zoom=2&crop=1&fit=3%2C4&resize=5%2C6"), "a/b.png"),
            (Some("latex=x%5E2&w=30"), "a/b.png?latex=x%5E2"),
            (Some("&&"), "a/b.png"),
            (Some("weather=sun&h=2&x"), "a/b.png?weather=sun&x"),
        ] {
            assert_eq!(name_in_key("a/b.png".into(), query), name, "{query:?}");
        }
        let long = |end: &str| name_in_key("latex.php".into(), Some(&format!("latex={}{end}", "x".repeat(400))));
        assert!(long("a").len() == 64 && long("a") != long("b"));
    }
}
