//! Row counts that are kept with each change.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QuerySelect};

use crate::StoreResult;
use crate::entities::counter::{Column, Entity};
use crate::entities::post;

const POSTS: &str = "posts";
const SUBSCRIPTIONS: &str = "subscriptions";

pub async fn posts(db: &impl ConnectionTrait) -> StoreResult<u64> {
    value(db, POSTS).await
}

pub async fn subscriptions(db: &impl ConnectionTrait) -> StoreResult<u64> {
    value(db, SUBSCRIPTIONS).await
}

async fn value(db: &impl ConnectionTrait, name: &str) -> StoreResult<u64> {
    let row = Entity::find_by_id(name).one(db).await?;
    Ok(row.map_or(0, |row| u64::try_from(row.value).unwrap_or(0)))
}

/// In the transaction that makes or deletes a post.
pub(super) async fn add_posts(db: &impl ConnectionTrait, more: i64) -> StoreResult<()> {
    add(db, POSTS, more).await
}

/// In the transaction that makes a subscription.
pub(super) async fn add_subscriptions(db: &impl ConnectionTrait, more: i64) -> StoreResult<()> {
    add(db, SUBSCRIPTIONS, more).await
}

async fn add(db: &impl ConnectionTrait, name: &str, more: i64) -> StoreResult<()> {
    let sum = Expr::col(Column::Value).add(more);
    Entity::update_many().col_expr(Column::Value, sum).filter(Column::Name.eq(name)).exec(db).await?;
    Ok(())
}

/// Counts anew what was changed by other hands. In a transaction: the row is held first, so that no post is counted twice or not at all.
pub async fn recount_posts(tx: &impl ConnectionTrait) -> StoreResult<()> {
    Entity::find_by_id(POSTS).lock_exclusive().one(tx).await?;
    let counted = i64::try_from(post::Entity::find().count(tx).await?).unwrap_or(i64::MAX);
    Entity::update_many().col_expr(Column::Value, Expr::value(counted)).filter(Column::Name.eq(POSTS)).exec(tx).await?;
    Ok(())
}
