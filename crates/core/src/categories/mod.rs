//! The sections that posts are filed under.

use std::sync::{Arc, Mutex};

use mwanga_store::entities::category::Model;
use mwanga_store::types::CategoryId;
use mwanga_store::{StoreError, Transaction, queries};

use crate::changes::{self, Tags};
use crate::fold::one_line;
use crate::idempotency::Claim;
use crate::{Core, posts::slug};

pub const LATEST_NEWS: &str = "latest-news";
pub const TRENDING: &str = "trending";
pub const SPONSORED: &str = "sponsored";
pub const UNCATEGORIZED: &str = "uncategorized";

#[derive(Debug, thiserror::Error)]
pub enum CategoryError {
    #[error("a category needs a name of letters or digits")]
    Name,
    #[error("the name is too long")]
    TooLong,
    #[error("another category has this name")]
    NameTaken,
    /// Lists that the site makes by itself, and the one that is kept apart from them.
    #[error("the site needs this category")]
    BuiltIn,
    #[error("no such category")]
    NotFound,
    #[error("posts need another category to go to")]
    Target,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All categories, kept in memory until one changes: there are few, and every list needs them.
#[derive(Default)]
pub struct Categories(Mutex<(u64, Option<Arc<Vec<Model>>>)>);

impl Categories {
    pub(crate) fn clear(&self) {
        let mut held = self.0.lock().expect("no panic while held");
        held.0 += 1;
        held.1 = None;
    }
}

/// All categories: those of the category bar in its order, then the others by name.
pub async fn all(core: &Core) -> Result<Arc<Vec<Model>>, StoreError> {
    let generation = {
        let held = core.categories.0.lock().expect("no panic while held");
        if let Some(all) = &held.1 {
            return Ok(all.clone());
        }
        held.0
    };
    let mut rows = queries::categories::all(core.store.reader()).await?;
    rows.sort_by_key(|row| (row.bar_position.unwrap_or(i32::MAX), row.name.to_lowercase()));
    let all = Arc::new(rows);
    let mut held = core.categories.0.lock().expect("no panic while held");
    // Read before somebody changed one: true for this caller, but not to be kept.
    if held.0 == generation {
        held.1 = Some(all.clone());
    }
    Ok(all)
}

/// The category that `text` means: its slug, its id, or its name in any case; of a deleted one the one that took its
/// posts.
pub async fn find(core: &Core, text: &str) -> Result<Option<Model>, StoreError> {
    let all = all(core).await?;
    let text = text.trim();
    let lower = text.to_lowercase();
    let found = all
        .iter()
        .find(|row| row.slug == text)
        .or_else(|| text.parse().ok().and_then(|id| all.iter().find(|row| row.id == CategoryId(id))))
        .or_else(|| all.iter().find(|row| row.slug == lower || row.name.to_lowercase() == lower));
    // Nothing else was ever a slug, and not every character may be asked of every database.
    let is_slug = !lower.is_empty() && lower.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if found.is_some() || !is_slug {
        return Ok(found.cloned());
    }
    match queries::categories::successor(core.store.reader(), &lower, text.parse().ok().map(CategoryId)).await? {
        Some(id) => Ok(all.iter().find(|row| row.id == id).cloned()),
        None => Ok(None),
    }
}

pub async fn by_id(core: &Core, id: CategoryId) -> Result<Option<Model>, StoreError> {
    Ok(all(core).await?.iter().find(|row| row.id == id).cloned())
}

/// The category of this name, made when there is none.
pub async fn find_or_create(core: &Core, name: &str) -> Result<Model, CategoryError> {
    let whole = one_line(name);
    let all = all(core).await?;
    // Earlier versions cut a longer name there.
    for length in [STORED_NAME, MAX_NAME] {
        let (name, slug) = named(&cut(&whole, length))?;
        if let Some(found) = taken(&all, &name, &slug, None) {
            return Ok(found.clone());
        }
    }
    let (name, slug) = named(&cut(&whole, MAX_NAME))?;
    match insert(core, &name, &slug, &Claim::none()).await {
        // Another process made it in between.
        Err(CategoryError::Store(StoreError::Conflict(_))) => {
            core.categories.clear();
            find(core, &slug).await?.ok_or(CategoryError::Name)
        }
        outcome => outcome,
    }
}

/// Makes a category; its address follows from its name and stays.
pub async fn create(core: &Core, name: &str, claim: &Claim) -> Result<Model, CategoryError> {
    let (name, slug) = new_name(name)?;
    if taken(&all(core).await?, &name, &slug, None).is_some() {
        return Err(CategoryError::NameTaken);
    }
    match insert(core, &name, &slug, claim).await {
        Err(CategoryError::Store(StoreError::Conflict(_))) => {
            core.categories.clear();
            Err(CategoryError::NameTaken)
        }
        outcome => outcome,
    }
}

/// Gives a category another name; its address stays, so that no link to it breaks.
pub async fn rename(core: &Core, id: CategoryId, name: &str) -> Result<Model, CategoryError> {
    let all = all(core).await?;
    let before = all.iter().find(|row| row.id == id).ok_or(CategoryError::NotFound)?;
    let (name, _) = if one_line(name) == before.name { named(name) } else { new_name(name) }?;
    // Its own address may look like another's name; only names and the addresses of others count.
    if taken(&all, &name, &name.to_lowercase(), Some(id)).is_some() {
        return Err(CategoryError::NameTaken);
    }
    let tx = core.store.begin().await?;
    if !queries::categories::rename(&tx, id, &name).await? {
        return Err(CategoryError::NotFound);
    }
    // Every card and every post page names its category.
    commit(core, tx, id).await?;
    Ok(Model { name, ..before.clone() })
}

/// Posts moved in one transaction.
const MOVED: u64 = 50;
/// Tries of a category that somebody files posts under while it is emptied.
const TRIES: u32 = 24;

/// Files the posts of a category under `target` and takes it away; its address leads to `target` from then on.
///
/// Every step is whole by itself: when it is broken off, some posts have moved, and calling again goes on.
pub async fn delete(core: &Core, id: CategoryId, target: CategoryId) -> Result<(), CategoryError> {
    let all = all(core).await?;
    let gone = all.iter().find(|row| row.id == id).ok_or(CategoryError::NotFound)?;
    if matches!(gone.slug.as_str(), LATEST_NEWS | TRENDING | SPONSORED) {
        return Err(CategoryError::BuiltIn);
    }
    if target == id || !all.iter().any(|row| row.id == target) {
        return Err(CategoryError::Target);
    }
    for _ in 0..TRIES {
        loop {
            let posts = queries::posts::of_category(core.store.reader(), id, MOVED).await?;
            if posts.is_empty() {
                break;
            }
            let tx = core.store.begin().await?;
            queries::posts::move_to_category(&tx, &posts, id, target).await?;
            let mut tags = Tags::default();
            tags.extend(posts.iter().map(|post| changes::post(*post)));
            tags.extend([
                changes::category(id),
                changes::category(target),
                changes::LIST.to_owned(),
                changes::POSTS.to_owned(),
            ]);
            core.commit(tx, tags).await?;
        }
        let tx = core.store.begin().await?;
        match queries::categories::replace_by(&tx, gone, target, core.now()).await {
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
const MAX_NAME: usize = 60;
/// Longest name that an earlier version stored; those stay valid.
const STORED_NAME: usize = 80;

/// A name without blanks around it, and the address that follows from it.
fn named(name: &str) -> Result<(String, String), CategoryError> {
    let name = one_line(name);
    let slug = slug::from_title(&name).ok_or(CategoryError::Name)?;
    Ok((name, slug))
}

/// [`named`], of a name that is not too long.
fn new_name(name: &str) -> Result<(String, String), CategoryError> {
    let (name, slug) = named(name)?;
    if name.chars().count() > MAX_NAME { Err(CategoryError::TooLong) } else { Ok((name, slug)) }
}

fn cut(name: &str, length: usize) -> String {
    name.chars().take(length).collect()
}

/// By name and slug only: a category called "2024" is not the one with that id.
fn taken<'a>(all: &'a [Model], name: &str, slug: &str, own: Option<CategoryId>) -> Option<&'a Model> {
    let lower = name.to_lowercase();
    all.iter().filter(|row| Some(row.id) != own).find(|row| row.slug == slug || row.name.to_lowercase() == lower)
}

async fn insert(core: &Core, name: &str, slug: &str, claim: &Claim) -> Result<Model, CategoryError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let row = queries::categories::insert(&tx, name, slug, core.now()).await?;
    claim.set_created(&tx, row.id.0).await?;
    commit(core, tx, row.id).await?;
    Ok(row)
}

async fn commit(core: &Core, tx: Transaction, id: CategoryId) -> Result<(), CategoryError> {
    let mut tags = Tags::default();
    tags.add(changes::SITE);
    tags.add(changes::category(id));
    Ok(core.commit(tx, tags).await?)
}
