//! Search by folded words in the database, while the search index is not ready, and the rows that the index is built
//! from.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::StoreResult;
use crate::entities::{media_item, post, post_media, post_search};
use crate::queries::earlier_files;
use crate::queries::insert::insert_all;
use crate::types::{CategoryId, MediaId, MediaKind, PostId, PostStatus, Timestamp};

/// Whether a spelling of each word is the prefix of a word of `column`. Folded words hold only letters, vowel signs and
/// digits, so none needs escaping in LIKE, and are compared character by character on both databases.
pub(super) fn match_word_prefixes(column: impl ColumnTrait, words: &[Vec<String>]) -> Condition {
    words.iter().fold(Condition::all(), |all, spellings| all.add(match_any_prefix(column, spellings)))
}

fn match_any_prefix(column: impl ColumnTrait, spellings: &[String]) -> Condition {
    spellings.iter().fold(Condition::any(), |any, word| any.add(column.contains(format!(" {word}"))))
}

/// Public posts: published, and their time of publication has come.
pub(super) fn public(now: Timestamp) -> Condition {
    Condition::all().add(post::Column::Status.eq(PostStatus::Published)).add(post::Column::PublishedAt.lte(now))
}

/// Filter of the posts to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchFilter {
    pub category: Option<CategoryId>,
    /// Slug of the by-line as it is stored.
    pub author: Option<String>,
    /// Published from here on (inclusive).
    pub from: Option<Timestamp>,
    /// Published before (exclusive).
    pub until: Option<Timestamp>,
}

impl SearchFilter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn condition(&self, now: Timestamp) -> Condition {
        Condition::all()
            .add(public(now))
            .add_option(self.category.map(|id| post::Column::CategoryId.eq(id)))
            .add_option(self.author.as_ref().map(|slug| post::Column::AuthorSlug.eq(slug)))
            .add_option(self.from.map(|from| post::Column::PublishedAt.gte(from)))
            .add_option(self.until.map(|until| post::Column::PublishedAt.lt(until)))
    }
}

/// A search term: a word or phrase in a post's text, or the name of its category or author.
#[derive(Clone, Debug)]
pub struct SearchTerm {
    /// Folded, each as good as the others, the typed one first; the words of a phrase are separated by blanks.
    pub spellings: Vec<String>,
    /// Categories with this name, and stored by-lines (slugs) with it.
    pub categories: Vec<CategoryId>,
    pub authors: Vec<String>,
}

impl SearchTerm {
    fn condition(&self, column: post_search::Column) -> Condition {
        let any = match_any_prefix(column, &self.spellings)
            .add(post::Column::CategoryId.is_in(self.categories.iter().copied()))
            .add(post::Column::AuthorSlug.is_in(&self.authors));
        // Slugs of by-lines are their folded words.
        self.spellings.iter().map(|text| text.replace(' ', "-")).fold(any, |any, author| {
            any.add(post::Column::AuthorSlug.eq(&author))
                .add(post::Column::AuthorSlug.starts_with(format!("{author}-")))
                .add(post::Column::AuthorSlug.ends_with(format!("-{author}")))
                .add(post::Column::AuthorSlug.contains(format!("-{author}-")))
        })
    }
}

