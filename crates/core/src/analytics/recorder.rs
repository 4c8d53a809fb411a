use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use mwanga_store::types::{PostId, TrackedEvent};
use tokio::sync::Notify;

use super::write::Counts;
use super::{PLANS, SHARE_METHODS, referrers};
use crate::Core;

/// What happened and was not written down yet. Adding to it is a few hundred nanoseconds and no query.
#[derive(Default)]
pub struct Recorder {
    pending: Mutex<Pending>,
    /// Rings when much has come together.
    pub(super) bell: Notify,
    /// What was looked up and waits for the store; held while it is written.
    pub(super) unwritten: tokio::sync::Mutex<BTreeMap<String, Counts>>,
}

#[derive(Default)]
struct Pending {
    /// By day.
    days: BTreeMap<String, HashMap<Seen, i64>>,
    size: usize,
    left_out: u64,
}

/// One kind of thing that happened: what is counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Seen {
    View { post: PostId, referrer: Option<String> },
    DealClick { post: PostId, position: i32 },
    Share { post: PostId, method: &'static str },
    Step { event: TrackedEvent, plan: &'static str },
}

/// What a browser tells. Whether post and deal exist is found out when it is written down.
#[derive(Clone, Debug)]
pub struct Tracked {
    pub event: TrackedEvent,
    pub post_id: Option<PostId>,
    /// Its place among the post's deals, from 0.
    pub deal: Option<i32>,
    pub plan: Option<String>,
    /// The way of a share.
    pub method: Option<String>,
    /// Address of the page that led here, or its host.
    pub referrer: Option<String>,
}

/// Different things remembered between two writes; a flood of junk must not fill the memory.
const MOST: usize = 20_000;
/// From here on it is written down at once.
const MANY: usize = 2_000;

/// Counts one event of a reader. One that names nothing we know of counts nothing.
pub fn record(core: &Core, tracked: Tracked) {
    let Some(seen) = seen(core, tracked) else { return };
    core.analytics.add(core.now().nairobi_day(), seen, 1);
}

fn seen(core: &Core, tracked: Tracked) -> Option<Seen> {
    let Tracked { event, post_id, deal, plan, method, referrer } = tracked;
    // Nothing that a browser makes up becomes a row.
    let known = |all: &'static [&'static str], text: Option<String>| {
        all.iter().copied().find(|known| text.as_deref() == Some(known)).unwrap_or_default()
    };
    Some(match event {
        TrackedEvent::PostView => Seen::View {
            post: post_id?,
            referrer: referrer.and_then(|text| referrers::host(&text, core.config.base())),
        },
        TrackedEvent::DealClick => Seen::DealClick { post: post_id?, position: deal? },
        TrackedEvent::Share => Seen::Share { post: post_id?, method: known(&SHARE_METHODS, method) },
        event => Seen::Step { event, plan: known(&PLANS, plan) },
    })
}

impl Recorder {
    fn add(&self, day: String, seen: Seen, count: i64) {
        let mut pending = self.pending.lock().expect("no panic while held");
        let full = pending.size >= MOST;
        let of_day = pending.days.entry(day).or_default();
        if let Some(known) = of_day.get_mut(&seen) {
            *known += count;
        } else if full {
            pending.left_out += 1;
        } else {
            of_day.insert(seen, count);
            pending.size += 1;
            if pending.size == MANY {
                self.bell.notify_one();
            }
        }
    }

    pub(super) fn take(&self) -> BTreeMap<String, HashMap<Seen, i64>> {
        let Pending { days, left_out, .. } = std::mem::take(&mut *self.pending.lock().expect("no panic while held"));
        if left_out > 0 {
            tracing::warn!("{left_out} events were not counted: more came at once than is remembered");
        }
        days
    }

    pub(super) fn put_back(&self, day: &str, seen: HashMap<Seen, i64>) {
        for (seen, count) in seen {
            self.add(day.to_owned(), seen, count);
        }
    }
}
