//! Creating and updating pages.

use mwanga_store::entities::page::Model;
use mwanga_store::queries::imports;
use mwanga_store::queries::pages::{self as query, PageName};
use mwanga_store::types::{AccountId, PageId, PageLayout, PageStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};

use super::address::{find_free, is_reserved};
use super::read::PageRef;
use super::{PageError, PageForm, read, revisions};
use crate::changes::{self, Tags};
use crate::idempotency::Claim;
use crate::pasted_pictures::{self, PastedInto};
use crate::slug;
use crate::{Core, html, media};

/// Attempts before a conflict of concurrent saves is reported.
pub(super) const MAX_ATTEMPTS: u32 = 24;

/// Creates a page; it is a draft unless the form says otherwise.
pub async fn create(core: &Core, by: AccountId, form: PageForm, claim: &Claim) -> Result<Model, PageError> {
    let mut page = empty_page(core.now(), Some(by));
    let requested_slug = form.apply(core, &mut page).await?;
    let mut attempts = 0;
    loop {
        attempts += 1;
        match insert(core, page.clone(), requested_slug.as_deref(), claim).await {
            Err(error) if claim.is_lost() => return Err(error),
            // The slug was taken meanwhile.
            Err(PageError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

async fn insert(core: &Core, mut page: Model, requested_slug: Option<&str>, claim: &Claim) -> Result<Model, PageError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    page.slug = free_slug(&tx, &page, requested_slug).await?;
    let (page, tags) = insert_with_tags(&tx, page).await?;
    enqueue_fetch(core, &tx, &page, page.created_by).await?;
    claim.set_created(&tx, page.id.0).await?;
    core.commit(tx, tags).await?;
    Ok(page)
}

/// Inserts a new page with its files and first revision, and returns the cache tags of the change.
pub(super) async fn insert_with_tags(tx: &impl ConnectionTrait, mut page: Model) -> Result<(Model, Tags), PageError> {
    mark_first_publication(&mut page);
    let page = query::insert(tx, page).await?;
    write_rows(tx, &page, page.created_by).await?;
    let mut tags = Tags::default();
    if page.status == PageStatus::Published {
        query::delete_old_slug(tx, &page.slug).await?;
    }
    add_tags(&mut tags, &page);
    Ok((page, tags))
}

/// The requested slug if a page can have it, else one that is made from the title.
pub(super) async fn free_slug(
    tx: &impl ConnectionTrait,
    page: &Model,
    requested_slug: Option<&str>,
) -> Result<String, PageError> {
    let own = (page.id.0 != 0).then_some(page.id);
    match requested_slug {
        Some(slug) if is_reserved(slug) => Err(PageError::SlugTaken),
        Some(slug) if query::by_slug(tx, slug).await?.is_some_and(|other| Some(other.id) != own) => {
            Err(PageError::SlugTaken)
        }
        Some(slug) => Ok(slug.to_owned()),
        None => {
            let base = slug::from_title(&page.title).unwrap_or_else(|| "page".into());
            Ok(find_free(tx, &base, own).await?)
        }
    }
}

/// Updates the fields that the form has. The first save of a built-in page makes its row.
///
/// # Errors
///
/// - [`PageError::RevisionConflict`]: the form is for an earlier revision.
/// - [`PageError::SlugTaken`]: something else has the requested slug.
pub async fn update(core: &Core, by: Option<AccountId>, page: &PageRef, form: PageForm) -> Result<Model, PageError> {
    change(core, by, page, form, None).await
}

/// As [`update`]; `external_key`: an importer does it, so that the page still is as it was brought.
pub(super) async fn change(
    core: &Core,
    by: Option<AccountId>,
    page: &PageRef,
    form: PageForm,
    external_key: Option<&str>,
) -> Result<Model, PageError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match update_once(core, by, page, form.clone(), external_key).await {
            // A concurrent save.
            Err(PageError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

async fn update_once(
    core: &Core,
    by: Option<AccountId>,
    page: &PageRef,
    form: PageForm,
    external_key: Option<&str>,
) -> Result<Model, PageError> {
    let base_revision = form.revision;
    let before = read::get(core, page).await?.ok_or(PageError::NotFound)?;
    check_revision(base_revision, &before)?;
    let mut page = before.clone();
    page.updated_at = core.now();
    let requested_slug = form.apply(core, &mut page).await?;
    page.revision += 1;
    mark_first_publication(&mut page);

    let tx = core.store.begin().await?;
    if before.id.0 == 0 {
        // A conflict when somebody else made the row meanwhile; the next attempt sees it.
        (page.created_at, page.created_by) = (page.updated_at, by);
        let page = query::insert(&tx, page).await?;
        write_rows(&tx, &page, by).await?;
        enqueue_fetch(core, &tx, &page, by).await?;
        return commit(core, tx, &before, page).await;
    }
    let current = query::lock_by_id(&tx, before.id).await?.ok_or(PageError::NotFound)?;
    check_revision(base_revision, &current)?;
    if current.revision != before.revision {
        return Err(PageError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    if requested_slug.is_some() {
        page.slug = free_slug(&tx, &page, requested_slug.as_deref()).await?;
    }
    if page.slug != before.slug && before.first_published_at.is_some() {
        query::upsert_old_slug(&tx, &before.slug, before.id, page.updated_at).await?;
    }
    if page.status == PageStatus::Published || page.slug != before.slug {
        query::delete_old_slug(&tx, &page.slug).await?;
    }
    if !query::update_if_revision(&tx, &page, before.revision).await? {
        return Err(PageError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    write_rows(&tx, &page, by).await?;
    enqueue_fetch(core, &tx, &page, by).await?;
    revisions::prune(&tx, &page, core.config.kept_revisions).await?;
    if let Some(key) = external_key {
        imports::set_revision(&tx, key, page.revision).await?;
    }
    commit(core, tx, &before, page).await
}

async fn commit(core: &Core, tx: mwanga_store::Transaction, before: &Model, page: Model) -> Result<Model, PageError> {
    let mut tags = Tags::default();
    media::restore_used(&tx, &file_keys(&page), &mut tags).await?;
    add_tags(&mut tags, before);
    add_tags(&mut tags, &page);
    // The first save of a built-in page gives it an id.
    if PageName::from(before) != (PageName { id: before.id, ..PageName::from(&page) }) {
        tags.add(changes::page_link(&link_target(&page)));
    }
    tags.extend(query::list_old_slugs(&tx, page.id).await?.iter().map(|slug| changes::page_slug(slug)));
    core.commit(tx, tags).await?;
    Ok(page)
}

async fn enqueue_fetch(core: &Core, tx: &impl ConnectionTrait, page: &Model, by: Option<AccountId>) -> StoreResult<()> {
    match by {
        Some(by) => pasted_pictures::enqueue_after_save(core, tx, PastedInto::Page(page.id), &page.content, by).await,
        None => Ok(()),
    }
}

pub(super) fn file_keys(page: &Model) -> Vec<String> {
    keys_of(&page.content, page.share_picture.clone())
}

/// The keys of all files that a page with this text shows.
pub(super) fn keys_of(content: &str, share_picture: Option<String>) -> Vec<String> {
    let mut keys = html::media_refs(content);
    keys.extend(share_picture);
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Writes the rows that follow from a save: files and revision.
async fn write_rows(tx: &impl ConnectionTrait, page: &Model, by: Option<AccountId>) -> Result<(), PageError> {
    let keys = file_keys(page);
    // Held, so that none is deleted meanwhile.
    queries::library::lock_shared_by_keys(tx, &keys).await?;
    query::replace_media(tx, page.id, keys, page.revision - 1).await?;
    revisions::insert(tx, page, by).await?;
    Ok(())
}

/// Adds the cache tags of a page. Those of a draft too: it may have been public before.
pub(super) fn add_tags(tags: &mut Tags, page: &Model) {
    tags.add(changes::PAGES);
    tags.add(changes::page_slug(&page.slug));
    if page.id.0 != 0 {
        tags.add(changes::page(page.id));
    }
}

/// What menus name a page by.
pub(super) fn link_target(page: &Model) -> String {
    page.built_in.clone().unwrap_or_else(|| page.id.to_string())
}

/// Fails when the form is for an earlier revision than the current one.
fn check_revision(base_revision: Option<i32>, current: &Model) -> Result<(), PageError> {
    match base_revision {
        Some(revision) if revision < current.revision => Err(PageError::RevisionConflict(Box::new(current.clone()))),
        _ => Ok(()),
    }
}

fn mark_first_publication(page: &mut Model) {
    if page.status == PageStatus::Published && page.first_published_at.is_none() {
        page.first_published_at = Some(page.updated_at);
    }
}

/// A new page with default values.
pub(super) fn empty_page(now: Timestamp, by: Option<AccountId>) -> Model {
    Model {
        id: PageId(0),
        built_in: None,
        slug: String::new(),
        title: String::new(),
        short_title: String::new(),
        lead: String::new(),
        note: String::new(),
        description: String::new(),
        content: String::new(),
        layout: PageLayout::Text,
        share_picture: None,
        status: PageStatus::Draft,
        revision: 1,
        created_by: by,
        created_at: now,
        updated_at: now,
        first_published_at: None,
    }
}
