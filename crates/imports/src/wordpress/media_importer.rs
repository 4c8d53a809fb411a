//! Import of the images and videos that posts use.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use mwanga_store::{StoreError, queries};
use sha2::{Digest, Sha256};

use super::download::{DownloadError, Downloader};
use super::export_index::{ExportIndex, file_path, full_size_path};
use super::report::Report;
use super::uploads_folder::UploadsFolder;
use mwanga_core::Core;
use mwanga_core::media::{self, FileDescription, MediaError};
use mwanga_html as html;

/// An imported file.
#[derive(Clone, Debug)]
pub struct ImportedMedia {
    /// Relative to the media prefix.
    pub key: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
}

/// Imports each file once per run, and keeps the outcomes.
pub struct MediaImporter<'a> {
    core: &'a Core,
    index: &'a ExportIndex,
    /// Host of the site, part of external keys.
    site: &'a str,
    folder: Option<UploadsFolder>,
    downloader: Downloader,
    /// Outcomes of this run, by external key.
    outcomes: HashMap<String, Option<ImportedMedia>>,
    /// Attachments that a post uses, imported or not.
    used: HashSet<u64>,
}

/// A file that a post uses.
struct MediaRequest {
    external_key: String,
    attachment: Option<u64>,
    /// URLs to try, the best first.
    urls: Vec<String>,
    /// Minimum common path segments with a file in the folder.
    min_segments: usize,
}

impl<'a> MediaImporter<'a> {
    pub fn new(core: &'a Core, index: &'a ExportIndex, site: &'a str, folder: Option<UploadsFolder>) -> Self {
        Self {
            core,
            index,
            site,
            folder,
            downloader: Downloader::new(core.settings().max_upload_bytes()),
            outcomes: HashMap::new(),
            used: HashSet::new(),
        }
    }

    /// Marks the attachment of a URL as used, without importing it: for posts that stay as they are.
    pub fn mark_used(&mut self, address: &str) {
        let url = self.index.absolute_url(address);
        self.used.extend(url.and_then(|url| self.index.attachment_by_url(url.as_str())).map(|(id, _)| id));
    }

    /// Number of attachments that no post used so far.
    pub fn unused_count(&self) -> u64 {
        self.index.attachment_ids().filter(|id| !self.used.contains(id)).count() as u64
    }

    /// Imports the file of a URL in a post's content, unless an earlier run did. None, and a line in the report, if it
    /// is not available.
    ///
    /// # Errors
    ///
    /// Only if our own store fails.
    pub async fn import(&mut self, address: &str, report: &mut Report) -> Result<Option<ImportedMedia>, StoreError> {
        let Some(request) = self.request(address) else { return Ok(None) };
        self.used.extend(request.attachment);
        if let Some(found) = self.outcomes.get(&request.external_key) {
            return Ok(found.clone());
        }
        let found = match self.find_imported(&request.external_key).await? {
            Some(found) => Some(found),
            None => match self.fetch(&request).await {
                Ok(found) => {
                    report.media_added += 1;
                    Some(found)
                }
                Err(Failure::Store(error)) => return Err(error),
                Err(Failure::Unavailable(why)) => {
                    report
                        .media_missing
                        .add(format!("{}: {why}", request.urls.first().map_or(address, String::as_str)));
                    None
                }
                Err(Failure::HostUnreachable(host)) => {
                    report.media_missing.add(request.urls.first().map_or(address, String::as_str));
                    report.unreachable_hosts.insert(host);
                    None
                }
            },
        };
        self.outcomes.insert(request.external_key, found.clone());
        Ok(found)
    }

    fn request(&self, address: &str) -> Option<MediaRequest> {
        let url = self.index.absolute_url(address)?;
        let path = file_path(url.as_str());
        if path.is_empty() {
            return None;
        }
        if let Some((id, attachment)) = self.index.attachment_by_url(url.as_str()) {
            let urls = vec![
                self.index.absolute_url(&attachment.url).map_or_else(|| attachment.url.clone(), Into::into),
                url.into(),
            ];
            return Some(MediaRequest {
                external_key: format!("wordpress:{}:attachment:{id}", self.site),
                attachment: Some(id),
                urls,
                min_segments: 1,
            });
        }
        let is_own = url.host_str().is_some_and(|host| self.site.starts_with(host.trim_start_matches("www.")));
        let name = file_id(path, url.query());
        let host = if is_own { String::new() } else { url.host_str().unwrap_or_default().to_owned() };
        let min_segments = if is_own { 1 } else { 2 };
        let mut urls = vec![url.to_string()];
        // The folder may have only the full size.
        urls.extend(full_size_path(url.path()).map(|full| {
            let mut url = url;
            url.set_path(&full);
            url.to_string()
        }));
        Some(MediaRequest {
            external_key: format!("wordpress:{}:file:{host}/{name}", self.site),
            attachment: None,
            urls,
            min_segments,
        })
    }

    /// The file that an earlier run imported.
    async fn find_imported(&self, external_key: &str) -> Result<Option<ImportedMedia>, StoreError> {
        let db = self.core.store.reader();
        let Some(id) = queries::imports::get(db, external_key).await?.and_then(|record| record.media_id) else {
            return Ok(None);
        };
        Ok(queries::media::get(db, id).await?.map(imported_media))
    }

