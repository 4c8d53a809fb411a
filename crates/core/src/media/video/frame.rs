//! Posters of videos, extracted by ffmpeg if it is installed.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::StreamExt;
use image::{ImageFormat, ImageReader};
use mwanga_store::entities::media_item;
use mwanga_store::types::MediaId;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::Core;
use crate::media::intake::{check, decode};
use crate::media::{ByteSource, MediaError, MediaStore, memory};

/// Delay of the job, because the browser that uploads a video extracts a poster too if it can play it.
pub(crate) const BROWSER_FIRST_MS: i64 = 60_000;
/// Positions in seconds at which a clear frame is searched; the last one is for shorter videos. As in
/// `video-poster.ts`.
const POSITIONS: [&str; 4] = ["1", "3", "8", "0"];
/// Mean brightness, of 255, below which a frame counts as dark (a fade from black).
const MIN_BRIGHTNESS: u64 = 24;
const TIMEOUT: Duration = Duration::from_secs(60);
/// Shell command that limits the process, because the file is untrusted: 2 GB of memory, a minute of CPU.
const LIMITED_COMMAND: &str = "ulimit -v 2097152; ulimit -t 60; exec \"$0\" \"$@\"";

/// Job that stores the size of a video, and extracts a poster if it has none (`library::frames`).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DrawFrame {
    pub media_id: MediaId,
}

/// A clear frame of a recorded video; none where none can be drawn.
pub(crate) async fn draw(core: &Core, program: &Path, item: &media_item::Model) -> Result<Option<Frame>, MediaError> {
    let video = LocalVideo::open(core, item).await?;
    find_clear_frame(program, video.path()).await
}

/// A video as a local file.
enum LocalVideo {
    InPlace(PathBuf),
    Downloaded(tempfile::NamedTempFile),
}

impl LocalVideo {
    /// The file itself, or a temporary copy from the bucket.
    async fn open(core: &Core, item: &media_item::Model) -> Result<Self, MediaError> {
        if let MediaStore::Folder(folder) = &**core.media() {
            return Ok(Self::InPlace(folder.path(&item.object_key)));
        }
        let file = tempfile::NamedTempFile::new_in(&core.config.data_dir)?;
        let mut to = tokio::fs::File::from_std(file.reopen()?);
        let size_bytes = item.size_bytes.unsigned_abs();
        let mut pieces = ByteSource::Bucket { key: item.object_key.clone(), size_bytes, cleaning: item.cleaning }
            .read_range(core, 0..size_bytes)
            .await?;
        while let Some(piece) = pieces.next().await {
            to.write_all(&piece?).await?;
        }
        to.flush().await?;
        Ok(Self::Downloaded(file))
    }

    fn path(&self) -> &Path {
        match self {
            Self::InPlace(path) => path,
            Self::Downloaded(file) => file.path(),
        }
    }
}

pub(crate) struct Frame {
    pub jpeg: Vec<u8>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    is_dark: bool,
}

/// The first frame that is not dark, else the last one.
async fn find_clear_frame(program: &Path, video: &Path) -> Result<Option<Frame>, MediaError> {
    let mut found = None;
    for at in POSITIONS {
        // The beginning is only for videos that are shorter than a second.
        if at == "0" && found.is_some() {
            break;
        }
        let Some(jpeg) = extract_jpeg(program, video, at).await? else { continue };
        let Some(frame) = decode_frame(jpeg).await? else { continue };
        let is_clear = !frame.is_dark;
        found = Some(frame);
        if is_clear {
            break;
        }
    }
    Ok(found)
}

/// Decodes a frame; none for one that is larger than a picture may be.
async fn decode_frame(jpeg: Vec<u8>) -> Result<Option<Frame>, MediaError> {
    let _memory = memory::reserve_for_picture(check::decoded_bytes(&jpeg, "jpg").await, jpeg.len() as u64).await?;
    let decode = move || {
        let mut reader = ImageReader::with_format(Cursor::new(&jpeg), ImageFormat::Jpeg);
        reader.limits(decode::limits());
        let picture = reader.decode().ok()?.into_luma8();
        let sum: u64 = picture.pixels().map(|pixel| u64::from(pixel.0[0])).sum();
        let size = picture.dimensions();
        let is_dark = sum < MIN_BRIGHTNESS * u64::from(size.0) * u64::from(size.1);
        Some(Frame { jpeg, size, is_dark })
    };
    tokio::task::spawn_blocking(decode).await.map_err(|_| MediaError::Damaged)
}

/// Extracts the frame at a position. None when there is none, or the file is invalid. The process can open only this
/// file, and has no environment variables.
async fn extract_jpeg(program: &Path, video: &Path, at: &str) -> io::Result<Option<Vec<u8>>> {
    let mut command = Command::new("/bin/sh");
    command.env_clear().arg("-c").arg(LIMITED_COMMAND).arg(program);
    command.args([
        "-nostdin",
        "-v",
        "error",
        "-protocol_whitelist",
        "file",
        "-format_whitelist",
        "mov,matroska",
        "-threads",
        "1",
        "-ss",
        at,
        "-i",
    ]);
    command.arg(format!("file:{}", video.display()));
    command.args([
        "-map",
        "0:v:0",
        "-frames:v",
        "1",
        "-threads",
        "1",
        "-c:v",
        "mjpeg",
        "-q:v",
        "3",
        "-f",
        "image2pipe",
        "pipe:1",
    ]);
    let output = tokio::time::timeout(TIMEOUT, command.kill_on_drop(true).output()).await;
    let Ok(output) = output else {
        tracing::warn!(video = %video.display(), "ffmpeg was stopped after {} s", TIMEOUT.as_secs());
        return Ok(None);
    };
    let output = output?;
    if output.stdout.is_empty() && !output.status.success() {
        tracing::warn!(video = %video.display(), "ffmpeg: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(Some(output.stdout).filter(|frame| !frame.is_empty()))
}
