//! `/admin/posts`: posts as the newsroom sees them: saves, revisions, review, notes,
//! corrections and previews.

mod bulk;
mod corrections;
mod create;
mod delete;
mod duplicate;
mod get;
mod links;
mod list;
mod notes;
mod preview_links;
mod restore;
mod review;
mod revisions;
mod unsaved;
mod update;

pub use bulk::*;
pub use corrections::*;
pub use create::*;
pub use delete::*;
pub use duplicate::*;
pub use get::*;
pub use links::*;
pub use list::*;
pub use notes::*;
pub use preview_links::*;
pub use restore::*;
pub use review::*;
pub use revisions::*;
pub use unsaved::*;
pub use update::*;
