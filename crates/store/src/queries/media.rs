use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::insert::insert_all;
use crate::entities::media_item::{ActiveModel, Column, Entity, Model};
use crate::entities::media_word;
use crate::types::{MediaId, MediaKind, PostId};
use crate::{StoreResult, Transaction};

pub async fn by_key(db: &impl ConnectionTrait, object_key: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::ObjectKey.eq(object_key)).one(db).await?)
}

pub async fn by_keys(db: &impl ConnectionTrait, object_keys: &[String]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for keys in object_keys.chunks(500) {
        found.extend(Entity::find().filter(Column::ObjectKey.is_in(keys)).all(db).await?);
    }
    Ok(found)
}

/// Up to `limit` rows with ids above `after`, by id.
pub async fn page(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Bytes of all recorded files.
pub async fn total_bytes(db: &impl ConnectionTrait) -> StoreResult<u64> {
    let sum = Expr::col(Column::SizeBytes).sum().cast_as("bigint");
    let total = Entity::find().select_only().expr(sum).into_tuple::<Option<i64>>().one(db).await?;
    Ok(total.flatten().unwrap_or_default().unsigned_abs())
}

pub async fn get(db: &impl ConnectionTrait, id: MediaId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

pub async fn by_ids(db: &impl ConnectionTrait, ids: &[MediaId]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        found.extend(Entity::find().filter(Column::Id.is_in(ids.iter().copied())).all(db).await?);
    }
    Ok(found)
}

/// Up to `limit` files with ids above `after` that are marked public, by id; subtitles are left out, as they belong to
/// their video.
pub async fn marked_public(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let select = Entity::find()
        .filter(Column::IsPublic.eq(true))
        .filter(Column::Kind.ne(MediaKind::Captions))
        .filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Inserts a row and its words in the library's inverted index (`media_word`).
pub async fn insert(tx: &Transaction, mut item: ActiveModel) -> StoreResult<Model> {
    item.indexed_name = item.search_name.clone();
    let item = item.insert(tx).await?;
    insert_words(tx, &item).await?;
    Ok(item)
}

/// Updates the columns that are set, and the file's words in the library's inverted index.
pub async fn update(tx: &Transaction, mut row: ActiveModel) -> StoreResult<Model> {
    let is_renamed = row.search_name.is_set();
    if is_renamed {
        row.indexed_name = row.search_name.clone();
    }
    let item = row.update(tx).await?;
    if is_renamed {
        media_word::Entity::delete_many().filter(media_word::Column::MediaId.eq(item.id)).exec(tx).await?;
        insert_words(tx, &item).await?;
    }
    Ok(item)
}

async fn insert_words(tx: &Transaction, item: &Model) -> StoreResult<()> {
    let words: BTreeSet<&str> = item.search_name.split_whitespace().collect();
    let rows =
        words.into_iter().map(|word| media_word::ActiveModel { word: Set(word.to_owned()), media_id: Set(item.id) });
    insert_all(tx, rows.collect(), None).await
}

/// Up to `limit` files whose words are not indexed yet (rows of an earlier version), locked until the transaction ends.
pub async fn without_words(tx: &Transaction, limit: u64) -> StoreResult<Vec<Model>> {
    let differs = Expr::col(Column::IndexedName).ne(Expr::col(Column::SearchName));
    let select = Entity::find().filter(Condition::any().add(differs).add(Column::SearchName.eq("")));
    Ok(select.order_by_asc(Column::Id).limit(limit).lock_exclusive().all(tx).await?)
}

pub async fn set_post(db: &impl ConnectionTrait, id: MediaId, post: PostId) -> StoreResult<()> {
    Entity::update_many()
        .set(ActiveModel { post_id: Set(Some(post)), ..Default::default() })
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Up to `limit` videos and GIFs with ids above `after` that were cleaned by an earlier version than `cleaning`, by id.
pub async fn not_cleaned(
    db: &impl ConnectionTrait,
    cleaning: i32,
    after: MediaId,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let of_kind = Condition::any().add(Column::Kind.eq(MediaKind::Video)).add(Column::ContentType.eq("image/gif"));
    let select = Entity::find().filter(of_kind).filter(Column::Cleaning.lt(cleaning)).filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Sets the version of the cleaning that a file went through; `false` where its row was deleted.
pub async fn set_cleaning(db: &impl ConnectionTrait, id: MediaId, cleaning: i32) -> StoreResult<bool> {
    let set = ActiveModel { cleaning: Set(cleaning), ..Default::default() };
    Ok(Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?.rows_affected == 1)
}

/// Up to `limit` pictures with ids above `after` that have no thumbhash yet, by id.
pub async fn without_thumbhash(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let select = Entity::find()
        .filter(Column::Kind.eq(MediaKind::Image))
        .filter(Column::Thumbhash.is_null())
        .filter(Column::Id.gt(after));
    Ok(select.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Ids and thumbhashes of up to `limit` pictures that have no blurred preview yet.
pub async fn without_blur(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<(MediaId, String)>> {
    let select = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Thumbhash])
        .filter(Column::Thumbhash.is_not_null())
        .filter(Column::Blur.is_null());
    Ok(select.order_by_asc(Column::Id).limit(limit).into_tuple().all(db).await?)
}

pub async fn set_thumbhash(db: &impl ConnectionTrait, id: MediaId, thumbhash: &str, blur: &str) -> StoreResult<()> {
    let set = ActiveModel {
        thumbhash: Set(Some(thumbhash.to_owned())),
        blur: Set(Some(blur.to_owned())),
        ..Default::default()
    };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}
