use std::collections::HashSet;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult,
    IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::StoreResult;
use crate::entities::page::{Column, Entity, Model};
use crate::entities::{import_record, old_page_slug, page_media, page_revision};
use crate::queries::insert::insert_all;
use crate::queries::{earlier_files, trash};
use crate::types::{AccountId, PageId, PageStatus, Timestamp, TrashKind};

pub async fn get(db: &impl ConnectionTrait, id: PageId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_built_in(db: &impl ConnectionTrait, key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::BuiltIn.eq(key)).one(db).await?)
}

pub async fn by_slug(db: &impl ConnectionTrait, slug: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::Slug.eq(slug)).one(db).await?)
}

/// The page, its row locked until the transaction ends.
pub async fn lock_by_id(db: &impl ConnectionTrait, id: PageId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(db).await?)
}

/// All edited built-in pages.
pub async fn list_built_in(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::BuiltIn.is_not_null()).all(db).await?)
}

/// Further pages that are not in the trash.
fn further() -> Select<Entity> {
    Entity::find().filter(Column::BuiltIn.is_null()).filter(not_in_trash())
}

fn not_in_trash() -> Expr {
    Column::Id.not_in_subquery(trash::item_ids(TrashKind::Page))
}

/// Further pages by title, drafts included.
pub async fn list_further(db: &impl ConnectionTrait, offset: u64, limit: u64) -> StoreResult<Vec<Model>> {
    let further = further();
    let sorted = further.order_by_asc(Column::Title).order_by_asc(Column::Id);
    Ok(sorted.offset(offset).limit(limit).all(db).await?)
}

pub async fn count_further(db: &impl ConnectionTrait) -> StoreResult<u64> {
    Ok(further().count(db).await?)
}

