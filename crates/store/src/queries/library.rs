//! Media library: search and filters of media files, and the posts, newsletters and videos that use a file.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::insert::insert_all;
use super::search::match_word_prefixes;
use crate::entities::media_item::{Column, Entity, Model};
use crate::entities::{
    import_record, issue, issue_draft, issue_draft_media, issue_media, media_word, page, page_media, post, post_media,
};
use crate::types::{
    Access, AccountId, IssueDraftId, IssueId, IssueStatus, MediaId, MediaKind, PageId, PageStatus, PostId, Timestamp,
};
use crate::{StoreResult, Transaction};

/// Filter of the media list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Folded words; each is the prefix of a word of the file's name, description, caption or credit.
    pub words: Vec<String>,
    pub kind: Option<MediaKind>,
    pub account: Option<AccountId>,
    /// Only these files, a few hundred at most; subtitles included, which are otherwise left out.
    pub ids: Option<Vec<MediaId>>,
    /// Only files with these keys, a few hundred at most.
    pub keys: Option<Vec<String>>,
    /// Only the files that had this SHA-256 when they were uploaded.
    pub upload_sha256: Option<String>,
}

impl Filter {
    fn condition(&self) -> Condition {
        let words: Vec<Vec<String>> = self.words.iter().map(|word| vec![word.clone()]).collect();
        let condition = match_word_prefixes(Column::SearchName, &words);
        let condition = match self.kind {
            Some(kind) => condition.add(Column::Kind.eq(kind)),
            None if self.ids.is_some() => condition,
            None => condition.add(Column::Kind.ne(MediaKind::Captions)),
        };
        let condition = condition.add_option(self.account.map(|account| Column::AccountId.eq(account)));
        condition
            .add_option(self.ids.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
            .add_option(self.keys.as_ref().map(|keys| Column::ObjectKey.is_in(keys)))
            .add_option(self.upload_sha256.as_ref().map(|sha256| Column::UploadSha256.eq(sha256)))
    }
}

/// Files that nothing references.
fn unused() -> Condition {
    references().into_iter().fold(Condition::all(), |all, reference| all.add(Expr::exists(reference).not()))
}

/// Correlated subqueries for what references a file: posts, pages and newsletters (drafts included), and videos.
fn references() -> [SelectStatement; 6] {
    let file = (Entity, Column::ObjectKey);
    let in_posts = Query::select()
        .expr(Expr::value(1))
        .from(post_media::Entity)
        .and_where(Expr::col((post_media::Entity, post_media::Column::ObjectKey)).equals(file))
        .take();
    let in_pages = Query::select()
        .expr(Expr::value(1))
        .from(page_media::Entity)
        .and_where(Expr::col((page_media::Entity, page_media::Column::ObjectKey)).equals(file))
        .take();
    let in_issues = Query::select()
        .expr(Expr::value(1))
        .from(issue_media::Entity)
        .and_where(Expr::col((issue_media::Entity, issue_media::Column::ObjectKey)).equals(file))
        .take();
    let in_drafts = Query::select()
        .expr(Expr::value(1))
        .from(issue_draft_media::Entity)
        .and_where(Expr::col((issue_draft_media::Entity, issue_draft_media::Column::ObjectKey)).equals(file))
        .take();
    let of_video = |column: Column| {
        Query::select()
            .expr(Expr::value(1))
            .from_as(Entity, "video")
            .and_where(Expr::col(("video", column)).equals(file))
            .take()
    };
    [in_posts, in_pages, in_issues, in_drafts, of_video(Column::PosterKey), of_video(Column::CaptionsKey)]
}

/// Up to `limit` files with ids below `after`, newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    after: Option<MediaId>,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let of_rare_word = find_rare_word(db, &filter.words).await?.map(|ids| Column::Id.is_in(ids));
    let narrowed = Condition::all().add_option(of_rare_word).add_option(after.map(|id| Column::Id.lt(id)));
    let select = Entity::find().filter(filter.condition()).filter(narrowed);
    Ok(select.order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Ids of all unused files, newest first. A full scan of the table.
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

/// Ids of the files that have the first selective word; `None` where all words are common.
///
/// A selective word has at most 200 files, which are then filtered by the other words. Files with common words only are
/// found soon by scanning from the newest.
async fn find_rare_word(db: &impl ConnectionTrait, words: &[String]) -> StoreResult<Option<Vec<MediaId>>> {
    const MAX_SELECTIVE: u64 = 200;
    for word in words {
        let range = Condition::all()
            .add(media_word::Column::Word.gte(word))
            .add(media_word::Column::Word.lt(format!("{word}{}", char::MAX)));
        let select = media_word::Entity::find().select_only().column(media_word::Column::MediaId).filter(range);
        let mut ids: Vec<MediaId> = select.limit(MAX_SELECTIVE + 1).into_tuple().all(db).await?;
        if ids.len() as u64 <= MAX_SELECTIVE {
            // A file may have several words with the same prefix.
            ids.sort_unstable();
            ids.dedup();
            return Ok(Some(ids));
        }
    }
    Ok(None)
}

/// How many posts, pages, newsletters, their drafts and videos use each of these files; unused files are left out.
pub async fn count_uses(db: &impl ConnectionTrait, keys: &[String]) -> StoreResult<HashMap<String, u64>> {
    let mut counts = HashMap::new();
    let posts = post_media::Entity::find()
        .select_only()
        .column(post_media::Column::ObjectKey)
        .filter(post_media::Column::ObjectKey.is_in(keys));
    let issues = issue_media::Entity::find()
        .select_only()
        .column(issue_media::Column::ObjectKey)
        .filter(issue_media::Column::ObjectKey.is_in(keys));
    let drafts = issue_draft_media::Entity::find()
        .select_only()
        .column(issue_draft_media::Column::ObjectKey)
        .filter(issue_draft_media::Column::ObjectKey.is_in(keys));
    let pages = page_media::Entity::find()
        .select_only()
        .column(page_media::Column::ObjectKey)
        .filter(page_media::Column::ObjectKey.is_in(keys));
    let posters = Entity::find().select_only().column(Column::PosterKey).filter(Column::PosterKey.is_in(keys));
    let captions = Entity::find().select_only().column(Column::CaptionsKey).filter(Column::CaptionsKey.is_in(keys));
    let found: [Vec<String>; 6] = [
        posts.into_tuple().all(db).await?,
        pages.into_tuple().all(db).await?,
        issues.into_tuple().all(db).await?,
        drafts.into_tuple().all(db).await?,
        posters.into_tuple().all(db).await?,
        captions.into_tuple().all(db).await?,
    ];
    for key in found.into_iter().flatten() {
        *counts.entry(key).or_insert(0) += 1;
    }
    Ok(counts)
}

/// Up to `limit` posts that use a file, newest first.
pub async fn posts_using(db: &impl ConnectionTrait, object_key: &str, limit: u64) -> StoreResult<Vec<PostId>> {
    let select = post_media::Entity::find().select_only().column(post_media::Column::PostId).inner_join(post::Entity);
    let using = select
        .filter(post_media::Column::ObjectKey.eq(object_key))
        .order_by_desc(post::Column::PublishedAt)
        .order_by_desc(post::Column::Id);
    Ok(using.limit(limit).into_tuple().all(db).await?)
}

/// Up to `limit` posts with ids above `after` that use a file, by id.
pub async fn posts_using_after(
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

/// Ids and titles of up to `limit` pages that use a file, by id.
pub async fn pages_using(
    db: &impl ConnectionTrait,
    object_key: &str,
    limit: u64,
) -> StoreResult<Vec<(PageId, String)>> {
    let showing = Query::select()
        .column(page_media::Column::PageId)
        .from(page_media::Entity)
        .and_where(page_media::Column::ObjectKey.eq(object_key))
        .take();
    let select = page::Entity::find()
        .select_only()
        .columns([page::Column::Id, page::Column::Title])
        .filter(page::Column::Id.in_subquery(showing));
    Ok(select.order_by_asc(page::Column::Id).limit(limit).into_tuple().all(db).await?)
}

/// Ids and subjects of up to `limit` newsletters that use a file, newest first.
pub async fn issues_using(
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

/// Ids and subjects of up to `limit` drafts of newsletters that use a file, newest first.
pub async fn issue_drafts_using(
    db: &impl ConnectionTrait,
    object_key: &str,
    limit: u64,
) -> StoreResult<Vec<(IssueDraftId, String)>> {
    let showing = Query::select()
        .column(issue_draft_media::Column::DraftId)
        .from(issue_draft_media::Entity)
        .and_where(issue_draft_media::Column::ObjectKey.eq(object_key))
        .take();
    let select = issue_draft::Entity::find()
        .select_only()
        .columns([issue_draft::Column::Id, issue_draft::Column::Subject])
        .filter(issue_draft::Column::Id.in_subquery(showing));
    Ok(select.order_by_desc(issue_draft::Column::Id).limit(limit).into_tuple().all(db).await?)
}

/// Up to `limit` videos whose poster or subtitles the file is, newest first.
pub async fn videos_using(db: &impl ConnectionTrait, object_key: &str, limit: u64) -> StoreResult<Vec<Model>> {
    let any = Condition::any().add(Column::PosterKey.eq(object_key)).add(Column::CaptionsKey.eq(object_key));
    Ok(Entity::find().filter(any).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Whether anyone may read a file without signing in: it is marked public, or something public uses it.
///
/// Public are a published post, of a gated one the cover alone, a published page, a newsletter that is or was sent, and
/// a public video.
pub async fn is_visible(db: &impl ConnectionTrait, item: &Model, now: Timestamp) -> StoreResult<bool> {
    const VIDEOS: u64 = 100;
    let videos = videos_using(db, &item.object_key, VIDEOS).await?;
    if item.is_public || videos.iter().any(|video| video.is_public) {
        return Ok(true);
    }
    let keys: Vec<&String> = videos.iter().map(|video| &video.object_key).chain([&item.object_key]).collect();
    let of_posts = post_media::Entity::find()
        .inner_join(post::Entity)
        .filter(post_media::Column::ObjectKey.is_in(keys.iter().copied()));
    if of_posts.filter(super::search::public(now)).filter(is_shown_to_all()).one(db).await?.is_some() {
        return Ok(true);
    }
    let on_pages = Query::select()
        .column(page_media::Column::PageId)
        .from(page_media::Entity)
        .and_where(page_media::Column::ObjectKey.is_in(keys.iter().copied()))
        .take();
    let published = page::Entity::find()
        .select_only()
        .column(page::Column::Id)
        .filter(page::Column::Id.in_subquery(on_pages))
        .filter(page::Column::Status.eq(PageStatus::Published));
    if published.into_tuple::<PageId>().one(db).await?.is_some() {
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

/// Whether a post shows a file to everybody: of a gated one its cover, with the post's own poster where that is a
/// video.
fn is_shown_to_all() -> Condition {
    let cover_is_video = Query::select()
        .expr(Expr::value(1))
        .from_as(Entity, "cover")
        .and_where(Expr::col(("cover", Column::ObjectKey)).equals((post::Entity, post::Column::PreviewUrl)))
        .and_where(Expr::col(("cover", Column::Kind)).eq(MediaKind::Video))
        .take();
    let is = |column: post::Column| {
        Expr::col((post::Entity, column)).equals((post_media::Entity, post_media::Column::ObjectKey))
    };
    Condition::any()
        .add(post::Column::Access.eq(Access::Everyone))
        .add(is(post::Column::PreviewUrl))
        .add(is(post::Column::PosterUrl).and(Expr::exists(cover_is_video)))
}

/// The file, its row locked until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: MediaId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

/// Those of these files that exist, their rows locked (`FOR SHARE`) until the transaction ends, so that they are not
/// deleted meanwhile.
pub async fn lock_shared_by_keys(tx: &impl ConnectionTrait, keys: &[String]) -> StoreResult<Vec<Model>> {
    let mut found = Vec::new();
    // Databases take a limited number of values in one statement.
    for keys in keys.chunks(500) {
        found.extend(
            Entity::find().filter(Column::ObjectKey.is_in(keys)).order_by_asc(Column::Id).lock_shared().all(tx).await?,
        );
    }
    Ok(found)
}

/// Up to `limit` files with ids above `after` that have companions (a poster or subtitles), by id.
pub async fn with_companions(db: &impl ConnectionTrait, after: MediaId, limit: u64) -> StoreResult<Vec<Model>> {
    let any = Condition::any().add(Column::PosterKey.is_not_null()).add(Column::CaptionsKey.is_not_null());
    Ok(Entity::find().filter(any).filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Deletes a file's row and its import record, so that a second import brings the file in again where a post needs it.
pub async fn delete(tx: &Transaction, id: MediaId) -> StoreResult<()> {
    import_record::Entity::delete_many().filter(import_record::Column::MediaId.eq(id)).exec(tx).await?;
    Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}

/// Inserts the files that a newsletter uses.
pub async fn insert_issue_media(tx: &impl ConnectionTrait, issue: IssueId, keys: Vec<String>) -> StoreResult<()> {
    let rows = keys
        .into_iter()
        .map(|key| issue_media::ActiveModel { issue_id: sea_orm::Set(issue), object_key: sea_orm::Set(key) });
    insert_all(tx, rows.collect(), None).await
}
