//! Storage in an S3 bucket, with a bounded cache on the local disk.

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
use object_store::aws::AmazonS3;
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::signer::{SignedUrlOptions, Signer};
use object_store::{BackoffConfig, Error, GetOptions, ObjectStore, ObjectStoreExt, PutMode, PutOptions, RetryConfig};
use tokio::io::AsyncWriteExt;

use super::cache::Cache;
use super::upload_info::UploadInfo;
use crate::config::Bucket as Place;
use crate::{s3, secrets};

/// Bytes of a block. Files are delivered and cached in blocks, so that a video starts at once.
pub const BLOCK_BYTES: u64 = 2 * 1024 * 1024;

#[derive(Debug)]
pub struct Bucket {
    s3: AmazonS3,
    prefix: Path,
    /// Bucket and prefix: separates the files of different buckets in the cache.
    name: String,
    pub cache: Cache,
    /// How long a reader waits for a block.
    block_timeout: Duration,
}

impl Bucket {
    pub async fn open(
        place: &Place,
        cache: &FilePath,
        cache_bytes: u64,
        block_timeout: Duration,
    ) -> anyhow::Result<Self> {
        // Short delays, because a reader waits.
        let backoff =
            BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(1), base: 2. };
        let retry = RetryConfig { backoff, max_retries: 2, retry_timeout: Duration::from_secs(10) };
        let s3 = s3::client(place, retry).context("MWANGA_MEDIA_URL and the AWS_ variables")?;
        let prefix = Path::parse(&place.prefix).context("MWANGA_MEDIA_URL")?;
        let cache = Cache::open(cache, cache_bytes).await.context("the cache of media")?;
        Ok(Self { s3, name: format!("{}/{prefix}", place.name), prefix, cache, block_timeout })
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

    /// A presigned URL for an upload of this type by the browser.
    pub async fn upload_url(&self, key: &str, content_type: &'static str, life: Duration) -> io::Result<String> {
        let mut options = SignedUrlOptions::default();
        options.signed_headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        let url = self.s3.signed_url_opts(Method::PUT, &self.upload(key), life, &options).await.map_err(io_error)?;
        Ok(url.into())
    }

    pub async fn upload_info(&self, key: &str) -> io::Result<UploadInfo> {
        let meta = self.s3.head(&self.upload(key)).await.map_err(io_error)?;
        Ok(UploadInfo { size_bytes: meta.size, written_at: Timestamp(meta.last_modified.timestamp_millis()) })
    }

    pub async fn read_incoming(&self, key: &str, limit: u64) -> io::Result<Vec<u8>> {
        Ok(self.s3.get_range(&self.upload(key), 0..limit).await.map_err(io_error)?.into())
    }

    pub async fn read_head(&self, key: &str, limit: u64) -> io::Result<(u64, Vec<u8>)> {
        let options = GetOptions { range: Some((0..limit).into()), ..GetOptions::default() };
        let found = self.s3.get_opts(&self.file(key), options).await.map_err(io_error)?;
        let size = found.meta.size;
        Ok((size, found.bytes().await.map_err(io_error)?.into()))
    }

    pub async fn write(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        self.s3.put_opts(&self.file(key), bytes.into(), options).await.map(|_| ()).map_err(io_error)
    }

    pub async fn accept_video(&self, key: &str, extension: &'static str) -> io::Result<String> {
        // Always uploaded again, because another upload may replace the original while its link is valid.
        let file = self.download(&self.upload(key)).await?;
        let sha256 = super::folder::sha256_of(file.path().to_owned()).await?;
        super::folder::clean_video(file.path().to_owned(), extension).await?;
        // Under a random name that no upload link and no concurrent call has. `sweep_incoming` deletes what is left.
        let temp_path = self.upload(&format!("{key}.{}", secrets::random_token(16)));
        self.upload_file(&file, &temp_path).await?;
        let copied = self.s3.copy_if_not_exists(&temp_path, &self.file(key)).await.map_err(io_error);
        let _ = self.delete(&temp_path).await;
        copied.map(|()| sha256)
    }

    /// Removes the metadata of an accepted video.
    pub async fn clean_video(&self, key: &str, extension: &'static str) -> io::Result<bool> {
        let file = self.download(&self.file(key)).await?;
        let had_metadata = super::folder::clean_video(file.path().to_owned(), extension).await?;
        if had_metadata {
            self.upload_file(&file, &self.file(key)).await?;
        }
        Ok(had_metadata)
    }

