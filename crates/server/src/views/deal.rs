use mwanga_core::link_checks::{DealPage, DealRow};
use mwanga_store::entities::post::DealLink;
use mwanga_store::types::{DealProblem, LinkOutcome, PostId, Timestamp};
use serde::Serialize;

/// A priced offer on a post. `price` is text: digits alone are dollars.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DealLink)]
pub struct DealView {
    pub url: String,
    pub cta_text: String,
    /// The store's name.
    pub label: String,
    pub product_name: String,
    pub price: String,
    /// When an editor entered this price; none without a price, and for prices of an earlier version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_seen_at: Option<Timestamp>,
    /// When the offer ends; none: it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// What it is good for, in a few words.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub best_for: String,
    /// True once the offer is over: it has no button any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub expired: bool,
}

impl DealView {
    pub fn new(deal: &DealLink, now: Timestamp) -> Self {
        let expired = deal.is_expired(now);
        let DealLink { url, cta_text, label, product_name, price, price_seen_at, ends_at, best_for } = deal.clone();
        Self { url, cta_text, label, product_name, price, price_seen_at, ends_at, best_for, expired }
    }
}

/// Deals of public posts that somebody should look at.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminDealListView {
    pub data: Vec<AdminDealView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// A deal that somebody should look at, and its post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminDealView {
    pub post_id: PostId,
    pub post_title: String,
    /// Place in the post's list, from 0.
    pub position: i32,
    pub url: String,
    pub label: String,
    pub product_name: String,
    pub price: String,
    #[schema(required)]
    pub price_seen_at: Option<Timestamp>,
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    /// HTTP status that its link answered.
    #[schema(required)]
    pub status: Option<i32>,
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
    pub problems: Vec<DealProblem>,
}

impl AdminDealListView {
    pub fn new(list: DealPage, page: u64, per_page: u64) -> Self {
        let DealPage { deals, total, at } = list;
        let view = |deal: DealRow| {
            let problems = deal.problems(at);
            let DealRow { post_id, post_title, position, url, label, product_name, price, .. } = deal;
            let DealRow { price_seen_at, ends_at, outcome, status, checked_at, .. } = deal;
            let status = status.filter(|_| outcome == Some(LinkOutcome::Broken));
            AdminDealView {
                post_id,
                post_title,
                position,
                url,
                label,
                product_name,
                price,
                price_seen_at,
                ends_at,
                status,
                checked_at,
                problems,
            }
        };
        Self { data: deals.into_iter().map(view).collect(), total, page, per_page }
    }
}
