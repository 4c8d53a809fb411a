//! Views of posts within the last week: added with each count, counted anew each night.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement,
};

use crate::StoreResult;
use crate::entities::post;
use crate::entities::post_week::{ActiveModel, Column, Entity, Model};
use crate::types::PostId;

/// Adds views of posts (upsert), in one statement.
pub async fn add(db: &impl ConnectionTrait, views: Vec<(PostId, i64)>) -> StoreResult<()> {
    if views.is_empty() {
        return Ok(());
    }
    let known = OnConflict::column(Column::PostId)
        .value(Column::Views, Expr::cust("post_week.views + excluded.views"))
        .to_owned();
    let rows = views.into_iter().map(|(post_id, views)| ActiveModel::from(Model { post_id, views }).reset_all());
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Views of those of `ids` that were read.
pub async fn views(db: &impl ConnectionTrait, ids: &[PostId]) -> StoreResult<HashMap<PostId, i64>> {
    let mut found = HashMap::new();
    for ids in ids.chunks(500) {
        let rows = Entity::find().filter(Column::PostId.is_in(ids.iter().copied())).all(db).await?;
        found.extend(rows.into_iter().map(|row| (row.post_id, row.views)));
    }
    Ok(found)
}

/// The last of the `limit` posts after `after`, by id; none at the end.
pub async fn last_of_batch(db: &impl ConnectionTrait, after: PostId, limit: u64) -> StoreResult<Option<PostId>> {
    let select = post::Entity::find().select_only().column(post::Column::Id).filter(post::Column::Id.gt(after));
    let ids: Vec<PostId> = select.order_by_asc(post::Column::Id).limit(limit).into_tuple().all(db).await?;
    Ok(ids.last().copied())
}

/// Counts anew, for posts after `after` up to `last`, from the counts of the days `from` to `to` inclusive.
pub async fn recount(
    tx: &impl ConnectionTrait,
    (after, last): (PostId, PostId),
    (from, to): (&str, &str),
) -> StoreResult<()> {
    let outdated = Entity::delete_many().filter(Column::PostId.gt(after)).filter(Column::PostId.lte(last));
    outdated.exec(tx).await?;
    let sql = "INSERT INTO post_week (post_id, views) \
               SELECT post_id, CAST(SUM(count) AS BIGINT) FROM analytics_post_day \
               WHERE post_id > $1 AND post_id <= $2 AND event = 'post_view' AND day >= $3 AND day <= $4 \
               GROUP BY post_id ON CONFLICT (post_id) DO UPDATE SET views = excluded.views";
    let values: [sea_orm::Value; 4] = [after.0.into(), last.0.into(), from.into(), to.into()];
    tx.execute_raw(Statement::from_sql_and_values(tx.get_database_backend(), sql, values)).await?;
    Ok(())
}
