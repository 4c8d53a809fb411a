use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set,
};

use super::insert::insert_all;
use crate::StoreResult;
use crate::entities::change::{ActiveModel, Column, Entity, Model};
use crate::types::Timestamp;

/// Inserts a row for each tag; `node` is the process that writes them.
pub async fn insert(db: &impl ConnectionTrait, tags: &[String], node: &str, now: Timestamp) -> StoreResult<()> {
    let rows = tags.iter().map(|tag| ActiveModel {
        tag: Set(tag.clone()),
        node: Set(node.to_owned()),
        created_at: Set(now),
        ..Default::default()
    });
    insert_all(db, rows.collect(), None).await
}

/// Rows of other nodes after `seq`, and those since `since` once more, because sequence numbers may be committed out of
/// order.
pub async fn since(db: &impl ConnectionTrait, seq: i64, since: Timestamp, node: &str) -> StoreResult<Vec<Model>> {
    Ok(Entity::find()
        .filter(Condition::any().add(Column::Seq.gt(seq)).add(Column::CreatedAt.gte(since)))
        .filter(Column::Node.ne(node))
        .order_by_asc(Column::Seq)
        .all(db)
        .await?)
}

/// Up to `limit` rows after `seq` that were written after `from` and until `until`, by sequence number.
pub async fn between(
    db: &impl ConnectionTrait,
    seq: i64,
    from: Timestamp,
    until: Timestamp,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let rows = Entity::find()
        .filter(Column::Seq.gt(seq))
        .filter(Column::CreatedAt.gt(from))
        .filter(Column::CreatedAt.lte(until));
    Ok(rows.order_by_asc(Column::Seq).limit(limit).all(db).await?)
}

/// When the newest change was made.
pub async fn newest_at(db: &impl ConnectionTrait) -> StoreResult<Option<Timestamp>> {
    let newest = Entity::find().select_only().column(Column::CreatedAt).order_by_desc(Column::Seq).limit(1);
    Ok(newest.into_tuple().one(db).await?)
}

/// The highest sequence number; 0 where there is no row.
pub async fn last_seq(db: &impl ConnectionTrait) -> StoreResult<i64> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Seq)
        .order_by_desc(Column::Seq)
        .limit(1)
        .into_tuple::<i64>()
        .one(db)
        .await?
        .unwrap_or(0))
}

/// Deletes up to `limit` rows older than `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().select_only().column(Column::Seq).filter(Column::CreatedAt.lt(before));
    let old = old.order_by_asc(Column::CreatedAt).limit(limit).into_query();
    Ok(Entity::delete_many().filter(Column::Seq.in_subquery(old)).exec(db).await?.rows_affected)
}
