//! Flushes pending counts from memory to the store.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use mwanga_store::entities::{analytics_day, analytics_post_day, analytics_referrer_day};
use mwanga_store::types::{IssueLinkId, PostId, TrackedEvent};
use mwanga_store::{StoreError, StoreResult, queries};
use tokio::time::Instant;

use super::recorder::EventKey;
use super::{deal_key, flush_missing, referrers};
use crate::Core;

/// Flush interval; a crash loses at most this much.
const FLUSH_INTERVAL: Duration = Duration::from_secs(2);
/// How often addresses at which there is nothing are written: nobody waits to see one.
const MISSING_INTERVAL: Duration = Duration::from_secs(60);
/// How long a shutdown waits for the last flush.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a report waits for a flush of this node.
const REPORT_TIMEOUT: Duration = Duration::from_millis(500);
/// Maximum rows per transaction, so that no editor's save waits for it.
const BATCH: usize = 100;

/// Flushes in the background until `stop`, then once more.
pub async fn run_flusher(core: Core, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut is_failing = false;
    let mut all_flushed_at = Instant::now();
    loop {
        tokio::select! {
            () = tokio::time::sleep(FLUSH_INTERVAL) => {}
            () = core.analytics().flush_requested.notified() => {}
            () = &mut stop => break,
        }
        let is_all_due = all_flushed_at.elapsed() >= MISSING_INTERVAL;
        match if is_all_due { flush_all(&core).await } else { flush(&core).await } {
            Ok(()) => {
                is_failing = false;
                if is_all_due {
                    all_flushed_at = Instant::now();
                }
            }
            Err(e) => {
                if !is_failing {
                    tracing::warn!("cannot write down what was read, it waits: {e}");
                }
                is_failing = true;
            }
        }
    }
    let until = Instant::now() + SHUTDOWN_TIMEOUT;
    while let Err(e) = flush_all(&core).await {
        if Instant::now() >= until {
            tracing::error!("what was read in the last moments is lost: {e}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn flush_all(core: &Core) -> StoreResult<()> {
    flush(core).await?;
    flush_missing(core).await
}

/// Flushes pending counts. What the store does not take stays for the next flush.
pub async fn flush(core: &Core) -> StoreResult<()> {
    let core = core.clone();
    // In its own task: counts must not be lost when the caller is cancelled.
    match tokio::spawn(async move { flush_pending(&core).await }).await {
        Ok(outcome) => outcome,
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    }
}

/// Flushes before a report, so that it is current; when the store is busy it may be two seconds old.
pub(crate) async fn flush_for_report(core: &Core) {
    if let Ok(Err(e)) = tokio::time::timeout(REPORT_TIMEOUT, flush(core)).await {
        tracing::debug!("a report without the last moments: {e}");
    }
}

async fn flush_pending(core: &Core) -> StoreResult<()> {
    let mut unflushed = core.analytics().unflushed.lock().await;
    let mut outcome = Ok(());
    for (day, counters) in core.analytics().take_pending() {
        match resolve(core, &counters).await {
            Ok(counts) => unflushed.entry(day).or_default().merge(counts),
            Err(e) => {
                core.analytics().restore_pending(&day, counters);
                outcome = Err(e);
            }
        }
    }
    let unflushed: &mut BTreeMap<String, Counts> = &mut unflushed;
    for (day, counts) in unflushed.iter_mut() {
        counts.write(core, day).await?;
    }
    unflushed.clear();
    outcome
}

/// Resolves pending keys to public posts and existing deals; others are dropped.
async fn resolve(core: &Core, counters: &HashMap<EventKey, i64>) -> StoreResult<Counts> {
    let (db, mut counts) = (core.store.reader(), Counts::default());
    let mut posts = HashSet::new();
    let mut clicked_posts = HashSet::new();
    for key in counters.keys() {
        match key {
            EventKey::View { post, .. } | EventKey::Share { post, .. } => drop(posts.insert(*post)),
            EventKey::DealClick { post, .. } => drop((posts.insert(*post), clicked_posts.insert(*post))),
            EventKey::FunnelStep { .. } | EventKey::LinkClick(_) => {}
        }
    }
    let ids: Vec<PostId> = posts.into_iter().collect();
    let public: HashSet<PostId> =
        queries::posts::filter_public(db, &ids, core.now()).await?.into_iter().map(|(id, ..)| id).collect();
    let clicked_posts: Vec<PostId> = clicked_posts.intersection(&public).copied().collect();
    let deals: HashMap<(PostId, i32), i64> = queries::analytics::deal_links(db, &clicked_posts)
        .await?
        .into_iter()
        .map(|deal| ((deal.post_id, deal.position), deal_key(&deal.url)))
        .collect();
    for (key, count) in counters {
        match key {
            EventKey::View { post, referrer } if public.contains(post) => {
                counts.add_post(*post, TrackedEvent::PostView, 0, "", *count);
                if let Some(host) = referrer {
                    *counts.referrers.entry(host.clone()).or_default() += count;
                }
            }
            EventKey::DealClick { post, position } => {
                if let Some(key) = deals.get(&(*post, *position)) {
                    counts.add_post(*post, TrackedEvent::DealClick, *key, "", *count);
                }
            }
            EventKey::Share { post, method } if public.contains(post) => {
                counts.add_post(*post, TrackedEvent::Share, 0, method, *count)
            }
            EventKey::FunnelStep { event, plan } => *counts.site.entry((*event, plan)).or_default() += count,
            EventKey::LinkClick(link) => *counts.links.entry(*link).or_default() += count,
            EventKey::View { .. } | EventKey::Share { .. } => {}
        }
    }
    Ok(counts)
}

/// Counts to add to the rows of one day.
#[derive(Default)]
pub(super) struct Counts {
    posts: HashMap<(PostId, TrackedEvent, i64), i64>,
    /// By plan or share method, if any.
    site: HashMap<(TrackedEvent, &'static str), i64>,
    referrers: HashMap<String, i64>,
    links: HashMap<IssueLinkId, i64>,
}

impl Counts {
    fn add_post(&mut self, post: PostId, event: TrackedEvent, deal_key: i64, method: &'static str, count: i64) {
        *self.posts.entry((post, event, deal_key)).or_default() += count;
        *self.site.entry((event, method)).or_default() += count;
    }

    fn merge(&mut self, other: Self) {
        for (key, count) in other.posts {
            *self.posts.entry(key).or_default() += count;
        }
        for (key, count) in other.site {
            *self.site.entry(key).or_default() += count;
        }
        for (host, count) in other.referrers {
            *self.referrers.entry(host).or_default() += count;
        }
        for (link, count) in other.links {
            *self.links.entry(link).or_default() += count;
        }
    }

    /// Writes the counts, removing each as soon as it is stored.
    async fn write(&mut self, core: &Core, day: &str) -> StoreResult<()> {
        let db = core.store.writer();
        while !self.posts.is_empty() {
            let batch: Vec<_> = self.posts.iter().take(BATCH).map(|(key, count)| (*key, *count)).collect();
            let row = |((post_id, event, deal_key), count): ((PostId, TrackedEvent, i64), i64)| {
                analytics_post_day::Model { post_id, event, deal_key, day: day.to_owned(), count }
            };
            match queries::analytics::add_to_posts(db, batch.iter().copied().map(row).collect()).await {
                // A post was deleted since it was resolved; the others count.
                Err(StoreError::Conflict(_)) => {
                    for entry in &batch {
                        match queries::analytics::add_to_posts(db, vec![row(*entry)]).await {
                            Ok(()) => add_to_week(core, &[*entry]).await,
                            Err(StoreError::Conflict(_)) => {}
                            Err(e) => return Err(e),
                        }
                        self.posts.remove(&entry.0);
                    }
                }
                Ok(()) => add_to_week(core, &batch).await,
                Err(e) => return Err(e),
            }
            for (key, _) in batch {
                self.posts.remove(&key);
            }
        }
        let site = self.site.iter().map(|((event, detail), count)| analytics_day::Model {
            day: day.to_owned(),
            event: *event,
            detail: (*detail).to_owned(),
            count: *count,
        });
        queries::analytics::add_to_days(db, site.collect()).await?;
        self.site.clear();
        if !self.referrers.is_empty() {
            merge_referrers(core, day, &self.referrers, referrers::OPEN_DAY_HOSTS).await?;
            self.referrers.clear();
        }
        self.write_links(core).await
    }

    async fn write_links(&mut self, core: &Core) -> StoreResult<()> {
        while !self.links.is_empty() {
            let batch: Vec<_> = self.links.iter().take(BATCH).map(|(link, count)| (*link, *count)).collect();
            let tx = core.store.begin().await?;
            queries::issue_links::add_clicks(&tx, batch.clone()).await?;
            tx.commit().await?;
            for (link, _) in batch {
                self.links.remove(&link);
            }
        }
        Ok(())
    }
}

/// Adds views to those of the last week. They follow from what was just written: a failure is mended by the recount of
/// the next night.
async fn add_to_week(core: &Core, counts: &[((PostId, TrackedEvent, i64), i64)]) {
    let views = counts.iter().filter(|((_, event, _), _)| *event == TrackedEvent::PostView);
    let views = views.map(|((post, ..), count)| (*post, *count)).collect();
    if let Err(e) = queries::post_weeks::add(core.store.writer(), views).await {
        tracing::debug!("views of the week wait for the recount: {e}");
    }
}

/// Adds referrers of a day, keeping at most `max_hosts` rows.
pub(super) async fn merge_referrers(
    core: &Core,
    day: &str,
    new_counts: &HashMap<String, i64>,
    max_hosts: usize,
) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let stored = queries::analytics::referrers_on_day(&tx, day).await?;
    let (add, removed) = referrers::merge_top(&stored, new_counts, max_hosts);
    queries::analytics::delete_referrers(&tx, day, &removed).await?;
    let rows = add.into_iter().map(|(host, count)| analytics_referrer_day::Model { day: day.to_owned(), host, count });
    queries::analytics::add_to_referrers(&tx, rows.collect()).await?;
    tx.commit().await
}
