use std::collections::HashMap;

use sea_orm::sea_query::{Expr, Query, SimpleExpr, UnionType};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set,
};

use crate::StoreResult;
use crate::entities::post::{ActiveModel, Column, DealLink, Entity, Model};
use crate::entities::{deal_link, deleted_post, old_slug, post_revision};
use crate::queries::{counters, earlier_files};
use crate::types::{AccountId, CategoryId, PostId, PostStatus, Timestamp};

/// Filter of public posts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PublicFilter {
    pub category: Option<CategoryId>,
    /// Categories to leave out.
    pub exclude: Vec<CategoryId>,
    /// Only Today's Picks.
    pub picks: bool,
    /// Slugs of by-lines; of everybody where it is empty.
    pub authors: Vec<String>,
    /// Posts to leave out.
    pub exclude_posts: Vec<PostId>,
}

impl PublicFilter {
    fn by_authors(&self) -> Option<SimpleExpr> {
        match self.authors.as_slice() {
            [] => None,
            [author] => Some(Column::AuthorSlug.eq(author)),
            authors => Some(Column::AuthorSlug.is_in(authors)),
        }
    }

    fn condition(&self, now: Timestamp) -> Condition {
        let mut condition =
            Condition::all().add(Column::Status.eq(PostStatus::Published)).add(Column::PublishedAt.lte(now));
        if let Some(category) = self.category {
            condition = condition.add(Column::CategoryId.eq(category));
        }
        for excluded in &self.exclude {
            condition = condition.add(Column::CategoryId.ne(*excluded));
        }
        if self.picks {
            condition = condition.add(is_pick(now));
        }
        condition = condition.add_option(self.by_authors());
        if !self.exclude_posts.is_empty() {
            condition = condition.add(Column::Id.is_not_in(self.exclude_posts.iter().copied()));
        }
        condition
    }
}

/// One whose end has come is no pick any more.
fn is_pick(now: Timestamp) -> Condition {
    let has_no_end = Condition::any().add(Column::PickUntil.is_null()).add(Column::PickUntil.gt(now));
    Condition::all().add(Column::IsTodayPick.eq(true)).add(has_no_end)
}

/// Ids of the public posts of a filter, newest first, picks by rank (index-only scan).
pub async fn public_ids(
    db: &impl ConnectionTrait,
    filter: &PublicFilter,
    now: Timestamp,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<PostId>> {
    let ids = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(filter.condition(now))
        .order_by_desc(if filter.picks { Column::PickRank } else { Column::PublishedAt })
        .order_by_desc(Column::Id)
        .offset(offset)
        .limit(limit)
        .into_tuple::<PostId>()
        .all(db)
        .await?;
    Ok(ids)
}

/// Ids of the newest public posts of each category, up to `limit` per category, in no order (index-only scan).
pub async fn newest_per_category(
    db: &impl ConnectionTrait,
    categories: &[CategoryId],
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<PostId>> {
    let newest = |category: &CategoryId| {
        let filter = PublicFilter { category: Some(*category), ..PublicFilter::default() };
        let select = Entity::find().select_only().column(Column::Id).filter(filter.condition(now));
        let of_one = select.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id).limit(limit).into_query();
        Query::select().column(Column::Id).from_subquery(of_one, "newest").take()
    };
    let mut ids = Vec::new();
    // SQLite takes 500 parts of a union at most.
    for categories in categories.chunks(200) {
        let Some((first, others)) = categories.split_first() else { break };
        let mut all = newest(first);
        all.unions(others.iter().map(|category| (UnionType::All, newest(category))));
        for row in db.query_all(&all).await? {
            ids.push(row.try_get_by_index::<PostId>(0)?);
        }
    }
    Ok(ids)
}

pub async fn count_public(db: &impl ConnectionTrait, filter: &PublicFilter, now: Timestamp) -> StoreResult<u64> {
    Ok(Entity::find().filter(filter.condition(now)).count(db).await?)
}

/// When the next scheduled post of a filter becomes public, of picks also when the next one ends: cached results of the
/// filter expire then.
pub async fn next_scheduled(
    db: &impl ConnectionTrait,
    filter: &PublicFilter,
    now: Timestamp,
) -> StoreResult<Option<Timestamp>> {
    let mut condition = Condition::all().add(Column::Status.eq(PostStatus::Published)).add(Column::PublishedAt.gt(now));
    if let Some(category) = filter.category {
        condition = condition.add(Column::CategoryId.eq(category));
    }
    condition = condition.add_option(filter.by_authors());
    let first = Entity::find()
        .select_only()
        .column(Column::PublishedAt)
        .filter(condition)
        .order_by_asc(Column::PublishedAt)
        .limit(1)
        .into_tuple::<Timestamp>()
        .one(db)
        .await?;
    let end = if filter.picks { next_pick_end(db, now).await? } else { None };
    Ok([first, end].into_iter().flatten().min())
}

async fn next_pick_end(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Option<Timestamp>> {
    let ending = Condition::all()
        .add(Column::IsTodayPick.eq(true))
        .add(Column::Status.eq(PostStatus::Published))
        .add(Column::PickUntil.gt(now));
    let select = Entity::find().select_only().column(Column::PickUntil).filter(ending);
    Ok(select.order_by_asc(Column::PickUntil).limit(1).into_tuple::<Timestamp>().one(db).await?)
}

/// Those of `ids` that are public, with category and time of publication, in no order.
pub async fn filter_public(
    db: &impl ConnectionTrait,
    ids: &[PostId],
    now: Timestamp,
) -> StoreResult<Vec<(PostId, CategoryId, Timestamp)>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        let select =
            Entity::find().select_only().column(Column::Id).column(Column::CategoryId).column(Column::PublishedAt);
        let public = PublicFilter::default().condition(now).add(Column::Id.is_in(ids.iter().copied()));
        found.extend(select.filter(public).into_tuple::<(PostId, CategoryId, Timestamp)>().all(db).await?);
    }
    Ok(found)
}

