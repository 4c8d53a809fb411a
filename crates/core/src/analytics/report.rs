use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use mwanga_store::types::{PostId, TrackedEvent};
use mwanga_store::{StoreResult, queries};

use super::{DayRange, PLANS, deal_key, write_down};
use crate::Core;

/// Lines of a list of leaders.
const LINES: usize = 20;
/// Leaders that are counted exactly, so that the best of them stand in the right order.
const COUNTED: usize = 40;
/// How long a report waits for what this node has not written down yet.
const PATIENCE: Duration = Duration::from_millis(500);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// `2026-11-20`.
    pub date: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostLine {
    pub post_id: PostId,
    pub title: String,
    pub slug: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealLine {
    pub post_id: PostId,
    pub post_title: String,
    pub post_slug: String,
    /// Empty, as the store's name is, when the post no longer has this deal.
    pub product_name: String,
    pub label: String,
    pub clicks: i64,
}

/// One step on the way to a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub event: TrackedEvent,
    pub count: i64,
    /// One entry for each plan that is sold.
    pub by_plan: BTreeMap<&'static str, i64>,
}

/// Everything that the screen of analytics shows of a range of days.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Each day of the range, or none when nothing was counted on any of them.
    pub days: Vec<Day>,
    pub totals: HashMap<TrackedEvent, i64>,
    pub top_posts: Vec<PostLine>,
    pub top_deals: Vec<DealLine>,
    /// The empty host stands for all others.
    pub referrers: Vec<(String, i64)>,
    /// Plan chosen, checkout started, payment approved, payment failed.
    pub steps: Vec<Step>,
}

const STEPS: [TrackedEvent; 4] = [
    TrackedEvent::PlanChosen,
    TrackedEvent::CheckoutStarted,
    TrackedEvent::PaymentApproved,
    TrackedEvent::PaymentFailed,
];

/// Views of posts and clicks on deals of each day; no day at all when there were none.
pub async fn days(core: &Core, range: DayRange) -> StoreResult<Vec<Day>> {
    Ok(Counted::read(core, range).await?.days())
}

/// Views of posts and clicks on deals in the whole range.
pub async fn by_type(core: &Core, range: DayRange) -> StoreResult<Vec<(TrackedEvent, i64)>> {
    let counted = Counted::read(core, range).await?;
    let both = [TrackedEvent::PostView, TrackedEvent::DealClick].map(|event| (event, counted.total(event)));
    Ok(both.into_iter().filter(|(_, count)| *count > 0).collect())
}

/// The posts that were read and clicked most, both together.
pub async fn by_post(core: &Core, range: DayRange) -> StoreResult<Vec<PostLine>> {
    let counted = Counted::read(core, range).await?;
    let mut lines = counted.posts(core, &[TrackedEvent::PostView, TrackedEvent::DealClick]).await?;
    lines.sort_unstable_by_key(|line| (Reverse(line.post_views + line.deal_clicks), line.post_id));
    lines.truncate(LINES);
    Ok(lines)
}

/// The posts that were read most in the last week, most read first, the newer first among equals.
pub async fn most_read(core: &Core) -> StoreResult<Vec<PostId>> {
    let db = core.store.reader();
    let range = DayRange::last_week(core.now());
    let ids = queries::analytics::leaders(db, TrackedEvent::PostView, &range.days(), COUNTED).await?;
    let mut counts = queries::analytics::of_posts(db, TrackedEvent::PostView, &ids, &range.from(), &range.to()).await?;
    counts.sort_unstable_by_key(|row| (Reverse(row.count), Reverse(row.post_id)));
    Ok(counts.into_iter().map(|row| row.post_id).collect())
}

pub async fn summary(core: &Core, range: DayRange) -> StoreResult<Summary> {
    let counted = Counted::read(core, range).await?;
    let mut top_posts = counted.posts(core, &[TrackedEvent::PostView]).await?;
    top_posts.sort_unstable_by_key(|line| (Reverse(line.post_views), line.post_id));
    top_posts.truncate(LINES);
    let most = LINES as u64 + 1;
    let mut referrers = queries::analytics::referrers(core.store.reader(), &range.from(), &range.to(), most).await?;
    if !referrers.iter().any(|(host, _)| host.is_empty()) {
        referrers.truncate(LINES);
    }
    // Those without a name come last, however many they are.
    referrers.sort_by_key(|(host, _)| host.is_empty());
    Ok(Summary {
        days: counted.days(),
        totals: counted.rows.iter().fold(HashMap::new(), |mut totals, row| {
            *totals.entry(row.event).or_default() += row.count;
            totals
        }),
        top_posts,
        top_deals: counted.deals(core).await?,
        referrers,
        steps: counted.steps(),
    })
}

