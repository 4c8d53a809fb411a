//! `/admin/media`: the media library, and the record of an uploaded file.

mod library;
mod record;

pub use library::*;
pub use record::*;