/// The public post that precedes `post` in its category, by time of publication.
pub async fn previous_in_category(
    db: &impl ConnectionTrait,
    post: &Model,
    now: Timestamp,
) -> StoreResult<Option<PostId>> {
    let older = Condition::any()
        .add(Column::PublishedAt.lt(post.published_at))
        .add(Condition::all().add(Column::PublishedAt.eq(post.published_at)).add(Column::Id.lt(post.id)));
    let filter = PublicFilter { category: Some(post.category_id), ..PublicFilter::default() };
    let select = Entity::find().select_only().column(Column::Id).filter(filter.condition(now)).filter(older);
    Ok(select
        .order_by_desc(Column::PublishedAt)
        .order_by_desc(Column::Id)
        .limit(1)
        .into_tuple::<PostId>()
        .one(db)
        .await?)
}

/// The posts of `ids`, in the order of `ids`, without `content` (it is empty).
pub async fn by_ids_without_content(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let select = select_without_content().filter(Column::Id.is_in(ids.iter().copied()));
    let mut rows = select.into_model::<Model>().all(db).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    load_deal_links(db, rows).await
}

/// The posts of `slugs`, in no order, without `content` and deal links.
pub async fn by_slugs_without_content(db: &impl ConnectionTrait, slugs: &[String]) -> StoreResult<Vec<Model>> {
    if slugs.is_empty() {
        return Ok(Vec::new());
    }
    let select = select_without_content().filter(Column::Slug.is_in(slugs));
    Ok(select.into_model::<Model>().all(db).await?)
}

fn select_without_content() -> Select<Entity> {
    let mut select = Entity::find().select_only();
    for column in <Column as sea_orm::Iterable>::iter() {
        select = match column {
            Column::Content => select.column_as(Expr::val(""), "content"),
            other => select.column(other),
        };
    }
    select
}

/// Loads the deal links of posts.
async fn load_deal_links(db: &impl ConnectionTrait, mut posts: Vec<Model>) -> StoreResult<Vec<Model>> {
    let ids = posts.iter().map(|post| post.id);
    let mut deals: HashMap<PostId, Vec<DealLink>> = HashMap::new();
    for row in deal_link::Entity::find()
        .filter(deal_link::Column::PostId.is_in(ids))
        .order_by_asc(deal_link::Column::Position)
        .all(db)
        .await?
    {
        deals.entry(row.post_id).or_default().push(row.into());
    }
    for post in &mut posts {
        post.deal_links = deals.remove(&post.id).unwrap_or_default();
    }
    Ok(posts)
}

async fn load_deal_links_of_one(db: &impl ConnectionTrait, post: Option<Model>) -> StoreResult<Option<Model>> {
    match post {
        Some(post) => Ok(load_deal_links(db, vec![post]).await?.pop()),
        None => Ok(None),
    }
}