/// Slug, title and last save of up to `limit` published further pages, by slug.
pub async fn list_published(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<(String, String, Timestamp)>> {
    let published = Entity::find()
        .select_only()
        .columns([Column::Slug, Column::Title, Column::UpdatedAt])
        .filter(Column::BuiltIn.is_null())
        .filter(Column::Status.eq(PageStatus::Published));
    Ok(published.order_by_asc(Column::Slug).limit(limit).into_tuple().all(db).await?)
}

/// Up to `limit` published further pages, by slug.
pub async fn list_published_texts(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Model>> {
    let further = Entity::find().filter(Column::BuiltIn.is_null()).filter(Column::Status.eq(PageStatus::Published));
    Ok(further.order_by_asc(Column::Slug).limit(limit).all(db).await?)
}

/// What lists of links need of a page.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PageName {
    pub id: PageId,
    pub built_in: Option<String>,
    pub slug: String,
    pub title: String,
    pub short_title: String,
    pub status: PageStatus,
}

impl From<&Model> for PageName {
    fn from(page: &Model) -> Self {
        Self {
            id: page.id,
            built_in: page.built_in.clone(),
            slug: page.slug.clone(),
            title: page.title.clone(),
            short_title: page.short_title.clone(),
            status: page.status,
        }
    }
}

/// The edited built-in pages, and those of these ids, or up to `limit` of all that are not in the trash; by title.
pub async fn list_names(db: &impl ConnectionTrait, only: Option<&[PageId]>, limit: u64) -> StoreResult<Vec<PageName>> {
    let mut select = Entity::find().select_only().columns([
        Column::Id,
        Column::BuiltIn,
        Column::Slug,
        Column::Title,
        Column::ShortTitle,
        Column::Status,
    ]);
    if let Some(ids) = only {
        let named = Condition::any().add(Column::BuiltIn.is_not_null()).add(Column::Id.is_in(ids.iter().copied()));
        select = select.filter(named);
    } else {
        select = select.filter(not_in_trash());
    }
    let sorted = select.order_by_asc(Column::Title).order_by_asc(Column::Id).limit(limit);
    Ok(sorted.into_model().all(db).await?)
}

/// Inserts a page; the database assigns its id.
pub async fn insert(db: &impl ConnectionTrait, page: Model) -> StoreResult<Model> {
    let mut row = page.into_active_model().reset_all();
    row.id = NotSet;
    Ok(row.insert(db).await?)
}

/// Updates the whole page where its revision is still `expected` (optimistic locking); `false` on a conflict.
pub async fn update_if_revision(db: &impl ConnectionTrait, page: &Model, expected: i32) -> StoreResult<bool> {
    let row = page.clone().into_active_model().reset_all();
    let same = Entity::update_many().set(row).filter(Column::Id.eq(page.id)).filter(Column::Revision.eq(expected));
    Ok(same.exec(db).await?.rows_affected == 1)
}

/// Deletes a page; its import record says from then on that it was deleted here.
pub async fn delete(db: &impl ConnectionTrait, id: PageId) -> StoreResult<()> {
    let set = import_record::ActiveModel { page_id: Set(None), ..Default::default() };
    import_record::Entity::update_many().set(set).filter(import_record::Column::PageId.eq(id)).exec(db).await?;
    Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}

/// Those of `candidates` that are, or were, the slug of an existing page other than `own`.
pub async fn taken_slugs(
    db: &impl ConnectionTrait,
    candidates: &[String],
    own: Option<PageId>,
) -> StoreResult<Vec<String>> {
    // No page has the id 0.
    let own = own.unwrap_or(PageId(0));
    let current = Entity::find().select_only().column(Column::Slug).filter(Column::Slug.is_in(candidates));
    let mut taken: Vec<String> = current.filter(Column::Id.ne(own)).into_tuple().all(db).await?;
    let old = old_page_slug::Entity::find()
        .select_only()
        .column(old_page_slug::Column::Slug)
        .filter(old_page_slug::Column::PageId.is_not_null())
        .filter(old_page_slug::Column::PageId.ne(own))
        .filter(old_page_slug::Column::Slug.is_in(candidates));
    taken.extend(old.into_tuple::<String>().all(db).await?);
    Ok(taken)
}

/// The former slug, with the page that had it.
pub async fn get_old_slug(db: &impl ConnectionTrait, slug: &str) -> StoreResult<Option<old_page_slug::Model>> {
    Ok(old_page_slug::Entity::find_by_id(slug).one(db).await?)
}

/// Records `slug` as a former slug of `page`, which redirects to it; replaces another page's.
pub async fn upsert_old_slug(db: &impl ConnectionTrait, slug: &str, page: PageId, now: Timestamp) -> StoreResult<()> {
    let row = old_page_slug::ActiveModel { slug: Set(slug.to_owned()), page_id: Set(Some(page)), created_at: Set(now) };
    let known = OnConflict::column(old_page_slug::Column::Slug)
        .update_columns([old_page_slug::Column::PageId, old_page_slug::Column::CreatedAt])
        .to_owned();
    old_page_slug::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Deletes a former slug, which a page has from now on.
pub async fn delete_old_slug(db: &impl ConnectionTrait, slug: &str) -> StoreResult<()> {
    old_page_slug::Entity::delete_by_id(slug).exec(db).await?;
    Ok(())
}

/// Former slugs of a page.
pub async fn list_old_slugs(db: &impl ConnectionTrait, page: PageId) -> StoreResult<Vec<String>> {
    use old_page_slug::Column;
    let select = old_page_slug::Entity::find().select_only().column(Column::Slug);
    Ok(select.filter(Column::PageId.eq(page)).into_tuple().all(db).await?)
}

/// Replaces the files that a page uses, and keeps which ones revisions up to `last` alone show.
pub async fn replace_media(db: &impl ConnectionTrait, page: PageId, keys: Vec<String>, last: i32) -> StoreResult<()> {
    let of_page = page_media::Entity::delete_many().filter(page_media::Column::PageId.eq(page));
    let mut left: Vec<String> = of_page.exec_with_returning(db).await?.into_iter().map(|row| row.object_key).collect();
    let kept: HashSet<&String> = keys.iter().collect();
    left.retain(|key| !kept.contains(key));
    earlier_files::record_page(db, page, left, last).await?;
    let rows = keys.into_iter().map(|key| page_media::ActiveModel { page_id: Set(page), object_key: Set(key) });
    insert_all(db, rows.collect(), None).await
}

/// Ids of the pages that use a file.
pub async fn ids_using(db: &impl ConnectionTrait, object_key: &str, limit: u64) -> StoreResult<Vec<PageId>> {
    use page_media::Column;
    let select = page_media::Entity::find().select_only().column(Column::PageId);
    Ok(select.filter(Column::ObjectKey.eq(object_key)).limit(limit).into_tuple().all(db).await?)
}

pub async fn insert_revision(db: &impl ConnectionTrait, revision: page_revision::ActiveModel) -> StoreResult<()> {
    page_revision::Entity::insert(revision).exec_without_returning(db).await?;
    Ok(())
}

/// Number, time and account of all stored revisions, newest first.
pub async fn list_revisions(
    db: &impl ConnectionTrait,
    page: PageId,
) -> StoreResult<Vec<(i32, Timestamp, Option<AccountId>)>> {
    use page_revision::Column;
    let select =
        page_revision::Entity::find().select_only().columns([Column::Revision, Column::CreatedAt, Column::AccountId]);
    Ok(select.filter(Column::PageId.eq(page)).order_by_desc(Column::Revision).into_tuple().all(db).await?)
}

pub async fn get_revision(
    db: &impl ConnectionTrait,
    page: PageId,
    revision: i32,
) -> StoreResult<Option<page_revision::Model>> {
    use page_revision::Column;
    let stored = page_revision::Entity::find().filter(Column::PageId.eq(page));
    Ok(stored.filter(Column::Revision.eq(revision)).one(db).await?)
}

/// Deletes the revisions of a page up to and including `last`.
pub async fn delete_revisions(db: &impl ConnectionTrait, page: PageId, last: i32) -> StoreResult<()> {
    use page_revision::Column;
    let old = page_revision::Entity::delete_many().filter(Column::PageId.eq(page));
    old.filter(Column::Revision.lte(last)).exec(db).await?;
    earlier_files::forget_page(db, page, last).await
}
