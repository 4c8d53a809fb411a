//! Settings of media storage and uploads.

use std::path::PathBuf;

use super::{Bucket, ConfigError, ConfigSource};

/// Uploads, and where they lie.
#[derive(Clone, Debug)]
pub struct MediaConfig {
    /// `MWANGA_MEDIA_URL`; see [`MediaLocation`].
    pub place: MediaLocation,
    /// `MWANGA_MEDIA_CACHE_MB`, default 2048: how much of a bucket is kept on the local disk for readers.
    pub cache_mb: u64,
    /// `MWANGA_MEDIA_PRIVATE`, default false: strangers get no file that nothing public uses.
    pub private: bool,
    /// `MWANGA_FFMPEG`: the program that draws a frame of each video; default `ffmpeg` of the `PATH`, where there is
    /// one.
    pub ffmpeg: Option<PathBuf>,
    /// `MWANGA_MAX_UPLOAD_MB`, default 100 (MB of 1,048,576 bytes).
    pub max_upload_mb: u64,
    /// `MWANGA_UPLOAD_TIMEOUT_S`, default 120.
    pub upload_timeout_s: u64,
}

impl MediaConfig {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        Ok(Self {
            place: place(source)?,
            cache_mb: source.number("media_cache_mb", 2_048, 1..=1_000_000)?,
            private: source.flag("media_private", false)?,
            ffmpeg: ffmpeg(source)?,
            max_upload_mb: source.number("max_upload_mb", 100, 1..=10_000)?,
            upload_timeout_s: source.number("upload_timeout_s", 120, 1..=86_400)?,
        })
    }
}

/// Where media lie: `MWANGA_MEDIA_URL`.
#[derive(Clone, Debug)]
pub enum MediaLocation {
    /// Unset, or `file:`: in the data folder.
    Folder,
    /// `s3://bucket/prefix`, with the usual `AWS_…` variables.
    Bucket(Bucket),
}

fn place(source: &ConfigSource) -> Result<MediaLocation, ConfigError> {
    match source.text("media_url") {
        None => Ok(MediaLocation::Folder),
        Some(text) if text == "file:" => Ok(MediaLocation::Folder),
        Some(text) if text.starts_with("s3:") => Bucket::read(source, "media_url", &text).map(MediaLocation::Bucket),
        Some(_) => Err(source.invalid("media_url", "is neither `file:` nor a bucket such as `s3://bucket/prefix`")),
    }
}

/// The program of `MWANGA_FFMPEG`, else the one that is installed.
fn ffmpeg(source: &ConfigSource) -> Result<Option<PathBuf>, ConfigError> {
    match source.text("ffmpeg").map(PathBuf::from) {
        Some(program) if program.is_file() => Ok(Some(program)),
        Some(_) => Err(source.invalid("ffmpeg", "is no program")),
        None => {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            Ok(std::env::split_paths(&folders).map(|folder| folder.join("ffmpeg")).find(|program| program.is_file()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(pairs: &[(&str, &str)]) -> ConfigSource {
        ConfigSource::from_pairs(pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn an_invalid_media_url_is_refused_with_a_reason() {
        assert!(matches!(place(&source(&[])), Ok(MediaLocation::Folder)));
        assert!(matches!(place(&source(&[("media_url", "file:")])), Ok(MediaLocation::Folder)));
        for (text, why) in [
            ("media", "is neither `file:` nor a bucket such as `s3://bucket/prefix`"),
            ("file:///srv/media", "is neither `file:` nor a bucket such as `s3://bucket/prefix`"),
            ("https://s3.example/bucket", "is neither `file:` nor a bucket such as `s3://bucket/prefix`"),
            ("s3:///prefix", "names no bucket"),
            (
                "s3://bucket?region=x",
                "holds more than a bucket and a prefix; keys and endpoint come from the AWS_ variables",
            ),
            (
                "s3://key:secret@bucket",
                "holds more than a bucket and a prefix; keys and endpoint come from the AWS_ variables",
            ),
            ("s3://bucket/a//b", "has a prefix that is no plain path"),
        ] {
            assert_eq!(
                place(&source(&[("media_url", text)])).unwrap_err().to_string(),
                format!("MWANGA_MEDIA_URL: {why}"),
                "{text}"
            );
        }
        let half = source(&[("media_url", "s3://bucket"), ("aws_access_key_id", "key")]);
        assert_eq!(
            place(&half).unwrap_err().to_string(),
            "AWS_SECRET_ACCESS_KEY: is not set, though AWS_ACCESS_KEY_ID is"
        );
        let endpoint = source(&[("media_url", "s3://bucket"), ("aws_endpoint_url", "s3.example")]);
        assert_eq!(place(&endpoint).unwrap_err().to_string(), "AWS_ENDPOINT_URL: is no http or https address");
    }

    #[test]
    fn the_origin_of_a_bucket_follows_region_and_endpoint() {
        for (pairs, origin) in [
            (&[("aws_region", "eu-west-1")][..], "https://s3.eu-west-1.amazonaws.com"),
            (&[("aws_endpoint_url", "http://127.0.0.1:9000/")][..], "http://127.0.0.1:9000"),
            (&[("aws_virtual_hosted_style_request", "true")][..], "https://bucket.s3.us-east-1.amazonaws.com"),
        ] {
            let MediaLocation::Bucket(bucket) =
                place(&source(&[&[("media_url", "s3://bucket/a/b/")], pairs].concat())).unwrap()
            else {
                panic!("a bucket")
            };
            assert_eq!((bucket.origin().as_str(), bucket.prefix.as_str()), (origin, "a/b"));
        }
    }
}
