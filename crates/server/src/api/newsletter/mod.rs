//! `/newsletter`: subscribers, issues, their drafts and the public archive.

mod archive;
mod confirm;
mod deliveries;
mod drafts;
mod issues;
mod preferences;
mod schedule;
mod subscribe;
mod topics;
mod unsubscribe;
mod write;

pub use archive::*;
pub use confirm::*;
pub use deliveries::*;
pub use drafts::*;
pub use issues::*;
pub use preferences::*;
pub use schedule::*;
pub use subscribe::*;
pub use topics::*;
pub use unsubscribe::*;
pub use write::*;
