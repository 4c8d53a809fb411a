use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::media_item::{ActiveModel, Column, Entity, Model};
use crate::types::{MediaId, PostId};

pub async fn by_key(db: &impl ConnectionTrait, object_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::ObjectKey.eq(object_key)).one(db).await?)
}

pub async fn by_keys(db: &impl ConnectionTrait, object_keys: &[String]) -> StoreResult<Vec<Model>> {
    if object_keys.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Entity::find().filter(Column::ObjectKey.is_in(object_keys)).all(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: MediaId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, item: ActiveModel) -> StoreResult<Model> {
    Ok(item.insert(db).await?)
}

pub async fn set_post(db: &impl ConnectionTrait, id: MediaId, post: PostId) -> StoreResult<()> {
    Entity::update_many().set(ActiveModel { post_id: Set(Some(post)), ..Default::default() }).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}
