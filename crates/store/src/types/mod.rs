//! Column types: ids (`ids`), timestamps (`time`) and enums that are stored as text (`enums`).

mod enums;
mod ids;
mod time;

pub use enums::{
    Access, BackupKind, BackupStatus, CodePurpose, DeliveryStatus, IssueKind, IssueStatus, JobState, MailKind,
    MailStatus, MediaKind, OrderStatus, PageLayout, PageStatus, PaymentProvider, PlanCode, PostEventKind, PostStatus,
    Role, SessionKind, SignalSource, SocialProvider, SubscriberStatus, SubscriptionState, TrackedEvent,
};
pub use ids::{
    AccountId, BackupId, CategoryId, DeliveryId, InviteId, IssueDraftId, IssueId, IssueLinkId, JobId, MailLogId,
    MediaId, OrderId, OrderSignalId, PageId, PostEventId, PostId, PostNoteId, PreviewLinkId, SubscriberId,
    SubscriptionId,
};
pub use time::Timestamp;
