//! Reports: counts by day, by post and by deal, and the checkout funnel.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use mwanga_store::types::{PostId, TrackedEvent};
use mwanga_store::{StoreResult, queries};

use super::{DayRange, PLANS, deal_key, flush_for_report};
use crate::Core;

/// Rows of a top list.
const TOP_ROWS: usize = 20;
/// Candidates of a top list that are counted exactly.
const TOP_CANDIDATES: usize = 40;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayCounts {
    /// `2026-11-20`.
    pub date: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostCounts {
    pub post_id: PostId,
    pub title: String,
    pub slug: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealCounts {
    pub post_id: PostId,
    pub post_title: String,
    pub post_slug: String,
    /// Empty, like `label`, if the post no longer has this deal.
    pub product_name: String,
    pub label: String,
    pub clicks: i64,
}

/// One step of the checkout funnel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunnelStep {
    pub event: TrackedEvent,
    pub count: i64,
    /// One entry for each plan that is sold.
    pub by_plan: BTreeMap<&'static str, i64>,
}

/// Summary of a date range, for the analytics screen.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Each day of the range; empty if nothing was counted.
    pub days: Vec<DayCounts>,
    pub totals: HashMap<TrackedEvent, i64>,
    pub top_posts: Vec<PostCounts>,
    pub top_deals: Vec<DealCounts>,
    /// The empty host stands for all others.
    pub referrers: Vec<(String, i64)>,
    /// Checkout funnel: plan chosen, checkout started, payment approved, payment failed.
    pub steps: Vec<FunnelStep>,
}

const FUNNEL: [TrackedEvent; 4] = [
    TrackedEvent::PlanChosen,
    TrackedEvent::CheckoutStarted,
    TrackedEvent::PaymentApproved,
    TrackedEvent::PaymentFailed,
];

/// Post views and deal clicks of each day; empty if there were none.
pub async fn days(core: &Core, range: DayRange) -> StoreResult<Vec<DayCounts>> {
    Ok(RangeCounts::read(core, range).await?.days())
}

/// Total post views and deal clicks of the range, without zeros.
pub async fn by_type(core: &Core, range: DayRange) -> StoreResult<Vec<(TrackedEvent, i64)>> {
    let counts = RangeCounts::read(core, range).await?;
    let both = [TrackedEvent::PostView, TrackedEvent::DealClick].map(|event| (event, counts.total(event)));
    Ok(both.into_iter().filter(|(_, count)| *count > 0).collect())
}

/// Top posts by the sum of views and deal clicks.
pub async fn by_post(core: &Core, range: DayRange) -> StoreResult<Vec<PostCounts>> {
    let counts = RangeCounts::read(core, range).await?;
    let mut top_posts = counts.posts(core, &[TrackedEvent::PostView, TrackedEvent::DealClick]).await?;
    top_posts.sort_unstable_by_key(|row| (Reverse(row.post_views + row.deal_clicks), row.post_id));
    top_posts.truncate(TOP_ROWS);
    Ok(top_posts)
}

/// Most-read posts of the last week, of equal counts the newer first.
pub async fn most_read(core: &Core) -> StoreResult<Vec<PostId>> {
    let db = core.store.reader();
    let range = DayRange::last_week(super::today(core));
    let ids = queries::analytics::top_posts(db, TrackedEvent::PostView, &range.days(), TOP_CANDIDATES).await?;
    let mut counts =
        queries::analytics::post_counts(db, TrackedEvent::PostView, &ids, &range.from(), &range.to()).await?;
    counts.sort_unstable_by_key(|row| (Reverse(row.count), Reverse(row.post_id)));
    Ok(counts.into_iter().map(|row| row.post_id).collect())
}

/// The summary of a date range.
pub async fn summary(core: &Core, range: DayRange) -> StoreResult<Summary> {
    let counts = RangeCounts::read(core, range).await?;
    let mut top_posts = counts.posts(core, &[TrackedEvent::PostView]).await?;
    top_posts.sort_unstable_by_key(|row| (Reverse(row.post_views), row.post_id));
    top_posts.truncate(TOP_ROWS);
    let limit = TOP_ROWS as u64 + 1;
    let mut referrers = queries::analytics::referrers(core.store.reader(), &range.from(), &range.to(), limit).await?;
    if !referrers.iter().any(|(host, _)| host.is_empty()) {
        referrers.truncate(TOP_ROWS);
    }
    // The row of all other hosts is last, whatever its count.
    referrers.sort_by_key(|(host, _)| host.is_empty());
    Ok(Summary {
        days: counts.days(),
        totals: counts.rows.iter().fold(HashMap::new(), |mut totals, row| {
            *totals.entry(row.event).or_default() += row.count;
            totals
        }),
        top_posts,
        top_deals: counts.deals(core).await?,
        referrers,
        steps: counts.steps(),
    })
}

/// Counts of a range by day: a few rows a day, independent of traffic.
struct RangeCounts {
    range: DayRange,
    rows: Vec<mwanga_store::entities::analytics_day::Model>,
}

