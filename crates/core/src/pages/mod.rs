//! Pages: texts of the site that stand at an address of their own.
//!
//! - `built_in`: the pages that the product brings, in `words/`. One that nobody edited has no row and follows the
//!   product's words; one that was edited is a row, and deleting that brings the product's words back.
//! - `address`: where pages live, and which slugs they cannot have. `placeholders`: `{brand}` and others.
//! - Saving: `form`, `save`, `revisions`, `trash`, `import`, `files`, `error`. Reading: `read`.

mod address;
mod error;
mod files;
mod form;
mod import;
mod placeholders;
mod read;
mod revisions;
mod save;
mod trash;

pub use address::{RESERVED, find_free as find_free_slug, path_of};
pub use error::PageError;
pub use files::lost_files;
pub(crate) use files::put_pictures;
pub use form::PageForm;
pub use import::{ImportPage, complete_import, import};
pub use placeholders::Placeholders;
pub use read::{
    AdminPages, ListedPage, PageLink, PageLookup, PageRef, PublicText, admin_list, find_public, get, has_address,
    links, list_public, list_public_texts,
};
pub(crate) use revisions::record_files;
pub use revisions::{revision, revisions};
pub use save::{create, update};
pub(crate) use trash::delete_due;
pub use trash::{delete, restore, trash};
