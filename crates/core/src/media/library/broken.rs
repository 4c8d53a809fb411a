//! Taking out what posts still show and nobody has any more.

use std::collections::{BTreeSet, HashSet};
use std::io;

use futures_util::{StreamExt, TryStreamExt};
use mwanga_store::entities::post;
use mwanga_store::types::{AccountId, MediaId, PostId};
use mwanga_store::{StoreError, StoreResult, queries};

use crate::html::{self, MediaDecision};
use crate::posts::{self, PostError, PostForm};
use crate::{Core, secrets};

/// The setting that holds what the marker file must say.
const MARKER: &str = "media.marker";
/// Files looked at in one go, and at once: a bucket is far away.
const FILES: u64 = 500;
const AT_ONCE: usize = 16;

#[derive(Debug, thiserror::Error)]
pub enum CleanError {
    /// Another disk, an empty folder, or none: whatever is missing there says nothing.
    #[error("this is not the media store that the server wrote to")]
    NotOurs,
    #[error("disk: {0}")]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was taken out, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Files that are gone, each counted once for every post that showed it, and for every video whose picture or
    /// subtitles it was.
    pub references: u64,
    pub posts: u64,
    /// Videos whose picture or subtitles are gone.
    pub videos: u64,
    /// Posts that would hold nothing without them, and were left alone.
    pub left: u64,
    /// The first [`NAMED`] of all these posts.
    pub named: Vec<BrokenPost>,
}

/// A post that shows files which are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPost {
    pub id: PostId,
    pub title: String,
    /// Keys of the files, at most [`NAMED`].
    pub files: Vec<String>,
    /// It would hold nothing without them.
    pub left: bool,
}

/// Posts, and files of each, that are named.
const NAMED: usize = 50;

/// Marks the media store as ours, once in the life of a site: a store without the mark is not the one that the posts
/// refer to.
pub async fn mark_store(core: &Core) -> Result<(), CleanError> {
    let db = core.store.reader();
    if queries::settings::get(db, MARKER).await?.is_some() {
        return Ok(());
    }
    // First the store: one that cannot be reached now is marked later.
    let mark = secrets::random_name(24);
    core.media.write_marker(&mark).await?;
    queries::settings::insert_if_absent(core.store.writer(), MARKER, &mark, core.now()).await?;
    match queries::settings::get(db, MARKER).await? {
        // Another process marked it at the same time, and only its mark counts.
        Some(known) if known != mark => Ok(core.media.write_marker(&known).await?),
        _ => Ok(()),
    }
}

/// Removes the references to files that are gone: from every post, as a save of `by`, and from videos whose picture or
/// subtitles they were. Gone is what the store does not hold, and what nobody recorded: readers get neither. A dry run
/// changes nothing and says the same.
///
/// # Errors
///
/// [`CleanError::NotOurs`] and [`CleanError::Disk`]: the media store cannot be trusted or reached, and nothing was
/// removed.
pub async fn clean_broken(core: &Core, by: AccountId, dry_run: bool) -> Result<Cleaned, CleanError> {
    check_marker(core).await?;
    let mut gone = HashSet::new();
    let mut after = String::new();
    loop {
        let keys = queries::search::used_files(core.store.reader(), &after, FILES).await?;
        let Some(last) = keys.last() else { break };
        after.clone_from(last);
        gone.extend(missing(core, keys).await?);
    }
    let mut videos = Vec::new();
    let mut after = MediaId(0);
    loop {
        let items = queries::library::with_companions(core.store.reader(), after, FILES).await?;
        let Some(last) = items.last() else { break };
        after = last.id;
        let missing: HashSet<String> =
            missing(core, items.iter().flat_map(super::companions).cloned().collect()).await?.into_iter().collect();
        videos.extend(
            items.iter().filter(|item| super::companions(item).any(|key| missing.contains(key))).map(|item| item.id),
        );
        gone.extend(missing);
    }
    // A disk that went away while it was read looks like a disk without files.
    check_marker(core).await?;
    let keys: Vec<String> = gone.iter().cloned().collect();
    let mut cleaned = Cleaned::default();
    for id in videos {
        let taken = super::forget_companions(core, id, &gone, dry_run).await?;
        cleaned.references += taken;
        cleaned.videos += u64::from(taken > 0);
    }
    for id in queries::search::users_of(core.store.reader(), &keys).await? {
        clean_post(core, (!dry_run).then_some(by), id, &gone, &mut cleaned).await?;
    }
    Ok(cleaned)
}

