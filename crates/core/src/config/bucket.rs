//! An S3 bucket: its address and the `AWS_…` variables.

use object_store::aws::AmazonS3ConfigKey;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{ConfigError, ConfigSource};

/// A bucket, or a folder in one.
#[derive(Clone, Debug)]
pub struct Bucket {
    pub name: String,
    /// Without slashes at its ends; may be empty.
    pub prefix: String,
    /// The `AWS_…` variables.
    pub settings: Vec<(AmazonS3ConfigKey, SecretString)>,
}

impl Bucket {
    /// Reads `s3://bucket/prefix`, the value of `key`, and the `AWS_…` variables.
    pub(super) fn read(source: &ConfigSource, key: &str, text: &str) -> Result<Self, ConfigError> {
        let wrong = |why| Err(source.invalid(key, why));
        let url = match Url::parse(text) {
            Ok(url) if url.scheme() == "s3" => url,
            _ => return wrong("is no bucket such as `s3://bucket/prefix`"),
        };
        let Some(name) = url.host_str().filter(|name| !name.is_empty()) else { return wrong("names no bucket") };
        let prefix = url.path().trim_matches('/');
        if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() || url.port().is_some() {
            return wrong("holds more than a bucket and a prefix; keys and endpoint come from the AWS_ variables");
        }
        if prefix.split('/').any(|part| matches!(part, "." | "..") || (part.is_empty() && !prefix.is_empty()))
            || prefix.contains('%')
        {
            return wrong("has a prefix that is no plain path");
        }
        check_aws(source)?;
        Ok(Self { name: name.to_owned(), prefix: prefix.to_owned(), settings: source.aws().collect() })
    }

    fn setting(&self, key: AmazonS3ConfigKey) -> Option<&str> {
        self.settings.iter().rev().find(|(known, _)| *known == key).map(|(_, value)| value.expose_secret())
    }

    fn endpoint(&self) -> Option<&str> {
        self.setting(AmazonS3ConfigKey::S3Endpoint).or_else(|| self.setting(AmazonS3ConfigKey::Endpoint))
    }

    /// Whether somebody asked for a plain connection, by its address.
    pub fn allows_http(&self) -> bool {
        self.endpoint().is_some_and(|url| url.starts_with("http:"))
    }

    /// Where browsers put their uploads: scheme, host and port.
    pub fn origin(&self) -> String {
        if let Some(url) = self.endpoint().and_then(|url| Url::parse(url).ok()) {
            return url.origin().ascii_serialization();
        }
        let region = self
            .setting(AmazonS3ConfigKey::Region)
            .or_else(|| self.setting(AmazonS3ConfigKey::DefaultRegion))
            .unwrap_or("us-east-1");
        match self.setting(AmazonS3ConfigKey::VirtualHostedStyleRequest) {
            Some("true" | "1") => format!("https://{}.s3.{region}.amazonaws.com", self.name),
            _ => format!("https://s3.{region}.amazonaws.com"),
        }
    }
}

/// # Errors
///
/// Half of a pair of keys, or an endpoint that is no address.
fn check_aws(source: &ConfigSource) -> Result<(), ConfigError> {
    match (source.text("aws_access_key_id"), source.text("aws_secret_access_key")) {
        (Some(_), None) => {
            return Err(source.invalid("aws_secret_access_key", "is not set, though AWS_ACCESS_KEY_ID is"));
        }
        (None, Some(_)) => {
            return Err(source.invalid("aws_access_key_id", "is not set, though AWS_SECRET_ACCESS_KEY is"));
        }
        _ => {}
    }
    for key in ["aws_endpoint_url", "aws_endpoint_url_s3", "aws_endpoint"] {
        let is_address = |text: &String| {
            Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        };
        if source.text(key).is_some_and(|text| !is_address(&text)) {
            return Err(source.invalid(key, "is no http or https address"));
        }
    }
    Ok(())
}
