use std::collections::BTreeMap;

use mwanga_core::analytics::{DayCounts, DayRange, DealCounts, FunnelStep, PostCounts, Summary};
use mwanga_store::types::{PostId, TrackedEvent};
use serde::Serialize;

/// How events and hosts are called on screens and in files.
pub mod words {
    use mwanga_store::types::TrackedEvent;

    pub const fn event(event: TrackedEvent) -> &'static str {
        match event {
            TrackedEvent::PostView => "Post views",
            TrackedEvent::DealClick => "Deal clicks",
            TrackedEvent::Share => "Shares",
            TrackedEvent::NewsletterSignup => "Newsletter sign-ups",
            TrackedEvent::PlanChosen => "Plan chosen",
            TrackedEvent::CheckoutStarted => "Checkout started",
            TrackedEvent::PaymentApproved => "Payment approved",
            TrackedEvent::PaymentFailed => "Payment failed",
        }
    }

    /// The empty host stands for all that have no row of their own.
    pub fn host(host: String) -> String {
        if host.is_empty() { "All other sites".to_owned() } else { host }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsListView {
    pub data: Vec<AnalyticsItemView>,
    /// First day, `2026-11-20`.
    pub from: String,
    /// Last day.
    pub to: String,
}

/// A bar of a chart: by day it has a `date`, by post or type a `label`.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct AnalyticsItemView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_id: Option<PostId>,
    /// Views and clicks together.
    pub count: i64,
    pub post_views: i64,
    pub deal_clicks: i64,
}

impl AnalyticsItemView {
    fn counts(post_views: i64, deal_clicks: i64) -> Self {
        Self { count: post_views + deal_clicks, post_views, deal_clicks, ..Self::default() }
    }

    pub fn from_day(day: DayCounts) -> Self {
        Self { date: Some(day.date), ..Self::counts(day.post_views, day.deal_clicks) }
    }

    pub fn from_post(post: PostCounts) -> Self {
        Self { label: Some(post.title), post_id: Some(post.post_id), ..Self::counts(post.post_views, post.deal_clicks) }
    }

    pub fn from_type(event: TrackedEvent, count: i64) -> Self {
        let counts = if event == TrackedEvent::DealClick { Self::counts(0, count) } else { Self::counts(count, 0) };
        Self { label: Some(words::event(event).to_owned()), ..counts }
    }
}

/// Views and clicks in a range of days. Lists hold at most 20 lines, the leaders first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AnalyticsSummaryView {
    /// First day, `2026-11-20`.
    pub from: String,
    /// Last day.
    pub to: String,
    pub totals: TotalsView,
    /// Each day of the range, or none when nothing was counted on any of them.
    pub days: Vec<DayView>,
    pub top_posts: Vec<TopPostView>,
    pub top_deals: Vec<TopDealView>,
    /// The last one may be all other sites together.
    pub referrers: Vec<ReferrerView>,
    /// Plan chosen, checkout started, payment approved, payment failed.
    pub funnel: Vec<FunnelStepView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotalsView {
    pub post_views: i64,
    pub deal_clicks: i64,
    pub shares: i64,
    pub newsletter_signups: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DayView {
    pub date: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopPostView {
    pub post_id: PostId,
    pub title: String,
    pub slug: String,
    pub post_views: i64,
    pub deal_clicks: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopDealView {
    pub post_id: PostId,
    pub post_title: String,
    pub post_slug: String,
    /// Empty, as the store's name is, when the post no longer has this deal.
    pub product_name: String,
    /// The store's name.
    pub label: String,
    pub deal_clicks: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReferrerView {
    pub label: String,
    pub post_views: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FunnelStepView {
    pub event: TrackedEvent,
    pub label: &'static str,
    pub count: i64,
    /// One entry for each plan that is sold.
    pub by_plan: BTreeMap<&'static str, i64>,
}

impl AnalyticsSummaryView {
    pub fn new(range: DayRange, summary: Summary) -> Self {
        let total = |event| summary.totals.get(&event).copied().unwrap_or(0);
        Self {
            from: range.from(),
            to: range.to(),
            totals: TotalsView {
                post_views: total(TrackedEvent::PostView),
                deal_clicks: total(TrackedEvent::DealClick),
                shares: total(TrackedEvent::Share),
                newsletter_signups: total(TrackedEvent::NewsletterSignup),
            },
            days: summary
                .days
                .into_iter()
                .map(|DayCounts { date, post_views, deal_clicks }| DayView { date, post_views, deal_clicks })
                .collect(),
            top_posts: summary.top_posts.into_iter().map(Into::into).collect(),
            top_deals: summary.top_deals.into_iter().map(Into::into).collect(),
            referrers: summary
                .referrers
                .into_iter()
                .map(|(host, post_views)| ReferrerView { label: words::host(host), post_views })
                .collect(),
            funnel: summary.steps.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<PostCounts> for TopPostView {
    fn from(PostCounts { post_id, title, slug, post_views, deal_clicks }: PostCounts) -> Self {
        Self { post_id, title, slug, post_views, deal_clicks }
    }
}

impl From<DealCounts> for TopDealView {
    fn from(DealCounts { post_id, post_title, post_slug, product_name, label, clicks }: DealCounts) -> Self {
        Self { post_id, post_title, post_slug, product_name, label, deal_clicks: clicks }
    }
}

impl From<FunnelStep> for FunnelStepView {
    fn from(FunnelStep { event, count, by_plan }: FunnelStep) -> Self {
        Self { event, label: words::event(event), count, by_plan }
    }
}
