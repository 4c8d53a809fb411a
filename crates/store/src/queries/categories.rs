use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use crate::StoreResult;
use crate::entities::category::{ActiveModel, Column, Entity, Model};
use crate::entities::old_category;
use crate::types::{CategoryId, Timestamp};

/// Every category, in no order: the callers sort in Rust, because databases sort words differently.
pub async fn all(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().all(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, name: &str, slug: &str, now: Timestamp) -> StoreResult<Model> {
    let row = ActiveModel {
        name: Set(name.to_owned()),
        slug: Set(slug.to_owned()),
        bar_position: Set(None),
        created_at: Set(now),
        ..Default::default()
    };
    Ok(row.insert(db).await?)
}

/// Renames a category; `false` where it does not exist.
pub async fn rename(db: &impl ConnectionTrait, id: CategoryId, name: &str) -> StoreResult<bool> {
    let set = ActiveModel { name: Set(name.to_owned()), ..Default::default() };
    Ok(Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?.rows_affected == 1)
}

/// Deletes an empty category. Its slug, and those that redirected to it, redirect to `to` from now on.
pub async fn delete_with_redirect(
    db: &impl ConnectionTrait,
    deleted: &Model,
    to: CategoryId,
    now: Timestamp,
) -> StoreResult<()> {
    use old_category::Column as Old;
    let set = old_category::ActiveModel { category_id: Set(to), ..Default::default() };
    old_category::Entity::update_many().set(set).filter(Old::CategoryId.eq(deleted.id)).exec(db).await?;
    let row = old_category::ActiveModel {
        slug: Set(deleted.slug.clone()),
        old_id: Set(deleted.id),
        category_id: Set(to),
        created_at: Set(now),
    };
    let known = OnConflict::column(Old::Slug).update_columns([Old::OldId, Old::CategoryId, Old::CreatedAt]).to_owned();
    old_category::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Entity::delete_by_id(deleted.id).exec(db).await?;
    Ok(())
}

/// The category that a deleted one redirects to; the deleted one is named by its slug or its id.
pub async fn find_redirect(
    db: &impl ConnectionTrait,
    slug: &str,
    id: Option<CategoryId>,
) -> StoreResult<Option<CategoryId>> {
    use old_category::Column as Old;
    let mut named = Condition::any().add(Old::Slug.eq(slug));
    if let Some(id) = id {
        named = named.add(Old::OldId.eq(id));
    }
    Ok(old_category::Entity::find()
        .filter(named)
        .order_by_desc(Old::CreatedAt)
        .one(db)
        .await?
        .map(|row| row.category_id))
}
