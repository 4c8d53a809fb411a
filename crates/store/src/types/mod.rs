//! Column types: ids (`ids`), timestamps (`time`), enums that are stored as text (`enums`) and lists of topics
//! (`topics`).

mod enums;
mod ids;
mod time;
mod topics;

pub use enums::{
    Access, AudienceKind, BackupKind, BackupStatus, CodePurpose, CorrectionAction, DealProblem, DeliveryStatus,
    IssueKind, IssueStatus, JobState, LinkOutcome, LinkReason, MailKind, MailStatus, MediaKind, OrderStatus,
    PageLayout, PageStatus, PaymentFailure, PaymentProvider, PlanCode, PostEventKind, PostStatus, Role, SessionKind,
    SignalSource, SocialProvider, SubscriberStatus, SubscriptionState, TrackedEvent, TrashKind,
};
pub use ids::{
    AccountId, BackupId, CategoryId, DeliveryId, InviteId, IssueDraftId, IssueId, IssueLinkId, JobId, MailLogId,
    MediaId, NO_CATEGORY, OrderId, OrderSignalId, PageId, PostCorrectionChangeId, PostCorrectionId, PostEventId,
    PostId, PostNoteId, PreviewLinkId, SubscriberId, SubscriptionId, TrashId,
};
pub use time::Timestamp;
pub use topics::{join_topics, split_topics};
