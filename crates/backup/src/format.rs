//! The parts of a backup; `docs/backup-format.md` is their public description.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The newest format that this binary reads, and the one it writes.
pub const FORMAT: u32 = 1;
pub const PRODUCT: &str = "mwanga";

pub const HEADER: &str = "backup.json";
pub const MANIFEST: &str = "manifest.json";
pub const SECRET: &str = "secret.key";
pub const TABLES: &str = "tables/";
pub const MEDIA: &str = "media/";

/// Tables that no backup holds, and why.
pub const LEFT_OUT: [(&str, &str); 4] = [
    ("attempt", "counts tries within the last hours, to slow those who guess"),
    ("backup", "lists files that lie on this machine, or belong to the site that wrote them"),
    ("change", "tells the processes that run now what changed"),
    ("link_check", "says what links answered the last time, and they are asked again"),
];

/// The first part: what the backup is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub product: String,
    pub format: u32,
    /// Of the binary that wrote it.
    pub version: String,
    /// The newest migration of the schema that the rows belong to.
    pub migration: String,
    /// UTC, ISO 8601.
    pub created_at: String,
    /// Of the site; none where it has none but the address that it listens at.
    pub base_url: Option<String>,
    pub media: MediaPart,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaPart {
    /// The files are in the backup.
    Included,
    /// They lie in this bucket, and stay there.
    Bucket(String),
}

/// The last part: what was written before it.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// In the order of the file.
    pub parts: Vec<Part>,
    /// The highest id that each table ever gave out.
    pub sequences: BTreeMap<String, i64>,
    /// Keys of files that have a row and were not there.
    pub missing_media: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub path: String,
    pub size_bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
    /// Of a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
}

/// Size and checksum of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSum {
    pub size_bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
}

/// Counts and sums what is read or written through it.
pub struct Summed<R> {
    inner: R,
    pub size_bytes: u64,
    sum: Sha256,
}

impl<R> Summed<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, size_bytes: 0, sum: Sha256::new() }
    }

    /// What went through, and what it went through to.
    pub fn finish(self) -> (FileSum, R) {
        (FileSum { size_bytes: self.size_bytes, sha256: hex::encode(self.sum.finalize()) }, self.inner)
    }

    pub fn part(self, path: &str) -> Part {
        let (FileSum { size_bytes, sha256 }, _) = self.finish();
        Part { path: path.to_owned(), size_bytes, sha256, rows: None }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.size_bytes += written as u64;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.size_bytes += read as u64;
        self.sum.update(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use mwanga_store::queries::tables;
    use mwanga_store::types::Timestamp;
    use mwanga_store::{Store, StoreOptions, migrations};

    use super::*;

    /// Every table with its columns, and where it is. A line that changes is a decision: a secret, or what belongs to
    /// one machine, may have to be left out.
    const TABLES: &str = include_str!("../golden/tables.txt");

    #[tokio::test]
    async fn every_table_and_column_is_in_the_backup_or_left_out_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("store.sqlite").display());
        let store = Store::open(&StoreOptions { url, readers: 1 }).await.unwrap();
        migrations::migrate(&store, || Timestamp(0)).await.unwrap();
        let mut list = String::new();
        let mut all = tables::all(store.reader()).await.unwrap();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        for table in &all {
            let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
            let place = LEFT_OUT
                .iter()
                .find(|(name, _)| *name == table.name)
                .map_or("kept".into(), |(_, why)| format!("left out: it {why}"));
            writeln!(list, "{} ({place}): {}", table.name, columns.join(" ")).unwrap();
        }
        assert_eq!(list, TABLES, "state in crates/backup/golden/tables.txt what becomes of the new table or column");
        for (name, _) in LEFT_OUT {
            assert!(all.iter().any(|table| table.name == name), "{name} is no table");
        }
        for table in &all {
            assert!(table.has_key(), "{} has no primary key to page by", table.name);
        }
    }
}