/// Those of these files that readers cannot get.
async fn missing(core: &Core, keys: Vec<String>) -> Result<Vec<String>, CleanError> {
    let recorded = recorded(core, &keys).await?;
    let looked = futures_util::stream::iter(keys).map(|key| {
        let is_recorded = recorded.contains(&key);
        async move {
            let is_missing = if is_recorded { !core.media.holds(&key).await? } else { !waits(core, &key).await? };
            Ok::<_, io::Error>(is_missing.then_some(key))
        }
    });
    let mut missing: Vec<String> =
        looked.buffer_unordered(AT_ONCE).try_filter_map(|key| std::future::ready(Ok(key))).try_collect().await?;
    // One that waited may have been recorded before it was looked for.
    let meanwhile = self::recorded(core, &missing).await?;
    missing.retain(|key| recorded.contains(key) || !meanwhile.contains(key));
    Ok(missing)
}

async fn recorded(core: &Core, keys: &[String]) -> StoreResult<HashSet<String>> {
    Ok(queries::media::by_keys(core.store.reader(), keys).await?.into_iter().map(|item| item.object_key).collect())
}

/// Whether an upload lies there that may be recorded any moment.
async fn waits(core: &Core, key: &str) -> io::Result<bool> {
    match core.media.incoming(key).await {
        Ok(_) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

async fn check_marker(core: &Core) -> Result<(), CleanError> {
    let expected = queries::settings::get(core.store.reader(), MARKER).await?;
    if expected.is_some() && core.media.read_marker().await? == expected { Ok(()) } else { Err(CleanError::NotOurs) }
}

/// As a save of `by`, or as a dry run.
async fn clean_post(
    core: &Core,
    by: Option<AccountId>,
    id: PostId,
    gone: &HashSet<String>,
    cleaned: &mut Cleaned,
) -> Result<(), CleanError> {
    loop {
        let Some(post) = posts::get(core, id).await? else { return Ok(()) };
        let used: BTreeSet<String> = html::media_refs(&post.content)
            .into_iter()
            .chain(post.media_urls.0.clone())
            .chain(post.media_url.clone())
            .chain(post.poster_url.clone())
            .filter(|key| gone.contains(key))
            .collect();
        if used.is_empty() {
            return Ok(());
        }
        let form = form_without(&post, &used, gone).await;
        let title = post.title.clone();
        let outcome = match by {
            Some(by) => posts::update(core, Some(by), id, form).await.map(|_| ()),
            None => posts::check(core, post, form).await,
        };
        let left = match outcome {
            Ok(()) => false,
            Err(PostError::Missing(_) | PostError::Invalid(_) | PostError::TooComplex(_) | PostError::SlugTaken) => {
                true
            }
            // Saved by somebody meanwhile: look again.
            Err(PostError::Changed(_)) => continue,
            Err(PostError::NotFound) => return Ok(()),
            Err(PostError::Store(e)) => return Err(e.into()),
        };
        if left {
            cleaned.left += 1;
        } else {
            cleaned.references += used.len() as u64;
            cleaned.posts += 1;
        }
        if cleaned.named.len() < NAMED {
            cleaned.named.push(BrokenPost { id, title, files: used.into_iter().take(NAMED).collect(), left });
        }
        return Ok(());
    }
}

/// What a save of a post sends that takes the files out which are gone; `used` are those of them that it uses.
async fn form_without(post: &post::Model, used: &BTreeSet<String>, gone: &HashSet<String>) -> PostForm {
    let content = match html::media_refs(&post.content).iter().any(|key| gone.contains(key)) {
        true => {
            let (content, used) = (post.content.clone(), used.clone());
            let without = move || {
                html::clean_by(&content, &|src| match used.contains(src) {
                    true => MediaDecision::Drop,
                    false => MediaDecision::Keep { src: src.to_owned(), size: None },
                })
            };
            Some(html::off_thread(without).await)
        }
        false => None,
    };
    let is_gone = |key: &Option<String>| key.as_ref().is_some_and(|key| gone.contains(key));
    PostForm {
        content,
        media_urls: post
            .media_urls
            .0
            .iter()
            .any(|key| gone.contains(key))
            .then(|| post.media_urls.0.iter().filter(|key| !gone.contains(*key)).cloned().collect()),
        media_url: is_gone(&post.media_url).then(String::new),
        poster_url: is_gone(&post.poster_url).then(String::new),
        revision: Some(post.revision),
        ..PostForm::default()
    }
}
