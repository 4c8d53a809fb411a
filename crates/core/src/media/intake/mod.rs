//! Intake of files.
//!
//! - `presign`: presigned upload links.
//! - `accept`: checks an upload and moves it to the accepted files; `record`: its row.
//! - `check`: content checks, with `container` (videos), `captions` (subtitles) and `decode` (limits for pictures).
//! - `clean`: removes the metadata of pictures; `turn`: turns them upright; `words`: what the
//!   file of a picture says of it; `thumbhash`: placeholders.

pub(super) mod accept;
pub(super) mod captions;
pub(super) mod check;
pub(super) mod clean;
mod container;
pub(crate) mod decode;
pub(super) mod presign;
pub(super) mod record;
pub(super) mod thumbhash;
mod turn;
pub(super) mod words;
