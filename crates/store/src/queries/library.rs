//! Files as the newsroom looks through them, and what uses each.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::search::all_begin;
use crate::entities::media_item::{Column, Entity, Model};
use crate::entities::{import_record, issue, issue_media, media_word, post, post_media};
use crate::types::{IssueId, IssueStatus, MediaId, MediaKind, PostId, Timestamp};
use crate::{StoreResult, Transaction};

/// Which files a list is about.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Folded; each begins a word of the file's name, description, caption or credit.
    pub words: Vec<String>,
    pub kind: Option<MediaKind>,
    /// Among these alone, a few hundred at most; subtitles too, which else lie behind their video.
    pub among: Option<Vec<MediaId>>,
}

impl Filter {
    fn condition(&self) -> Condition {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let condition = all_begin(Column::SearchName, &words);
        let condition = match self.kind {
            Some(kind) => condition.add(Column::Kind.eq(kind)),
            None if self.among.is_some() => condition,
            None => condition.add(Column::Kind.ne(MediaKind::Captions)),
        };
        condition.add_option(self.among.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
    }
}

/// That nothing uses the file of a row.
fn unused() -> Condition {
    users().into_iter().fold(Condition::all(), |all, user| all.add(Expr::exists(user).not()))
}

/// What uses the file of a row: posts, drafts too, newsletters, and videos.
fn users() -> [SelectStatement; 4] {
    let file = (Entity, Column::ObjectKey);
    let in_posts = Query::select()
        .expr(Expr::value(1))
        .from(post_media::Entity)
        .and_where(Expr::col((post_media::Entity, post_media::Column::ObjectKey)).equals(file))
        .take();
    let in_issues = Query::select()
        .expr(Expr::value(1))
        .from(issue_media::Entity)
        .and_where(Expr::col((issue_media::Entity, issue_media::Column::ObjectKey)).equals(file))
        .take();
    let of_video = |column: Column| {
        Query::select()
            .expr(Expr::value(1))
            .from_as(Entity, "video")
            .and_where(Expr::col(("video", column)).equals(file))
            .take()
    };
    [in_posts, in_issues, of_video(Column::PosterKey), of_video(Column::CaptionsKey)]
}

/// Up to `limit` files, newest first, those that came before `after`.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    after: Option<MediaId>,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let of_a_rare_word = rare(db, &filter.words).await?.map(|ids| Column::Id.is_in(ids));
    let beside = Condition::all().add_option(of_a_rare_word).add_option(after.map(|id| Column::Id.lt(id)));
    let select = Entity::find().filter(filter.condition()).filter(beside);
    Ok(select.order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// The files that nothing uses, newest first: passes over all that something does.
pub async fn unused_ids(db: &impl ConnectionTrait) -> StoreResult<Vec<MediaId>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(unused())
        .order_by_desc(Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// The files of the first of these words that few have; none where all words are common.
///
/// Files with common words are found soon by looking through the newest, and the other words of a rare one by looking
/// at its files.
async fn rare(db: &impl ConnectionTrait, words: &[String]) -> StoreResult<Option<Vec<MediaId>>> {
    const FEW: u64 = 200;
    for word in words {
        let range = Condition::all()
            .add(media_word::Column::Word.gte(word))
            .add(media_word::Column::Word.lt(format!("{word}~")));
        let select = media_word::Entity::find().select_only().column(media_word::Column::MediaId).filter(range);
        let mut ids: Vec<MediaId> = select.limit(FEW + 1).into_tuple().all(db).await?;
        if ids.len() as u64 <= FEW {
            // A file may have several words of one beginning.
            ids.sort_unstable();
            ids.dedup();
            return Ok(Some(ids));
        }
    }
    Ok(None)
}

/// How many posts, newsletters and videos use each of these files; files that nothing uses are left out.
pub async fn uses(db: &impl ConnectionTrait, keys: &[String]) -> StoreResult<HashMap<String, u64>> {
    let mut counts = HashMap::new();
    let posts = post_media::Entity::find()
        .select_only()
        .column(post_media::Column::ObjectKey)
        .filter(post_media::Column::ObjectKey.is_in(keys));
    let issues = issue_media::Entity::find()
        .select_only()
        .column(issue_media::Column::ObjectKey)
        .filter(issue_media::Column::ObjectKey.is_in(keys));
    let posters = Entity::find().select_only().column(Column::PosterKey).filter(Column::PosterKey.is_in(keys));
    let captions = Entity::find().select_only().column(Column::CaptionsKey).filter(Column::CaptionsKey.is_in(keys));
    let found: [Vec<String>; 4] = [
        posts.into_tuple().all(db).await?,
        issues.into_tuple().all(db).await?,
        posters.into_tuple().all(db).await?,
        captions.into_tuple().all(db).await?,
    ];
    for key in found.into_iter().flatten() {
        *counts.entry(key).or_insert(0) += 1;
    }
    Ok(counts)
}

/// Up to `limit` posts that use a file, newest first.
pub async fn posts_with(db: &impl ConnectionTrait, object_key: &str, limit: u64) -> StoreResult<Vec<PostId>> {
    let select = post_media::Entity::find().select_only().column(post_media::Column::PostId).inner_join(post::Entity);
    let using = select
        .filter(post_media::Column::ObjectKey.eq(object_key))
        .order_by_desc(post::Column::PublishedAt)
        .order_by_desc(post::Column::Id);
    Ok(using.limit(limit).into_tuple().all(db).await?)
}

/// The next `limit` posts that use a file, by id, after `after`.
pub async fn posts_with_after(
    db: &impl ConnectionTrait,
    object_key: &str,
    after: PostId,
    limit: u64,
) -> StoreResult<Vec<PostId>> {
    let select = post_media::Entity::find().select_only().column(post_media::Column::PostId);
    let using =
        select.filter(post_media::Column::ObjectKey.eq(object_key)).filter(post_media::Column::PostId.gt(after));
    Ok(using.order_by_asc(post_media::Column::PostId).limit(limit).into_tuple().all(db).await?)
}

/// The newsletters that show a file, newest first, with their subjects.
pub async fn issues_with(
    db: &impl ConnectionTrait,
    object_key: &str,
    limit: u64,
) -> StoreResult<Vec<(IssueId, String)>> {
    let showing = Query::select()
        .column(issue_media::Column::IssueId)
        .from(issue_media::Entity)
        .and_where(issue_media::Column::ObjectKey.eq(object_key))
        .take();
    let select = issue::Entity::find()
        .select_only()
        .columns([issue::Column::Id, issue::Column::Subject])
        .filter(issue::Column::Id.in_subquery(showing));
    Ok(select.order_by_desc(issue::Column::Id).limit(limit).into_tuple().all(db).await?)
}

/// The videos whose picture or subtitles a file is.
pub async fn videos_with(db: &impl ConnectionTrait, object_key: &str, limit: u64) -> StoreResult<Vec<Model>> {
    let any = Condition::any().add(Column::PosterKey.eq(object_key)).add(Column::CaptionsKey.eq(object_key));
    Ok(Entity::find().filter(any).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Whether strangers may see a file: an editor marked it public, or it is part of something public.
///
/// That is a post whose moment has come (its paid part too: whoever paid reads it by the same addresses), a newsletter
/// that goes out or went out, and a video that strangers may see.
pub async fn is_visible(db: &impl ConnectionTrait, item: &Model, now: Timestamp) -> StoreResult<bool> {
    const VIDEOS: u64 = 100;
    let videos = videos_with(db, &item.object_key, VIDEOS).await?;
    if item.is_public || videos.iter().any(|video| video.is_public) {
        return Ok(true);
    }
    let keys: Vec<&String> = videos.iter().map(|video| &video.object_key).chain([&item.object_key]).collect();
    let of_posts = post_media::Entity::find()
        .inner_join(post::Entity)
        .filter(post_media::Column::ObjectKey.is_in(keys.iter().copied()));
    if of_posts.filter(super::search::public(now)).one(db).await?.is_some() {
        return Ok(true);
    }
    let showing = Query::select()
        .column(issue_media::Column::IssueId)
        .from(issue_media::Entity)
        .and_where(issue_media::Column::ObjectKey.is_in(keys))
        .take();
    let sent = issue::Column::Status.is_in([IssueStatus::Sending, IssueStatus::Paused, IssueStatus::Sent]);
    let sent = issue::Entity::find()
        .select_only()
        .column(issue::Column::Id)
        .filter(issue::Column::Id.in_subquery(showing))
        .filter(sent);
    Ok(sent.into_tuple::<IssueId>().one(db).await?.is_some())
}

/// A file whose row is held until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: MediaId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

/// Those of these files that are there, kept from being deleted until the transaction ends.
pub async fn keep(tx: &impl ConnectionTrait, keys: &[String]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for keys in keys.chunks(500) {
        found.extend(
            Entity::find().filter(Column::ObjectKey.is_in(keys)).order_by_asc(Column::Id).lock_shared().all(tx).await?,
        );
    }
    Ok(found)
}

/// The next `limit` files that have companions, a poster or subtitles, by id, after `after`.
pub async fn with_companions(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let any = Condition::any().add(Column::PosterKey.is_not_null()).add(Column::CaptionsKey.is_not_null());
    Ok(Entity::find().filter(any).filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Deletes a row, and what an importer noted of it: a second run brings the file in again where a post needs it.
pub async fn delete(tx: &Transaction, id: MediaId) -> StoreResult<()> {
    import_record::Entity::delete_many().filter(import_record::Column::MediaId.eq(id)).exec(tx).await?;
    Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}

/// Notes the files that a newsletter shows.
pub async fn note_issue(tx: &impl ConnectionTrait, issue: IssueId, keys: Vec<String>) -> StoreResult<()> {
    if !keys.is_empty() {
        let rows = keys
            .into_iter()
            .map(|key| issue_media::ActiveModel { issue_id: sea_orm::Set(issue), object_key: sea_orm::Set(key) });
        issue_media::Entity::insert_many(rows).exec_without_returning(tx).await?;
    }
    Ok(())
}
