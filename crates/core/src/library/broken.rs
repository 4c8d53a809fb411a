//! Clean Broken Media: removal of references to missing files from posts and videos.

use std::collections::{BTreeSet, HashSet};
use std::io;

use futures_util::{StreamExt, TryStreamExt};
use mwanga_store::entities::post;
use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};

use crate::html::{self, MediaDecision};
use crate::media::MediaStore;
use crate::posts::{self, PostError, PostForm, Writer};
use crate::{Core, secrets};

/// Key of the setting with the expected content of the marker file.
const MARKER: &str = "media.marker";
/// Key of the one that is to be written.
const CHOSEN_MARKER: &str = "media.chosen_marker";
/// Files checked in one batch, and concurrently.
const BATCH: u64 = 500;
const CONCURRENCY: usize = 16;

#[derive(Debug, thiserror::Error)]
pub enum BrokenMediaError {
    /// The marker is missing or different, as on an unmounted disk: files missing there say nothing.
    #[error("this is not the media store that the server wrote to")]
    WrongStore,
    /// A bucket whose marker is that of another site.
    #[error(
        "the bucket of MWANGA_MEDIA_URL belongs to another site: name one of your own, or take it over with \
         `mwanga doctor --adopt-bucket`"
    )]
    OtherSite,
    #[error("disk: {0}")]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Result of a run or a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokenMediaReport {
    /// Removed references to missing files, from posts and videos.
    pub references: u64,
    pub posts: u64,
    /// Videos whose poster or subtitles are missing.
    pub videos: u64,
    /// Posts that would be empty or invalid without the files, and stay unchanged.
    pub unchanged: u64,
    /// The first [`MAX_LISTED`] of all these posts.
    pub listed: Vec<BrokenPost>,
}

/// A post with references to missing files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPost {
    pub id: PostId,
    pub title: String,
    /// Keys of the files, at most [`MAX_LISTED`].
    pub files: Vec<String>,
    /// Whether it stays unchanged, because it would be empty or invalid without the files.
    pub is_unchanged: bool,
}

/// Most posts in a report, and most files of each.
const MAX_LISTED: usize = 50;

/// Writes the marker of the site into the media store, once: a store without it is not the one that posts refer to.
///
/// # Errors
///
/// [`BrokenMediaError::OtherSite`]: the bucket has another site's marker, which stays.
pub async fn mark_store(core: &Core) -> Result<(), BrokenMediaError> {
    let db = core.store.reader();
    let known = queries::settings::get(db, MARKER).await?;
    if core.media().bucket().is_none() && known.is_some() {
        return Ok(());
    }
    let mark = chosen_mark(core, known.clone()).await?;
    refuse_other_site(core.media(), &mark).await?;
    if known.is_none() {
        // The store first: one that cannot be reached now is marked later.
        core.media().write_marker(&mark).await?;
        queries::settings::insert_if_absent(core.store.writer(), MARKER, &mark, core.now()).await?;
    }
    Ok(())
}

/// The marker of this site. It is chosen before it is written, so that a process which ends in between, or another one
/// that starts, knows it for its own.
async fn chosen_mark(core: &Core, known: Option<String>) -> StoreResult<String> {
    if let Some(known) = known {
        return Ok(known);
    }
    let mark = secrets::random_token(24);
    queries::settings::insert_if_absent(core.store.writer(), CHOSEN_MARKER, &mark, core.now()).await?;
    Ok(queries::settings::get(core.store.reader(), CHOSEN_MARKER).await?.unwrap_or(mark))
}

/// A folder is mounted by whoever owns the machine; a bucket is named by a line that is easily copied.
async fn refuse_other_site(media: &MediaStore, mark: &str) -> Result<(), BrokenMediaError> {
    if media.bucket().is_some() && media.read_marker().await?.is_some_and(|found| found != mark) {
        return Err(BrokenMediaError::OtherSite);
    }
    Ok(())
}

