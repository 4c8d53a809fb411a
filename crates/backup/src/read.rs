//! Reads a backup in pieces, and compares each part with its sum.

use std::io::{self, BufRead, BufReader, Read};

use mwanga_core::config::is_secret_key;
use mwanga_store::migrations;
use mwanga_store::queries::tables::Row;

use crate::BackupError;
use crate::encryption::{self, Identity};
use crate::format::{FORMAT, HEADER, Header, MANIFEST, MEDIA, Manifest, PRODUCT, SECRET, Summed, TABLES};

/// The first bytes of a zstd frame (RFC 8878).
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Longest header, manifest or row. A row holds a post's text, or an issue's, at most.
const MAX_TEXT_BYTES: u64 = 256 * 1024 * 1024;

/// Rows are handed over in batches of about this size.
const BATCH_BYTES: usize = 1024 * 1024;
const BATCH_ROWS: usize = 500;

/// Takes the parts of a backup in their order, before its sums are known to be right.
pub(crate) trait Visitor {
    fn header(&mut self, header: &Header) -> Result<(), BackupError>;
    fn rows(&mut self, table: &str, rows: Vec<Row>) -> Result<(), BackupError>;
    fn media(&mut self, key: &str, content: &mut dyn Read) -> Result<(), BackupError>;
    fn secret(&mut self, secret: &str) -> Result<(), BackupError>;
}

/// Reads a backup whole and compares each sum.
pub fn verify(input: impl Read + Send, identity: Option<&Identity>) -> Result<(Header, Manifest), BackupError> {
    struct Nothing;
    impl Visitor for Nothing {
        fn header(&mut self, _: &Header) -> Result<(), BackupError> {
            Ok(())
        }
        fn rows(&mut self, _: &str, _: Vec<Row>) -> Result<(), BackupError> {
            Ok(())
        }
        fn media(&mut self, _: &str, _: &mut dyn Read) -> Result<(), BackupError> {
            Ok(())
        }
        fn secret(&mut self, _: &str) -> Result<(), BackupError> {
            Ok(())
        }
    }
    read(input, identity, &mut Nothing)
}

pub(crate) fn read(
    input: impl Read + Send,
    identity: Option<&Identity>,
    visitor: &mut impl Visitor,
) -> Result<(Header, Manifest), BackupError> {
    let mut input = BufReader::new(encryption::decrypt(BufReader::new(input), identity)?);
    if !input.fill_buf().map_err(BackupError::reading)?.starts_with(&ZSTD) {
        return Err(BackupError::Foreign);
    }
    let mut archive = tar::Archive::new(zstd::Decoder::with_buffer(input).map_err(BackupError::reading)?);
    let mut parts = Parts { visitor, header: None, read: Manifest::default(), manifest: None };
    for entry in archive.entries().map_err(BackupError::reading)? {
        parts.take(entry.map_err(BackupError::reading)?)?;
    }
    // What follows the last part: the end of the tar, and the checksums of zstd and age.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(BackupError::reading)?;
    match (parts.header, parts.manifest) {
        (Some(header), Some(manifest)) => Ok((header, manifest)),
        _ => Err(BackupError::Cut),
    }
}

struct Parts<'a, V> {
    visitor: &'a mut V,
    header: Option<Header>,
    /// What the manifest has to say.
    read: Manifest,
    manifest: Option<Manifest>,
}

