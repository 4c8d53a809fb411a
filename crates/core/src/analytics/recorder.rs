//! In-memory counters of events that are not flushed yet.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use mwanga_store::types::{PostId, TrackedEvent};
use tokio::sync::Notify;

use super::flush::Counts;
use super::{PLANS, SHARE_METHODS, referrers};
use crate::Core;

/// Pending counts in memory. Recording takes a few hundred nanoseconds and no query.
#[derive(Default)]
pub struct Recorder {
    pending: Mutex<Pending>,
    /// Wakes the flusher when [`FLUSH_AT`] is reached.
    pub(super) flush_requested: Notify,
    /// Resolved counts that are not stored yet; locked during a flush.
    pub(super) unflushed: tokio::sync::Mutex<BTreeMap<String, Counts>>,
}

#[derive(Default)]
struct Pending {
    /// By day.
    days: BTreeMap<String, HashMap<EventKey, i64>>,
    size: usize,
    dropped: u64,
}

/// Key of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum EventKey {
    View { post: PostId, referrer: Option<String> },
    DealClick { post: PostId, position: i32 },
    Share { post: PostId, method: &'static str },
    FunnelStep { event: TrackedEvent, plan: &'static str },
}

/// An event as a browser sends it. Post and deal are resolved when it is flushed.
#[derive(Clone, Debug)]
pub struct AnalyticsEvent {
    pub event: TrackedEvent,
    pub post_id: Option<PostId>,
    /// Position among the post's deals, from 0.
    pub deal: Option<i32>,
    pub plan: Option<String>,
    /// Share method.
    pub method: Option<String>,
    /// Referrer: a URL or a host.
    pub referrer: Option<String>,
}

/// Maximum number of pending keys: a flood of junk must not fill the memory.
const MAX_PENDING: usize = 20_000;
/// Number of pending keys that triggers a flush.
const FLUSH_AT: usize = 2_000;

/// Counts one event. Unknown posts and deals count nothing.
pub fn record(core: &Core, event: AnalyticsEvent) {
    let Some(key) = event_key(core, event) else { return };
    core.analytics.add(core.now().nairobi_day(), key, 1);
}

/// The counter of an event; none if a field that its type needs is missing.
fn event_key(core: &Core, event: AnalyticsEvent) -> Option<EventKey> {
    let AnalyticsEvent { event, post_id, deal, plan, method, referrer } = event;
    // Only known values become rows.
    let allow_listed = |all: &'static [&'static str], text: Option<String>| {
        all.iter().copied().find(|known| text.as_deref() == Some(known)).unwrap_or_default()
    };
    Some(match event {
        TrackedEvent::PostView => EventKey::View {
            post: post_id?,
            referrer: referrer.and_then(|text| referrers::referrer_host(&text, core.config.base())),
        },
        TrackedEvent::DealClick => EventKey::DealClick { post: post_id?, position: deal? },
        TrackedEvent::Share => EventKey::Share { post: post_id?, method: allow_listed(&SHARE_METHODS, method) },
        event => EventKey::FunnelStep { event, plan: allow_listed(&PLANS, plan) },
    })
}

impl Recorder {
    fn add(&self, day: String, key: EventKey, count: i64) {
        let mut pending = self.pending.lock().expect("no panic while held");
        let is_full = pending.size >= MAX_PENDING;
        let counters = pending.days.entry(day).or_default();
        if let Some(total) = counters.get_mut(&key) {
            *total += count;
        } else if is_full {
            pending.dropped += 1;
        } else {
            counters.insert(key, count);
            pending.size += 1;
            if pending.size == FLUSH_AT {
                self.flush_requested.notify_one();
            }
        }
    }

    /// Takes all pending counts, by day.
    pub(super) fn take_pending(&self) -> BTreeMap<String, HashMap<EventKey, i64>> {
        let Pending { days, dropped, .. } = std::mem::take(&mut *self.pending.lock().expect("no panic while held"));
        if dropped > 0 {
            tracing::warn!("{dropped} events were not counted: more came at once than is remembered");
        }
        days
    }

    /// Puts counts back that could not be resolved.
    pub(super) fn restore_pending(&self, day: &str, counters: HashMap<EventKey, i64>) {
        for (key, count) in counters {
            self.add(day.to_owned(), key, count);
        }
    }
}
