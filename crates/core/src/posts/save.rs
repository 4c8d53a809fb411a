//! Creating and updating posts.

use mwanga_store::entities::post::Model;
use mwanga_store::queries::{self, imports, post_corrections, posts as query, sitemaps};
use mwanga_store::types::{AccountId, PostId, PostStatus, Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, Transaction};

use super::author::AUTHOR_OPTIONS;
use super::error::PostError;
use super::form::PostForm;
use super::namesakes::ascii_slugs;
use super::saved::Saved;
use super::tags::parse_tags;
use super::{derived, events, revisions};
use crate::changes::{self, Tags};
use crate::idempotency::Claim;
use crate::pasted_pictures::{self, PastedInto};
use crate::slug;
use crate::writer::Writer;
use crate::{Core, link_checks, media, notice_requests};

/// Attempts before a conflict of concurrent saves is reported: one of them succeeds each time.
pub(super) const MAX_ATTEMPTS: u32 = 24;

/// Creates a post; it is published unless the status of the form is `draft`. A contributor's is a draft. `by` is none
/// for importers and the demo, which may do everything.
pub async fn create(core: &Core, by: Option<Writer>, form: PostForm, claim: &Claim) -> Result<Saved, PostError> {
    let mut empty_post = empty_post(core.now(), by.map(|writer| writer.account_id));
    empty_post.access = core.settings().posts.default_access;
    empty_post.owner_id = by.and_then(Writer::owner);
    if by.is_some_and(|writer| writer.role == Role::Contributor) {
        empty_post.status = PostStatus::Draft;
    }
    let requested_slug = form.apply(core, &mut empty_post).await?;
    if let Some(writer) = by {
        writer.check_save(None, &empty_post)?;
    }
    let mut attempts = 0;
    loop {
        attempts += 1;
        match insert(core, by, empty_post.clone(), requested_slug.as_deref(), claim).await {
            Err(error) if claim.is_lost() => return Err(error),
            // The generated slug was taken meanwhile.
            Err(PostError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS && requested_slug.is_none() => {}
            Err(PostError::Store(StoreError::Conflict(_))) if requested_slug.is_some() => {
                return Err(PostError::SlugTaken);
            }
            outcome => return outcome,
        }
    }
}

pub(super) async fn insert(
    core: &Core,
    by: Option<Writer>,
    mut post: Model,
    requested_slug: Option<&str>,
    claim: &Claim,
) -> Result<Saved, PostError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    post.slug = new_slug(&tx, &post, requested_slug).await?;
    let (post, tags) = insert_with_tags(&tx, post).await?;
    if let Some(writer) = by {
        enqueue_outbound(core, &tx, writer, &post).await?;
    }
    claim.set_created(&tx, post.id.0).await?;
    core.commit(tx, tags).await?;
    Ok(Saved::new(core, post).await)
}

/// Inserts a new post with its derived rows and first revision, and returns the cache tags of the change.
pub(super) async fn insert_with_tags(tx: &impl ConnectionTrait, mut post: Model) -> Result<(Model, Tags), PostError> {
    mark_first_publication(&mut post);
    let mut post = query::insert(tx, post).await?;
    if post.slug.is_empty() {
        post.slug = slug::find_free(tx, &untitled_slug(&post), Some(post.id)).await?;
        query::set_slug(tx, post.id, &post.slug).await?;
    }
    derived::write(tx, &post).await?;
    revisions::insert(tx, &post, post.created_by).await?;
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    tags.add(changes::saved_post(post.id));
    add_public_tags(&mut tags, &post);
    Ok((post, tags))
}

/// The requested slug if it is free, else one that is made from the title; empty for a new post without a title, whose
/// slug says its id.
pub(super) async fn new_slug(
    tx: &impl ConnectionTrait,
    post: &Model,
    requested_slug: Option<&str>,
) -> Result<String, PostError> {
    match requested_slug {
        Some(slug) if query::by_slug(tx, slug).await?.is_some_and(|other| other.id != post.id) => {
            Err(PostError::SlugTaken)
        }
        Some(slug) => Ok(slug.to_owned()),
        None if post.title.is_empty() && post.id.0 == 0 => Ok(String::new()),
        None => {
            let base = if post.title.is_empty() { untitled_slug(post) } else { titled_slug(&post.title) };
            Ok(slug::find_free(tx, &base, (post.id.0 != 0).then_some(post.id)).await?)
        }
    }
}

fn titled_slug(title: &str) -> String {
    slug::from_title(title).unwrap_or_else(|| "post".into())
}

fn untitled_slug(post: &Model) -> String {
    format!("draft-{}", post.id)
}

/// Validates a form for a post, and changes nothing.
pub async fn validate(core: &Core, mut post: Model, form: PostForm) -> Result<(), PostError> {
    form.apply(core, &mut post).await.map(|_| ())
}

