//! The newsroom's list of posts, in each order and narrowed by each filter, and what its calendar shows. Each order has
//! an index (`m20261127_000420`).

use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, Order, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    TryGetableMany,
};

use super::search::match_word_prefixes;
use crate::StoreResult;
use crate::entities::post::{Column, Entity};
use crate::entities::{post_search, post_tag, post_week};
use crate::queries::{counters, trash};
use crate::types::{Access, AccountId, CategoryId, PostId, PostStatus, Timestamp, TrashKind};

/// Publication state of a post at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostState {
    Published,
    Scheduled,
    InReview,
    Draft,
}

/// Filter of the list, which leaves out the trash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DeskFilter {
    pub state: Option<PostState>,
    pub category: Option<CategoryId>,
    /// Slug of the by-line as it is stored.
    pub author: Option<String>,
    /// Slug of a tag.
    pub tag: Option<String>,
    pub access: Option<Access>,
    pub owner: Option<AccountId>,
}

/// Order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeskSort {
    #[default]
    Newest,
    Oldest,
    Title,
    /// Last changed first.
    Changed,
}

impl DeskSort {
    fn column(self) -> Column {
        match self {
            Self::Newest | Self::Oldest => Column::PublishedAt,
            Self::Title => Column::TitleKey,
            Self::Changed => Column::UpdatedAt,
        }
    }

    fn order(self) -> Order {
        match self {
            Self::Newest | Self::Changed => Order::Desc,
            Self::Oldest | Self::Title => Order::Asc,
        }
    }
}

/// Cursor of the list: the sort key of a post, and its id among equal keys (keyset pagination).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskCursor {
    /// Milliseconds, or the folded title.
    pub key: String,
    pub id: PostId,
}

impl DeskCursor {
    /// Whether its key is one of this order.
    pub fn is_of(&self, sort: DeskSort) -> bool {
        sort == DeskSort::Title || self.key.parse::<i64>().is_ok()
    }

    /// The posts after it.
    fn condition(&self, sort: DeskSort) -> Condition {
        let column = sort.column();
        let key = match sort {
            DeskSort::Title => Expr::val(self.key.clone()),
            _ => Expr::val(self.key.parse().unwrap_or(0_i64)),
        };
        let equal = Condition::all().add(column.into_expr().eq(key.clone()));
        let (beyond, next) = match sort.order() {
            Order::Desc => (column.into_expr().lt(key), Column::Id.lt(self.id)),
            _ => (column.into_expr().gt(key), Column::Id.gt(self.id)),
        };
        Condition::any().add(beyond).add(equal.add(next))
    }
}

/// Posts from which on a tag is common: reading all its rows then takes longer than asking one post after the other in
/// the order of the list.
const COMMON_TAG: u64 = 1_000;

/// How the posts with a tag are found.
#[derive(Clone, Copy, Debug)]
enum TagLookup {
    /// Reads the rows of the tag once.
    ByTag,
    /// Asks each post for the tag.
    ByPost,
}

impl DeskFilter {
    /// How a part of the list, in one of its orders, finds the posts with the tag.
    async fn tag_lookup(&self, db: &impl ConnectionTrait) -> StoreResult<TagLookup> {
        let Some(slug) = &self.tag else { return Ok(TagLookup::ByTag) };
        let beyond = post_tag::Entity::find().select_only().column(post_tag::Column::PostId);
        let beyond = beyond.filter(post_tag::Column::Slug.eq(slug)).offset(COMMON_TAG).limit(1);
        let is_common = beyond.into_tuple::<PostId>().one(db).await?.is_some();
        Ok(if is_common { TagLookup::ByPost } else { TagLookup::ByTag })
    }

