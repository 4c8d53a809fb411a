//! Pictures of other sites that somebody pasted into a text, which are fetched (`picture_fetching`).
//!
//! - `request`: what a save asks for.
//! - `known`: the pictures that were fetched before. A form that still has the mark is saved with the picture, so that
//!   whoever wrote on meanwhile meets no conflict.

mod known;
mod request;

pub(crate) use known::{MAX_PICTURES, external_key, put_known};
pub use request::FetchPictures;
pub(crate) use request::{PastedInto, enqueue_after_save};
