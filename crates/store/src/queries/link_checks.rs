//! What asking links came to, a row an address.

use std::collections::HashMap;

use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};

use crate::StoreResult;
use crate::entities::link_check::{Column, Entity, Model};
use crate::types::Timestamp;

/// Addresses of one statement: below the limit of parameters of either database.
const BATCH: usize = 500;

/// Stores the row in place of an earlier one of the same address.
pub async fn upsert(db: &impl ConnectionTrait, row: Model) -> StoreResult<()> {
    let replace = OnConflict::column(Column::Url)
        .update_columns([Column::Outcome, Column::Reason, Column::Status, Column::CheckedAt])
        .to_owned();
    Entity::insert(row.into_active_model()).on_conflict(replace).exec_without_returning(db).await?;
    Ok(())
}

/// The rows of those addresses that were ever asked, by address.
pub async fn by_urls(db: &impl ConnectionTrait, urls: &[String]) -> StoreResult<HashMap<String, Model>> {
    let mut found = HashMap::new();
    for urls in urls.chunks(BATCH) {
        let rows = Entity::find().filter(Column::Url.is_in(urls)).all(db).await?;
        found.extend(rows.into_iter().map(|row| (row.url.clone(), row)));
    }
    Ok(found)
}

/// Deletes up to `limit` rows of links that were not asked since `before`.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old =
        Query::select().column(Column::Url).from(Entity).and_where(Column::CheckedAt.lt(before)).limit(limit).take();
    Ok(Entity::delete_many().filter(Column::Url.in_subquery(old)).exec(db).await?.rows_affected)
}
