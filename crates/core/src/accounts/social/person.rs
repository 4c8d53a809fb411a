use serde::{Deserialize, Deserializer};

/// Who somebody is, as the provider says: in an ID token or in its answer to "who is this?".
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Person {
    sub: Option<String>,
    /// Facebook's name for `sub`.
    id: Option<String>,
    pub email: Option<String>,
    /// Whether the provider knows that the address is theirs. Facebook does not say, so it does not.
    #[serde(default, deserialize_with = "said_yes")]
    pub email_verified: bool,
    pub name: Option<String>,
}

/// Longest name of a person; OpenID Connect allows 255.
const LONGEST_SUBJECT: usize = 255;

impl Person {
    pub fn subject(&self) -> Option<&str> {
        self.sub
            .as_deref()
            .or(self.id.as_deref())
            .filter(|subject| !subject.is_empty() && subject.len() <= LONGEST_SUBJECT)
    }
}

/// `true`, or the word: some providers write it as text.
fn said_yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
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
            let person: Person = serde_json::from_str(said).unwrap();
            assert_eq!((person.subject(), person.email_verified), (Some("1"), verified), "{said}");
        }
        assert_eq!(Person { sub: Some(String::new()), ..Person::default() }.subject(), None);
    }
}
