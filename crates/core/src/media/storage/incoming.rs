//! What is known of an upload before it is accepted.

use mwanga_store::types::Timestamp;

/// An upload as it lies there.
#[derive(Clone, Copy, Debug)]
pub struct Incoming {
    pub size_bytes: u64,
    pub written_at: Timestamp,
}
