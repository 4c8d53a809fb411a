//! Makes a backup: rows from one snapshot, files beside them, in pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use mwanga_core::config::Config;
use mwanga_core::media::MediaStore;
use mwanga_core::secrets;
use mwanga_store::entities::media_item;
use mwanga_store::queries;
use mwanga_store::queries::tables::{self, Row, Table};
use mwanga_store::types::{MediaId, Timestamp, TrashKind};
use mwanga_store::{Store, StoreError, Transaction, migrations};
use secrecy::ExposeSecret;
use tokio::runtime::Handle;

use crate::BackupError;
use crate::durable::{rename_new, sync_folder};
use crate::encryption::{self, Recipient};
use crate::format::{
    FORMAT, FileSum, HEADER, Header, LEFT_OUT, MANIFEST, MEDIA, Manifest, MediaPart, PRODUCT, SECRET, Summed, TABLES,
};
use crate::progress::{Progress, Watched};

/// zstd's default: rows shrink to a fifth, and a disk is not faster.
const COMPRESSION_LEVEL: i32 = 3;

/// Size of a page of rows, roughly: what a backup holds in memory.
const PAGE_BYTES: usize = 1024 * 1024;

/// What is backed up.
#[derive(Clone)]
pub struct Source {
    pub store: Store,
    pub config: Config,
    pub media: Arc<MediaStore>,
    pub now: Timestamp,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Puts `secret.key` into it: who has the file can then sign as the site does.
    pub with_secrets: bool,
    /// Fetches the files of a bucket, which stay there otherwise.
    pub with_bucket_media: bool,
    pub encrypt_to: Option<Recipient>,
    /// Leaves the files out: to test a restore of the rows.
    pub rows_only: bool,
    pub progress: Arc<Progress>,
}

/// What a backup holds.
#[derive(Debug)]
pub struct Report {
    pub header: Header,
    pub manifest: Manifest,
}

/// Writes a backup into a new file, its owner's alone. The file has its name only when it is whole and synced.
///
/// # Errors
///
/// [`BackupError::Exists`]: no file is overwritten.
pub async fn write_file(source: Source, options: Options, path: &Path) -> Result<(Report, FileSum), BackupError> {
    if path.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(path.to_owned()));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", secrets::random_token(8)));
    let part = path.with_file_name(name);
    let failed = |path: &Path| BackupError::io(format!("cannot write {}", path.display()));
    let file = File::options().write(true).create_new(true).mode(0o600).open(&part).map_err(failed(&part))?;
    let written = async {
        let (report, sum, file) = write(source, options, file).await?;
        file.sync_all().map_err(failed(&part))?;
        // Somebody may have made a file of this name meanwhile.
        rename_new(&part, path).and_then(|()| sync_folder(path)).map_err(failed(path))?;
        Ok((report, sum))
    };
    let outcome = written.await;
    if outcome.is_err() {
        let _ = fs::remove_file(&part);
    }
    outcome
}

/// Writes a backup as it is made, and holds no more of it than some megabytes. Answers size and checksum of what was
/// written, and where it was written to.
pub async fn write<W: Write + Send + 'static>(
    source: Source,
    options: Options,
    out: W,
) -> Result<(Report, FileSum, W), BackupError> {
    let snapshot = source.store.snapshot().await?;
    // Another process may have migrated the store since this one opened it.
    if migrations::newest_applied(&snapshot).await? != Some(migrations::newest()) {
        snapshot.rollback().await;
        return Err(BackupError::OtherVersion);
    }
    let sequences = tables::sequences(&snapshot).await?;
    let mut tables = tables::all(&snapshot).await?;
    tables.retain(|table| LEFT_OUT.iter().all(|(name, _)| *name != table.name));
    let expected_bytes = tables::size_bytes(&snapshot).await? + queries::media::total_bytes(&snapshot).await?;
    options.progress.begin(expected_bytes);
    let runtime = Handle::current();
    let work = move || {
        let header = header(&source, &options);
        let out = Layers::new(Summed::new(out), options.encrypt_to.as_ref())?;
        let mut parts = Parts {
            out: tar::Builder::new(out),
            manifest: Manifest { sequences, ..Manifest::default() },
            now: source.now,
            progress: options.progress.clone(),
        };
        parts.add_json(HEADER, &header)?;
        for table in &tables {
            add_table(&mut parts, table, &snapshot, &runtime)?;
        }
        let recorded = runtime.block_on(recorded_files(&snapshot))?;
        // Before the files, which may take long: an open snapshot keeps the database from reusing space.
        runtime.block_on(snapshot.rollback());
        if header.media == MediaPart::Included && !options.rows_only {
            add_media(&mut parts, &source, &recorded, &runtime)?;
        }
        if options.with_secrets {
            let secret = source.config.keys.secret.expose_secret().as_bytes();
            parts.add(SECRET, secret.len() as u64, &mut { secret })?;
        }
        let manifest = parts.manifest.clone();
        parts.add_json(MANIFEST, &manifest)?;
        let out = parts.out.into_inner().and_then(Layers::finish).map_err(unwritten)?;
        let (sum, out) = out.finish();
        options.progress.finish();
        Ok((Report { header, manifest }, sum, out))
    };
    tokio::task::spawn_blocking(work).await?
}