    /// Downloads an object into a temporary file.
    async fn download(&self, path: &Path) -> io::Result<tempfile::NamedTempFile> {
        let file = tempfile::Builder::new().suffix(super::cache::PART).tempfile_in(self.cache.folder())?;
        let mut to = tokio::fs::File::from_std(file.reopen()?);
        let mut pieces = self.s3.get(path).await.map_err(io_error)?.into_stream();
        while let Some(piece) = pieces.try_next().await.map_err(io_error)? {
            to.write_all(&piece).await?;
        }
        to.flush().await?;
        Ok(file)
    }

    /// Uploads a local file in parts, atomically.
    async fn upload_file(&self, file: &tempfile::NamedTempFile, to: &Path) -> io::Result<()> {
        let mut from = tokio::fs::File::from_std(file.reopen()?);
        let mut writer = BufWriter::new(Arc::new(self.s3.clone()), to.clone());
        // The lifecycle rule of the bucket deletes the parts of a failed upload: `abort` panics in some states of the
        // writer.
        let sent = match tokio::io::copy(&mut from, &mut writer).await {
            Ok(_) => writer.shutdown().await,
            Err(e) => Err(e),
        };
        sent.map_err(|e| io::Error::new(io::ErrorKind::NetworkUnreachable, e))
    }

    /// Replaces an accepted file atomically.
    pub async fn replace(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        self.s3.put(&self.file(key), bytes.into()).await.map(|_| ()).map_err(io_error)
    }

    /// Loads a whole file into the cache, if it fits.
    pub async fn prefetch(&self, key: &str, size_bytes: u64) -> io::Result<()> {
        let all = 0..size_bytes;
        for number in block_numbers(&all) {
            self.read_block_range(key, size_bytes, 0, number, &all).await?;
        }
        Ok(())
    }

    /// Bucket and prefix.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub async fn read(&self, key: &str, size_bytes: u64) -> io::Result<Bytes> {
        let mut whole = BytesMut::with_capacity(size_bytes as usize);
        let all = 0..size_bytes;
        for number in block_numbers(&all) {
            whole.extend_from_slice(&self.read_block_range(key, size_bytes, 0, number, &all).await?);
        }
        Ok(whole.freeze())
    }

    /// The bytes in `range` that block `number` of an accepted file of `size_bytes` holds. `cleaning` is the version of
    /// the file: cached blocks of earlier versions are not used.
    pub async fn read_block_range(
        &self,
        key: &str,
        size_bytes: u64,
        cleaning: i32,
        number: u64,
        range: &Range<u64>,
    ) -> io::Result<Bytes> {
        let at = number * BLOCK_BYTES;
        let block = self.fetch_block(key, cleaning, at..(at + BLOCK_BYTES).min(size_bytes)).await?;
        Ok(block.slice(range.start.saturating_sub(at) as usize..(range.end - at).min(block.len() as u64) as usize))
    }

    /// A block from the cache, or else from the bucket.
    async fn fetch_block(&self, key: &str, cleaning: i32, range: Range<u64>) -> io::Result<Bytes> {
        let expected = range.end - range.start;
        let version = if cleaning > 0 { format!("@{cleaning}") } else { String::new() };
        let name = self.cached_name(&format!("{key}/{}{version}", range.start));
        let is_whole = |block: &Bytes| block.len() as u64 == expected;
        let fetch = async {
            let block = self.s3.get_range(&self.file(key), range).await.map_err(io_error)?;
            if is_whole(&block) {
                Ok(block)
            } else {
                Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file in the bucket is shorter than it was"))
            }
        };
        // The timeout also covers waiting for the fetch of another reader.
        let block = tokio::time::timeout(self.block_timeout, self.cache.get_or_insert(&name, is_whole, fetch)).await;
        block.map_err(|_| io::Error::new(io::ErrorKind::NetworkUnreachable, "the bucket took too long"))?
    }

    /// The key in the cache of something from this bucket.
    pub fn cached_name(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    pub async fn exists(&self, key: &str) -> io::Result<bool> {
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

    pub async fn remove_incoming(&self, key: &str) {
        // A failure is ignored: `sweep_incoming` deletes what is left.
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

/// The numbers of the blocks that contain a range.
pub fn block_numbers(range: &Range<u64>) -> Range<u64> {
    if range.is_empty() { 0..0 } else { range.start / BLOCK_BYTES..range.end.div_ceil(BLOCK_BYTES) }
}

/// Maps an error to the kinds that callers handle; every other one is an unreachable bucket.
fn io_error(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        _ => io::ErrorKind::NetworkUnreachable,
    };
    io::Error::new(kind, error)
}
