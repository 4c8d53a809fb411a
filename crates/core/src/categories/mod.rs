//! The sections that posts are filed under.

use std::sync::{Arc, Mutex};

use mwanga_store::entities::category::Model;
use mwanga_store::types::CategoryId;
use mwanga_store::{StoreError, queries};

use crate::changes::{self, Tags};
use crate::{Core, posts::slug};

pub const LATEST_NEWS: &str = "latest-news";
pub const TRENDING: &str = "trending";
pub const SPONSORED: &str = "sponsored";
pub const UNCATEGORIZED: &str = "uncategorized";

#[derive(Debug, thiserror::Error)]
pub enum CategoryError {
    #[error("a category needs a name of letters or digits")]
    Name,
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

/// The category that `text` means: its slug, its id, or its name in any case.
pub async fn find(core: &Core, text: &str) -> Result<Option<Model>, StoreError> {
    let all = all(core).await?;
    let text = text.trim();
    let lower = text.to_lowercase();
    let found = all
        .iter()
        .find(|row| row.slug == text)
        .or_else(|| text.parse().ok().and_then(|id| all.iter().find(|row| row.id == CategoryId(id))))
        .or_else(|| all.iter().find(|row| row.slug == lower || row.name.to_lowercase() == lower));
    Ok(found.cloned())
}

pub async fn by_id(core: &Core, id: CategoryId) -> Result<Option<Model>, StoreError> {
    Ok(all(core).await?.iter().find(|row| row.id == id).cloned())
}

/// The category of this name, made when there is none.
pub async fn find_or_create(core: &Core, name: &str) -> Result<Model, CategoryError> {
    let name: String = name.trim().chars().take(80).collect();
    let slug = slug::from_title(&name).ok_or(CategoryError::Name)?;
    // By name and slug only: a category called "2024" is not the one with that id.
    let lower = name.to_lowercase();
    if let Some(found) = all(core).await?.iter().find(|row| row.slug == slug || row.name.to_lowercase() == lower) {
        return Ok(found.clone());
    }
    let tx = core.store.begin().await?;
    match queries::categories::insert(&tx, &name, &slug, core.now()).await {
        Ok(row) => {
            let mut tags = Tags::default();
            tags.add(changes::SITE);
            tags.add(changes::category(row.id));
            core.commit(tx, tags).await?;
            Ok(row)
        }
        // Another process made it in between.
        Err(StoreError::Conflict(_)) => {
            drop(tx);
            core.categories.clear();
            find(core, &slug).await?.ok_or(CategoryError::Name)
        }
        Err(e) => Err(e.into()),
    }
}
