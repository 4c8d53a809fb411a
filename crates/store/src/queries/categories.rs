use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, Set};

use crate::StoreResult;
use crate::entities::category::{ActiveModel, Entity, Model};
use crate::types::Timestamp;

/// Every category, in no order: the callers sort in Rust, because databases sort words differently.
pub async fn all(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().all(db).await?)
}

pub async fn insert(db: &impl ConnectionTrait, name: &str, slug: &str, now: Timestamp) -> StoreResult<Model> {
    let row = ActiveModel { name: Set(name.to_owned()), slug: Set(slug.to_owned()), bar_position: Set(None), created_at: Set(now), ..Default::default() };
    Ok(row.insert(db).await?)
}