    /// Fetches a file from the folder, else from the web, and stores it.
    async fn fetch(&mut self, request: &MediaRequest) -> Result<ImportedMedia, Failure> {
        let mut why: Option<Failure> = None;
        if let Some(folder) = &self.folder
            && let Some(path) = request.urls.iter().find_map(|url| folder.find(&file_path(url), request.min_segments))
        {
            match self.read_file(path).await {
                Ok(bytes) => return self.store(request, &path.to_string_lossy(), bytes).await,
                Err(reason) => why = Some(Failure::Unavailable(reason)),
            }
        }
        for url in &request.urls {
            let Some(url) = self.index.absolute_url(url) else { continue };
            match self.downloader.fetch(&url).await {
                Ok(bytes) => return self.store(request, url.path(), bytes).await,
                Err(DownloadError::Unreachable(host)) => why = why.or(Some(Failure::HostUnreachable(host))),
                Err(error) => why = why.or(Some(Failure::Unavailable(error.to_string()))),
            }
        }
        Err(why.unwrap_or_else(|| Failure::Unavailable("it has no address".to_owned())))
    }

    async fn read_file(&self, path: &Path) -> Result<Vec<u8>, String> {
        let size = tokio::fs::metadata(path).await.map_err(|error| error.to_string())?.len();
        let max = self.core.settings().max_upload_bytes();
        if size > max {
            return Err(format!("it is larger than {} MB", max / 1024 / 1024));
        }
        tokio::fs::read(path).await.map_err(|error| error.to_string())
    }

    async fn store(&self, request: &MediaRequest, path: &str, bytes: Vec<u8>) -> Result<ImportedMedia, Failure> {
        let mut description = FileDescription { file_name: file_name(path, &bytes), ..FileDescription::default() };
        if let Some(attachment) = request.attachment.and_then(|id| self.index.attachment_by_id(id)) {
            // The description in their media library, the only one of a featured image.
            description.alt.clone_from(&attachment.alt);
            description.caption = html::strip_tags(&attachment.caption);
        }
        match media::import_described_file(self.core, &request.external_key, &description, bytes).await {
            Ok(item) => Ok(imported_media(item)),
            Err(MediaError::Store(error)) => Err(Failure::Store(error)),
            Err(MediaError::Disk(error)) => Err(Failure::Unavailable(format!("it could not be written: {error}"))),
            Err(error) => Err(Failure::Unavailable(error.to_string())),
        }
    }
}

/// Identifies a file that is no attachment within its host: its path, and its query without size parameters.
///
/// `latex.php?latex=a` and `latex.php?latex=b` are two files, `sun.jpg?w=300` and `sun.jpg` are one.
fn file_id(path: String, query: Option<&str>) -> String {
    let is_size_parameter = |pair: &&str| SIZE_PARAMETERS.contains(&pair.split('=').next().unwrap_or_default());
    let query: Vec<&str> =
        query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty() && !is_size_parameter(pair)).collect();
    let name = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
    if name.len() <= MAX_FILE_ID_BYTES { name } else { hex::encode(Sha256::digest(name.as_bytes())) }
}

/// Maximum length of a file id; longer ones are hashed.
const MAX_FILE_ID_BYTES: usize = 300;

/// Query parameters of image services that change size or quality only.
///
/// Source: Photon API (`i0.wp.com`), and WordPress.com's own files.
const SIZE_PARAMETERS: [&str; 13] =
    ["w", "h", "width", "height", "resize", "fit", "crop", "lb", "ulb", "zoom", "quality", "strip", "ssl"];

enum Failure {
    /// Our store failed: the run ends.
    Store(StoreError),
    /// This file is not available: the run goes on.
    Unavailable(String),
    /// No file of this host is available.
    HostUnreachable(String),
}

fn imported_media(item: mwanga_store::entities::media_item::Model) -> ImportedMedia {
    let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok()).filter(|side| *side > 0);
    ImportedMedia { key: item.object_key, size: side(item.width).zip(side(item.height)) }
}

/// File name with the extension of its content: CDNs may deliver `photo.jpg` as WebP.
fn file_name(path: &str, bytes: &[u8]) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, written) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = if stem.is_empty() { "file" } else { stem };
    let same = |one: &str, other: &str| {
        one.eq_ignore_ascii_case(other) || (other == "jpg" && one.eq_ignore_ascii_case("jpeg"))
    };
    match infer::get(bytes)
        .map(|kind| kind.extension())
        .filter(|extension| media::allowed_extensions().contains(extension))
    {
        Some(extension)
            if !same(written, extension) && !matches!((written, extension), ("mov" | "mp4", "mov" | "mp4")) =>
        {
            format!("{stem}.{extension}")
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
            assert_eq!(file_id("a/b.png".into(), query), name, "{query:?}");
        }
        let long = |end: &str| file_id("latex.php".into(), Some(&format!("latex={}{end}", "x".repeat(400))));
        assert!(long("a").len() == 64 && long("a") != long("b"));
    }
}
