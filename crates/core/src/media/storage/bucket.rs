//! Media in a bucket of an S3 store, with a bounded cache on the local disk for readers.

use std::io;
use std::ops::Range;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt;
use http::Method;
use http::header::{CONTENT_TYPE, HeaderValue};
use mwanga_store::types::Timestamp;
use object_store::aws::{AmazonS3, AmazonS3Builder, S3CopyIfNotExists};
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::signer::{SignedUrlOptions, Signer};
use object_store::{
    BackoffConfig, ClientOptions, Error, GetOptions, ObjectStore, ObjectStoreExt, PutMode, PutOptions, RetryConfig,
};
use secrecy::ExposeSecret;
use tokio::io::AsyncWriteExt;

use super::cache::Cache;
use super::incoming::Incoming;
use crate::config::Bucket as Place;
use crate::secrets;

/// A file goes out, and is kept in the cache, in blocks of this many bytes: a video begins at once, and nothing is kept
/// half.
pub const BLOCK: u64 = 2 * 1024 * 1024;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Of one request: pictures are written whole.
const TIMEOUT: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub struct Bucket {
    s3: AmazonS3,
    prefix: Path,
    /// Tells the files of one bucket from those of another in the cache.
    name: String,
    pub cache: Cache,
    /// No reader waits longer for a block.
    patience: Duration,
}

