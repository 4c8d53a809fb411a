//! Ids, times and the small closed sets that rows hold.

mod choices;
mod ids;
mod time;

pub use choices::{
    Access, CodePurpose, JobState, MailKind, MailStatus, MediaKind, PostStatus, Role, SessionKind, SocialProvider, SubscriberStatus, TrackedEvent,
};
pub use ids::{AccountId, CategoryId, InviteId, JobId, MailLogId, MediaId, PostId, SubscriberId};
pub use time::Timestamp;