/// Up to `limit` public posts that pass the filter, published before `after`, newest first.
pub async fn list_newest(
    db: &impl ConnectionTrait,
    filter: &SearchFilter,
    after: Option<(Timestamp, PostId)>,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<(Timestamp, PostId)>> {
    let following = after.map(|(published, id)| {
        let same_time = Condition::all().add(post::Column::PublishedAt.eq(published)).add(post::Column::Id.lt(id));
        // The first part is what an index is entered by.
        let before = Condition::any().add(post::Column::PublishedAt.lt(published)).add(same_time);
        Condition::all().add(post::Column::PublishedAt.lte(published)).add(before)
    });
    let select = post::Entity::find().select_only().column(post::Column::PublishedAt).column(post::Column::Id);
    let newest = select.filter(filter.condition(now)).filter(Condition::all().add_option(following));
    let sorted = newest.order_by_desc(post::Column::PublishedAt).order_by_desc(post::Column::Id);
    Ok(sorted.limit(limit).into_tuple().all(db).await?)
}

/// Those of `posts` that match all terms, newest first, each with whether all stand in its title. `in_titles` matches
/// terms in titles only.
pub async fn find_among(
    db: &impl ConnectionTrait,
    posts: &[PostId],
    words: &[SearchTerm],
    in_titles: bool,
) -> StoreResult<Vec<(PostId, bool)>> {
    let texts: Vec<Vec<String>> = words.iter().map(|word| word.spellings.clone()).collect();
    let in_title = Expr::case(match_word_prefixes(post_search::Column::Title, &texts), 1).finally(0);
    let select = post_search::Entity::find().select_only().column(post_search::Column::PostId).inner_join(post::Entity);
    let column = if in_titles { post_search::Column::Title } else { post_search::Column::Words };
    let all = words.iter().fold(Condition::all(), |all, word| all.add(word.condition(column)));
    let among = post_search::Column::PostId.is_in(posts.iter().copied());
    let found = select.expr_as(in_title, "in_title").filter(among).filter(all);
    let sorted = found.order_by_desc(post::Column::PublishedAt).order_by_desc(post::Column::Id);
    let rows = sorted.into_tuple::<(PostId, i32)>().all(db).await?;
    Ok(rows.into_iter().map(|(id, in_title)| (id, in_title == 1)).collect())
}

/// Id, revision, category and time of publication of up to `limit` posts of a status with ids above `after`, by id, for
/// comparison with a search index (index-only scan).
pub async fn list_post_versions(
    db: &impl ConnectionTrait,
    status: PostStatus,
    after: PostId,
    limit: u64,
) -> StoreResult<Vec<(PostId, i32, CategoryId, Timestamp)>> {
    let select = post::Entity::find()
        .select_only()
        .column(post::Column::Id)
        .column(post::Column::Revision)
        .column(post::Column::CategoryId);
    let following = select
        .column(post::Column::PublishedAt)
        .filter(post::Column::Status.eq(status))
        .filter(post::Column::Id.gt(after));
    Ok(following.order_by_asc(post::Column::Id).limit(limit).into_tuple().all(db).await?)
}

/// Those of these files that are found on their own, not as files of a post.
pub async fn standalone_media(
    db: &impl ConnectionTrait,
    ids: &[MediaId],
    now: Timestamp,
) -> StoreResult<Vec<media_item::Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for ids in ids.chunks(500) {
        found.extend(standalone(now).filter(media_item::Column::Id.is_in(ids.iter().copied())).all(db).await?);
    }
    Ok(found)
}

/// Files that are marked public and that no public post shows; others are found as files of their post.
fn standalone(now: Timestamp) -> sea_orm::Select<media_item::Entity> {
    let of_file = Expr::col((post_media::Entity, post_media::Column::ObjectKey))
        .equals((media_item::Entity, media_item::Column::ObjectKey));
    let of_post = Expr::col((post::Entity, post::Column::Id)).equals((post_media::Entity, post_media::Column::PostId));
    let mut uses = Query::select();
    uses.expr(Expr::value(1)).from(post_media::Entity).inner_join(post::Entity, of_post);
    // A file without words is in the paid part of its post.
    uses.and_where(of_file).and_where(post_media::Column::Words.ne("")).cond_where(public(now));
    let marked = media_item::Entity::find()
        .filter(media_item::Column::IsPublic.eq(true))
        .filter(media_item::Column::Kind.ne(MediaKind::Captions));
    marked.filter(Expr::exists(uses).not())
}

