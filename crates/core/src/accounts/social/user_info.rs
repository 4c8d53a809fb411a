//! User info: the claims of a provider about a person (OpenID Connect `userinfo`, Facebook Graph).

use serde::{Deserialize, Deserializer};

/// Claims about a user, from an ID token or the userinfo endpoint.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct UserInfo {
    sub: Option<String>,
    /// Facebook's name for `sub`.
    id: Option<String>,
    pub email: Option<String>,
    /// Whether the provider verified the address; false for Facebook, which does not say.
    #[serde(default, deserialize_with = "bool_or_string")]
    pub email_verified: bool,
    pub name: Option<String>,
}

/// Maximum length of `sub`, by OpenID Connect.
const MAX_SUBJECT_BYTES: usize = 255;

impl UserInfo {
    /// Subject: the user's stable id at the provider.
    pub fn subject(&self) -> Option<&str> {
        self.sub
            .as_deref()
            .or(self.id.as_deref())
            .filter(|subject| !subject.is_empty() && subject.len() <= MAX_SUBJECT_BYTES)
    }
}

/// Reads `true` or `"true"`: some providers send a string.
fn bool_or_string<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let said = serde_json::Value::deserialize(deserializer)?;
    Ok(said == true || said == "true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_as_verified_only_if_the_provider_claims_it() {
        for (said, verified) in [
            (r#"{"sub": "1", "email_verified": true}"#, true),
            (r#"{"sub": "1", "email_verified": "true"}"#, true),
            (r#"{"sub": "1", "email_verified": false}"#, false),
            (r#"{"sub": "1", "email_verified": "false"}"#, false),
            (r#"{"sub": "1", "email_verified": 1}"#, false),
            (r#"{"sub": "1", "email_verified": null}"#, false),
            (r#"{"id": "1"}"#, false),
        ] {
            let person: UserInfo = serde_json::from_str(said).unwrap();
            assert_eq!((person.subject(), person.email_verified), (Some("1"), verified), "{said}");
        }
        assert_eq!(UserInfo { sub: Some(String::new()), ..UserInfo::default() }.subject(), None);
    }
}
