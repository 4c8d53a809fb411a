//! The source of settings: `mwanga.toml` and the environment, as text by key.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use object_store::aws::AmazonS3ConfigKey;
use secrecy::SecretString;

use super::ConfigError;

/// Configuration as text, by key; what the environment says wins over the file.
#[derive(Clone, Debug, Default)]
pub struct ConfigSource {
    values: BTreeMap<String, String>,
    /// Variables that the environment sets.
    environment: BTreeSet<String>,
    /// Keys that were read, set or not; for the test of the README.
    #[cfg(test)]
    read_keys: std::cell::RefCell<BTreeSet<String>>,
}

/// Variables with conventional names; every other one is `MWANGA_` and the key.
const UNPREFIXED: [&str; 2] = ["DATABASE_URL", "SMTP_URL"];
/// Of variables that are named for the store of media, the providers of social sign-in, and the wallet.
const UNPREFIXED_GROUPS: [&str; 3] = ["AWS_", "OAUTH_", "PAYPAL_"];

fn is_unprefixed(variable: &str) -> bool {
    UNPREFIXED.contains(&variable) || UNPREFIXED_GROUPS.iter().any(|provider| variable.starts_with(provider))
}

fn key_of(variable: &str) -> Option<String> {
    variable.strip_prefix("MWANGA_").or_else(|| is_unprefixed(variable).then_some(variable)).map(str::to_lowercase)
}

fn variable_of(key: &str) -> String {
    let name = key.to_uppercase();
    if is_unprefixed(&name) { name } else { format!("MWANGA_{name}") }
}

impl ConfigSource {
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let (mut values, mut environment) = (BTreeMap::new(), BTreeSet::new());
        let path = file.unwrap_or(Path::new("mwanga.toml"));
        if file.is_some() || path.exists() {
            let failed = |why: String| ConfigError::File { path: path.to_owned(), why };
            let text = std::fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
            let table: toml::Table = text.parse().map_err(|e: toml::de::Error| failed(e.message().to_owned()))?;
            for (key, value) in table {
                let text = match value {
                    toml::Value::String(text) => text,
                    toml::Value::Integer(number) => number.to_string(),
                    toml::Value::Boolean(flag) => flag.to_string(),
                    _ => return Err(failed(format!("`{key}` must be text, a whole number or true/false"))),
                };
                values.insert(key, text);
            }
        }
        // What is no text is nobody's setting; it must not stop the start.
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        for (name, value) in std::env::vars_os().filter_map(text) {
            let Some(key) = key_of(&name) else { continue };
            // An empty variable is an unset one: that is what a line left blank in an env file means.
            if !value.trim().is_empty() {
                environment.insert(variable_of(&key));
                values.insert(key, value);
            }
        }
        Ok(Self { environment, ..Self::of(values) })
    }

    pub fn from_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        Self::of(pairs.into_iter().collect())
    }

    fn of(values: BTreeMap<String, String>) -> Self {
        Self {
            values,
            environment: BTreeSet::new(),
            #[cfg(test)]
            read_keys: Default::default(),
        }
    }

    pub fn text(&self, key: &str) -> Option<String> {
        #[cfg(test)]
        self.read_keys.borrow_mut().insert(variable_of(key));
        self.values.get(key).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Variables that the environment sets: what the file says can be changed in the browser, what they say cannot.
    pub fn environment(&self) -> &BTreeSet<String> {
        &self.environment
    }

    /// What is said of the S3 store, as far as the store's client knows it.
    pub fn aws(&self) -> impl Iterator<Item = (AmazonS3ConfigKey, SecretString)> {
        let own = self.values.iter().filter(|(key, _)| key.starts_with("aws_"));
        own.filter_map(|(key, value)| Some((key.parse().ok()?, SecretString::from(value.trim().to_owned()))))
    }

    pub fn number(&self, key: &str, default: u64, range: RangeInclusive<u64>) -> Result<u64, ConfigError> {
        match self.text(key) {
            None => Ok(default),
            Some(text) => match text.parse() {
                Ok(number) if range.contains(&number) => Ok(number),
                _ => {
                    Err(self.invalid(key, &format!("is not a whole number from {} to {}", range.start(), range.end())))
                }
            },
        }
    }

    /// `true` or `false`.
    pub fn flag(&self, key: &str, default: bool) -> Result<bool, ConfigError> {
        match self.text(key).as_deref() {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(_) => Err(self.invalid(key, "is neither `true` nor `false`")),
        }
    }

    /// The error for a key; names its variable and never repeats the value, which may be a secret.
    pub fn invalid(&self, key: &str, why: &str) -> ConfigError {
        ConfigError::Value { name: variable_of(key), why: why.to_owned() }
    }

    #[cfg(test)]
    pub fn read_variables(&self) -> BTreeSet<String> {
        self.read_keys.borrow().clone()
    }
}
