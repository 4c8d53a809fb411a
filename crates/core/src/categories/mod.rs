//! Categories of posts, cached in memory: their names, what they say of themselves, their order, where they appear.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use mwanga_store::entities::category::Model;
pub use mwanga_store::queries::categories::CategoryChanges;
use mwanga_store::types::CategoryId;
use mwanga_store::{StoreError, Transaction, queries};

use crate::changes::{self, Tags};
use crate::core_state::{Core, Part};
use crate::fold::one_line;
use crate::idempotency::Claim;
use crate::slug;
use crate::{brand_pictures, settings};

pub(crate) const LATEST_NEWS: &str = "latest-news";
pub(crate) const TRENDING: &str = "trending";
pub const SPONSORED: &str = "sponsored";
pub const UNCATEGORIZED: &str = "uncategorized";
/// What is said of posts that have none.
pub const UNCATEGORIZED_NAME: &str = "Uncategorized";

#[derive(Debug, thiserror::Error)]
pub enum CategoryError {
    #[error("a category needs a name of letters or digits")]
    InvalidName,
    #[error("the name is too long")]
    NameTooLong,
    #[error("another category has this name")]
    NameTaken,
    /// Built-in categories cannot be deleted.
    #[error("the site needs this category")]
    BuiltIn,
    #[error("no such category")]
    NotFound,
    #[error("posts need another category to go to")]
    InvalidTarget,
    /// Why a field is refused, in words for the person who typed it.
    #[error("{0}: {1}")]
    InvalidField(&'static str, String),
    #[error("these are not the categories that there are")]
    ListChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cache of all categories with its generation, cleared when one changes.
#[derive(Default)]
pub(crate) struct CategoryCache(Mutex<(u64, Option<Arc<Vec<Model>>>)>);

impl Part for CategoryCache {
    fn on_change(&self, _: &[String]) {
        self.clear();
    }
}

impl Core {
    pub(crate) fn category_cache(&self) -> &CategoryCache {
        self.part()
    }
}

impl CategoryCache {
    pub(crate) fn clear(&self) {
        let mut cache = self.0.lock().expect("no panic while held");
        cache.0 += 1;
        cache.1 = None;
    }
}

/// All categories: those that have a place in their order, then the others by name.
pub async fn all(core: &Core) -> Result<Arc<Vec<Model>>, StoreError> {
    let generation = {
        let cache = core.category_cache().0.lock().expect("no panic while held");
        if let Some(all) = &cache.1 {
            return Ok(all.clone());
        }
        cache.0
    };
    let mut rows = queries::categories::all(core.store.reader()).await?;
    rows.sort_by_key(|row| (row.position.unwrap_or(i32::MAX), row.name.to_lowercase()));
    let all = Arc::new(rows);
    let mut cache = core.category_cache().0.lock().expect("no panic while held");
    // Cached only if nothing changed during the read.
    if cache.0 == generation {
        cache.1 = Some(all.clone());
    }
    Ok(all)
}

/// Finds a category by slug, id or name (case-insensitive); a deleted one resolves to its successor.
pub async fn find(core: &Core, text: &str) -> Result<Option<Model>, StoreError> {
    let all = all(core).await?;
    let text = text.trim();
    let lower = text.to_lowercase();
    let found = all
        .iter()
        .find(|row| row.slug == text)
        .or_else(|| text.parse().ok().and_then(|id| all.iter().find(|row| row.id == CategoryId(id))))
        .or_else(|| all.iter().find(|row| row.slug == lower || row.name.to_lowercase() == lower));
    // Other characters never occur in a slug, and PostgreSQL refuses some in a query.
    if found.is_some() || !slug::is_slug(&lower) {
        return Ok(found.cloned());
    }
    match queries::categories::find_redirect(core.store.reader(), &lower, text.parse().ok().map(CategoryId)).await? {
        Some(id) => Ok(all.iter().find(|row| row.id == id).cloned()),
        None => Ok(None),
    }
}

/// Categories whose posts are no news: they stand neither in Most Recent, nor in the feeds of the site, nor in the news
/// sitemap. The sponsored one always is among them.
pub async fn not_news(core: &Core) -> Result<Vec<Model>, StoreError> {
    Ok(all(core).await?.iter().filter(|row| !row.is_news).cloned().collect())
}

pub async fn by_id(core: &Core, id: CategoryId) -> Result<Option<Model>, StoreError> {
    Ok(all(core).await?.iter().find(|row| row.id == id).cloned())
}

/// Finds a category by name, or creates it.
pub async fn find_or_create(core: &Core, name: &str) -> Result<Model, CategoryError> {
    let whole = one_line(name);
    let all = all(core).await?;
    // Earlier versions cut a longer name there.
    for length in [MAX_STORED_NAME_CHARS, MAX_NAME_CHARS] {
        let (name, slug) = normalize_name(&truncate(&whole, length))?;
        if let Some(found) = find_clash(&all, &name, &slug, None) {
            return Ok(found.clone());
        }
    }
    let (name, slug) = normalize_name(&truncate(&whole, MAX_NAME_CHARS))?;
    match insert(core, &name, &slug, &Claim::none()).await {
        // Another process made it in between.
        Err(CategoryError::Store(StoreError::Conflict(_))) => {
            core.category_cache().clear();
            find(core, &slug).await?.ok_or(CategoryError::InvalidName)
        }
        outcome => outcome,
    }
}

/// Creates a category; its slug is derived from its name and never changes.
pub async fn create(core: &Core, name: &str, claim: &Claim) -> Result<Model, CategoryError> {
    let (name, slug) = validate_name(name)?;
    if find_clash(&all(core).await?, &name, &slug, None).is_some() {
        return Err(CategoryError::NameTaken);
    }
    match insert(core, &name, &slug, claim).await {
        Err(CategoryError::Store(StoreError::Conflict(_))) => {
            core.category_cache().clear();
            Err(CategoryError::NameTaken)
        }
        outcome => outcome,
    }
}

/// Changes a category; what is absent stays, and so does its slug, so that links keep working.
pub async fn update(core: &Core, id: CategoryId, mut changes: CategoryChanges) -> Result<Model, CategoryError> {
    let all = all(core).await?;
    let before = all.iter().find(|row| row.id == id).ok_or(CategoryError::NotFound)?;
    if let Some(name) = &changes.name {
        let (name, _) = if one_line(name) == before.name { normalize_name(name) } else { validate_name(name) }?;
        // Its own address may look like another's name; only names and the addresses of others count.
        if find_clash(&all, &name, &name.to_lowercase(), Some(id)).is_some() {
            return Err(CategoryError::NameTaken);
        }
        changes.name = Some(name);
    }
    normalize(core, before, &mut changes).await?;
    let tx = core.store.begin().await?;
    let after = queries::categories::update(&tx, id, changes).await?.ok_or(CategoryError::NotFound)?;
    // Every card and every post page names its category.
    let mut tags = tags_of(id);
    if after.is_news != before.is_news {
        tags.add(crate::changes::LIST);
    }
    core.commit(tx, tags).await?;
    Ok(after)
}

/// Longest description in characters.
const MAX_DESCRIPTION_CHARS: usize = 300;

/// Takes the fields besides the name in their normal form, or says what is wrong with the first one.
async fn normalize(core: &Core, before: &Model, changes: &mut CategoryChanges) -> Result<(), CategoryError> {
    let invalid = |field, why: &str| Err(CategoryError::InvalidField(field, why.to_owned()));
    if let Some(description) = &mut changes.description {
        *description = one_line(description);
        let length = description.chars().count();
        if length > MAX_DESCRIPTION_CHARS {
            return invalid(
                "description",
                &format!("Keep this to {MAX_DESCRIPTION_CHARS} characters; it has {length}."),
            );
        }
    }
    if let Some(colour) = &mut changes.colour {
        *colour = one_line(colour);
        if !colour.is_empty() {
            *colour = settings::check_colour(colour).map_err(|why| CategoryError::InvalidField("colour", why))?;
        }
    }
    if let Some(hash) = &changes.picture
        && !hash.is_empty()
        && brand_pictures::picture(core, hash).await?.is_none()
    {
        return invalid("picture", "This picture is gone. Upload it again.");
    }
    // Paid posts have a box of their own, where they are marked.
    if before.slug == SPONSORED && changes.is_news == Some(true) {
        return invalid("is_news", "Sponsored posts are never news.");
    }
    if before.slug == SPONSORED && changes.on_home == Some(true) {
        return invalid("on_home", "Sponsored posts have a box of their own on home.");
    }
    Ok(())
}

/// Puts all categories into an order.
///
/// # Errors
///
/// [`CategoryError::ListChanged`] where `ids` are not those of the categories that there are, each once.
pub async fn set_order(core: &Core, ids: &[CategoryId]) -> Result<(), CategoryError> {
    let tx = core.store.begin().await?;
    let present: BTreeSet<CategoryId> = queries::categories::all(&tx).await?.iter().map(|row| row.id).collect();
    if ids.len() != present.len() || ids.iter().copied().collect::<BTreeSet<_>>() != present {
        return Err(CategoryError::ListChanged);
    }
    let mut tags = Tags::default();
    tags.add(changes::SITE);
    for (position, id) in (0..).zip(ids) {
        queries::categories::set_position(&tx, *id, position).await?;
    }
    Ok(core.commit(tx, tags).await?)
}

/// Posts moved per transaction.
const MOVE_BATCH: u64 = 50;
/// Attempts to delete a category while posts are being added to it.
const MAX_DELETE_ATTEMPTS: u32 = 24;

/// Moves the posts of a category to `target` and deletes it; its slug then redirects to `target`.
///
/// Works in batches: when interrupted, some posts have moved, and a repeated call continues.
pub async fn delete(core: &Core, id: CategoryId, target: CategoryId) -> Result<(), CategoryError> {
    let all = all(core).await?;
    let deleted = all.iter().find(|row| row.id == id).ok_or(CategoryError::NotFound)?;
    if matches!(deleted.slug.as_str(), LATEST_NEWS | TRENDING | SPONSORED) {
        return Err(CategoryError::BuiltIn);
    }
    if target == id || !all.iter().any(|row| row.id == target) {
        return Err(CategoryError::InvalidTarget);
    }
    for _ in 0..MAX_DELETE_ATTEMPTS {
        loop {
            let posts = queries::posts::ids_by_category(core.store.reader(), id, MOVE_BATCH).await?;
            if posts.is_empty() {
                break;
            }
            let tx = core.store.begin().await?;
            queries::posts::move_to_category(&tx, &posts, id, target).await?;
            let mut tags = Tags::default();
            tags.extend(posts.iter().map(|post| changes::post(*post)));
            tags.extend(posts.iter().map(|post| changes::saved_post(*post)));
            tags.extend([
                changes::category(id),
                changes::category(target),
                changes::LIST.to_owned(),
                changes::POSTS.to_owned(),
            ]);
            core.commit(tx, tags).await?;
        }
        let tx = core.store.begin().await?;
        match queries::categories::delete_with_redirect(&tx, deleted, target, core.now()).await {
            Ok(()) => {
                commit(core, tx, id).await?;
                return Ok(());
            }
            // A post was filed under it between the last look and this.
            Err(StoreError::Conflict(_)) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Err(CategoryError::Store(StoreError::Conflict("posts are filed under it all the time".into())))
}

/// Longest name in characters.
const MAX_NAME_CHARS: usize = 60;
/// Longest name that an earlier version stored; those stay valid.
const MAX_STORED_NAME_CHARS: usize = 80;

/// Normalized name and its slug.
fn normalize_name(name: &str) -> Result<(String, String), CategoryError> {
    let name = one_line(name);
    let slug = slug::from_title(&name).ok_or(CategoryError::InvalidName)?;
    Ok((name, slug))
}

/// [`normalize_name`] with the limit of new names.
fn validate_name(name: &str) -> Result<(String, String), CategoryError> {
    let (name, slug) = normalize_name(name)?;
    if name.chars().count() > MAX_NAME_CHARS { Err(CategoryError::NameTooLong) } else { Ok((name, slug)) }
}

fn truncate(name: &str, length: usize) -> String {
    name.chars().take(length).collect()
}

/// Finds another category with this name or slug; ids are ignored, because "2024" may be a name.
fn find_clash<'a>(all: &'a [Model], name: &str, slug: &str, own: Option<CategoryId>) -> Option<&'a Model> {
    let lower = name.to_lowercase();
    all.iter().filter(|row| Some(row.id) != own).find(|row| row.slug == slug || row.name.to_lowercase() == lower)
}

async fn insert(core: &Core, name: &str, slug: &str, claim: &Claim) -> Result<Model, CategoryError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    // What an importer could not file is no section.
    let row = queries::categories::insert(&tx, name, slug, slug != UNCATEGORIZED, core.now()).await?;
    claim.set_created(&tx, row.id.0).await?;
    commit(core, tx, row.id).await?;
    Ok(row)
}

async fn commit(core: &Core, tx: Transaction, id: CategoryId) -> Result<(), CategoryError> {
    Ok(core.commit(tx, tags_of(id)).await?)
}

fn tags_of(id: CategoryId) -> Tags {
    let mut tags = Tags::default();
    tags.add(changes::SITE);
    tags.add(changes::category(id));
    tags
}
