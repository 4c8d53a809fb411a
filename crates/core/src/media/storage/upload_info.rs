//! Information about an upload before it is accepted.

use mwanga_store::types::Timestamp;

/// Size and time of an upload.
#[derive(Clone, Copy, Debug)]
pub struct UploadInfo {
    pub size_bytes: u64,
    pub written_at: Timestamp,
}
