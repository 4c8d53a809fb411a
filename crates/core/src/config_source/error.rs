//! Errors of the configuration.

use std::path::PathBuf;

/// Why the configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name}: {why}")]
    Value { name: String, why: String },
    #[error("{path}: {why}")]
    File { path: PathBuf, why: String },
    #[error("MWANGA_ENV must be set where {0}: `production`, or `development` to try things out")]
    NoEnvironment(&'static str),
    #[error("{0} must be set in production")]
    Missing(&'static str),
}
