//! S3 client of a configured bucket.

use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder, S3CopyIfNotExists};
use object_store::{ClientOptions, RetryConfig};
use secrecy::ExposeSecret;

use crate::config::Bucket;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout of one request; pictures are written in one.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// # Errors
///
/// The settings contradict each other. A bucket that cannot be reached now is no error.
pub fn client(bucket: &Bucket, retry: RetryConfig) -> object_store::Result<AmazonS3> {
    let mut builder = AmazonS3Builder::new();
    for (key, value) in &bucket.settings {
        builder = builder.with_config(*key, value.expose_secret());
    }
    let client = ClientOptions::new()
        .with_allow_http(bucket.allows_http())
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_timeout(REQUEST_TIMEOUT);
    builder
        .with_bucket_name(&bucket.name)
        .with_client_options(client)
        .with_retry(retry)
        .with_copy_if_not_exists(S3CopyIfNotExists::Multipart)
        .build()
}