fn header(source: &Source, options: &Options) -> Header {
    let bucket = source.media.bucket().filter(|_| !options.with_bucket_media);
    Header {
        product: PRODUCT.into(),
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").into(),
        migration: migrations::newest(),
        created_at: source.now.iso(),
        base_url: source.config.http.base_url.as_ref().map(|_| source.config.base().to_owned()),
        media: bucket.map_or(MediaPart::Included, |bucket| MediaPart::Bucket(bucket.name().into())),
    }
}

fn unwritten(error: io::Error) -> BackupError {
    BackupError::Io { what: "cannot write the backup".into(), error }
}

/// The parts that were written.
struct Parts<W: Write> {
    out: tar::Builder<W>,
    manifest: Manifest,
    now: Timestamp,
    progress: Arc<Progress>,
}

impl<W: Write> Parts<W> {
    fn add_json(&mut self, path: &str, value: &impl serde::Serialize) -> Result<(), BackupError> {
        let text = serde_json::to_vec_pretty(value).expect("numbers and texts are JSON");
        self.add(path, text.len() as u64, &mut text.as_slice())
    }

    fn add(&mut self, path: &str, size_bytes: u64, content: &mut impl Read) -> Result<(), BackupError> {
        let mut header = tar::Header::new_gnu();
        header.set_size(size_bytes);
        header.set_mode(0o600);
        header.set_mtime(u64::try_from(self.now.0 / 1_000).unwrap_or_default());
        let mut content = Summed::new(Watched::new(content, &self.progress));
        let failed = |error| BackupError::Io { what: format!("cannot write {path}"), error };
        self.out.append_data(&mut header, path, &mut content).map_err(failed)?;
        if content.size_bytes != size_bytes {
            return Err(failed(io::Error::other("it changed while it was read")));
        }
        self.manifest.parts.push(content.part(path));
        Ok(())
    }
}

/// Reads a table twice, since a tar states sizes first: so nothing unencrypted lies on a disk meanwhile.
fn add_table(
    parts: &mut Parts<impl Write>,
    table: &Table,
    snapshot: &Transaction,
    runtime: &Handle,
) -> Result<(), BackupError> {
    let path = format!("{TABLES}{}.jsonl", table.name);
    let failed = BackupError::io(format!("cannot read {path}"));
    let mut rows = Watched::unmeasured(Rows::new(table, snapshot, runtime), &parts.progress);
    let size_bytes = io::copy(&mut rows, &mut io::sink()).map_err(failed)?;
    let mut rows = Rows::new(table, snapshot, runtime);
    parts.add(&path, size_bytes, &mut rows)?;
    if let Some(part) = parts.manifest.parts.last_mut() {
        part.rows = Some(rows.count);
    }
    Ok(())
}

/// The rows of a table, a line of JSON each.
struct Rows<'a> {
    table: &'a Table,
    snapshot: &'a Transaction,
    runtime: &'a Handle,
    last: Option<Row>,
    count: u64,
    lines: Vec<u8>,
    position: usize,
    /// Rows of the next page.
    limit: usize,
}

impl<'a> Rows<'a> {
    fn new(table: &'a Table, snapshot: &'a Transaction, runtime: &'a Handle) -> Self {
        Self { table, snapshot, runtime, last: None, count: 0, lines: Vec::new(), position: 0, limit: 20 }
    }

    fn next_page(&mut self) -> io::Result<()> {
        self.lines.clear();
        self.position = 0;
        let page = self.table.page(self.snapshot, self.last.as_ref(), self.limit as u64);
        let page = self.runtime.block_on(page).map_err(io::Error::other)?;
        for row in &page {
            serde_json::to_writer(&mut self.lines, row)?;
            self.lines.push(b'\n');
        }
        let row_bytes = self.lines.len() / page.len().max(1) + 1;
        self.limit = (PAGE_BYTES / row_bytes).clamp(1, 1_000);
        self.count += page.len() as u64;
        self.last = page.into_iter().last().or(self.last.take());
        Ok(())
    }
}

impl Read for Rows<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.lines.len() {
            self.next_page()?;
        }
        let read = (&self.lines[self.position..]).read(buffer)?;
        self.position += read;
        Ok(read)
    }
}