impl Bucket {
    pub async fn open(place: &Place, cache: &FilePath, cache_bytes: u64, patience: Duration) -> anyhow::Result<Self> {
        let mut builder = AmazonS3Builder::new();
        for (key, value) in &place.settings {
            builder = builder.with_config(*key, value.expose_secret());
        }
        let client = ClientOptions::new()
            .with_allow_http(place.allows_http())
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_timeout(TIMEOUT);
        // A reader waits for the tries.
        let backoff =
            BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(1), base: 2. };
        let s3 = builder
            .with_bucket_name(&place.name)
            .with_client_options(client)
            .with_retry(RetryConfig { backoff, max_retries: 2, retry_timeout: Duration::from_secs(10) })
            .with_copy_if_not_exists(S3CopyIfNotExists::Multipart)
            .build()
            .context("MWANGA_MEDIA_URL and the AWS_ variables")?;
        let prefix = Path::parse(&place.prefix).context("MWANGA_MEDIA_URL")?;
        let cache = Cache::open(cache, cache_bytes).await.context("the cache of media")?;
        Ok(Self { s3, name: format!("{}/{prefix}", place.name), prefix, cache, patience })
    }

    fn path(&self, folder: &str, key: &str) -> Path {
        self.prefix.parts().chain([folder.into()]).chain(key.split('/').map(Into::into)).collect()
    }

    fn file(&self, key: &str) -> Path {
        self.path("files", key)
    }

    fn upload(&self, key: &str) -> Path {
        self.path("incoming", key)
    }

    /// Where a browser puts the bytes of an upload of this type itself.
    pub async fn upload_url(&self, key: &str, content_type: &'static str, life: Duration) -> io::Result<String> {
        let mut options = SignedUrlOptions::default();
        options.signed_headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        let url = self.s3.signed_url_opts(Method::PUT, &self.upload(key), life, &options).await.map_err(io_error)?;
        Ok(url.into())
    }

    pub async fn incoming(&self, key: &str) -> io::Result<Incoming> {
        let meta = self.s3.head(&self.upload(key)).await.map_err(io_error)?;
        Ok(Incoming { size_bytes: meta.size, written_at: Timestamp(meta.last_modified.timestamp_millis()) })
    }

    pub async fn read_incoming(&self, key: &str, limit: u64) -> io::Result<Vec<u8>> {
        Ok(self.s3.get_range(&self.upload(key), 0..limit).await.map_err(io_error)?.into())
    }

    pub async fn look_at(&self, key: &str, limit: u64) -> io::Result<(u64, Vec<u8>)> {
        let options = GetOptions { range: Some((0..limit).into()), ..GetOptions::default() };
        let found = self.s3.get_opts(&self.file(key), options).await.map_err(io_error)?;
        let size = found.meta.size;
        Ok((size, found.bytes().await.map_err(io_error)?.into()))
    }

    pub async fn write(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        self.s3.put_opts(&self.file(key), bytes.into(), options).await.map(|_| ()).map_err(io_error)
    }

    pub async fn keep_video(&self, key: &str, extension: &'static str) -> io::Result<()> {
        // Sent again whether anything was taken out or not: while its link is good, another upload may have taken its
        // place.
        let (clean, _) = self.without_metadata(&self.upload(key), extension).await?;
        // Under a name that no upload link leads to, and no call at the same time uses. What stays behind is swept with
        // the abandoned uploads.
        let beside = self.upload(&format!("{key}.{}", secrets::random_name(16)));
        self.send(&clean, &beside).await?;
        let kept = self.s3.copy_if_not_exists(&beside, &self.file(key)).await.map_err(io_error);
        let _ = self.delete(&beside).await;
        kept
    }

    /// Puts an accepted video without its metadata in its place.
    pub async fn clean_video(&self, key: &str, extension: &'static str) -> io::Result<bool> {
        let (clean, any) = self.without_metadata(&self.file(key), extension).await?;
        if any {
            self.send(&clean, &self.file(key)).await?;
        }
        Ok(any)
    }

    /// A video on the local disk, its metadata overwritten, and whether there was any.
    async fn without_metadata(
        &self,
        path: &Path,
        extension: &'static str,
    ) -> io::Result<(tempfile::NamedTempFile, bool)> {
        let file = tempfile::Builder::new().suffix(super::cache::PART).tempfile_in(self.cache.folder())?;
        let mut to = tokio::fs::File::from_std(file.reopen()?);
        let mut pieces = self.s3.get(path).await.map_err(io_error)?.into_stream();
        while let Some(piece) = pieces.try_next().await.map_err(io_error)? {
            to.write_all(&piece).await?;
        }
        to.flush().await?;
        let any = super::folder::clean_video(file.path().to_owned(), extension).await?;
        Ok((file, any))
    }

    /// Writes a local file in parts; it is there whole or not at all.
    async fn send(&self, file: &tempfile::NamedTempFile, to: &Path) -> io::Result<()> {
        let mut from = tokio::fs::File::from_std(file.reopen()?);
        let mut writer = BufWriter::new(Arc::new(self.s3.clone()), to.clone());
        // Parts of one that breaks off are ended by the bucket's life-cycle rule: `abort` panics in some states of the
        // writer.
        let sent = match tokio::io::copy(&mut from, &mut writer).await {
            Ok(_) => writer.shutdown().await,
            Err(e) => Err(e),
        };
        sent.map_err(|e| io::Error::new(io::ErrorKind::NetworkUnreachable, e))
    }

    /// Puts other bytes in the place of an accepted file, at once.
    pub async fn replace(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        self.s3.put(&self.file(key), bytes.into()).await.map(|_| ()).map_err(io_error)
    }

    /// Has a whole file in the cache, where it fits.
    pub async fn bring_near(&self, key: &str, size_bytes: u64) -> io::Result<()> {
        let all = 0..size_bytes;
        for number in blocks_of(&all) {
            self.block_of(key, size_bytes, 0, number, &all).await?;
        }
        Ok(())
    }

    pub async fn read(&self, key: &str, size_bytes: u64) -> io::Result<Bytes> {
        let mut whole = BytesMut::with_capacity(size_bytes as usize);
        let all = 0..size_bytes;
        for number in blocks_of(&all) {
            whole.extend_from_slice(&self.block_of(key, size_bytes, 0, number, &all).await?);
        }
        Ok(whole.freeze())
    }

    /// What the block of this number holds of a part of an accepted file of `size_bytes`. Blocks of before its last
    /// `cleaning` are not used any more.
    pub async fn block_of(
        &self,
        key: &str,
        size_bytes: u64,
        cleaning: i32,
        number: u64,
        part: &Range<u64>,
    ) -> io::Result<Bytes> {
        let at = number * BLOCK;
        let block = self.block(key, cleaning, at..(at + BLOCK).min(size_bytes)).await?;
        Ok(block.slice(part.start.saturating_sub(at) as usize..(part.end - at).min(block.len() as u64) as usize))
    }

    async fn block(&self, key: &str, cleaning: i32, range: Range<u64>) -> io::Result<Bytes> {
        let expected = range.end - range.start;
        let cleaned = if cleaning > 0 { format!("@{cleaning}") } else { String::new() };
        let name = self.cached_name(&format!("{key}/{}{cleaned}", range.start));
        let is_whole = |block: &Bytes| block.len() as u64 == expected;
        let fetch = async {
            let block = self.s3.get_range(&self.file(key), range).await.map_err(io_error)?;
            if is_whole(&block) {
                Ok(block)
            } else {
                Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file in the bucket is shorter than it was"))
            }
        };
        // Who waits for somebody else's try waits no longer than for one of their own.
        let block = tokio::time::timeout(self.patience, self.cache.get_or(&name, is_whole, fetch)).await;
        block.map_err(|_| io::Error::new(io::ErrorKind::NetworkUnreachable, "the bucket took too long"))?
    }

    /// What something made of, or read from, this bucket is called in the cache.
    pub fn cached_name(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    pub async fn holds(&self, key: &str) -> io::Result<bool> {
        match self.s3.head(&self.file(key)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(e) => Err(io_error(e)),
        }
    }

    pub async fn remove(&self, key: &str) -> io::Result<()> {
        self.delete(&self.file(key)).await
    }

    async fn delete(&self, path: &Path) -> io::Result<()> {
        match self.s3.delete(path).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(e) => Err(io_error(e)),
        }
    }

    pub async fn write_marker(&self, mark: &str) -> io::Result<()> {
        self.s3.put(&self.file(".mwanga"), mark.to_owned().into()).await.map(|_| ()).map_err(io_error)
    }

    pub async fn read_marker(&self) -> io::Result<Option<String>> {
        match self.s3.get(&self.file(".mwanga")).await {
            Ok(found) => Ok(Some(String::from_utf8_lossy(&found.bytes().await.map_err(io_error)?).into_owned())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(e) => Err(io_error(e)),
        }
    }

    pub async fn forget_incoming(&self, key: &str) {
        // What stays behind is swept with the abandoned uploads.
        let _ = self.delete(&self.upload(key)).await;
    }

    pub async fn sweep_incoming(&self, before: Timestamp) -> io::Result<u64> {
        let folder: Path = self.prefix.parts().chain(["incoming".into()]).collect();
        let old = self
            .s3
            .list(Some(&folder))
            .try_filter(|meta| std::future::ready(meta.last_modified.timestamp_millis() < before.0));
        let mut old = std::pin::pin!(old);
        let mut swept = 0;
        while let Some(meta) = old.try_next().await.map_err(io_error)? {
            self.delete(&meta.location).await?;
            swept += 1;
        }
        Ok(swept)
    }
}

/// The numbers of the blocks that a part lies in.
pub fn blocks_of(part: &Range<u64>) -> Range<u64> {
    if part.is_empty() { 0..0 } else { part.start / BLOCK..part.end.div_ceil(BLOCK) }
}

/// What callers act on; everything else is a bucket that is out of reach.
fn io_error(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        _ => io::ErrorKind::NetworkUnreachable,
    };
    io::Error::new(kind, error)
}
