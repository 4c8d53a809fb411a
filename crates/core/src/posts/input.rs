//! How fields of forms are read.

use serde::{Deserialize, Deserializer};

/// Reads `null` as an empty text, which clears the field; an absent field stays `None`.
pub(super) fn text_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Option::<String>::deserialize(deserializer)?.unwrap_or_default()))
}
