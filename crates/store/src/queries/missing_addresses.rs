//! Addresses at which there is nothing, and how often they were asked for.

use sea_orm::sea_query::{Expr, OnConflict, Order, Query};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use crate::StoreResult;
use crate::entities::missing_address::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Adds to the counts (upsert), in one statement.
pub async fn add(db: &impl ConnectionTrait, rows: Vec<Model>) -> StoreResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let known = OnConflict::column(Column::Path)
        .value(Column::Count, Expr::cust("missing_address.count + excluded.count"))
        .update_column(Column::LastAskedAt)
        .to_owned();
    let rows = rows.into_iter().map(|row| ActiveModel::from(row).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Keeps at most `limit` rows: those that were asked for most often, of these the last ones.
pub async fn trim(tx: &impl ConnectionTrait, limit: u64) -> StoreResult<()> {
    let count = Entity::find().count(tx).await?;
    if count <= limit {
        return Ok(());
    }
    let rarest = Query::select()
        .column(Column::Path)
        .from(Entity)
        .order_by(Column::Count, Order::Asc)
        .order_by(Column::LastAskedAt, Order::Asc)
        .limit(count - limit)
        .take();
    Entity::delete_many().filter(Column::Path.in_subquery(rarest)).exec(tx).await?;
    Ok(())
}

/// All rows, most asked for first.
pub async fn list(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().order_by_desc(Column::Count).order_by_asc(Column::Path).all(db).await?)
}

/// Deletes up to `limit` rows that were not asked for since `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old =
        Query::select().column(Column::Path).from(Entity).and_where(Column::LastAskedAt.lt(before)).limit(limit).take();
    Ok(Entity::delete_many().filter(Column::Path.in_subquery(old)).exec(db).await?.rows_affected)
}
