use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ActiveValue, ActiveValue::NotSet, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    QueryFilter, QueryOrder, Set,
};

use crate::StoreResult;
use crate::entities::category::{ActiveModel, Column, Entity, Model};
use crate::entities::old_category;
use crate::types::{CategoryId, NO_CATEGORY, Timestamp};

/// Every category, in no order: the callers sort in Rust, because databases sort words differently.
pub async fn all(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.ne(NO_CATEGORY)).all(db).await?)
}

pub async fn insert(
    db: &impl ConnectionTrait,
    name: &str,
    slug: &str,
    on_home: bool,
    now: Timestamp,
) -> StoreResult<Model> {
    let row = ActiveModel {
        name: Set(name.to_owned()),
        slug: Set(slug.to_owned()),
        created_at: Set(now),
        position: Set(None),
        description: Set(String::new()),
        colour: Set(String::new()),
        picture: Set(String::new()),
        on_home: Set(on_home),
        is_news: Set(true),
        ..Default::default()
    };
    Ok(row.insert(db).await?)
}

/// What changes of a category; the rest stays.
#[derive(Clone, Debug, Default)]
pub struct CategoryChanges {
    pub name: Option<String>,
    pub description: Option<String>,
    pub colour: Option<String>,
    pub picture: Option<String>,
    pub on_home: Option<bool>,
    pub is_news: Option<bool>,
}

/// Changes a category; none where it does not exist.
pub async fn update(db: &impl ConnectionTrait, id: CategoryId, changes: CategoryChanges) -> StoreResult<Option<Model>> {
    let CategoryChanges { name, description, colour, picture, on_home, is_news } = changes;
    let set = ActiveModel {
        name: set_some(name),
        description: set_some(description),
        colour: set_some(colour),
        picture: set_some(picture),
        on_home: set_some(on_home),
        is_news: set_some(is_news),
        ..Default::default()
    };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(Entity::find_by_id(id).one(db).await?)
}

fn set_some<T: Into<sea_orm::Value>>(value: Option<T>) -> ActiveValue<T> {
    value.map_or(NotSet, Set)
}

/// Puts a category at a place.
pub async fn set_position(db: &impl ConnectionTrait, id: CategoryId, position: i32) -> StoreResult<()> {
    let set = ActiveModel { position: Set(Some(position)), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
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
