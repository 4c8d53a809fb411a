//! What importers brought: what a thing of another system is here, by its external key.

use mwanga_store::entities::{page, post};
use mwanga_store::{StoreResult, queries};

use crate::pages::{self, PageRef};
use crate::{Core, posts};

/// What an earlier run brought.
pub enum Imported {
    Post(Box<post::Model>),
    Page(Box<page::Model>),
    /// It was deleted here for good.
    Deleted,
}

/// A thing that an earlier run brought, as it is now.
pub struct Found {
    pub what: Imported,
    /// Whether somebody saved it here since.
    pub is_changed: bool,
}

impl Imported {
    /// Where it is; none where it is no more.
    pub fn path(&self, core: &Core) -> Option<String> {
        match self {
            Self::Post(post) => Some(posts::canonical_path(&post.slug)),
            Self::Page(page) => Some(pages::path_of(&core.settings().site.brand, page)),
            Self::Deleted => None,
        }
    }
}

/// The post or page that an earlier run brought under this key; none where none did.
pub async fn find(core: &Core, external_key: &str) -> StoreResult<Option<Found>> {
    let Some(record) = queries::imports::get(core.store.reader(), external_key).await? else { return Ok(None) };
    let (what, revision) = match (record.post_id, record.page_id) {
        (Some(id), _) => match posts::get(core, id).await? {
            Some(post) => {
                let revision = post.revision;
                (Imported::Post(Box::new(post)), revision)
            }
            None => (Imported::Deleted, 0),
        },
        (None, Some(id)) => match pages::get(core, &PageRef::Id(id)).await? {
            Some(page) => {
                let revision = page.revision;
                (Imported::Page(Box::new(page)), revision)
            }
            None => (Imported::Deleted, 0),
        },
        (None, None) => (Imported::Deleted, 0),
    };
    Ok(Some(Found { what, is_changed: revision > record.revision }))
}
