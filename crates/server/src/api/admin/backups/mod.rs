//! `/admin/backups`: backups to download, and the state of the scheduled ones.

mod link;
mod list;
mod request;

pub use link::*;
pub use list::*;
pub use request::*;