    fn condition(&self, now: Timestamp, lookup: TagLookup) -> Condition {
        let published = Column::Status.eq(PostStatus::Published);
        let state = match self.state {
            // Not by the status: the indexes of the orders answer this without reading rows.
            None => Condition::all().add(Column::Id.not_in_subquery(trash::item_ids(TrashKind::Post))),
            Some(PostState::Published) => Condition::all().add(published).add(Column::PublishedAt.lte(now)),
            Some(PostState::Scheduled) => Condition::all().add(published).add(Column::PublishedAt.gt(now)),
            Some(PostState::InReview) => Condition::all().add(Column::Status.eq(PostStatus::InReview)),
            Some(PostState::Draft) => Condition::all().add(Column::Status.eq(PostStatus::Draft)),
        };
        let with_tag = self.tag.as_ref().map(|slug| {
            let mut ids = Query::select();
            ids.column(post_tag::Column::PostId).from(post_tag::Entity).and_where(post_tag::Column::Slug.eq(slug));
            match lookup {
                TagLookup::ByTag => Column::Id.in_subquery(ids),
                TagLookup::ByPost => {
                    let own = (post_tag::Entity, post_tag::Column::PostId);
                    Expr::exists(ids.and_where(Expr::col(own).equals((Entity, Column::Id))).take())
                }
            }
        });
        state
            .add_option(self.category.map(|id| Column::CategoryId.eq(id)))
            .add_option(self.author.as_ref().map(|slug| Column::AuthorSlug.eq(slug)))
            .add_option(self.access.map(|access| Column::Access.eq(access)))
            .add_option(self.owner.map(|owner| Column::OwnerId.eq(owner)))
            .add_option(with_tag)
    }
}

/// Ids of a part of the list, from an offset or after a cursor.
pub async fn ids(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    sort: DeskSort,
    now: Timestamp,
    after: Option<&DeskCursor>,
    (offset, limit): (u64, u64),
) -> StoreResult<Vec<PostId>> {
    let condition = filter.condition(now, filter.tag_lookup(db).await?);
    let select = Entity::find().select_only().column(Column::Id).filter(condition);
    let select = match after {
        Some(cursor) => select.filter(cursor.condition(sort)),
        None => select,
    };
    let sorted = select.order_by(sort.column(), sort.order()).order_by(Column::Id, sort.order());
    Ok(sorted.offset(offset).limit(limit).into_tuple::<PostId>().all(db).await?)
}

/// Ids of the posts that were read within the last week, the most read first.
pub async fn most_viewed(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    now: Timestamp,
    (offset, limit): (u64, u64),
) -> StoreResult<Vec<PostId>> {
    let select = viewed(filter, now).select_only().column(post_week::Column::PostId);
    let sorted = select.order_by_desc(post_week::Column::Views).order_by_desc(post_week::Column::PostId);
    Ok(sorted.offset(offset).limit(limit).into_tuple::<PostId>().all(db).await?)
}

/// How many of the list were read within the last week.
pub async fn count_viewed(db: &impl ConnectionTrait, filter: &DeskFilter, now: Timestamp) -> StoreResult<u64> {
    Ok(viewed(filter, now).count(db).await?)
}

fn viewed(filter: &DeskFilter, now: Timestamp) -> sea_orm::Select<post_week::Entity> {
    let select = post_week::Entity::find();
    if *filter == DeskFilter::default() {
        // The ranking alone answers.
        return select.filter(post_week::Column::PostId.not_in_subquery(trash::item_ids(TrashKind::Post)));
    }
    let ids =
        Query::select().column(Column::Id).from(Entity).cond_where(filter.condition(now, TagLookup::ByTag)).take();
    select.filter(post_week::Column::PostId.in_subquery(ids))
}

/// Ids of the posts that nobody read within the last week, the newest first.
pub async fn unviewed(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    now: Timestamp,
    (offset, limit): (u64, u64),
) -> StoreResult<Vec<PostId>> {
    let viewed = Query::select().column(post_week::Column::PostId).from(post_week::Entity).take();
    let condition = filter.condition(now, filter.tag_lookup(db).await?);
    let select = Entity::find().select_only().column(Column::Id).filter(condition);
    let others = select.filter(Column::Id.not_in_subquery(viewed));
    let sorted = others.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id);
    Ok(sorted.offset(offset).limit(limit).into_tuple::<PostId>().all(db).await?)
}

