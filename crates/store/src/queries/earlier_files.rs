//! Files that earlier revisions of posts and pages show.

use sea_orm::sea_query::{Expr, OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::insert::insert_all;
use crate::StoreResult;
use crate::entities::{page_earlier_file, page_media, page_revision, post_earlier_file, post_media, post_revision};
use crate::types::{PageId, PostId};

/// Keeps that revisions up to `last` of a post show these files, until the last of these revisions goes.
pub async fn record_post(db: &impl ConnectionTrait, post: PostId, keys: Vec<String>, last: i32) -> StoreResult<()> {
    use post_earlier_file::{ActiveModel, Column};
    let rows =
        keys.into_iter().map(|key| ActiveModel { post_id: Set(post), object_key: Set(key), last_revision: Set(last) });
    let later = OnConflict::columns([Column::PostId, Column::ObjectKey])
        .update_column(Column::LastRevision)
        .action_and_where(Expr::cust("excluded.last_revision > post_earlier_file.last_revision"))
        .to_owned();
    insert_all(db, rows.collect(), Some(later)).await
}

/// Forgets the files that no revision of a post after `last` shows.
pub async fn forget_post(db: &impl ConnectionTrait, post: PostId, last: i32) -> StoreResult<()> {
    use post_earlier_file::{Column, Entity};
    Entity::delete_many().filter(Column::PostId.eq(post)).filter(Column::LastRevision.lte(last)).exec(db).await?;
    Ok(())
}

/// How many posts show a file in an earlier revision alone.
pub async fn count_posts(db: &impl ConnectionTrait, object_key: &str) -> StoreResult<u64> {
    use post_earlier_file::{Column, Entity};
    let showing = Query::select()
        .column(post_media::Column::PostId)
        .from(post_media::Entity)
        .and_where(post_media::Column::ObjectKey.eq(object_key))
        .take();
    let earlier = Entity::find().filter(Column::ObjectKey.eq(object_key));
    Ok(earlier.filter(Column::PostId.not_in_subquery(showing)).count(db).await?)
}

/// Up to `limit` revisions of posts with ids above `after`, by id.
pub async fn post_revisions(
    db: &impl ConnectionTrait,
    after: i64,
    limit: u64,
) -> StoreResult<Vec<post_revision::Model>> {
    use post_revision::{Column, Entity};
    Ok(Entity::find().filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Keeps that revisions up to `last` of a page show these files, until the last of these revisions goes.
pub async fn record_page(db: &impl ConnectionTrait, page: PageId, keys: Vec<String>, last: i32) -> StoreResult<()> {
    use page_earlier_file::{ActiveModel, Column};
    let rows =
        keys.into_iter().map(|key| ActiveModel { page_id: Set(page), object_key: Set(key), last_revision: Set(last) });
    let later = OnConflict::columns([Column::PageId, Column::ObjectKey])
        .update_column(Column::LastRevision)
        .action_and_where(Expr::cust("excluded.last_revision > page_earlier_file.last_revision"))
        .to_owned();
    insert_all(db, rows.collect(), Some(later)).await
}

/// Forgets the files that no revision of a page after `last` shows.
pub async fn forget_page(db: &impl ConnectionTrait, page: PageId, last: i32) -> StoreResult<()> {
    use page_earlier_file::{Column, Entity};
    Entity::delete_many().filter(Column::PageId.eq(page)).filter(Column::LastRevision.lte(last)).exec(db).await?;
    Ok(())
}

/// How many pages show a file in an earlier revision alone.
pub async fn count_pages(db: &impl ConnectionTrait, object_key: &str) -> StoreResult<u64> {
    use page_earlier_file::{Column, Entity};
    let showing = Query::select()
        .column(page_media::Column::PageId)
        .from(page_media::Entity)
        .and_where(page_media::Column::ObjectKey.eq(object_key))
        .take();
    let earlier = Entity::find().filter(Column::ObjectKey.eq(object_key));
    Ok(earlier.filter(Column::PageId.not_in_subquery(showing)).count(db).await?)
}

/// Up to `limit` revisions of pages with ids above `after`, by id.
pub async fn page_revisions(
    db: &impl ConnectionTrait,
    after: i64,
    limit: u64,
) -> StoreResult<Vec<page_revision::Model>> {
    use page_revision::{Column, Entity};
    Ok(Entity::find().filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?)
}
