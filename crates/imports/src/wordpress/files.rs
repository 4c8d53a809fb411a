//! Which file an address in a post means, and which of the export are used.

use std::collections::HashSet;

use mwanga_core::media::FileDescription;
use mwanga_html as html;
use sha2::{Digest, Sha256};
use url::Url;

use super::export_index::{ExportIndex, file_path, full_size_path};
use crate::media::FileRequest;

/// The files of an export.
pub struct Files<'a> {
    index: &'a ExportIndex,
    /// Host of the site, part of external keys.
    site: &'a str,
    /// Attachments that a post uses, imported or not.
    used: HashSet<u64>,
}

impl<'a> Files<'a> {
    pub fn new(index: &'a ExportIndex, site: &'a str) -> Self {
        Self { index, site, used: HashSet::new() }
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

    /// The file of a URL in a post; none where it names no file.
    pub fn request(&mut self, address: &str) -> Option<FileRequest> {
        let url = self.index.absolute_url(address)?;
        let path = file_path(url.as_str());
        if path.is_empty() {
            return None;
        }
        if let Some((id, attachment)) = self.index.attachment_by_url(url.as_str()) {
            self.used.insert(id);
            let own = self.index.absolute_url(&attachment.url);
            let paths = vec![file_path(own.as_ref().map_or(&attachment.url, Url::as_str)), path];
            // The description in their media library, the only one of a featured image.
            let description = FileDescription {
                alt: attachment.alt.clone(),
                caption: html::strip_tags(&attachment.caption),
                ..FileDescription::default()
            };
            return Some(FileRequest {
                external_key: format!("wordpress:{}:attachment:{id}", self.site),
                urls: own.into_iter().chain([url]).collect(),
                paths,
                min_segments: 1,
                description,
            });
        }
        let is_own = url.host_str().is_some_and(|host| self.site.starts_with(host.trim_start_matches("www.")));
        let name = file_id(path, url.query());
        let host = if is_own { String::new() } else { url.host_str().unwrap_or_default().to_owned() };
        let mut urls = vec![url];
        // The folder may have only the full size.
        urls.extend(full_size_path(urls[0].path()).map(|full| {
            let mut url = urls[0].clone();
            url.set_path(&full);
            url
        }));
        Some(FileRequest {
            external_key: format!("wordpress:{}:file:{host}/{name}", self.site),
            paths: urls.iter().map(|url| file_path(url.as_str())).collect(),
            urls,
            min_segments: if is_own { 1 } else { 2 },
            description: FileDescription::default(),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

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
