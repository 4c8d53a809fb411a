use sea_orm::sea_query::Query;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
};

use crate::StoreResult;
use crate::entities::post;
use crate::entities::post_tag::{ActiveModel, Column, Entity};
use crate::types::{PostId, PostStatus, Timestamp};

/// Time of publication of a post that is not published, in its rows: no public query reaches it.
pub const NEVER: Timestamp = Timestamp(i64::MAX);

fn public(slug: &str, now: Timestamp) -> Condition {
    Condition::all().add(Column::Slug.eq(slug)).add(Column::PublishedAt.lte(now))
}

/// The public posts with one of these tags, each once.
fn public_posts(slugs: &[String], now: Timestamp) -> Select<Entity> {
    let select = Entity::find().select_only().column(Column::PostId);
    match slugs {
        [slug] => select.filter(public(slug, now)),
        slugs => select
            .filter(Column::Slug.is_in(slugs))
            .filter(Column::PublishedAt.lte(now))
            .group_by(Column::PostId)
            .group_by(Column::PublishedAt),
    }
}

/// Ids of the public posts with one of these tags, newest first; for one tag an index-only scan.
pub async fn public_ids(
    db: &impl ConnectionTrait,
    slugs: &[String],
    now: Timestamp,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<PostId>> {
    let ids = public_posts(slugs, now)
        .order_by_desc(Column::PublishedAt)
        .order_by_desc(Column::PostId)
        .offset(offset)
        .limit(limit)
        .into_tuple::<PostId>()
        .all(db)
        .await?;
    Ok(ids)
}

pub async fn count_public(db: &impl ConnectionTrait, slugs: &[String], now: Timestamp) -> StoreResult<u64> {
    Ok(public_posts(slugs, now).count(db).await?)
}

/// Display name of a tag, as the newest public post with it has it.
pub async fn display_name(db: &impl ConnectionTrait, slug: &str, now: Timestamp) -> StoreResult<Option<String>> {
    let select = Entity::find().select_only().column(Column::Name).filter(public(slug, now));
    Ok(select
        .order_by_desc(Column::PublishedAt)
        .order_by_desc(Column::PostId)
        .limit(1)
        .into_tuple::<String>()
        .one(db)
        .await?)
}

/// When the next scheduled post with one of these tags becomes public.
pub async fn next_scheduled(
    db: &impl ConnectionTrait,
    slugs: &[String],
    now: Timestamp,
) -> StoreResult<Option<Timestamp>> {
    if slugs.is_empty() {
        return Ok(None);
    }
    let select = Entity::find()
        .select_only()
        .column(Column::PublishedAt)
        .filter(Column::Slug.is_in(slugs))
        .filter(Column::PublishedAt.gt(now))
        .filter(Column::PublishedAt.lt(NEVER));
    Ok(select.order_by_asc(Column::PublishedAt).limit(1).into_tuple::<Timestamp>().one(db).await?)
}

/// Replaces the tags of a post by `rows`.
pub async fn replace(db: &impl ConnectionTrait, post: PostId, rows: Vec<ActiveModel>) -> StoreResult<()> {
    Entity::delete_many().filter(Column::PostId.eq(post)).exec(db).await?;
    if !rows.is_empty() {
        Entity::insert_many(rows).exec_without_returning(db).await?;
    }
    Ok(())
}

/// Ids of up to `limit` drafts and posts in review after `after` that an earlier version wrote without rows.
pub async fn unpublished_without(db: &impl ConnectionTrait, after: PostId, limit: u64) -> StoreResult<Vec<PostId>> {
    let with_rows = Query::select().column(Column::PostId).from(Entity).take();
    let select = post::Entity::find().select_only().column(post::Column::Id);
    let lacking = select
        .filter(post::Column::Status.is_in([PostStatus::Draft, PostStatus::InReview]))
        .filter(post::Column::Tags.ne(""))
        .filter(post::Column::Id.gt(after))
        .filter(post::Column::Id.not_in_subquery(with_rows));
    Ok(lacking.order_by_asc(post::Column::Id).limit(limit).into_tuple().all(db).await?)
}
