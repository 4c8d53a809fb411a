//! The jobs of backups.

use mwanga_core::Core;
use mwanga_core::jobs::daily_at;
use mwanga_jobs::{Registry, every_ms, register_jobs};

use crate::{downloads, scheduled};

const HOUR_MS: i64 = 3_600_000;

register_jobs! {
    context: Core;
    once:
        downloads::CreateDownload;
    recurring:
        scheduled::CreateScheduledBackup => daily_at(scheduled::NIGHT),
        scheduled::TestRestore => |core, after| scheduled::next_sunday(after, core.settings().time_zone()),
        downloads::DeleteDownloads => every_ms(HOUR_MS);
}

/// Adds the jobs of backups to those of the features.
pub fn register_jobs(registry: Registry<Core>) -> Registry<Core> {
    register(registry)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// A line for each shape that was ever stored. Lines are added, never changed.
    const STORED: &str = include_str!("../golden/jobs.jsonl");

    #[test]
    fn stored_payloads_are_read_for_ever() {
        let mut kinds = BTreeSet::new();
        for line in STORED.lines() {
            let stored: Value = serde_json::from_str(line).unwrap();
            let kind = stored["kind"].as_str().unwrap();
            kinds.insert(kind.to_owned());
            let read = read_payload(kind, stored["payload"].clone()).unwrap_or_else(|| panic!("nothing reads {kind}"));
            read.unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        let known: BTreeSet<String> = register(Registry::new()).kinds().into_iter().map(str::to_owned).collect();
        assert_eq!(kinds, known, "each kind has its payloads in crates/backup/golden/jobs.jsonl");
    }
}
