//! Counts of past days, for the demo publication.

use mwanga_store::entities::{analytics_day, analytics_post_day, analytics_referrer_day};
use mwanga_store::types::{PlanCode, PostId, TrackedEvent};
use mwanga_store::{StoreResult, queries};

use super::roll_up::recount_week;
use super::{SHARE_METHODS, deal_key};
use crate::Core;

/// What happened on one day.
#[derive(Clone, Debug, Default)]
pub struct SampleDay {
    /// `2026-11-20`.
    pub day: String,
    pub views: Vec<(PostId, i64)>,
    /// By the address of the deal.
    pub deal_clicks: Vec<(PostId, String, i64)>,
    /// All by the first method that readers share by.
    pub shares: Vec<(PostId, i64)>,
    /// Sign-ups for the newsletter.
    pub signups: i64,
    /// Steps of the checkout.
    pub funnel: Vec<(TrackedEvent, PlanCode, i64)>,
    pub referrers: Vec<(&'static str, i64)>,
}

/// Rows in one statement.
const BATCH: usize = 500;

/// Adds days to a store that has no counts, all or none; one that has any stays as it is.
pub async fn add_sample(core: &Core, days: &[SampleDay]) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    if queries::analytics::last_day(&tx).await?.is_none() {
        let of_posts: Vec<_> = days.iter().flat_map(SampleDay::of_posts).collect();
        for rows in of_posts.chunks(BATCH) {
            queries::analytics::add_to_posts(&tx, rows.to_vec()).await?;
        }
        queries::analytics::add_to_days(&tx, days.iter().flat_map(SampleDay::of_site).collect()).await?;
        queries::analytics::add_to_referrers(&tx, days.iter().flat_map(SampleDay::of_hosts).collect()).await?;
    }
    tx.commit().await?;
    recount_week(core).await
}

impl SampleDay {
    fn of_posts(&self) -> impl Iterator<Item = analytics_post_day::Model> {
        let row = |event, post_id, deal_key, count| analytics_post_day::Model {
            post_id,
            event,
            deal_key,
            day: self.day.clone(),
            count,
        };
        let views = self.views.iter().map(move |(post, count)| row(TrackedEvent::PostView, *post, 0, *count));
        let clicks = self
            .deal_clicks
            .iter()
            .map(move |(post, url, count)| row(TrackedEvent::DealClick, *post, deal_key(url), *count));
        let shares = self.shares.iter().map(move |(post, count)| row(TrackedEvent::Share, *post, 0, *count));
        views.chain(clicks).chain(shares)
    }

    fn of_site(&self) -> impl Iterator<Item = analytics_day::Model> {
        let sums = [
            (TrackedEvent::PostView, "", self.views.iter().map(|(_, count)| count).sum()),
            (TrackedEvent::DealClick, "", self.deal_clicks.iter().map(|(.., count)| count).sum()),
            (TrackedEvent::Share, SHARE_METHODS[0], self.shares.iter().map(|(_, count)| count).sum()),
            (TrackedEvent::NewsletterSignup, "", self.signups),
        ];
        let funnel = self.funnel.iter().map(|(event, plan, count)| (*event, plan.as_str(), *count));
        let row = |(event, detail, count): (TrackedEvent, &str, i64)| analytics_day::Model {
            day: self.day.clone(),
            event,
            detail: detail.to_owned(),
            count,
        };
        sums.into_iter().chain(funnel).filter(|(.., count)| *count > 0).map(row)
    }

    fn of_hosts(&self) -> impl Iterator<Item = analytics_referrer_day::Model> {
        let row = |(host, count): &(&str, i64)| analytics_referrer_day::Model {
            day: self.day.clone(),
            host: (*host).to_owned(),
            count: *count,
        };
        self.referrers.iter().map(row)
    }
}
