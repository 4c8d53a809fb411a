//! Addresses at which there is nothing: counted in memory, written once a minute. They say where old links lead from,
//! and nothing of who followed them.

use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::entities::missing_address;
use mwanga_store::{StoreResult, queries};
use percent_encoding::percent_decode_str;

use crate::core_state::{Core, Part};

/// How long an address is kept since it was last asked for.
pub const MISSING_KEPT_MS: i64 = 90 * 24 * 3_600_000;
/// Most rows: those asked for most often stay, so that a flood of junk only drives out other junk.
const MAX_ROWS: u64 = 10_000;
/// Most addresses in memory.
const MAX_PENDING: usize = 2_000;
/// Most signs of an address, and of a part between slashes: a longer one may be a code that was mailed to somebody.
const MAX_SIGNS: usize = 200;
const MAX_SIGNS_OF_PART: usize = 40;
/// Maximum rows per transaction, so that no editor's save waits for it.
const BATCH: usize = 100;

/// How often addresses were asked for since the last flush.
#[derive(Default)]
pub struct MissingAddresses {
    pending: Mutex<HashMap<String, i64>>,
}

impl Part for MissingAddresses {}

impl MissingAddresses {
    fn add(&self, path: String, count: i64) {
        let mut pending = self.pending.lock().expect("no panic while held");
        if let Some(total) = pending.get_mut(&path) {
            *total += count;
        } else if pending.len() < MAX_PENDING {
            pending.insert(path, count);
        }
    }

    fn take(&self) -> HashMap<String, i64> {
        std::mem::take(&mut *self.pending.lock().expect("no panic while held"))
    }
}

/// Counts that the path of an address, as it was sent, leads nowhere.
pub fn record_missing(core: &Core, path: &str) {
    if let Some(path) = countable(path) {
        core.part::<MissingAddresses>().add(path, 1);
    }
}

/// The path as it is read; none where it may hold an e-mail address or a code, or is no text.
fn countable(path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // A second `%` hides what the path holds.
    let is_odd = |sign: char| matches!(sign, '@' | '＠' | '﹫' | '%') || sign.is_control();
    let is_long = |text: &str, limit: usize| text.chars().nth(limit).is_some();
    let is_left_out = path.contains(is_odd)
        || is_long(&path, MAX_SIGNS)
        || path.split(['/', '\\']).any(|part| is_long(part, MAX_SIGNS_OF_PART));
    (!is_left_out).then(|| path.into_owned())
}

/// Writes down what was counted. What the store does not take stays for the next time.
pub async fn flush_missing(core: &Core) -> StoreResult<()> {
    let core = core.clone();
    // In its own task: counts must not be lost when the caller is cancelled.
    match tokio::spawn(async move { write(&core).await }).await {
        Ok(outcome) => outcome,
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    }
}

async fn write(core: &Core) -> StoreResult<()> {
    let mut counts: Vec<_> = core.part::<MissingAddresses>().take().into_iter().collect();
    while !counts.is_empty() {
        let batch = counts.split_off(counts.len().saturating_sub(BATCH));
        if let Err(e) = write_batch(core, &batch).await {
            for (path, count) in counts.into_iter().chain(batch) {
                core.part::<MissingAddresses>().add(path, count);
            }
            return Err(e);
        }
    }
    Ok(())
}

async fn write_batch(core: &Core, batch: &[(String, i64)]) -> StoreResult<()> {
    let now = core.now();
    let row = |(path, count): &(String, i64)| missing_address::Model {
        path: path.clone(),
        count: *count,
        last_asked_at: now,
    };
    let tx = core.store.begin().await?;
    queries::missing_addresses::add(&tx, batch.iter().map(row).collect()).await?;
    queries::missing_addresses::trim(&tx, MAX_ROWS).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_may_name_somebody_are_not_counted() {
        let long = format!("/{}", "a".repeat(41));
        let deep = "/aaaaaaaaa".repeat(21);
        for path in ["/ann@example.com", "/ann%40example.com", "/ann%2540example.com", "/a%00b", "/%FF", &long, &deep] {
            assert_eq!(countable(path), None, "{path}");
        }
        let forty = format!("/{}/x", "a".repeat(40));
        for (path, counted) in [
            ("/2023/05/old-story.html", "/2023/05/old-story.html"),
            ("/caf%C3%A9", "/café"),
            ("/%D9%82%D8%B5%D8%A9", "/قصة"),
            (&forty, &forty),
        ] {
            assert_eq!(countable(path).as_deref(), Some(counted), "{path}");
        }
    }

    #[test]
    fn a_flood_of_addresses_takes_no_more_memory_and_counts_on_what_is_known() {
        let counted = MissingAddresses::default();
        for number in 0..MAX_PENDING + 50 {
            counted.add(format!("/{number}"), 1);
        }
        counted.add("/0".into(), 2);
        let taken = counted.take();
        assert_eq!((taken.len(), taken["/0"]), (MAX_PENDING, 3));
    }
}
