//! Where the content of an export is here: slugs are given out before the first text is converted, since it may lead to
//! the last.

use std::collections::{HashMap, HashSet};

use mwanga_store::StoreError;

use super::entry::Taxonomy;
use super::export_index::{ExportIndex, IndexEntry};
use super::site_links::Target;
use super::source::tag_of;
use mwanga_core::categories::{self, CategoryError};
use mwanga_core::{Core, imported, pages, posts, slug};
use mwanga_html as html;

/// Slugs of the posts and pages that a run adds.
pub type Slugs = HashMap<Target, String>;

/// Gives out slugs, and tells the links of the index where each thing is here. Public posts come first: a draft takes no
/// slug away from them.
pub async fn assign(core: &Core, index: &mut ExportIndex, site: &str) -> Result<Slugs, StoreError> {
    let mut slugs = Slugs::new();
    let mut taken = HashSet::new();
    let entries = std::mem::take(&mut index.entries);
    let (public, others): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.is_public);
    for entry in public.into_iter().chain(others) {
        if slugs.contains_key(&entry.target) {
            continue;
        }
        let path = match existing_path(core, entry, site).await? {
            Existing::At(path) => path,
            Existing::Deleted => continue,
            Existing::No => {
                let Some(wanted) = &entry.wanted_slug else { continue };
                let path = free_path(core, entry, wanted, &taken).await?;
                taken.insert(path.clone());
                slugs.insert(entry.target.clone(), path.rsplit('/').next().unwrap_or_default().to_owned());
                path
            }
        };
        index.links.set_path(entry.target.clone(), path);
    }
    assign_lists(core, index).await?;
    Ok(slugs)
}

enum Existing {
    /// Imported by an earlier run.
    At(String),
    Deleted,
    No,
}

async fn existing_path(core: &Core, entry: &IndexEntry, site: &str) -> Result<Existing, StoreError> {
    let (Target::Post(id) | Target::Page(id)) = entry.target else { return Ok(Existing::No) };
    let Some(found) = imported::find(core, &external_key(site, id)).await? else { return Ok(Existing::No) };
    Ok(found.what.path(core).map_or(Existing::Deleted, Existing::At))
}

/// The path of the first free slug that is made from `wanted`.
async fn free_path(
    core: &Core,
    entry: &IndexEntry,
    wanted: &str,
    taken: &HashSet<String>,
) -> Result<String, StoreError> {
    let db = core.store.reader();
    let mut number = 1;
    loop {
        let slug = if number == 1 { wanted.to_owned() } else { format!("{wanted}-{number}") };
        number += 1;
        let (path, free) = match entry.target {
            Target::Page(_) => (slug::path("", &slug), pages::find_free_slug(db, &slug, None).await?),
            _ => (posts::canonical_path(&slug), slug::find_free(db, &slug, None).await?),
        };
        if free == slug && !taken.contains(&path) {
            return Ok(path);
        }
    }
}

/// Tells the links where categories and tags are here: those that are here already, and those that the run brings.
async fn assign_lists(core: &Core, index: &mut ExportIndex) -> Result<(), StoreError> {
    let here = categories::all(core).await?;
    for ((taxonomy, _), list) in &index.lists {
        let name = html::strip_tags(&list.name);
        let known = here.iter().find(|row| row.name.to_lowercase() == name.to_lowercase());
        let category = match known {
            _ if *taxonomy == Taxonomy::Tag => None,
            Some(category) => Some(category.slug.clone()),
            None if index.categories.contains(&name) => match categories::find_or_create(core, &name).await {
                Ok(category) => Some(category.slug),
                Err(CategoryError::Store(error)) => return Err(error),
                // Without a letter or digit; its posts go elsewhere too.
                Err(_) => None,
            },
            None => None,
        };
        let tag = slug::from_title(&tag_of(&name)).filter(|tag| index.tags.contains(tag));
        let path =
            category.map(|slug| slug::path("/category", &slug)).or_else(|| tag.map(|tag| slug::path("/tag", &tag)));
        if let Some(path) = path {
            let target = if *taxonomy == Taxonomy::Tag { Target::Tag(name) } else { Target::Category(name) };
            index.links.set_path(target, path);
        }
    }
    Ok(())
}

/// Identifies a post or page in every run.
pub fn external_key(site: &str, id: u64) -> String {
    format!("wordpress:{site}:post:{id}")
}
