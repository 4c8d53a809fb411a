//! `/admin/pages`: pages as their editors see them, with revisions. A path names a page by its id, or a built-in page by
//! its key.

mod create;
mod delete;
mod get;
mod list;
mod restore;
mod revisions;
mod update;

use mwanga_core::pages::{PageError, PageRef};

pub use create::*;
pub use delete::*;
pub use get::*;
pub use list::*;
pub use restore::*;
pub use revisions::*;
pub use update::*;

fn parse(id: &str) -> Result<PageRef, PageError> {
    PageRef::parse(id).ok_or(PageError::NotFound)
}