/// The counts of whole days in a range: a few rows a day, however much was read.
struct Counted {
    range: DayRange,
    rows: Vec<mwanga_store::entities::analytics_day::Model>,
}

impl Counted {
    async fn read(core: &Core, range: DayRange) -> StoreResult<Self> {
        // Who looks sees what happened up to now. A store that is busy is no reason to wait: then it is two seconds
        // old.
        if let Ok(Err(e)) = tokio::time::timeout(PATIENCE, write_down(core)).await {
            tracing::debug!("a report without the last moments: {e}");
        }
        Ok(Self { range, rows: queries::analytics::days(core.store.reader(), &range.from(), &range.to()).await? })
    }

    fn total(&self, event: TrackedEvent) -> i64 {
        self.rows.iter().filter(|row| row.event == event).map(|row| row.count).sum()
    }

    fn days(&self) -> Vec<Day> {
        if !self.rows.iter().any(|row| matches!(row.event, TrackedEvent::PostView | TrackedEvent::DealClick)) {
            return Vec::new();
        }
        let mut days: Vec<Day> = self.range.days().into_iter().map(|date| Day { date, ..Day::default() }).collect();
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

    /// Only days on which something was counted are asked for their leaders.
    fn days_with(&self, event: TrackedEvent) -> Vec<String> {
        let mut days: Vec<String> =
            self.rows.iter().filter(|row| row.event == event).map(|row| row.day.clone()).collect();
        days.dedup();
        days
    }

    /// The leaders of `events`, with their views and clicks, in no order.
    async fn posts(&self, core: &Core, events: &[TrackedEvent]) -> StoreResult<Vec<PostLine>> {
        let (db, from, to) = (core.store.reader(), self.range.from(), self.range.to());
        let mut ids = Vec::new();
        for event in events {
            ids.extend(queries::analytics::leaders(db, *event, &self.days_with(*event), COUNTED).await?);
        }
        ids.sort_unstable();
        ids.dedup();
        let mut counts: HashMap<PostId, (i64, i64)> = HashMap::new();
        for row in queries::analytics::of_posts(db, TrackedEvent::PostView, &ids, &from, &to).await? {
            counts.entry(row.post_id).or_default().0 += row.count;
        }
        for row in queries::analytics::of_posts(db, TrackedEvent::DealClick, &ids, &from, &to).await? {
            counts.entry(row.post_id).or_default().1 += row.count;
        }
        let titles = queries::analytics::titles(db, &ids).await?;
        Ok(titles
            .into_iter()
            .map(|(post_id, title, slug)| {
                let (post_views, deal_clicks) = counts.get(&post_id).copied().unwrap_or_default();
                PostLine { post_id, title, slug, post_views, deal_clicks }
            })
            .collect())
    }

    /// The deals that were clicked most, most clicked first.
    async fn deals(&self, core: &Core) -> StoreResult<Vec<DealLine>> {
        let db = core.store.reader();
        let event = TrackedEvent::DealClick;
        let ids = queries::analytics::leaders(db, event, &self.days_with(event), COUNTED).await?;
        let mut rows = queries::analytics::of_posts(db, event, &ids, &self.range.from(), &self.range.to()).await?;
        rows.sort_unstable_by_key(|row| (Reverse(row.count), row.post_id, row.deal_key));
        rows.truncate(LINES);
        let titles: HashMap<PostId, (String, String)> = queries::analytics::titles(db, &ids)
            .await?
            .into_iter()
            .map(|(id, title, slug)| (id, (title, slug)))
            .collect();
        let deals: HashMap<(PostId, i64), _> = queries::analytics::deals_of(db, &ids)
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
                DealLine {
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

    fn steps(&self) -> Vec<Step> {
        let of = |event, plan: Option<&str>| {
            self.rows
                .iter()
                .filter(|row| row.event == event && plan.is_none_or(|plan| row.detail == plan))
                .map(|row| row.count)
                .sum()
        };
        STEPS
            .map(|event| Step {
                event,
                count: of(event, None),
                by_plan: PLANS.map(|plan| (plan, of(event, Some(plan)))).into(),
            })
            .into()
    }
}
