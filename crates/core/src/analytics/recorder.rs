//! In-memory counters of events that are not flushed yet.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use mwanga_store::types::{IssueLinkId, PostId, Timestamp, TrackedEvent};
use tokio::sync::Notify;

use super::flush::Counts;
use super::{PLANS, SHARE_METHODS, referrers};
use crate::core_state::{Core, Part};

/// Pending counts in memory. Recording takes a few hundred nanoseconds and no query.
pub struct Recorder {
    pending: Mutex<Pending>,
    /// The last day that [`Recorder::day`] answered.
    last_day: Mutex<Date>,
    /// Wakes the flusher when [`FLUSH_AT`] is reached.
    pub(super) flush_requested: Notify,
    /// Resolved counts that are not stored yet; locked during a flush.
    pub(super) unflushed: tokio::sync::Mutex<BTreeMap<String, Counts>>,
}

impl Part for Recorder {}

impl Core {
    pub(super) fn analytics(&self) -> &Recorder {
        self.part()
    }
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
    View {
        post: PostId,
        referrer: Option<String>,
    },
    DealClick {
        post: PostId,
        position: i32,
    },
    Share {
        post: PostId,
        method: &'static str,
    },
    FunnelStep {
        event: TrackedEvent,
        plan: &'static str,
    },
    /// A click on a link of a newsletter.
    LinkClick(IssueLinkId),
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
    core.analytics().add(today(core).to_string(), key, 1);
}

/// Counts a click on a link of a newsletter.
pub(crate) fn record_link_click(core: &Core, link: IssueLinkId) {
    core.analytics().add(today(core).to_string(), EventKey::LinkClick(link), 1);
}

/// The calendar day that events count for. The saved settings say it, during a preview of others too: it only moves
/// forwards.
pub fn today(core: &Core) -> Date {
    core.analytics().day(core.now(), core.settings_cell().get().time_zone())
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
    /// Counts nothing yet. `last_day` is the last one that has counts, `2026-11-20`, if any.
    pub(crate) fn new(last_day: Option<&str>) -> Self {
        Self {
            pending: Mutex::default(),
            last_day: Mutex::new(last_day.and_then(|day| day.parse().ok()).unwrap_or(Date::MIN)),
            flush_requested: Notify::default(),
            unflushed: tokio::sync::Mutex::default(),
        }
    }

    /// The calendar day in `zone`. A new time zone never goes back to a day that is over: the day under way goes on
    /// until the zone's next one begins.
    fn day(&self, now: Timestamp, zone: &TimeZone) -> Date {
        let day = now.date_in(zone);
        let mut last_day = self.last_day.lock().expect("no panic while held");
        // Zones are a day apart at most: what lies further ahead was counted by a clock that was wrong.
        let goes_on = *last_day > day && day.tomorrow().is_ok_and(|tomorrow| tomorrow == *last_day);
        if !goes_on {
            *last_day = day;
        }
        *last_day
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_time_zone_counts_from_its_next_day() {
        let zone = |text: &str| TimeZone::posix(text).unwrap();
        let (nairobi, new_york, tokyo) = (zone("EAT-3"), zone("EST5"), zone("JST-9"));
        let recorder = Recorder::new(Some("2026-11-19"));
        let day = |now: &str, zone: &TimeZone| recorder.day(Timestamp::parse(now).unwrap(), zone).to_string();
        assert_eq!(day("2026-11-20T20:59:59Z", &nairobi), "2026-11-20");
        assert_eq!(day("2026-11-20T21:30:00Z", &nairobi), "2026-11-21");
        assert_eq!(day("2026-11-20T21:31:00Z", &new_york), "2026-11-21", "the 20th is over");
        assert_eq!(day("2026-11-21T20:00:00Z", &new_york), "2026-11-21");
        assert_eq!(day("2026-11-22T05:00:00Z", &new_york), "2026-11-22");
        assert_eq!(day("2026-11-22T15:00:00Z", &tokyo), "2026-11-23");
        let restarted = Recorder::new(Some("2026-11-21"));
        let now = Timestamp::parse("2026-11-20T21:31:00Z").unwrap();
        assert_eq!(restarted.day(now, &new_york).to_string(), "2026-11-21", "also after a restart");
        let wrong_clock = Recorder::new(Some("2031-01-01"));
        assert_eq!(wrong_clock.day(now, &new_york).to_string(), "2026-11-20");
    }
}
