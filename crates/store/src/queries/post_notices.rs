use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::StoreResult;
use crate::entities::{import_record, post_notice, topic_notice};
use crate::types::{PostId, Timestamp, join_topics, split_topics};

/// Requests a notice for a post to the subscribers of these topics, or of none to everyone; replaces an earlier request.
pub async fn set(db: &impl ConnectionTrait, post: PostId, topics: &[String], now: Timestamp) -> StoreResult<()> {
    let Some(topics) = join_topics(topics) else {
        topic_notice::Entity::delete_by_id(post).exec(db).await?;
        let row = post_notice::ActiveModel { post_id: Set(post), asked_at: Set(now) };
        let known = OnConflict::column(post_notice::Column::PostId).do_nothing().to_owned();
        post_notice::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
        return Ok(());
    };
    post_notice::Entity::delete_by_id(post).exec(db).await?;
    let row = topic_notice::ActiveModel { post_id: Set(post), topics: Set(topics), requested_at: Set(now) };
    let known = OnConflict::column(topic_notice::Column::PostId)
        .update_columns([topic_notice::Column::Topics, topic_notice::Column::RequestedAt])
        .to_owned();
    topic_notice::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Topics of the notice that was requested for the post, empty for everyone; `None` where none was requested.
pub async fn find_topics(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Option<Vec<String>>> {
    if let Some(row) = topic_notice::Entity::find_by_id(post).one(db).await? {
        return Ok(Some(split_topics(Some(&row.topics))));
    }
    Ok(post_notice::Entity::find_by_id(post).one(db).await?.map(|_| Vec::new()))
}

/// Withdraws the request for a notice.
pub async fn delete(db: &impl ConnectionTrait, post: PostId) -> StoreResult<()> {
    topic_notice::Entity::delete_by_id(post).exec(db).await?;
    post_notice::Entity::delete_by_id(post).exec(db).await?;
    Ok(())
}

/// Whether the post was imported.
pub async fn is_imported(db: &impl ConnectionTrait, post: PostId) -> StoreResult<bool> {
    Ok(import_record::Entity::find().filter(import_record::Column::PostId.eq(post)).count(db).await? > 0)
}
