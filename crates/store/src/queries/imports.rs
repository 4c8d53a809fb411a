use sea_orm::{ConnectionTrait, EntityTrait};

use crate::StoreResult;
use crate::entities::import_record::{ActiveModel, Entity, Model};

pub async fn get(db: &impl ConnectionTrait, external_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(external_key).one(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, record: ActiveModel) -> StoreResult<()> {
    Entity::insert(record).exec_without_returning(db).await?;
    Ok(())
}
