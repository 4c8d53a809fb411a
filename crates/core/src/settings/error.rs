use std::collections::BTreeMap;

use mwanga_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Somebody else saved since; carries the version that holds.
    #[error("the settings were changed meanwhile; version {0} holds")]
    Changed(i64),
    /// Fixed by the environment: the key and its variable.
    #[error("{0} is fixed by {1}")]
    Fixed(&'static str, &'static str),
    /// What is wrong, by key; of a menu by the place in it, such as `navigation.footer.2.3`.
    #[error("invalid settings: {0:?}")]
    Invalid(BTreeMap<String, String>),
    #[error("there is no setting {0}")]
    Unknown(String),
    #[error("no such version")]
    NotFound,
    /// Why a picture is refused.
    #[error("{0}")]
    Picture(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}
