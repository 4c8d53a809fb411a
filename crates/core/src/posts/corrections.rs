//! Corrections: dated notes to the readers of a post about what was wrong in it (decision 091). They are public while
//! their post is; what was done to them stays in the newsroom.

use mwanga_store::entities::post::Model;
use mwanga_store::entities::{post_correction, post_correction_change};
use mwanga_store::queries::{self, post_corrections as query, sitemaps};
use mwanga_store::types::{AccountId, CorrectionAction, PostCorrectionId, PostId, PostStatus, Timestamp};
use mwanga_store::{StoreResult, Transaction};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::notes::invalid;
use super::save::check_not_in_trash;
use super::visibility::is_public;
use super::{PostError, read};
use crate::Core;
use crate::changes::{self, Tags};
use crate::fold::one_line;
use crate::idempotency::Claim;
use crate::writer::Writer;

/// Longest text in characters, and most corrections of a post.
const MAX_TEXT: usize = 1_000;
const MAX_CORRECTIONS: u64 = 50;

/// A row with the user name of its account.
type ByAccount<T> = (T, Option<String>);

/// The corrections of a post, as the newsroom sees them.
#[derive(Debug)]
pub struct Corrections {
    /// Oldest first.
    pub corrections: Vec<ByAccount<post_correction::Model>>,
    /// What was done to them, newest first.
    pub changes: Vec<ByAccount<post_correction_change::Model>>,
}

/// The corrections of a post that `by` may read.
pub async fn list(core: &Core, by: Writer, post: PostId) -> Result<Corrections, PostError> {
    let db = core.store.reader();
    let post = read::get_for(core, by, post).await?;
    let corrections = query::of_posts(db, &[post.id]).await?;
    let changes = query::changes(db, post.id).await?;
    let mut ids: Vec<AccountId> = corrections.iter().filter_map(|correction| correction.account_id).collect();
    ids.extend(changes.iter().filter_map(|change| change.account_id));
    ids.sort_unstable();
    ids.dedup();
    let accounts = queries::accounts::by_ids(db, &ids).await?;
    let name = |id: Option<AccountId>| accounts.iter().find(|a| Some(a.id) == id).map(|a| a.username.clone());
    Ok(Corrections {
        corrections: with_name(corrections, |row| name(row.account_id)),
        changes: with_name(changes, |row| name(row.account_id)),
    })
}

fn with_name<T>(rows: Vec<T>, name: impl Fn(&T) -> Option<String>) -> Vec<ByAccount<T>> {
    let with_name = |row: T| {
        let name = name(&row);
        (row, name)
    };
    rows.into_iter().map(with_name).collect()
}

/// A correction that a repeated call made.
pub async fn get(core: &Core, id: PostCorrectionId) -> Result<Option<post_correction::Model>, PostError> {
    Ok(query::get(core.store.reader(), id).await?)
}

/// The corrections of posts for views, oldest first.
pub async fn of_posts(core: &Core, posts: &[PostId]) -> StoreResult<Vec<post_correction::Model>> {
    query::of_posts(core.store.reader(), posts).await
}

/// Corrects a public post: readers see the note from now on.
///
/// # Errors
///
/// - [`PostError::Forbidden`]: `by` may not change the post.
/// - [`PostError::NotPublic`]: nobody has read it, so there is nobody to be told.
/// - [`PostError::Invalid`]: the text is empty or too long, or the post has too many corrections.
pub async fn add(
    core: &Core,
    by: Writer,
    post: PostId,
    text: &str,
    claim: &Claim,
) -> Result<post_correction::Model, PostError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    claim.take(core, &tx).await?;
    let post = queries::posts::lock_by_id(&tx, post).await?.ok_or(PostError::NotFound)?;
    by.check_write(&post)?;
    check_not_in_trash(&post)?;
    if !is_public(&post, now) {
        return Err(PostError::NotPublic);
    }
    let text = clean(text)?;
    if query::count(&tx, post.id).await? >= MAX_CORRECTIONS {
        return Err(invalid("text", "This post has 50 corrections, which is as many as it takes."));
    }
    let row = post_correction::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        account_id: Set(Some(by.account_id)),
        text: Set(text),
        created_at: Set(now),
    };
    let correction = query::insert(&tx, row).await?;
    claim.set_created(&tx, correction.id.0).await?;
    record(core, tx, by, &post, &correction, CorrectionAction::Added).await?;
    Ok(correction)
}

