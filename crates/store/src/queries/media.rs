use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::StoreResult;
use crate::entities::media_item::{ActiveModel, Column, Entity, Model};
use crate::types::{MediaId, MediaKind, PostId};

pub async fn by_key(db: &impl ConnectionTrait, object_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::ObjectKey.eq(object_key)).one(db).await?)
}

pub async fn by_keys(db: &impl ConnectionTrait, object_keys: &[String]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for keys in object_keys.chunks(500) {
        found.extend(Entity::find().filter(Column::ObjectKey.is_in(keys)).all(db).await?);
    }
    Ok(found)
}

pub async fn get(db: &impl ConnectionTrait, id: MediaId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_ids(db: &impl ConnectionTrait, ids: &[MediaId]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        found.extend(Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(db).await?);
    }
    Ok(found)
}

/// The next `limit` files that are filed under no post, by id, after `after`.
pub async fn of_no_post(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let select = Entity::find().filter(Column::PostId.is_null()).filter(Column::Kind.ne(MediaKind::Captions)).filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, item: ActiveModel) -> StoreResult<Model> {
    Ok(item.insert(db).await?)
}

pub async fn set_post(db: &impl ConnectionTrait, id: MediaId, post: PostId) -> StoreResult<()> {
    Entity::update_many().set(ActiveModel { post_id: Set(Some(post)), ..Default::default() }).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// The next `limit` pictures of a version that made no thumbhash, by id, after `after`.
pub async fn without_thumbhash(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let select = Entity::find().filter(Column::Kind.eq(MediaKind::Image)).filter(Column::Thumbhash.is_null()).filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

pub async fn set_thumbhash(db: &impl ConnectionTrait, id: MediaId, thumbhash: &str) -> StoreResult<()> {
    Entity::update_many().set(ActiveModel { thumbhash: Set(Some(thumbhash.to_owned())), ..Default::default() }).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Up to `limit` rows of a version that made no name for search.
pub async fn without_search_name(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::SearchName.eq("")).limit(limit).all(db).await?)
}

pub async fn set_search_name(db: &impl ConnectionTrait, id: MediaId, name: &str) -> StoreResult<()> {
    Entity::update_many().set(ActiveModel { search_name: Set(name.to_owned()), ..Default::default() }).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}
