use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use super::insert::insert_all;
use crate::entities::issue_link::{ActiveModel, Column, Entity, Model};
use crate::types::{IssueId, IssueLinkId};
use crate::{StoreResult, Transaction};

/// Inserts the links of an issue, in their order.
pub async fn insert(tx: &Transaction, issue: IssueId, urls: Vec<String>) -> StoreResult<()> {
    let rows = (0..).zip(urls).map(|(position, url)| ActiveModel {
        issue_id: Set(issue),
        position: Set(position),
        url: Set(url),
        clicks: Set(0),
        ..Default::default()
    });
    insert_all(tx, rows.collect(), None).await
}

pub async fn get(db: &impl ConnectionTrait, id: IssueLinkId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The links of an issue, in their order.
pub async fn list(db: &impl ConnectionTrait, issue: IssueId) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::IssueId.eq(issue)).order_by_asc(Column::Position).all(db).await?)
}

/// Adds clicks to links. Those of deleted links count nothing.
pub async fn add_clicks(tx: &Transaction, mut clicks: Vec<(IssueLinkId, i64)>) -> StoreResult<()> {
    // In one order everywhere, so that two processes never wait for each other's rows.
    clicks.sort_unstable();
    for (id, count) in clicks {
        let more = Expr::col(Column::Clicks).add(count);
        Entity::update_many().col_expr(Column::Clicks, more).filter(Column::Id.eq(id)).exec(tx).await?;
    }
    Ok(())
}
