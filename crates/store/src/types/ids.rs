use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

/// Defines a newtype of a row's id: `i64` in the database and in JSON.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, DeriveValueType, utoipa::ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(AccountId);
id!(BackupId);
id!(CategoryId);
/// Of posts without a category: a row that is in no list of categories.
pub const NO_CATEGORY: CategoryId = CategoryId(0);
id!(DeliveryId);
id!(InviteId);
id!(IssueDraftId);
id!(IssueId);
id!(IssueLinkId);
id!(JobId);
id!(OrderId);
id!(OrderSignalId);
id!(MailLogId);
id!(MediaId);
id!(PageId);
id!(PostCorrectionChangeId);
id!(PostCorrectionId);
id!(PostEventId);
id!(PostId);
id!(PostNoteId);
id!(PreviewLinkId);
id!(SubscriberId);
id!(SubscriptionId);
id!(TrashId);
