//! How earlier versions spelled the slugs of by-lines and tags.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::StoreResult;
use crate::entities::ascii_slug::{ActiveModel, Column, Entity, Model};

pub const AUTHOR: &str = "author";
pub const TAG: &str = "tag";

/// Records spellings; those that are known stay.
pub async fn record(db: &impl ConnectionTrait, rows: Vec<Model>) -> StoreResult<()> {
    if !rows.is_empty() {
        let known = OnConflict::columns([Column::Kind, Column::Ascii, Column::Slug]).do_nothing().to_owned();
        let rows = rows.into_iter().map(ActiveModel::from);
        Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    }
    Ok(())
}

/// Up to `limit` slugs that were spelled so.
pub async fn slugs(db: &impl ConnectionTrait, kind: &str, ascii: &str, limit: u64) -> StoreResult<Vec<String>> {
    let select = Entity::find().select_only().column(Column::Slug);
    let spelled = select.filter(Column::Kind.eq(kind)).filter(Column::Ascii.eq(ascii));
    Ok(spelled.order_by_asc(Column::Slug).limit(limit).into_tuple().all(db).await?)
}