/// Changes the text of a correction, which keeps its date; returns it with the user name of who wrote it.
///
/// # Errors
///
/// - [`PostError::NoSuchCorrection`]: there is none, or it was withdrawn.
/// - [`PostError::Invalid`]: the text is empty or too long.
pub async fn change(
    core: &Core,
    by: Writer,
    id: PostCorrectionId,
    text: &str,
) -> Result<ByAccount<post_correction::Model>, PostError> {
    let (tx, post, correction) = lock(core, by, id).await?;
    let text = clean(text)?;
    let author = match correction.account_id {
        Some(id) => queries::accounts::get(&tx, id).await?.map(|account| account.username),
        None => None,
    };
    if correction.text == text {
        return Ok((correction, author));
    }
    let mut row = correction.into_active_model();
    row.text = Set(text);
    let correction = query::update(&tx, row).await?;
    record(core, tx, by, &post, &correction, CorrectionAction::Changed).await?;
    Ok((correction, author))
}

/// Takes a correction back. The newsroom still sees what it said.
///
/// # Errors
///
/// [`PostError::NoSuchCorrection`]: there is none, or it was withdrawn already.
pub async fn withdraw(core: &Core, by: Writer, id: PostCorrectionId) -> Result<(), PostError> {
    let (tx, post, correction) = lock(core, by, id).await?;
    query::delete(&tx, id).await?;
    record(core, tx, by, &post, &correction, CorrectionAction::Withdrawn).await
}

/// A correction and its post, whose row is locked.
async fn lock(
    core: &Core,
    by: Writer,
    id: PostCorrectionId,
) -> Result<(Transaction, Model, post_correction::Model), PostError> {
    let tx = core.store.begin().await?;
    let found = query::get(&tx, id).await?.ok_or(PostError::NoSuchCorrection)?;
    let post = queries::posts::lock_by_id(&tx, found.post_id).await?.ok_or(PostError::NoSuchCorrection)?;
    by.check_write(&post)?;
    check_not_in_trash(&post)?;
    // Again: on PostgreSQL another call may have changed it before this one had the lock.
    let correction = query::get(&tx, id).await?.ok_or(PostError::NoSuchCorrection)?;
    Ok((tx, post, correction))
}

/// Writes down what was done to a correction, and commits.
async fn record(
    core: &Core,
    tx: Transaction,
    by: Writer,
    post: &Model,
    correction: &post_correction::Model,
    action: CorrectionAction,
) -> Result<(), PostError> {
    let now = core.now();
    let row = post_correction_change::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        correction_id: Set(correction.id),
        account_id: Set(Some(by.account_id)),
        action: Set(action),
        text: Set(correction.text.clone()),
        created_at: Set(now),
    };
    query::insert_change(&tx, row).await?;
    // The page of the post has changed. Its revision stays: a form that is open has nothing of this.
    queries::posts::set_updated_at(&tx, post.id, now).await?;
    let mut tags = Tags::default();
    if post.status == PostStatus::Published {
        tags.add(changes::CORRECTIONS);
        // The page, and the feeds that say when it was changed; lists show nothing of a correction.
        tags.add(changes::slug(&post.slug));
        tags.add(changes::sitemap(sitemaps::file_number(post.id)));
    }
    core.commit(tx, tags).await?;
    Ok(())
}

/// Corrections of public posts, newest first, and the key of the next page.
#[derive(Debug)]
pub struct PublicCorrections {
    /// Each with its post, without content.
    pub corrections: Vec<(post_correction::Model, Model)>,
    pub next: Option<PostCorrectionId>,
    pub tags: Vec<String>,
    /// When a scheduled post that has corrections becomes public.
    pub expires_at: Option<Timestamp>,
}

/// Corrections of the posts that are public now, newest first, after the one with the id `after`.
pub async fn public_list(core: &Core, after: Option<PostCorrectionId>, limit: u64) -> StoreResult<PublicCorrections> {
    let (db, now) = (core.store.reader(), core.now());
    // One more than asked for shows whether there is a next page.
    let mut rows = query::public(db, now, after, limit + 1).await?;
    let has_more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next = rows.last().filter(|_| has_more).map(|row| row.id);
    let mut ids: Vec<PostId> = rows.iter().map(|row| row.post_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut posts = queries::posts::by_ids_without_content(db, &ids).await?;
    // One may have been unpublished since its correction was read.
    posts.retain(|post| is_public(post, now));
    let mut tags = vec![changes::CORRECTIONS.to_owned()];
    tags.extend(ids.into_iter().map(changes::post));
    let with_post = |row: post_correction::Model| {
        let post = posts.iter().find(|post| post.id == row.post_id)?.clone();
        Some((row, post))
    };
    Ok(PublicCorrections {
        corrections: rows.into_iter().filter_map(with_post).collect(),
        next,
        tags,
        expires_at: query::next_scheduled(db, now).await?,
    })
}

/// The text of a correction as one paragraph.
fn clean(text: &str) -> Result<String, PostError> {
    let text = one_line(text);
    if text.is_empty() {
        return Err(invalid("text", "Say what was wrong, and what is right."));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(invalid("text", "Keep a correction under 1,001 characters."));
    }
    Ok(text)
}
