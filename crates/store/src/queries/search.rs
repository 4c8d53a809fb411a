//! Search over folded words, until an engine of its own does it.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::StoreResult;
use crate::entities::{media_item, post, post_media, post_search};
use crate::types::{PostId, PostStatus, Timestamp};

/// Whether each of `words` begins a word of `column`. Folded words hold letters and digits alone, so none of them means something to LIKE.
fn all_begin(column: impl ColumnTrait, words: &[&str]) -> Condition {
    words.iter().fold(Condition::all(), |all, word| all.add(column.contains(format!(" {word}"))))
}

fn public(now: Timestamp) -> Condition {
    Condition::all().add(post::Column::Status.eq(PostStatus::Published)).add(post::Column::PublishedAt.lte(now))
}

/// Ids of the public posts that hold all of `words` (folded): those that hold them in the title first, then the newest.
pub async fn public_ids(db: &impl ConnectionTrait, words: &[&str], now: Timestamp) -> StoreResult<Vec<PostId>> {
    let in_title = Expr::case(all_begin(post_search::Column::Title, words), 0).finally(1);
    let select = post_search::Entity::find().select_only().column(post_search::Column::PostId).inner_join(post::Entity);
    let found = select.filter(public(now)).filter(all_begin(post_search::Column::Words, words)).order_by(Expr::expr(in_title), Order::Asc);
    Ok(found.order_by_desc(post::Column::PublishedAt).order_by_desc(post::Column::Id).into_tuple::<PostId>().all(db).await?)
}

/// Files of public posts that strangers see and whose words hold all of `words` (folded), up to `limit`: those of the newest post first.
pub async fn media_of_posts(db: &impl ConnectionTrait, words: &[&str], now: Timestamp, limit: u64) -> StoreResult<Vec<post_media::Model>> {
    let select = post_media::Entity::find().inner_join(post::Entity).filter(public(now)).filter(all_begin(post_media::Column::Words, words));
    let sorted = select.order_by_desc(post::Column::PublishedAt).order_by_desc(post::Column::Id).order_by_asc(post_media::Column::Position);
    Ok(sorted.limit(limit).all(db).await?)
}

/// Files that no post uses and whose names hold all of `words` (folded), up to `limit`, the newest first.
pub async fn media_of_none(db: &impl ConnectionTrait, words: &[&str], limit: u64) -> StoreResult<Vec<media_item::Model>> {
    let used = post_media::Entity::find().select_only().column(post_media::Column::ObjectKey).into_query();
    let select = media_item::Entity::find().filter(media_item::Column::PostId.is_null()).filter(media_item::Column::ObjectKey.not_in_subquery(used));
    let named = select.filter(all_begin(media_item::Column::SearchName, words));
    Ok(named.order_by_desc(media_item::Column::CreatedAt).order_by_desc(media_item::Column::Id).limit(limit).all(db).await?)
}

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

/// The next `limit` files that any post uses, by key, after `after`.
pub async fn used_files(db: &impl ConnectionTrait, after: &str, limit: u64) -> StoreResult<Vec<String>> {
    let select = post_media::Entity::find().select_only().column(post_media::Column::ObjectKey).distinct();
    let following = select.filter(post_media::Column::ObjectKey.gt(after)).order_by_asc(post_media::Column::ObjectKey);
    Ok(following.limit(limit).into_tuple::<String>().all(db).await?)
}

/// The posts that use any of these files.
pub async fn users_of(db: &impl ConnectionTrait, keys: &[String]) -> StoreResult<Vec<PostId>> {
    let mut ids = Vec::new();
    // Databases take a limited number of values in one statement.
    for keys in keys.chunks(500) {
        let select = post_media::Entity::find().select_only().column(post_media::Column::PostId).distinct();
        ids.extend(select.filter(post_media::Column::ObjectKey.is_in(keys)).into_tuple::<PostId>().all(db).await?);
    }
    ids.sort_unstable_by_key(|id| id.0);
    ids.dedup();
    Ok(ids)
}
