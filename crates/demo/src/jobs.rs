//! The jobs of the demo publication.

use mwanga_core::Core;
use mwanga_jobs::{Registry, register_jobs};

use crate::drafts;

register_jobs! {
    context: Core;
    once:
        drafts::AddDraft;
}

/// Adds the jobs of the demo publication to those of the features.
pub fn register_jobs(registry: Registry<Core>) -> Registry<Core> {
    register(registry)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A line for each shape that was ever stored. Lines are added, never changed.
    const STORED: &str = include_str!("../golden/jobs.jsonl");

    #[test]
    fn stored_payloads_are_read_for_ever() {
        for line in STORED.lines() {
            let stored: Value = serde_json::from_str(line).unwrap();
            let kind = stored["kind"].as_str().unwrap();
            let read = read_payload(kind, stored["payload"].clone()).unwrap_or_else(|| panic!("nothing reads {kind}"));
            read.unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        assert!(register(Registry::new()).kinds().into_iter().all(|kind| STORED.contains(kind)));
    }
}
