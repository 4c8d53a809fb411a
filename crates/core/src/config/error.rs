//! Errors of the configuration.

use std::path::PathBuf;

/// Why the configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name}: {why}")]
    Value { name: String, why: String },
    #[error("{path}: {why}")]
    File { path: PathBuf, why: String },
    #[error("{0} must be set in production")]
    Missing(&'static str),
}
