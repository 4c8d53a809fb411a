//! Where settings come from: `source.rs`, text by key; `error.rs`, what is wrong with one; `urls.rs`, which addresses
//! may be set.

mod error;
mod source;
mod urls;

pub use error::ConfigError;
pub use source::ConfigSource;
pub(crate) use urls::{is_https_or_local, is_local};