impl<V: Visitor> Parts<'_, V> {
    fn take(&mut self, entry: tar::Entry<impl Read>) -> Result<(), BackupError> {
        let path = entry.path().ok().and_then(|path| path.to_str().map(str::to_owned));
        let Some(path) = path.filter(|_| entry.header().entry_type().is_file()) else {
            return Err(BackupError::Damaged("a part has no readable name".into()));
        };
        if self.manifest.is_some() {
            return Err(BackupError::Damaged(format!("{path} follows the manifest")));
        }
        if self.header.is_none() && path != HEADER {
            return Err(BackupError::Foreign);
        }
        let mut content = Summed::new(entry);
        let mut rows = None;
        if path == HEADER && self.header.is_none() {
            let header = read_header(&mut content)?;
            self.visitor.header(&header)?;
            self.header = Some(header);
        } else if path == MANIFEST {
            let manifest: Manifest = serde_json::from_slice(&read_text(&mut content, &path)?)
                .map_err(|e| BackupError::Damaged(format!("{path}: {e}")))?;
            compare(&self.read, &manifest)?;
            self.manifest = Some(manifest);
            return Ok(());
        } else if let Some(table) = path.strip_prefix(TABLES).and_then(|name| name.strip_suffix(".jsonl")) {
            rows = Some(self.rows(table, &path, &mut content)?);
        } else if let Some(key) = path.strip_prefix(MEDIA).filter(|key| mwanga_core::media::is_key(key)) {
            self.visitor.media(key, &mut content)?;
        } else if path == SECRET {
            let secret = String::from_utf8(read_text(&mut content, &path)?);
            let secret = secret.map_err(|_| BackupError::Damaged(format!("{path} is no text")))?;
            if !is_secret_key(&secret) {
                return Err(BackupError::Damaged(format!("{path} holds no key of 32 characters or more")));
            }
            self.visitor.secret(&secret)?;
        } else {
            return Err(BackupError::Damaged(format!("{path} is no part of a backup")));
        }
        io::copy(&mut content, &mut io::sink()).map_err(BackupError::reading)?;
        let part = content.part(&path);
        self.read.parts.push(crate::Part { rows, ..part });
        Ok(())
    }

    fn rows(&mut self, table: &str, path: &str, content: &mut impl Read) -> Result<u64, BackupError> {
        let mut lines = BufReader::new(content);
        let (mut batch, mut batch_bytes, mut count) = (Vec::new(), 0, 0);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut lines).take(MAX_TEXT_BYTES).read_until(b'\n', &mut line).map_err(BackupError::reading)?;
            if read == 0 {
                break;
            }
            count += 1;
            let row: Row = serde_json::from_slice(&line)
                .map_err(|e| BackupError::Damaged(format!("line {count} of {path} is no row: {e}")))?;
            batch.push(row);
            batch_bytes += read;
            if batch_bytes >= BATCH_BYTES || batch.len() >= BATCH_ROWS {
                self.visitor.rows(table, std::mem::take(&mut batch))?;
                batch_bytes = 0;
            }
        }
        self.visitor.rows(table, batch)?;
        Ok(count)
    }
}

fn read_header(content: &mut impl Read) -> Result<Header, BackupError> {
    let header: serde_json::Value =
        serde_json::from_slice(&read_text(content, HEADER)?).map_err(|_| BackupError::Foreign)?;
    if header["product"] != PRODUCT {
        return Err(BackupError::Foreign);
    }
    // Before its shape: a newer format may have another.
    let format = header["format"].as_u64().and_then(|format| u32::try_from(format).ok()).unwrap_or(u32::MAX);
    let migration = header["migration"].as_str().unwrap_or_default().to_owned();
    if format > FORMAT || !migrations::is_known(&migration) {
        return Err(BackupError::Newer { format, migration });
    }
    serde_json::from_value(header).map_err(|e| BackupError::Damaged(format!("{HEADER}: {e}")))
}

fn read_text(content: &mut impl Read, path: &str) -> Result<Vec<u8>, BackupError> {
    let mut text = Vec::new();
    let read = content.take(MAX_TEXT_BYTES).read_to_end(&mut text).map_err(BackupError::reading)?;
    if read as u64 == MAX_TEXT_BYTES {
        return Err(BackupError::Damaged(format!("{path} is longer than any that we write")));
    }
    Ok(text)
}

/// # Errors
///
/// Names the first part that is another than the manifest says.
fn compare(read: &Manifest, manifest: &Manifest) -> Result<(), BackupError> {
    for (index, said) in manifest.parts.iter().enumerate() {
        match read.parts.get(index) {
            Some(part) if part == said => {}
            _ => return Err(BackupError::Damaged(format!("{} is not as it was written", said.path))),
        }
    }
    match read.parts.get(manifest.parts.len()) {
        Some(part) => Err(BackupError::Damaged(format!("{} is not in the manifest", part.path))),
        None => Ok(()),
    }
}