/// The posts of `ids`, in the order of `ids`, with their content.
pub async fn by_ids(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<Vec<Model>> {
    let mut rows = Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(db).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    load_deal_links(db, rows).await
}

/// Ids and ranks of published picks, scheduled ones included, by rank.
pub async fn picks(
    db: &impl ConnectionTrait,
    exclude: Option<CategoryId>,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<(PostId, i64)>> {
    let mut select = Entity::find().select_only().column(Column::Id).column(Column::PickRank);
    select = select.filter(is_pick(now)).filter(Column::Status.eq(PostStatus::Published));
    if let Some(category) = exclude {
        select = select.filter(Column::CategoryId.ne(category));
    }
    Ok(select
        .order_by_desc(Column::PickRank)
        .order_by_desc(Column::Id)
        .limit(limit)
        .into_tuple::<(PostId, i64)>()
        .all(db)
        .await?)
}

/// Ids and ranks of those of `ids` that are picks, in no order; their rows are locked until the transaction ends.
pub async fn lock_picks(db: &impl ConnectionTrait, ids: &[PostId], now: Timestamp) -> StoreResult<Vec<(PostId, i64)>> {
    let select = Entity::find().select_only().column(Column::Id).column(Column::PickRank);
    let picks = select.filter(Column::Id.is_in(ids.iter().copied())).filter(is_pick(now)).order_by_asc(Column::Id);
    Ok(picks.lock_exclusive().into_tuple::<(PostId, i64)>().all(db).await?)
}

pub async fn set_pick_rank(db: &impl ConnectionTrait, id: PostId, rank: i64) -> StoreResult<()> {
    Entity::update_many()
        .set(ActiveModel { pick_rank: Set(rank), ..Default::default() })
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

pub async fn set_pick_until(db: &impl ConnectionTrait, id: PostId, until: Option<Timestamp>) -> StoreResult<()> {
    let set = ActiveModel { pick_until: Set(until), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Sets when a post was last changed, whose row is locked, without a save.
pub async fn set_updated_at(db: &impl ConnectionTrait, id: PostId, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { updated_at: Set(now), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Ids of up to `limit` posts of a category, drafts included.
pub async fn ids_by_category(db: &impl ConnectionTrait, category: CategoryId, limit: u64) -> StoreResult<Vec<PostId>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::CategoryId.eq(category))
        .limit(limit)
        .into_tuple::<PostId>()
        .all(db)
        .await?)
}

/// Moves those of `ids` that are still in the category `from` to `to`.
pub async fn move_to_category(
    db: &impl ConnectionTrait,
    ids: &[PostId],
    from: CategoryId,
    to: CategoryId,
) -> StoreResult<()> {
    let set = ActiveModel { category_id: Set(to), ..Default::default() };
    Entity::update_many()
        .set(set)
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::CategoryId.eq(from))
        .exec(db)
        .await?;
    Ok(())
}

pub async fn get(db: &impl ConnectionTrait, id: PostId) -> StoreResult<Option<Model>> {
    load_deal_links_of_one(db, Entity::find_by_id(id).one(db).await?).await
}

/// The post, its row locked until the transaction ends; SQLite has a single writer and needs no such lock.
pub async fn lock_by_id(db: &impl ConnectionTrait, id: PostId) -> StoreResult<Option<Model>> {
    load_deal_links_of_one(db, Entity::find_by_id(id).lock_exclusive().one(db).await?).await
}

pub async fn by_slug(db: &impl ConnectionTrait, slug: &str) -> StoreResult<Option<Model>> {
    load_deal_links_of_one(db, Entity::find().filter(Column::Slug.eq(slug)).one(db).await?).await
}

/// The former slug, with the post that had it.
pub async fn get_old_slug(db: &impl ConnectionTrait, slug: &str) -> StoreResult<Option<old_slug::Model>> {
    Ok(old_slug::Entity::find_by_id(slug).one(db).await?)
}

/// Those of `candidates` that are, or were, the slug of an existing post other than `own`.
pub async fn taken_slugs(
    db: &impl ConnectionTrait,
    candidates: &[String],
    own: Option<PostId>,
) -> StoreResult<Vec<String>> {
    // No post has the id 0.
    let own = own.unwrap_or(PostId(0));
    let mut taken: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Slug)
        .filter(Column::Slug.is_in(candidates))
        .filter(Column::Id.ne(own))
        .into_tuple()
        .all(db)
        .await?;
    let old: Vec<String> = old_slug::Entity::find()
        .select_only()
        .column(old_slug::Column::Slug)
        .filter(old_slug::Column::PostId.is_not_null())
        .filter(old_slug::Column::PostId.ne(own))
        .filter(old_slug::Column::Slug.is_in(candidates))
        .into_tuple()
        .all(db)
        .await?;
    taken.extend(old);
    Ok(taken)
}

/// Records `slug` as a former slug of `post`, which redirects to it; replaces another post's.
pub async fn upsert_old_slug(db: &impl ConnectionTrait, slug: &str, post: PostId, now: Timestamp) -> StoreResult<()> {
    old_slug::Entity::insert(old_slug::ActiveModel {
        slug: Set(slug.to_owned()),
        post_id: Set(Some(post)),
        created_at: Set(now),
    })
    .on_conflict(
        sea_orm::sea_query::OnConflict::column(old_slug::Column::Slug)
            .update_columns([old_slug::Column::PostId, old_slug::Column::CreatedAt])
            .to_owned(),
    )
    .exec_without_returning(db)
    .await?;
    Ok(())
}

/// Inserts a tombstone for a published post that is about to be deleted: its address by id then answers 410.
pub async fn insert_tombstone(db: &impl ConnectionTrait, post: PostId, now: Timestamp) -> StoreResult<()> {
    let row = deleted_post::ActiveModel { post_id: Set(post), deleted_at: Set(now) };
    let known = sea_orm::sea_query::OnConflict::column(deleted_post::Column::PostId)
        .update_column(deleted_post::Column::DeletedAt)
        .to_owned();
    deleted_post::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

pub async fn was_deleted(db: &impl ConnectionTrait, post: PostId) -> StoreResult<bool> {
    Ok(deleted_post::Entity::find_by_id(post).one(db).await?.is_some())
}

/// Deletes a former slug of `post`, which has it again; a former slug of another post stays.
pub async fn delete_old_slug(db: &impl ConnectionTrait, slug: &str, post: PostId) -> StoreResult<()> {
    old_slug::Entity::delete_many()
        .filter(old_slug::Column::Slug.eq(slug))
        .filter(old_slug::Column::PostId.eq(post))
        .exec(db)
        .await?;
    Ok(())
}

/// Former slugs of a post.
pub async fn list_old_slugs(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<String>> {
    Ok(old_slug::Entity::find()
        .select_only()
        .column(old_slug::Column::Slug)
        .filter(old_slug::Column::PostId.eq(post))
        .into_tuple()
        .all(db)
        .await?)
}

/// Inserts a post and its deal links; the database assigns its id.
pub async fn insert(db: &impl ConnectionTrait, post: Model) -> StoreResult<Model> {
    let deal_links = post.deal_links.clone();
    let mut row = post.into_active_model().reset_all();
    row.id = NotSet;
    let post = Model { deal_links, ..row.insert(db).await? };
    insert_deal_links(db, &post).await?;
    counters::add_posts(db, 1).await?;
    Ok(post)
}

/// Updates the whole post where its revision is still `expected` (optimistic locking); `false` on a conflict.
pub async fn update_if_revision(db: &impl ConnectionTrait, post: &Model, expected: i32) -> StoreResult<bool> {
    let row = post.clone().into_active_model().reset_all();
    let outcome = Entity::update_many()
        .set(row)
        .filter(Column::Id.eq(post.id))
        .filter(Column::Revision.eq(expected))
        .exec(db)
        .await?;
    if outcome.rows_affected == 0 {
        return Ok(false);
    }
    deal_link::Entity::delete_many().filter(deal_link::Column::PostId.eq(post.id)).exec(db).await?;
    insert_deal_links(db, post).await?;
    Ok(true)
}

async fn insert_deal_links(db: &impl ConnectionTrait, post: &Model) -> StoreResult<()> {
    let rows = (0_i32..).zip(post.deal_links.iter().cloned()).map(|(position, link)| {
        let DealLink { url, cta_text, label, product_name, price, price_seen_at, ends_at, best_for } = link;
        let post_id = post.id;
        deal_link::Model {
            post_id,
            position,
            url,
            cta_text,
            label,
            product_name,
            price,
            price_seen_at,
            ends_at,
            best_for,
        }
        .into_active_model()
        .reset_all()
    });
    deal_link::Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}

pub async fn delete(db: &impl ConnectionTrait, id: PostId) -> StoreResult<bool> {
    let deleted = Entity::delete_by_id(id).exec(db).await?.rows_affected == 1;
    if deleted {
        counters::add_posts(db, -1).await?;
    }
    Ok(deleted)
}

/// Leaves the posts of a contributor or author to the editors.
pub async fn clear_owner(db: &impl ConnectionTrait, owner: AccountId) -> StoreResult<()> {
    let set = ActiveModel { owner_id: Set(None), ..Default::default() };
    Entity::update_many().set(set).filter(Column::OwnerId.eq(owner)).exec(db).await?;
    Ok(())
}

/// Ids of up to `limit` posts with this key of a title, the newest first, without those in the trash.
pub async fn by_title_key(db: &impl ConnectionTrait, key: &str, limit: u64) -> StoreResult<Vec<PostId>> {
    let posts = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::TitleKey.eq(key))
        .filter(Column::Status.ne(PostStatus::Trash));
    Ok(posts.order_by_desc(Column::Id).limit(limit).into_tuple().all(db).await?)
}

/// Up to `limit` posts without an `author_slug` (rows of an earlier version).
pub async fn without_author_slug(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::AuthorSlug.eq("")).limit(limit).all(db).await?)
}

/// Backfills `author_slug` of a post; `false` where it is set by now, or the post was saved since it was read.
pub async fn set_author_slug(db: &impl ConnectionTrait, post: &Model) -> StoreResult<bool> {
    let set = ActiveModel { author_slug: Set(post.author_slug.clone()), ..Default::default() };
    let same = Condition::all()
        .add(Column::Id.eq(post.id))
        .add(Column::Revision.eq(post.revision))
        .add(Column::AuthorSlug.eq(""));
    Ok(Entity::update_many().set(set).filter(same).exec(db).await?.rows_affected == 1)
}

/// Ids and titles of up to `limit` posts without a `title_key` (rows of an earlier version).
pub async fn without_title_key(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<(PostId, String)>> {
    let select = Entity::find().select_only().column(Column::Id).column(Column::Title);
    Ok(select.filter(Column::TitleKey.eq("")).limit(limit).into_tuple().all(db).await?)
}

/// Sets the slug of a post that was inserted without one.
pub async fn set_slug(db: &impl ConnectionTrait, id: PostId, slug: &str) -> StoreResult<()> {
    let set = ActiveModel { slug: Set(slug.to_owned()), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Backfills `title_key` of a post, unless a save has set it.
pub async fn set_title_key(db: &impl ConnectionTrait, id: PostId, key: &str) -> StoreResult<()> {
    let set = ActiveModel { title_key: Set(key.to_owned()), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::TitleKey.eq("")).exec(db).await?;
    Ok(())
}

/// Replaces the `title_key` of a post.
pub async fn replace_title_key(db: &impl ConnectionTrait, id: PostId, key: &str) -> StoreResult<()> {
    let set = ActiveModel { title_key: Set(key.to_owned()), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Ids above `after` of up to `limit` posts of any status, by id.
pub async fn list_ids(db: &impl ConnectionTrait, after: PostId, limit: u64) -> StoreResult<Vec<PostId>> {
    let select = Entity::find().select_only().column(Column::Id).filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).into_tuple().all(db).await?)
}

pub async fn insert_revision(db: &impl ConnectionTrait, revision: post_revision::ActiveModel) -> StoreResult<()> {
    post_revision::Entity::insert(revision).exec_without_returning(db).await?;
    Ok(())
}

/// Number, time and account of all stored revisions, newest first.
pub async fn list_revisions(
    db: &impl ConnectionTrait,
    post: PostId,
) -> StoreResult<Vec<(i32, Timestamp, Option<AccountId>)>> {
    use post_revision::Column;
    let select =
        post_revision::Entity::find().select_only().columns([Column::Revision, Column::CreatedAt, Column::AccountId]);
    Ok(select.filter(Column::PostId.eq(post)).order_by_desc(Column::Revision).into_tuple().all(db).await?)
}

pub async fn get_revision(
    db: &impl ConnectionTrait,
    post: PostId,
    revision: i32,
) -> StoreResult<Option<post_revision::Model>> {
    use post_revision::Column;
    let stored = post_revision::Entity::find().filter(Column::PostId.eq(post));
    Ok(stored.filter(Column::Revision.eq(revision)).one(db).await?)
}

/// Deletes the revisions of a post up to and including `last`.
pub async fn delete_revisions(db: &impl ConnectionTrait, post: PostId, last: i32) -> StoreResult<()> {
    use post_revision::Column;
    post_revision::Entity::delete_many()
        .filter(Column::PostId.eq(post))
        .filter(Column::Revision.lte(last))
        .exec(db)
        .await?;
    earlier_files::forget_post(db, post, last).await
}
