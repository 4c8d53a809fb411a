//! Pictures of other sites that somebody pasted into a text: they are fetched, and stand in their marked places.
//!
//! - `request`: what a save asks for; `job`: doing it; `fetch`: one picture.
//! - `known`: the pictures that were fetched before. A form that still has the mark is saved with the picture, so that
//!   whoever wrote on meanwhile meets no conflict.

mod fetch;
mod job;
mod known;
mod request;

pub(crate) use known::put_known;
pub use request::FetchPictures;
pub(crate) use request::{PastedInto, enqueue_after_save};