/// Updates the fields that the form has.
///
/// # Errors
///
/// - [`PostError::InTrash`]: it was deleted, and must be restored first.
/// - [`PostError::RevisionConflict`]: the form is for an earlier revision.
/// - [`PostError::RevisionNeeded`]: it publishes a post in review, and does not name the revision that was read.
/// - [`PostError::SlugTaken`]: another post has the requested slug.
/// - [`PostError::Forbidden`]: `by` may not change this post, or not in this way.
pub async fn update(core: &Core, by: Option<Writer>, id: PostId, form: PostForm) -> Result<Saved, PostError> {
    change(core, by, id, form, None).await
}

/// As [`update`]; `external_key`: an importer does it, so that the post still is as it was brought.
pub(super) async fn change(
    core: &Core,
    by: Option<Writer>,
    id: PostId,
    form: PostForm,
    external_key: Option<&str>,
) -> Result<Saved, PostError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match update_once(core, by, id, form.clone(), external_key).await {
            // A concurrent save, or a slug that was taken meanwhile.
            Err(PostError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

async fn update_once(
    core: &Core,
    by: Option<Writer>,
    id: PostId,
    form: PostForm,
    external_key: Option<&str>,
) -> Result<Saved, PostError> {
    let base_revision = form.revision;
    let has_title = form.title.is_some();
    // HTML is sanitized before the write lock is taken, because that is slow; the row is compared again under the lock.
    let before = query::get(core.store.reader(), id).await?.ok_or(PostError::NotFound)?;
    if let Some(writer) = by {
        // First: a conflict answers with the whole post.
        writer.check_write(&before)?;
    }
    check_not_in_trash(&before)?;
    check_revision(base_revision, &before)?;
    let mut post = successor(&before, core.now());
    let has_been_public = was_public(&before, post.updated_at);
    let requested_slug = form.apply(core, &mut post).await?;
    if let Some(writer) = by {
        writer.check_save(Some(&before), &post)?;
        if (before.status, post.status) == (PostStatus::InReview, PostStatus::Published) {
            check_was_read(base_revision, &before)?;
        }
    }

    let tx = core.store.begin().await?;
    let current = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    check_not_in_trash(&current)?;
    check_revision(base_revision, &current)?;
    if current.revision != before.revision {
        // Fields that the form does not have must keep their newest values.
        return Err(PostError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    post.slug = match &requested_slug {
        Some(_) => new_slug(&tx, &post, requested_slug.as_deref()).await?,
        None if has_title && !has_been_public && follows_title(&before) && before.title != post.title => {
            new_slug(&tx, &post, None).await?
        }
        None => before.slug.clone(),
    };
    if current.category_id != before.category_id {
        // Its category was deleted meanwhile; the next attempt uses the one that its posts moved to.
        return Err(PostError::Store(StoreError::Conflict("moved to another category".into())));
    }
    // Neither is part of the revision.
    if post.published_at == before.published_at {
        post.pick_rank = current.pick_rank;
    }
    if post.pick_until == before.pick_until {
        post.pick_until = current.pick_until;
    }
    let (post, tags) = write(core, &tx, &before, post, by).await?;
    if let Some(key) = external_key {
        imports::set_revision(&tx, key, post.revision).await?;
    }
    core.commit(tx, tags).await?;
    Ok(Saved::new(core, post).await)
}

/// The post of the next save, still with the fields of `before`.
pub(super) fn successor(before: &Model, now: Timestamp) -> Model {
    let mut post = before.clone();
    post.updated_at = now;
    // A post that was scheduled but never public is published for the first time by this save.
    post.first_published_at = before.first_published_at.filter(|_| was_public(before, now));
    post
}

/// Writes a changed post, whose row is locked, with its derived rows, a revision and the mail to its owner, and returns
/// the cache tags of the change.
///
/// # Errors
///
/// [`StoreError::Conflict`]: it was saved since `before` was read.
pub(super) async fn write(
    core: &Core,
    tx: &Transaction,
    before: &Model,
    mut post: Model,
    by: Option<Writer>,
) -> Result<(Model, Tags), PostError> {
    let (id, has_been_public) = (post.id, was_public(before, post.updated_at));
    post.revision += 1;
    mark_first_publication(&mut post);
    if !query::update_if_revision(tx, &post, before.revision).await? {
        return Err(PostError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    tags.add(changes::saved_post(id));
    if post.slug != before.slug {
        query::delete_old_slug(tx, &post.slug, id).await?;
        // The slug of a post that was never public needs no redirect.
        if has_been_public {
            query::upsert_old_slug(tx, &before.slug, id, post.updated_at).await?;
        }
    }
    media::restore_used(tx, &derived::file_keys(&post), &mut tags).await?;
    derived::write(tx, &post).await?;
    notice_requests::enqueue_if_requested(core, tx, &post, post.updated_at).await?;
    revisions::insert(tx, &post, by.map(|writer| writer.account_id)).await?;
    if let Some(writer) = by {
        events::record_review(core, tx, writer, before.status, &post).await?;
        enqueue_outbound(core, tx, writer, &post).await?;
    }
    revisions::prune(tx, &post, core.config.kept_revisions).await?;
    add_public_tags(&mut tags, before);
    add_public_tags(&mut tags, &post);
    add_correction_tag(tx, &mut tags, id).await?;
    if before.first_published_at.is_some() {
        tags.extend(query::list_old_slugs(tx, id).await?.iter().map(|slug| changes::slug(slug)));
    }
    Ok((post, tags))
}

/// Enqueues what asks other sites after a save: their links, and their pictures for those who may publish.
async fn enqueue_outbound(core: &Core, tx: &impl ConnectionTrait, by: Writer, post: &Model) -> StoreResult<()> {
    link_checks::enqueue_after_save(core, tx, post).await?;
    if by.role == Role::Contributor {
        return Ok(());
    }
    pasted_pictures::enqueue_after_save(core, tx, PastedInto::Post(post.id), &post.content, by.account_id).await
}

/// Fails when the form is for an earlier revision than the current one.
pub(super) fn check_revision(base_revision: Option<i32>, current: &Model) -> Result<(), PostError> {
    match base_revision {
        Some(revision) if revision < current.revision => Err(PostError::RevisionConflict(Box::new(current.clone()))),
        _ => Ok(()),
    }
}

/// Fails when another revision than the current one was read, or none: what nobody read is not decided about.
pub(super) fn check_was_read(revision: Option<i32>, current: &Model) -> Result<(), PostError> {
    match revision {
        None => Err(PostError::RevisionNeeded),
        Some(revision) if revision == current.revision => Ok(()),
        Some(_) => Err(PostError::RevisionConflict(Box::new(current.clone()))),
    }
}

pub(super) fn check_not_in_trash(post: &Model) -> Result<(), PostError> {
    if post.status == PostStatus::Trash { Err(PostError::InTrash) } else { Ok(()) }
}

fn follows_title(post: &Model) -> bool {
    if post.title.is_empty() {
        return slug::is_derived_from(&post.slug, &untitled_slug(post));
    }
    let earlier = slug::ascii_from_title(&post.title).unwrap_or_else(|| "post".into());
    [titled_slug(&post.title), earlier].iter().any(|base| slug::is_derived_from(&post.slug, base))
}

/// Records the first publication. From then on a post keeps its slug, and without a publish date also its date. For a
/// scheduled post it is the scheduled time.
fn mark_first_publication(post: &mut Model) {
    if post.status == PostStatus::Published && post.first_published_at.is_none() {
        post.first_published_at = Some(post.updated_at.max(post.published_at));
    }
}

/// Whether the post has ever been public.
pub(super) fn was_public(post: &Model, now: Timestamp) -> bool {
    post.first_published_at.is_some_and(|at| at <= now)
}

/// Adds the cache tags of a published post. Those of a scheduled one too, because it determines when lists expire.
pub(crate) fn add_public_tags(tags: &mut Tags, post: &Model) {
    if post.status == PostStatus::Published {
        tags.add(changes::LIST);
        tags.add(changes::category(post.category_id));
        tags.add(changes::post(post.id));
        tags.add(changes::slug(&post.slug));
        tags.add(changes::author(&post.author_slug));
        tags.extend(parse_tags(&post.tags).iter().map(|tag| changes::tag(&tag.slug)));
        // Addresses of earlier versions list whom they may mean.
        tags.extend(ascii_slugs(post).iter().map(|row| match row.kind.as_str() {
            queries::ascii_slugs::AUTHOR => changes::author(&row.ascii),
            _ => changes::tag(&row.ascii),
        }));
        tags.add(changes::sitemap(sitemaps::file_number(post.id)));
    }
}

/// Adds the tag of the list of corrections, where a post that comes, goes or changes has any.
pub(super) async fn add_correction_tag(tx: &impl ConnectionTrait, tags: &mut Tags, post: PostId) -> StoreResult<()> {
    if post_corrections::count(tx, post).await? > 0 {
        tags.add(changes::CORRECTIONS);
    }
    Ok(())
}

/// A new post with default values.
pub(super) fn empty_post(now: Timestamp, by: Option<AccountId>) -> Model {
    Model { author_name: AUTHOR_OPTIONS[0].0.to_owned(), created_by: by, ..Model::empty(now) }
}
