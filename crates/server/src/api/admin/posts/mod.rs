//! `/admin/posts`: posts as the newsroom sees them: saves, revisions, review and notes.

mod create;
mod delete;
mod get;
mod list;
mod notes;
mod restore;
mod review;
mod revisions;
mod update;

pub use create::*;
pub use delete::*;
pub use get::*;
pub use list::*;
pub use notes::*;
pub use restore::*;
pub use review::*;
pub use revisions::*;
pub use update::*;
