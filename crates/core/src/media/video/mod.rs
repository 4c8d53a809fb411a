//! What is done to videos alone: the picture they show before they play (`frame.rs`), and the metadata that is taken
//! out of them (`metadata.rs`).

mod frame;
pub(super) mod metadata;

pub(super) use frame::BROWSER_FIRST_MS;
pub use frame::DrawFrame;
