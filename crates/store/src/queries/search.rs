//! Search over folded words, until an engine of its own does it.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::StoreResult;
use crate::entities::{post_media, post_search};
use crate::types::PostId;

pub async fn replace_words(db: &impl ConnectionTrait, row: post_search::ActiveModel) -> StoreResult<()> {
    let known = OnConflict::column(post_search::Column::PostId).update_columns([post_search::Column::Title, post_search::Column::Words]).to_owned();
    post_search::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Puts `rows` in the place of whatever files the post used.
pub async fn replace_media(db: &impl ConnectionTrait, post: PostId, rows: Vec<post_media::ActiveModel>) -> StoreResult<()> {
    post_media::Entity::delete_many().filter(post_media::Column::PostId.eq(post)).exec(db).await?;
    if !rows.is_empty() {
        post_media::Entity::insert_many(rows).exec_without_returning(db).await?;
    }
    Ok(())
}
