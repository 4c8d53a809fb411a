//! Deals of public posts, for who looks after them.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, RelationDef, Select,
};

use crate::StoreResult;
use crate::entities::{deal_link, link_check, post};
use crate::types::{DealProblem, LinkOutcome, PostId, PostStatus, Timestamp};

/// Place of a deal in the list of all.
pub type DealCursor = (PostId, i32);

/// What is compared with now.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    pub now: Timestamp,
    /// Prices that were seen before this are old.
    pub price_seen_before: Timestamp,
}

/// A deal with its post, and what came of asking its link.
#[derive(Clone, Debug, FromQueryResult)]
pub struct DealRow {
    pub post_id: PostId,
    pub post_title: String,
    pub position: i32,
    pub url: String,
    pub label: String,
    pub product_name: String,
    pub price: String,
    pub price_seen_at: Option<Timestamp>,
    pub ends_at: Option<Timestamp>,
    pub outcome: Option<LinkOutcome>,
    pub status: Option<i32>,
    pub checked_at: Option<Timestamp>,
}

impl DealRow {
    /// Why somebody should look at it: as [`list`] finds it.
    pub fn problems(&self, at: Moments) -> Vec<DealProblem> {
        let is_expired = self.ends_at.is_some_and(|end| end <= at.now);
        let is_old = self.price_seen_at.is_none_or(|seen| seen < at.price_seen_before);
        [
            (DealProblem::Broken, self.outcome == Some(LinkOutcome::Broken)),
            (DealProblem::Expired, is_expired),
            (DealProblem::OldPrice, is_old && !is_expired && !self.price.is_empty()),
        ]
        .into_iter()
        .filter_map(|(problem, is_there)| is_there.then_some(problem))
        .collect()
    }
}

fn of_post() -> RelationDef {
    deal_link::Entity::belongs_to(post::Entity).from(deal_link::Column::PostId).to(post::Column::Id).into()
}

fn of_check() -> RelationDef {
    deal_link::Entity::belongs_to(link_check::Entity).from(deal_link::Column::Url).to(link_check::Column::Url).into()
}

fn public(now: Timestamp) -> Condition {
    Condition::all().add(post::Column::Status.eq(PostStatus::Published)).add(post::Column::PublishedAt.lte(now))
}

/// Up to `limit` deals of public posts that are not over, after a place in the list, with their addresses.
pub async fn list_live(
    db: &impl ConnectionTrait,
    now: Timestamp,
    after: Option<DealCursor>,
    limit: u64,
) -> StoreResult<Vec<(DealCursor, String)>> {
    use deal_link::Column;
    let is_live = Condition::any().add(Column::EndsAt.is_null()).add(Column::EndsAt.gt(now));
    let mut deals = deal_link::Entity::find()
        .select_only()
        .columns([Column::PostId, Column::Position, Column::Url])
        .join(JoinType::InnerJoin, of_post())
        .filter(public(now))
        .filter(is_live);
    if let Some((post, position)) = after {
        let later = Condition::all().add(Column::PostId.eq(post)).add(Column::Position.gt(position));
        deals = deals.filter(Condition::any().add(Column::PostId.gt(post)).add(later));
    }
    let deals = deals.order_by_asc(Column::PostId).order_by_asc(Column::Position).limit(limit);
    let rows = deals.into_tuple::<(PostId, i32, String)>().all(db).await?;
    Ok(rows.into_iter().map(|(post, position, url)| ((post, position), url)).collect())
}

fn with_problem(problem: Option<DealProblem>, at: Moments) -> Select<deal_link::Entity> {
    use deal_link::Column;
    let live = Condition::any().add(Column::EndsAt.is_null()).add(Column::EndsAt.gt(at.now));
    let old = Condition::any().add(Column::PriceSeenAt.is_null()).add(Column::PriceSeenAt.lt(at.price_seen_before));
    let broken = Condition::all().add(link_check::Column::Outcome.eq(LinkOutcome::Broken));
    let expired = Condition::all().add(Column::EndsAt.lte(at.now));
    // Nobody is shown the price of an offer that is over.
    let old_price = Condition::all().add(Column::Price.ne("")).add(old).add(live);
    let wanted = match problem {
        Some(DealProblem::Broken) => broken,
        Some(DealProblem::Expired) => expired,
        Some(DealProblem::OldPrice) => old_price,
        None => Condition::any().add(broken).add(expired).add(old_price),
    };
    deal_link::Entity::find()
        .join(JoinType::InnerJoin, of_post())
        .join(JoinType::LeftJoin, of_check())
        .filter(public(at.now))
        .filter(wanted)
}

pub async fn count(db: &impl ConnectionTrait, problem: Option<DealProblem>, at: Moments) -> StoreResult<u64> {
    Ok(with_problem(problem, at).count(db).await?)
}

/// Deals with a problem, those of the newest posts first.
pub async fn list(
    db: &impl ConnectionTrait,
    problem: Option<DealProblem>,
    at: Moments,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<DealRow>> {
    use deal_link::Column;
    let rows = with_problem(problem, at)
        .select_only()
        .columns([
            Column::PostId,
            Column::Position,
            Column::Url,
            Column::Label,
            Column::ProductName,
            Column::Price,
            Column::PriceSeenAt,
            Column::EndsAt,
        ])
        .column_as(post::Column::Title, "post_title")
        .columns([link_check::Column::Outcome, link_check::Column::Status, link_check::Column::CheckedAt])
        .order_by_desc(post::Column::PublishedAt)
        .order_by_desc(Column::PostId)
        .order_by_asc(Column::Position);
    Ok(rows.offset(offset).limit(limit).into_model::<DealRow>().all(db).await?)
}
