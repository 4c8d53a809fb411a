use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use mwanga_store::entities::{analytics_day, analytics_post_day, analytics_referrer_day};
use mwanga_store::types::{PostId, TrackedEvent};
use mwanga_store::{StoreError, StoreResult, queries};

use super::recorder::Seen;
use super::{deal_key, referrers};
use crate::Core;

/// How often what was counted is written down; what a crash can lose.
const EVERY: Duration = Duration::from_secs(2);
/// How long a stop may wait for a store that does not answer.
const LAST_TRIES: Duration = Duration::from_secs(5);
/// Rows in one transaction, so that no editor's save waits for it.
const BATCH: usize = 100;

/// Writes down what is counted, for as long as the server runs, and the last of it after `stop`.
pub async fn keep_writing(core: Core, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut broken = false;
    loop {
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            () = core.analytics.bell.notified() => {}
            () = &mut stop => break,
        }
        match write_down(&core).await {
            Ok(()) => broken = false,
            Err(e) => {
                if !broken {
                    tracing::warn!("cannot write down what was read, it waits: {e}");
                }
                broken = true;
            }
        }
    }
    let until = tokio::time::Instant::now() + LAST_TRIES;
    while let Err(e) = write_down(&core).await {
        if tokio::time::Instant::now() >= until {
            tracing::error!("what was read in the last moments is lost: {e}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Writes down what was counted so far. What the store does not take now stays for the next time.
pub async fn write_down(core: &Core) -> StoreResult<()> {
    let core = core.clone();
    // In a task of its own: a caller that goes away must not take along what it had in its hands.
    match tokio::spawn(async move { write(&core).await }).await {
        Ok(outcome) => outcome,
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    }
}

async fn write(core: &Core) -> StoreResult<()> {
    let mut unwritten = core.analytics.unwritten.lock().await;
    let mut outcome = Ok(());
    for (day, seen) in core.analytics.take() {
        match look_up(core, &seen).await {
            Ok(counts) => unwritten.entry(day).or_default().merge(counts),
            Err(e) => {
                core.analytics.put_back(&day, seen);
                outcome = Err(e);
            }
        }
    }
    let unwritten: &mut BTreeMap<String, Counts> = &mut unwritten;
    for (day, counts) in unwritten.iter_mut() {
        counts.write(core, day).await?;
    }
    unwritten.clear();
    outcome
}

/// What of it is about public posts and the deals that they have; the rest counts nothing.
async fn look_up(core: &Core, seen: &HashMap<Seen, i64>) -> StoreResult<Counts> {
    let (db, mut counts) = (core.store.reader(), Counts::default());
    let mut posts = HashSet::new();
    let mut with_clicks = HashSet::new();
    for seen in seen.keys() {
        match seen {
            Seen::View { post, .. } | Seen::Share { post, .. } => drop(posts.insert(*post)),
            Seen::DealClick { post, .. } => drop((posts.insert(*post), with_clicks.insert(*post))),
            Seen::Step { .. } => {}
        }
    }
    let ids: Vec<PostId> = posts.into_iter().collect();
    let public: HashSet<PostId> =
        queries::posts::public_of(db, &ids, core.now()).await?.into_iter().map(|(id, ..)| id).collect();
    let with_clicks: Vec<PostId> = with_clicks.intersection(&public).copied().collect();
    let deals: HashMap<(PostId, i32), i64> = queries::analytics::deals_of(db, &with_clicks)
        .await?
        .into_iter()
        .map(|deal| ((deal.post_id, deal.position), deal_key(&deal.url)))
        .collect();
    for (seen, count) in seen {
        match seen {
            Seen::View { post, referrer } if public.contains(post) => {
                counts.of_post(*post, TrackedEvent::PostView, 0, "", *count);
                if let Some(host) = referrer {
                    *counts.referrers.entry(host.clone()).or_default() += count;
                }
            }
            Seen::DealClick { post, position } => {
                if let Some(key) = deals.get(&(*post, *position)) {
                    counts.of_post(*post, TrackedEvent::DealClick, *key, "", *count);
                }
            }
            Seen::Share { post, method } if public.contains(post) => {
                counts.of_post(*post, TrackedEvent::Share, 0, method, *count)
            }
            Seen::Step { event, plan } => *counts.site.entry((*event, plan)).or_default() += count,
            Seen::View { .. } | Seen::Share { .. } => {}
        }
    }
    Ok(counts)
}

/// What is to be added to the rows of one day.
#[derive(Default)]
pub(super) struct Counts {
    posts: HashMap<(PostId, TrackedEvent, i64), i64>,
    /// By plan, or way of a share, where there is one.
    site: HashMap<(TrackedEvent, &'static str), i64>,
    referrers: HashMap<String, i64>,
}

impl Counts {
    fn of_post(&mut self, post: PostId, event: TrackedEvent, deal_key: i64, method: &'static str, count: i64) {
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
    }

    /// Forgets each part as soon as it is written.
    async fn write(&mut self, core: &Core, day: &str) -> StoreResult<()> {
        let db = core.store.writer();
        while !self.posts.is_empty() {
            let batch: Vec<_> = self.posts.iter().take(BATCH).map(|(key, count)| (*key, *count)).collect();
            let row = |((post_id, event, deal_key), count): ((PostId, TrackedEvent, i64), i64)| {
                analytics_post_day::Model { post_id, event, deal_key, day: day.to_owned(), count }
            };
            match queries::analytics::add_to_posts(db, batch.iter().copied().map(row).collect()).await {
                // One of the posts was deleted since it was looked up; the others count.
                Err(StoreError::Conflict(_)) => {
                    for one in &batch {
                        match queries::analytics::add_to_posts(db, vec![row(*one)]).await {
                            Ok(()) | Err(StoreError::Conflict(_)) => drop(self.posts.remove(&one.0)),
                            Err(e) => return Err(e),
                        }
                    }
                }
                outcome => outcome?,
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
            settle_referrers(core, day, &self.referrers, referrers::CANDIDATES).await?;
            self.referrers.clear();
        }
        Ok(())
    }
}

/// Adds to the hosts of a day, and lets no more than `most` of them have a row.
pub(super) async fn settle_referrers(
    core: &Core,
    day: &str,
    fresh: &HashMap<String, i64>,
    most: usize,
) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let held = queries::analytics::referrers_of(&tx, day).await?;
    let (add, gone) = referrers::settle(&held, fresh, most);
    queries::analytics::delete_referrers(&tx, day, &gone).await?;
    let rows = add.into_iter().map(|(host, count)| analytics_referrer_day::Model { day: day.to_owned(), host, count });
    queries::analytics::add_to_referrers(&tx, rows.collect()).await?;
    tx.commit().await
}
