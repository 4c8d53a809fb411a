//! Ids, times and the small closed sets that rows hold.

mod choices;
mod ids;
mod time;

pub use choices::{Access, JobState, MediaKind, PostStatus, Role, SessionKind, SubscriberStatus};
pub use ids::{AccountId, CategoryId, JobId, MediaId, PostId, SubscriberId};
pub use time::Timestamp;
