//! Ids, times and the small closed sets that rows hold.

mod choices;
mod ids;
mod time;

pub use choices::{Access, CodePurpose, JobState, MediaKind, PostStatus, Role, SessionKind, SocialProvider, SubscriberStatus};
pub use ids::{AccountId, CategoryId, InviteId, JobId, MediaId, PostId, SubscriberId};
pub use time::Timestamp;