impl RangeCounts {
    async fn read(core: &Core, range: DayRange) -> StoreResult<Self> {
        flush_for_report(core).await;
        Ok(Self { range, rows: queries::analytics::days(core.store.reader(), &range.from(), &range.to()).await? })
    }

    fn total(&self, event: TrackedEvent) -> i64 {
        self.rows.iter().filter(|row| row.event == event).map(|row| row.count).sum()
    }

    fn days(&self) -> Vec<DayCounts> {
        if !self.rows.iter().any(|row| matches!(row.event, TrackedEvent::PostView | TrackedEvent::DealClick)) {
            return Vec::new();
        }
        let mut days: Vec<DayCounts> =
            self.range.days().into_iter().map(|date| DayCounts { date, ..DayCounts::default() }).collect();
        for row in &self.rows {
            let Ok(at) = days.binary_search_by(|day| day.date.cmp(&row.day)) else { continue };
            match row.event {
                TrackedEvent::PostView => days[at].post_views += row.count,
                TrackedEvent::DealClick => days[at].deal_clicks += row.count,
                _ => {}
            }
        }
        days
    }

    /// Days with counts of an event; only these can have leaders.
    fn days_with(&self, event: TrackedEvent) -> Vec<String> {
        let mut days: Vec<String> =
            self.rows.iter().filter(|row| row.event == event).map(|row| row.day.clone()).collect();
        days.dedup();
        days
    }

    /// The top candidates of `events` with their views and clicks, unsorted.
    async fn posts(&self, core: &Core, events: &[TrackedEvent]) -> StoreResult<Vec<PostCounts>> {
        let (db, from, to) = (core.store.reader(), self.range.from(), self.range.to());
        let mut ids = Vec::new();
        for event in events {
            ids.extend(queries::analytics::top_posts(db, *event, &self.days_with(*event), TOP_CANDIDATES).await?);
        }
        ids.sort_unstable();
        ids.dedup();
        let mut counts: HashMap<PostId, (i64, i64)> = HashMap::new();
        for row in queries::analytics::post_counts(db, TrackedEvent::PostView, &ids, &from, &to).await? {
            counts.entry(row.post_id).or_default().0 += row.count;
        }
        for row in queries::analytics::post_counts(db, TrackedEvent::DealClick, &ids, &from, &to).await? {
            counts.entry(row.post_id).or_default().1 += row.count;
        }
        let titles = queries::analytics::titles(db, &ids).await?;
        Ok(titles
            .into_iter()
            .map(|(post_id, title, slug)| {
                let (post_views, deal_clicks) = counts.get(&post_id).copied().unwrap_or_default();
                PostCounts { post_id, title, slug, post_views, deal_clicks }
            })
            .collect())
    }

    /// Top deals by clicks.
    async fn deals(&self, core: &Core) -> StoreResult<Vec<DealCounts>> {
        let db = core.store.reader();
        let event = TrackedEvent::DealClick;
        let ids = queries::analytics::top_posts(db, event, &self.days_with(event), TOP_CANDIDATES).await?;
        let mut rows = queries::analytics::post_counts(db, event, &ids, &self.range.from(), &self.range.to()).await?;
        let titles: HashMap<PostId, (String, String)> = queries::analytics::titles(db, &ids)
            .await?
            .into_iter()
            .map(|(id, title, slug)| (id, (title, slug)))
            .collect();
        // Those of a post in the trash come back with it.
        rows.retain(|row| titles.contains_key(&row.post_id));
        rows.sort_unstable_by_key(|row| (Reverse(row.count), row.post_id, row.deal_key));
        rows.truncate(TOP_ROWS);
        let deals: HashMap<(PostId, i64), _> = queries::analytics::deal_links(db, &ids)
            .await?
            .into_iter()
            .map(|deal| ((deal.post_id, deal_key(&deal.url)), deal))
            .collect();
        Ok(rows
            .into_iter()
            .map(|row| {
                let (post_title, post_slug) = titles.get(&row.post_id).cloned().unwrap_or_default();
                let deal = deals.get(&(row.post_id, row.deal_key));
                let text = |pick: fn(&mwanga_store::entities::deal_link::Model) -> &String| {
                    deal.map(|deal| pick(deal).clone()).unwrap_or_default()
                };
                DealCounts {
                    post_id: row.post_id,
                    post_title,
                    post_slug,
                    product_name: text(|deal| &deal.product_name),
                    label: text(|deal| &deal.label),
                    clicks: row.count,
                }
            })
            .collect())
    }

    fn steps(&self) -> Vec<FunnelStep> {
        let count = |event, plan: Option<&str>| {
            self.rows
                .iter()
                .filter(|row| row.event == event && plan.is_none_or(|plan| row.detail == plan))
                .map(|row| row.count)
                .sum()
        };
        FUNNEL
            .map(|event| FunnelStep {
                event,
                count: count(event, None),
                by_plan: PLANS.map(|plan| (plan, count(event, Some(plan)))).into(),
            })
            .into()
    }
}