/// All accepted files, those without a row too; keys of rows whose file is not there go into the manifest.
fn add_media(
    parts: &mut Parts<impl Write>,
    source: &Source,
    recorded: &BTreeMap<String, media_item::Model>,
    runtime: &Handle,
) -> Result<(), BackupError> {
    let failed = |key: &str| BackupError::io(format!("cannot read the file {key}"));
    let keys: BTreeSet<String> = match source.media.folder() {
        Some(folder) => {
            let found = folder.keys().map_err(BackupError::io("cannot list the media folder"))?;
            recorded.keys().cloned().chain(found).collect()
        }
        None => recorded.keys().cloned().collect(),
    };
    for key in keys {
        let path = format!("{MEDIA}{key}");
        let opened = match source.media.folder() {
            Some(folder) => {
                File::open(folder.path(&key)).and_then(|file| Ok((file.metadata()?.len(), Content::File(file))))
            }
            None => {
                let Some(item) = recorded.get(&key) else { continue };
                Blocks::open(source, runtime, item).map(|blocks| (blocks.size_bytes, Content::Blocks(blocks)))
            }
        };
        match opened {
            Ok((size_bytes, content)) => parts.add(&path, size_bytes, &mut content.take(size_bytes))?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if recorded.contains_key(&key) {
                    parts.manifest.missing_media.push(key);
                }
            }
            Err(e) => return Err(failed(&key)(e)),
        }
    }
    Ok(())
}

/// The files that have a row, by key; those in the trash too.
async fn recorded_files(snapshot: &Transaction) -> Result<BTreeMap<String, media_item::Model>, StoreError> {
    let (mut recorded, mut after) = (BTreeMap::new(), MediaId(0));
    loop {
        let page = queries::media::page(snapshot, after, 1_000).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        recorded.extend(page.into_iter().map(|item| (item.object_key.clone(), item)));
    }
    for row in queries::trash::list(snapshot, Some(TrashKind::Media), None, i64::MAX as u64).await? {
        let files = row.files.into_iter().flat_map(|files| files.0);
        recorded.extend(files.map(|item| (item.object_key.clone(), item)));
    }
    Ok(recorded)
}

/// A file's bytes.
enum Content<'a> {
    File(File),
    Blocks(Blocks<'a>),
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Blocks(blocks) => blocks.read(buffer),
        }
    }
}

/// A file of the bucket, a block at a time.
struct Blocks<'a> {
    source: &'a Source,
    runtime: &'a Handle,
    item: &'a media_item::Model,
    size_bytes: u64,
    position: u64,
    block: Bytes,
}

impl<'a> Blocks<'a> {
    /// Fetches the first block, so that a file that is not there is known before its part begins.
    fn open(source: &'a Source, runtime: &'a Handle, item: &'a media_item::Model) -> io::Result<Self> {
        let size_bytes = item.size_bytes.unsigned_abs();
        let mut blocks = Self { source, runtime, item, size_bytes, position: 0, block: Bytes::new() };
        blocks.fetch()?;
        Ok(blocks)
    }

    fn fetch(&mut self) -> io::Result<()> {
        if self.position < self.size_bytes {
            let media_item::Model { object_key, cleaning, .. } = self.item;
            let read = self.source.media.read_block(object_key, self.size_bytes, *cleaning, self.position);
            self.block = self.runtime.block_on(read)?;
            self.position += self.block.len() as u64;
        }
        Ok(())
    }
}

impl Read for Blocks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.block.is_empty() {
            self.fetch()?;
        }
        let length = self.block.len().min(buffer.len());
        self.block.split_to(length).copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// zstd, and age around it where the backup is encrypted.
struct Layers<W: Write>(zstd::Encoder<'static, Out<W>>);

enum Out<W: Write> {
    Plain(W),
    Encrypted(Box<age::stream::StreamWriter<W>>),
}

impl<W: Write> Layers<W> {
    fn new(out: W, encrypt_to: Option<&Recipient>) -> Result<Self, BackupError> {
        let out = match encrypt_to {
            Some(recipient) => Out::Encrypted(Box::new(encryption::encrypt(out, recipient)?)),
            None => Out::Plain(out),
        };
        let mut encoder = zstd::Encoder::new(out, COMPRESSION_LEVEL).map_err(unwritten)?;
        encoder.include_checksum(true).map_err(unwritten)?;
        Ok(Self(encoder))
    }

    fn finish(self) -> io::Result<W> {
        let mut out = match self.0.finish()? {
            Out::Plain(out) => out,
            Out::Encrypted(out) => out.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

impl<W: Write> Write for Layers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(bytes),
            Self::Encrypted(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.flush(),
            Self::Encrypted(out) => out.flush(),
        }
    }
}