/// Number of posts in the list. Without a filter it is read from the row counter, because every save asks for it.
pub async fn count(db: &impl ConnectionTrait, filter: &DeskFilter, now: Timestamp) -> StoreResult<u64> {
    if *filter == DeskFilter::default() {
        return Ok(counters::posts(db).await?.saturating_sub(trash::count(db, TrashKind::Post).await?));
    }
    Ok(Entity::find().filter(filter.condition(now, TagLookup::ByTag)).count(db).await?)
}

/// Those of `ids` that a filter lets through, in no order.
pub async fn filter_ids(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    ids: &[PostId],
    now: Timestamp,
) -> StoreResult<Vec<PostId>> {
    filter_columns(db, filter, ids, now, &[Column::Id]).await
}

/// Those of `ids` that a filter lets through, with what they are sorted by: time of publication, last change, folded
/// title. In no order.
pub async fn filter_sort_keys(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    ids: &[PostId],
    now: Timestamp,
) -> StoreResult<Vec<(PostId, Timestamp, Timestamp, String)>> {
    let columns = [Column::Id, Column::PublishedAt, Column::UpdatedAt, Column::TitleKey];
    filter_columns(db, filter, ids, now, &columns).await
}

async fn filter_columns<T: TryGetableMany>(
    db: &impl ConnectionTrait,
    filter: &DeskFilter,
    ids: &[PostId],
    now: Timestamp,
    columns: &[Column],
) -> StoreResult<Vec<T>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        let select = Entity::find().select_only().columns(columns.iter().copied());
        let matching =
            select.filter(Column::Id.is_in(ids.iter().copied())).filter(filter.condition(now, TagLookup::ByPost));
        found.extend(matching.into_tuple::<T>().all(db).await?);
    }
    Ok(found)
}

/// Ids of up to `limit` posts of the list in which each of `words` (folded) begins a word, hits in the title first,
/// then the newest. Search without an index: it reads all words.
pub async fn find_by_words(
    db: &impl ConnectionTrait,
    words: &[Vec<String>],
    filter: &DeskFilter,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<PostId>> {
    let in_title = Expr::case(match_word_prefixes(post_search::Column::Title, words), 0).finally(1);
    let select = post_search::Entity::find().select_only().column(post_search::Column::PostId).inner_join(Entity);
    let matching = select
        .filter(filter.condition(now, TagLookup::ByPost))
        .filter(match_word_prefixes(post_search::Column::Words, words));
    let sorted = matching.order_by(Expr::expr(in_title), Order::Asc).order_by_desc(Column::PublishedAt);
    Ok(sorted.order_by_desc(Column::Id).limit(limit).into_tuple::<PostId>().all(db).await?)
}

/// A post of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, sea_orm::FromQueryResult)]
pub struct DatedPost {
    pub id: PostId,
    pub title: String,
    pub slug: String,
    pub status: PostStatus,
    pub published_at: Timestamp,
}

/// Up to `limit` posts with a date from `from` until before `until`, by time: published and scheduled ones, and drafts
/// that were given a date.
pub async fn dated(
    db: &impl ConnectionTrait,
    owner: Option<AccountId>,
    (from, until): (Timestamp, Timestamp),
    limit: u64,
) -> StoreResult<Vec<DatedPost>> {
    let select = Entity::find().select_only().columns([
        Column::Id,
        Column::Title,
        Column::Slug,
        Column::Status,
        Column::PublishedAt,
    ]);
    let given = Condition::all()
        .add(Column::Status.is_in([PostStatus::Draft, PostStatus::InReview]))
        .add(Column::PublishDate.is_not_null());
    let shown = Condition::any().add(Column::Status.eq(PostStatus::Published)).add(given);
    let select = select.filter(Column::PublishedAt.gte(from)).filter(Column::PublishedAt.lt(until)).filter(shown);
    let select = select.filter(Condition::all().add_option(owner.map(|owner| Column::OwnerId.eq(owner))));
    let sorted = select.order_by_asc(Column::PublishedAt).order_by_asc(Column::Id);
    Ok(sorted.limit(limit).into_model::<DatedPost>().all(db).await?)
}
