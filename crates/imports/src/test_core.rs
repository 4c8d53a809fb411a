//! A core over an empty store in a folder, for tests.

use std::path::Path;

use mwanga_core::Core;
use mwanga_core::clock::Clock;
use mwanga_core::config::{Config, ConfigSource};
use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreOptions, migrations};

/// Noon in Nairobi on 20 November 2026.
pub const NOW: Timestamp = Timestamp(1_795_165_200_000);

pub async fn core_in(folder: &Path) -> Core {
    let pairs =
        [("data_dir", folder.to_str().unwrap()), ("secret_key", "a key that only the tests know, 44 characters")];
    let config = Config::from_source(&ConfigSource::from_pairs(
        pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())),
    ))
    .unwrap();
    let store = Store::open(&StoreOptions { url: config.database_url.clone(), readers: 2 }).await.unwrap();
    migrations::migrate(&store, || NOW).await.unwrap();
    Core::new(config, store, Clock::fixed(NOW)).await.unwrap()
}
