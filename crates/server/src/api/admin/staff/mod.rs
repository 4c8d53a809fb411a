//! `/admin/staff`: staff accounts and their invites.

mod invites;
mod list;
mod update;

pub use invites::*;
pub use list::*;
pub use update::*;
