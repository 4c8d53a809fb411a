//! How a file comes in: an upload link (`presign.rs`), the checks before it is served (`accept.rs`, with `check.rs` for
//! its content and `clean.rs` for its metadata), and its row (`record.rs`).

pub(super) mod accept;
pub(super) mod captions;
pub(super) mod check;
pub(super) mod clean;
mod container;
pub(super) mod decode;
pub(super) mod presign;
pub(super) mod record;
pub(super) mod thumbhash;
