//! Documents in memory: pages and generated files once they are made.
//!
//! - `document`: a response body; `encoded`: its content encodings
//! - `cache`: documents by address, their purge tags and expiry
//! - `refresh`: whose turn it is to make them

mod cache;
mod document;
mod encoded;
mod refresh;

pub use cache::{CachedPage, Epoch, HOT_PAGE_HITS, PageCache};
pub use document::{Document, escape, http_date, inline_json};
pub use encoded::{EncodedDocument, accepts};
pub use refresh::Refresh;
