//! Ids, times and the small closed sets that rows hold.

mod choices;
mod ids;
mod time;

pub use choices::{
    Access, CodePurpose, DeliveryStatus, IssueKind, IssueStatus, JobState, MailKind, MailStatus, MediaKind, PostStatus, Role, SessionKind, SocialProvider,
    SubscriberStatus, TrackedEvent,
};
pub use ids::{AccountId, CategoryId, DeliveryId, InviteId, IssueId, JobId, MailLogId, MediaId, PostId, SubscriberId};
pub use time::Timestamp;
