//! `/analytics`: the beacon of readers, and the reports of staff.

mod posts;
mod summary;
mod table;
mod track;

pub use posts::*;
pub use summary::*;
pub use table::*;
pub use track::*;
