//! Row counters of large tables, updated in the transaction of each change, because `COUNT(*)` takes too long.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::StoreResult;
use crate::entities::counter::{Column, Entity};
use crate::entities::{post, subscription};

/// Counter of all posts, drafts and those in the trash included.
pub const POSTS: &str = "posts";
const SUBSCRIPTIONS: &str = "subscriptions";
pub const ALL: [&str; 2] = [POSTS, SUBSCRIPTIONS];
/// Ids per query of [`count`].
const BATCH_SIZE: u64 = 10_000;

pub async fn posts(db: &impl ConnectionTrait) -> StoreResult<u64> {
    value(db, POSTS).await
}

pub async fn subscriptions(db: &impl ConnectionTrait) -> StoreResult<u64> {
    value(db, SUBSCRIPTIONS).await
}

pub async fn value(db: &impl ConnectionTrait, name: &str) -> StoreResult<u64> {
    let row = Entity::find_by_id(name).one(db).await?;
    Ok(row.map_or(0, |row| u64::try_from(row.value).unwrap_or(0)))
}

/// Updates the counter in the transaction that inserts or deletes a post.
pub(super) async fn add_posts(db: &impl ConnectionTrait, more: i64) -> StoreResult<()> {
    add(db, POSTS, more).await
}

/// Updates the counter in the transaction that inserts a subscription.
pub(super) async fn add_subscriptions(db: &impl ConnectionTrait, more: i64) -> StoreResult<()> {
    add(db, SUBSCRIPTIONS, more).await
}

async fn add(db: &impl ConnectionTrait, name: &str, more: i64) -> StoreResult<()> {
    let sum = Expr::col(Column::Value).add(more);
    Entity::update_many().col_expr(Column::Value, sum).filter(Column::Name.eq(name)).exec(db).await?;
    Ok(())
}

/// Counts the rows of a counter's table, in batches.
pub async fn count(db: &impl ConnectionTrait, counter: &str) -> StoreResult<u64> {
    let (mut counted, mut after) = (0, 0);
    loop {
        let ids: Vec<i64> = if counter == POSTS {
            let batch = post::Entity::find().select_only().column(post::Column::Id).filter(post::Column::Id.gt(after));
            batch.order_by_asc(post::Column::Id).limit(BATCH_SIZE).into_tuple().all(db).await?
        } else {
            let batch = subscription::Entity::find()
                .select_only()
                .column(subscription::Column::Id)
                .filter(subscription::Column::Id.gt(after));
            batch.order_by_asc(subscription::Column::Id).limit(BATCH_SIZE).into_tuple().all(db).await?
        };
        let Some(last) = ids.last() else { return Ok(counted) };
        after = *last;
        counted += ids.len() as u64;
    }
}

/// Sets a counter to the number of rows, and answers its value before and after. Call it in a transaction: the counter
/// is locked first, so that no concurrent change is counted twice or missed.
pub async fn recount(tx: &impl ConnectionTrait, counter: &str) -> StoreResult<(u64, u64)> {
    let row = Entity::find_by_id(counter).lock_exclusive().one(tx).await?;
    let before = row.map_or(0, |row| u64::try_from(row.value).unwrap_or(0));
    let counted = if counter == POSTS {
        post::Entity::find().count(tx).await?
    } else {
        subscription::Entity::find().count(tx).await?
    };
    let value = Expr::value(i64::try_from(counted).unwrap_or(i64::MAX));
    Entity::update_many().col_expr(Column::Value, value).filter(Column::Name.eq(counter)).exec(tx).await?;
    Ok((before, counted))
}
