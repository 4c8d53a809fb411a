//! How much a text may hold, and the error of one that holds more.

use super::attribute_count::MAX_ATTRIBUTES;

/// Maximum nesting depth of elements.
pub const MAX_DEPTH: usize = 200;
/// Maximum number of elements.
pub const MAX_ELEMENTS: usize = 50_000;
/// Maximum length of one text, without an element in it, in bytes.
pub const MAX_TEXT: usize = 1_000_000;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "more than {MAX_ELEMENTS} elements or {MAX_DEPTH} inside one another, than {MAX_ATTRIBUTES} attributes of one or \
     {MAX_TEXT} bytes of text without one, or more work than a text may be"
)]
pub struct TooComplex;