/// Up to `limit` visible files of these posts that match all of `words` (folded prefixes), those of the newest post
/// first.
pub async fn find_post_media(
    db: &impl ConnectionTrait,
    posts: &[PostId],
    words: &[Vec<String>],
    limit: u64,
) -> StoreResult<Vec<post_media::Model>> {
    let select = post_media::Entity::find()
        .inner_join(post::Entity)
        .filter(post_media::Column::PostId.is_in(posts.iter().copied()))
        .filter(match_word_prefixes(post_media::Column::Words, words));
    let sorted = select
        .order_by_desc(post::Column::PublishedAt)
        .order_by_desc(post::Column::Id)
        .order_by_asc(post_media::Column::Position);
    Ok(sorted.limit(limit).all(db).await?)
}

/// Up to `limit` standalone files whose names match all of `words` (folded prefixes), newest first.
pub async fn find_standalone_media(
    db: &impl ConnectionTrait,
    words: &[Vec<String>],
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<media_item::Model>> {
    let named = standalone(now).filter(match_word_prefixes(media_item::Column::SearchName, words));
    Ok(named
        .order_by_desc(media_item::Column::CreatedAt)
        .order_by_desc(media_item::Column::Id)
        .limit(limit)
        .all(db)
        .await?)
}

/// The folded words of a post.
pub async fn words_of(db: &impl ConnectionTrait, id: PostId) -> StoreResult<Option<post_search::Model>> {
    Ok(post_search::Entity::find_by_id(id).one(db).await?)
}

/// Inserts or updates the folded words of a post.
pub async fn upsert_words(db: &impl ConnectionTrait, row: post_search::ActiveModel) -> StoreResult<()> {
    let known = OnConflict::column(post_search::Column::PostId)
        .update_columns([post_search::Column::Title, post_search::Column::Words])
        .to_owned();
    post_search::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Replaces the files that a post uses by `rows`, and keeps which ones revisions up to `last` alone show.
pub async fn replace_media(
    db: &impl ConnectionTrait,
    post: PostId,
    rows: Vec<post_media::ActiveModel>,
    last: i32,
) -> StoreResult<()> {
    let of_post = post_media::Entity::delete_many().filter(post_media::Column::PostId.eq(post));
    let mut left: Vec<String> = of_post.exec_with_returning(db).await?.into_iter().map(|row| row.object_key).collect();
    let kept: HashSet<&String> = rows.iter().filter_map(|row| row.object_key.try_as_ref()).collect();
    left.retain(|key| !kept.contains(key));
    earlier_files::record_post(db, post, left, last).await?;
    insert_all(db, rows, None).await
}

/// The files of a post, each with the words by which it is found.
pub async fn media_words(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Vec<(String, String)>> {
    let select = post_media::Entity::find().select_only();
    let columns = select.column(post_media::Column::ObjectKey).column(post_media::Column::Words);
    Ok(columns.filter(post_media::Column::PostId.eq(post)).into_tuple().all(db).await?)
}

/// Sets the words by which a file of a post is found.
pub async fn set_media_words(
    db: &impl ConnectionTrait,
    post: PostId,
    object_key: &str,
    words: String,
) -> StoreResult<()> {
    let set = post_media::Entity::update_many().col_expr(post_media::Column::Words, Expr::value(words));
    set.filter(post_media::Column::PostId.eq(post))
        .filter(post_media::Column::ObjectKey.eq(object_key))
        .exec(db)
        .await?;
    Ok(())
}

/// Object keys above `after` of up to `limit` files that any post uses, by key.
pub async fn list_used_keys(db: &impl ConnectionTrait, after: &str, limit: u64) -> StoreResult<Vec<String>> {
    let select = post_media::Entity::find().select_only().column(post_media::Column::ObjectKey).distinct();
    let following = select.filter(post_media::Column::ObjectKey.gt(after)).order_by_asc(post_media::Column::ObjectKey);
    Ok(following.limit(limit).into_tuple::<String>().all(db).await?)
}

/// Ids of the posts that use any of these files, sorted.
pub async fn posts_using(db: &impl ConnectionTrait, keys: &[String]) -> StoreResult<Vec<PostId>> {
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