/// Makes a bucket this site's that has another one's marker: the other one is refused from then on.
pub async fn adopt_bucket(core: &Core) -> Result<(), BrokenMediaError> {
    let known = queries::settings::get(core.store.reader(), MARKER).await?;
    let mark = chosen_mark(core, known).await?;
    core.media().write_marker(&mark).await?;
    queries::settings::insert_if_absent(core.store.writer(), MARKER, &mark, core.now()).await?;
    Ok(())
}

/// Removes the references to missing files from posts, as a save of `by`, and from videos. A file is missing when the
/// store does not have it or when it has no row: readers get neither. A dry run only reports.
///
/// # Errors
///
/// [`BrokenMediaError::WrongStore`] and [`BrokenMediaError::Disk`]: the media store is the wrong one or cannot be
/// reached, and nothing was removed.
pub async fn remove_broken_references(
    core: &Core,
    by: Writer,
    dry_run: bool,
) -> Result<BrokenMediaReport, BrokenMediaError> {
    check_marker(core).await?;
    let mut missing = HashSet::new();
    let mut after = String::new();
    loop {
        let keys = queries::search::list_used_keys(core.store.reader(), &after, BATCH).await?;
        let Some(last) = keys.last() else { break };
        after.clone_from(last);
        missing.extend(find_missing(core, keys).await?);
    }
    let mut videos = Vec::new();
    let mut after = MediaId(0);
    loop {
        let items = queries::library::with_companions(core.store.reader(), after, BATCH).await?;
        let Some(last) = items.last() else { break };
        after = last.id;
        let missing_companions: HashSet<String> =
            find_missing(core, items.iter().flat_map(super::companions).cloned().collect())
                .await?
                .into_iter()
                .collect();
        videos.extend(
            items
                .iter()
                .filter(|item| super::companions(item).any(|key| missing_companions.contains(key)))
                .map(|item| item.id),
        );
        missing.extend(missing_companions);
    }
    // A disk that was unmounted meanwhile looks like one without files.
    check_marker(core).await?;
    let keys: Vec<String> = missing.iter().cloned().collect();
    let mut report = BrokenMediaReport::default();
    for id in videos {
        let removed = super::remove_companions(core, id, &missing, dry_run).await?;
        report.references += removed;
        report.videos += u64::from(removed > 0);
    }
    for id in queries::search::posts_using(core.store.reader(), &keys).await? {
        clean_post(core, (!dry_run).then_some(by), id, &missing, &mut report).await?;
    }
    Ok(report)
}

/// The files that readers cannot get.
async fn find_missing(core: &Core, keys: Vec<String>) -> Result<Vec<String>, BrokenMediaError> {
    let recorded = find_recorded(core, &keys).await?;
    let checks = futures_util::stream::iter(keys).map(|key| {
        let is_recorded = recorded.contains(&key);
        async move {
            let is_missing =
                if is_recorded { !core.media().exists(&key).await? } else { !has_upload(core, &key).await? };
            Ok::<_, io::Error>(is_missing.then_some(key))
        }
    });
    let mut missing: Vec<String> =
        checks.buffer_unordered(CONCURRENCY).try_filter_map(|key| std::future::ready(Ok(key))).try_collect().await?;
    // An upload may have been recorded before it was looked for.
    let recorded_now = find_recorded(core, &missing).await?;
    missing.retain(|key| recorded.contains(key) || !recorded_now.contains(key));
    Ok(missing)
}

/// The keys that have a row.
async fn find_recorded(core: &Core, keys: &[String]) -> StoreResult<HashSet<String>> {
    Ok(queries::media::by_keys(core.store.reader(), keys).await?.into_iter().map(|item| item.object_key).collect())
}

