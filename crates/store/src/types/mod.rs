//! Ids, times and the small closed sets that rows hold.

mod choices;
mod ids;
mod time;

pub use choices::{
    Access, CodePurpose, DeliveryStatus, IssueKind, IssueStatus, JobState, MailKind, MailStatus, MediaKind,
    OrderStatus, PaymentProvider, PlanCode, PostStatus, Role, SessionKind, SignalSource, SocialProvider,
    SubscriberStatus, SubscriptionState, TrackedEvent,
};
pub use ids::{
    AccountId, CategoryId, DeliveryId, InviteId, IssueId, JobId, MailLogId, MediaId, OrderId, OrderSignalId, PostId,
    SubscriberId, SubscriptionId,
};
pub use time::Timestamp;
