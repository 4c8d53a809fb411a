//! Change feed: applies changes of other processes on the same store (command line, other nodes) to the caches here.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mwanga_core::{Core, settings};
use mwanga_store::queries::changes;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Sequence numbers can be committed out of order: changes younger than this are read again each time.
const REREAD_MS: i64 = 60_000;

/// How far this process has read.
#[derive(Default)]
pub struct ChangeFeed(OnceLock<AtomicI64>);

impl ChangeFeed {
    /// The last sequence number that was applied; none before the feed is followed.
    pub fn last_seq(&self) -> Option<i64> {
        self.0.get().map(|last| last.load(Ordering::SeqCst))
    }

    fn set_last_seq(&self, seq: i64) {
        self.0.get_or_init(AtomicI64::default).store(seq, Ordering::SeqCst);
    }
}

/// Polls the change feed for as long as the process runs.
pub async fn follow(core: &Core, feed: &ChangeFeed) {
    let mut last = loop {
        match changes::last_seq(core.store.reader()).await {
            Ok(seq) => break seq,
            Err(e) => tracing::warn!("cannot read the change feed: {e}"),
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    };
    feed.set_last_seq(last);
    let mut applied = BTreeSet::new();
    let mut is_failing = false;
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        // Not by its tag: mails depend on it, and a reading that failed is made good by the next.
        if let Err(e) = core.held().reload(core.store.reader()).await {
            tracing::debug!("cannot read whether the site is held: {e}");
        }
        // Before the tags of other changes: a page that ends now is drawn with what was saved before it.
        if let Err(e) = settings::refresh(core).await {
            tracing::debug!("cannot read the settings: {e}");
        }
        let since = core.now().plus_ms(-REREAD_MS);
        match changes::since(core.store.reader(), last, since, &core.node).await {
            Ok(rows) => {
                is_failing = false;
                let fresh: Vec<_> = rows.iter().filter(|row| applied.insert(row.seq)).collect();
                let tags: Vec<String> =
                    fresh.iter().map(|row| row.tag.clone()).collect::<BTreeSet<_>>().into_iter().collect();
                core.announce(&tags);
                last = rows.iter().map(|row| row.seq).fold(last, i64::max);
                feed.set_last_seq(last);
                let oldest = rows.iter().filter(|row| row.created_at >= since).map(|row| row.seq).min().unwrap_or(last);
                applied = applied.split_off(&oldest);
            }
            Err(e) => {
                if !is_failing {
                    tracing::warn!("cannot read the change feed: {e}");
                }
                is_failing = true;
            }
        }
    }
}