/// Whether there is an upload that may be recorded any moment.
async fn has_upload(core: &Core, key: &str) -> io::Result<bool> {
    match core.media().upload_info(key).await {
        Ok(_) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

/// Marks a media store that was filled from a backup as the store's own, where the site was marked.
///
/// # Errors
///
/// [`BrokenMediaError::OtherSite`]: the bucket has another site's marker, which stays.
pub async fn mark_restored(db: &impl ConnectionTrait, media: &MediaStore) -> Result<(), BrokenMediaError> {
    if let Some(marker) = queries::settings::get(db, MARKER).await? {
        refuse_other_site(media, &marker).await?;
        media.write_marker(&marker).await?;
    }
    Ok(())
}

/// Whether the media store carries this site's marker.
///
/// # Errors
///
/// [`CleanError::NotOurs`]
pub async fn check_marker(core: &Core) -> Result<(), BrokenMediaError> {
    let expected = queries::settings::get(core.store.reader(), MARKER).await?;
    if expected.is_some() && core.media().read_marker().await? == expected {
        Ok(())
    } else {
        Err(BrokenMediaError::WrongStore)
    }
}

/// Removes the missing files from a post, as a save of `by`; without `by` a dry run.
async fn clean_post(
    core: &Core,
    by: Option<Writer>,
    id: PostId,
    missing: &HashSet<String>,
    report: &mut BrokenMediaReport,
) -> Result<(), BrokenMediaError> {
    loop {
        let Some(post) = posts::get(core, id).await? else { return Ok(()) };
        let used: BTreeSet<String> = files_of(&post).filter(|key| missing.contains(key)).collect();
        if used.is_empty() {
            return Ok(());
        }
        let form = form_without(&post, &used, missing).await;
        let title = post.title.clone();
        let outcome = match by {
            Some(by) => posts::update(core, Some(by), id, form).await.map(|_| ()),
            None => posts::validate(core, post, form).await,
        };
        let is_unchanged = match outcome {
            Ok(()) => false,
            Err(
                PostError::Missing(_)
                | PostError::Invalid(_)
                | PostError::Unread(_)
                | PostError::SlugTaken
                | PostError::Forbidden(_)
                | PostError::NotDraft
                | PostError::NotInReview
                | PostError::RevisionNeeded,
            ) => true,
            // Saved by somebody meanwhile: try again.
            Err(PostError::RevisionConflict(_)) => continue,
            Err(
                PostError::NotFound
                | PostError::InTrash
                | PostError::NoSuchNote
                | PostError::NoSuchCorrection
                | PostError::NotPublic
                | PostError::NoSuchLink
                | PostError::InvalidLink
                | PostError::LinkUsedUp
                | PostError::AnswerOutdated,
            ) => return Ok(()),
            Err(PostError::Store(e)) => return Err(e.into()),
        };
        if is_unchanged {
            report.unchanged += 1;
        } else {
            report.references += used.len() as u64;
            report.posts += 1;
        }
        if report.listed.len() < MAX_LISTED {
            report.listed.push(BrokenPost {
                id,
                title,
                files: used.into_iter().take(MAX_LISTED).collect(),
                is_unchanged,
            });
        }
        return Ok(());
    }
}

/// Keys of all files that a post shows.
fn files_of(post: &post::Model) -> impl Iterator<Item = String> + use<> {
    let covers = [&post.media_url, &post.poster_url].into_iter().flatten().cloned();
    html::media_refs(&post.content).into_iter().chain(post.media_urls.0.clone()).chain(covers.collect::<Vec<_>>())
}

/// A form that removes missing files from a post; `used` are those that it uses.
async fn form_without(post: &post::Model, used: &BTreeSet<String>, missing: &HashSet<String>) -> PostForm {
    let content = match html::media_refs(&post.content).iter().any(|key| missing.contains(key)) {
        true => {
            let (content, used) = (post.content.clone(), used.clone());
            let without = move || {
                html::clean_with_media_rule(&content, &|src| match used.contains(src) {
                    true => MediaDecision::Drop,
                    false => MediaDecision::Keep { src: src.to_owned(), size: None },
                })
            };
            Some(html::off_thread(without).await)
        }
        false => None,
    };
    let is_gone = |key: &Option<String>| key.as_ref().is_some_and(|key| missing.contains(key));
    PostForm {
        content,
        media_urls: post
            .media_urls
            .0
            .iter()
            .any(|key| missing.contains(key))
            .then(|| post.media_urls.0.iter().filter(|key| !missing.contains(*key)).cloned().collect()),
        media_url: is_gone(&post.media_url).then(String::new),
        poster_url: is_gone(&post.poster_url).then(String::new),
        revision: Some(post.revision),
        ..PostForm::default()
    }
}
