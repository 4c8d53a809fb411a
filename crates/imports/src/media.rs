//! Files of another system: from a folder, else from the web, each once.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use mwanga_core::Core;
use mwanga_core::media::{self, FileDescription, MediaError};
use mwanga_store::StoreError;
use mwanga_store::entities::media_item;
use url::Url;

use crate::download::{DownloadError, Downloader};
use crate::lines::Names;
use crate::media_folder::MediaFolder;

/// A file that was brought.
#[derive(Clone, Debug)]
pub struct BroughtFile {
    /// Relative to the media prefix.
    pub key: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
}

/// A file that a text uses.
#[derive(Clone, Debug, Default)]
pub struct FileRequest {
    pub external_key: String,
    /// Addresses to try, the best first.
    pub urls: Vec<Url>,
    /// Paths to look for in the folder, the best first.
    pub paths: Vec<String>,
    /// Minimum common path segments with a file in the folder.
    pub min_segments: usize,
    pub description: FileDescription,
}

/// What became of the files of a run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BroughtFiles {
    pub added: u64,
    /// With the reason, unless their host is unreachable.
    pub missing: Names,
    pub unreachable_hosts: BTreeSet<String>,
}

/// Brings each file once per run, and keeps the outcomes.
pub struct MediaImporter<'a> {
    core: &'a Core,
    folder: Option<MediaFolder>,
    downloader: Downloader,
    /// Outcomes of this run, by external key.
    outcomes: HashMap<String, Option<BroughtFile>>,
}

enum Failure {
    /// Our store failed: the run ends.
    Store(StoreError),
    /// This file is not available: the run goes on.
    Unavailable(String),
    /// No file of this host is available.
    HostUnreachable(String),
}

impl<'a> MediaImporter<'a> {
    pub fn new(core: &'a Core, folder: Option<MediaFolder>) -> Self {
        let downloader = Downloader::new(core.settings().max_upload_bytes());
        Self { core, folder, downloader, outcomes: HashMap::new() }
    }

    /// Brings a file, unless an earlier run did. None, and a line in the report, if it is not available.
    ///
    /// # Errors
    ///
    /// Only if our own store fails.
    pub async fn bring(
        &mut self,
        request: &FileRequest,
        files: &mut BroughtFiles,
    ) -> Result<Option<BroughtFile>, StoreError> {
        if let Some(found) = self.outcomes.get(&request.external_key) {
            return Ok(found.clone());
        }
        let name = || request.urls.first().map(Url::as_str).or(request.paths.first().map(String::as_str)).unwrap_or("");
        let found = match media::find_imported(self.core, &request.external_key).await? {
            Some(found) => Some(brought(found)),
            None => match self.fetch(request).await {
                Ok(found) => {
                    files.added += 1;
                    Some(found)
                }
                Err(Failure::Store(error)) => return Err(error),
                Err(Failure::Unavailable(why)) => {
                    files.missing.add(format!("{}: {why}", name()));
                    None
                }
                Err(Failure::HostUnreachable(host)) => {
                    files.missing.add(name());
                    files.unreachable_hosts.insert(host);
                    None
                }
            },
        };
        self.outcomes.insert(request.external_key.clone(), found.clone());
        Ok(found)
    }

    /// Fetches a file from the folder, else from the web, and stores it.
    async fn fetch(&mut self, request: &FileRequest) -> Result<BroughtFile, Failure> {
        let mut why: Option<Failure> = None;
        if let Some(folder) = &self.folder
            && let Some(path) = request.paths.iter().find_map(|path| folder.find(path, request.min_segments))
        {
            match self.read_file(path).await {
                Ok(bytes) => return self.store(request, &path.to_string_lossy(), bytes).await,
                Err(reason) => why = Some(Failure::Unavailable(reason)),
            }
        }
        for url in &request.urls {
            match self.downloader.fetch(url).await {
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

    async fn store(&self, request: &FileRequest, path: &str, bytes: Vec<u8>) -> Result<BroughtFile, Failure> {
        let description = FileDescription { file_name: file_name(path, &bytes), ..request.description.clone() };
        match media::import_described_file(self.core, &request.external_key, &description, bytes).await {
            Ok(item) => Ok(brought(item)),
            Err(MediaError::Store(error)) => Err(Failure::Store(error)),
            Err(MediaError::Disk(error)) => Err(Failure::Unavailable(format!("it could not be written: {error}"))),
            Err(error) => Err(Failure::Unavailable(error.to_string())),
        }
    }
}

fn brought(item: media_item::Model) -> BroughtFile {
    let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok()).filter(|side| *side > 0);
    BroughtFile { key: item.object_key, size: side(item.width).zip(side(item.height)) }
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
}
