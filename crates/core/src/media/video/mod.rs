//! Videos.
//!
//! - `frame`: extracts a poster with ffmpeg.
//! - `metadata`: removes metadata.

mod frame;
pub(super) mod metadata;

pub(super) use frame::BROWSER_FIRST_MS;
pub use frame::DrawFrame;
pub(crate) use frame::draw as draw_frame;
