//! `/admin/posts`: posts as their editors see them, with revisions.

mod create;
mod delete;
mod get;
mod list;
mod restore;
mod revisions;
mod update;

pub use create::*;
pub use delete::*;
pub use get::*;
pub use list::*;
pub use restore::*;
pub use revisions::*;
pub use update::*;
