//! What other processes on the same store changed: a command line, another node.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mwanga_core::Core;
use mwanga_store::queries::changes;

const EVERY: Duration = Duration::from_secs(1);
/// Sequence numbers can be committed out of order; what is younger than this is read again each time.
const AGAIN_MS: i64 = 60_000;

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

pub async fn follow(core: &Core, feed: &ChangeFeed) {
    let mut last = loop {
        match changes::last_seq(core.store.reader()).await {
            Ok(seq) => break seq,
            Err(e) => tracing::warn!("cannot read the change feed: {e}"),
        }
        tokio::time::sleep(EVERY).await;
    };
    feed.set_last_seq(last);
    let mut applied = BTreeSet::new();
    let mut broken = false;
    loop {
        tokio::time::sleep(EVERY).await;
        let since = core.now().plus_ms(-AGAIN_MS);
        match changes::since(core.store.reader(), last, since, &core.node).await {
            Ok(rows) => {
                broken = false;
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
                if !broken {
                    tracing::warn!("cannot read the change feed: {e}");
                }
                broken = true;
            }
        }
    }
}
