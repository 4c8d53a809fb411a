//! The bytes of a file on their way to a reader: a file of this machine, or pieces of what lies elsewhere.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, stream};

use crate::Core;
use crate::media::MediaError;
use crate::media::storage::blocks_of;

/// What goes out, whole or in part.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// A file on the local disk.
    File(PathBuf),
    Pieces(Pieces),
}

/// What lies elsewhere and comes in pieces.
#[derive(Clone, Debug)]
pub enum Pieces {
    Whole(Bytes),
    InBucket { key: String, size_bytes: u64, cleaning: i32 },
}

impl Pieces {
    pub fn size_bytes(&self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::InBucket { size_bytes, .. } => *size_bytes,
        }
    }

    /// The bytes of a part.
    ///
    /// # Errors
    ///
    /// When not even its beginning can be had. What fails later ends the stream with an error.
    pub async fn part(
        self,
        core: &Core,
        part: Range<u64>,
    ) -> Result<BoxStream<'static, io::Result<Bytes>>, MediaError> {
        let (key, size_bytes, cleaning) = match self {
            Self::Whole(bytes) => {
                let part = bytes.slice(part.start as usize..part.end as usize);
                return Ok(stream::once(async { Ok(part) }).boxed());
            }
            Self::InBucket { key, size_bytes, cleaning } => (key, size_bytes, cleaning),
        };
        let core = core.clone();
        let blocks = stream::iter(blocks_of(&part)).then(move |number| {
            let (core, key, part) = (core.clone(), key.clone(), part.clone());
            async move {
                let bucket = core.media.bucket().ok_or(io::ErrorKind::Unsupported)?;
                bucket.block_of(&key, size_bytes, cleaning, number, &part).await
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
