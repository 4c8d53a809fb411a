//! Streams of the bytes of a file, from memory or in blocks from a bucket.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, stream};

use crate::Core;
use crate::media::MediaError;
use crate::media::storage::block_numbers;

/// A file to be delivered.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// A file on the local disk.
    File(PathBuf),
    Stream(ByteSource),
}

/// Bytes that are not a local file.
#[derive(Clone, Debug)]
pub enum ByteSource {
    Memory(Bytes),
    Bucket { key: String, size_bytes: u64, cleaning: i32 },
}

impl ByteSource {
    pub fn size_bytes(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Bucket { size_bytes, .. } => *size_bytes,
        }
    }

    /// A stream of the bytes in `range`.
    ///
    /// # Errors
    ///
    /// The first block cannot be read. A later failure ends the stream with an error.
    pub async fn read_range(
        self,
        core: &Core,
        range: Range<u64>,
    ) -> Result<BoxStream<'static, io::Result<Bytes>>, MediaError> {
        let (key, size_bytes, cleaning) = match self {
            Self::Memory(bytes) => {
                let bytes = bytes.slice(range.start as usize..range.end as usize);
                return Ok(stream::once(async { Ok(bytes) }).boxed());
            }
            Self::Bucket { key, size_bytes, cleaning } => (key, size_bytes, cleaning),
        };
        let core = core.clone();
        let blocks = stream::iter(block_numbers(&range)).then(move |number| {
            let (core, key, range) = (core.clone(), key.clone(), range.clone());
            async move {
                let bucket = core.media().bucket().ok_or(io::ErrorKind::Unsupported)?;
                bucket.read_block_range(&key, size_bytes, cleaning, number, &range).await
            }
        });
        let mut blocks = blocks.boxed();
        match blocks.next().await {
            Some(first) => {
                let first = first?;
                Ok(stream::once(async { Ok(first) }).chain(blocks).boxed())
            }
            None => Ok(blocks),
        }
    }
}
