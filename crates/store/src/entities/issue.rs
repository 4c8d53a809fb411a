use sea_orm::entity::prelude::*;

use crate::types::{AccountId, IssueId, IssueKind, IssueStatus, PostId, Timestamp, split_topics};

/// Newsletter issue: one mailing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: IssueId,
    pub kind: IssueKind,
    pub status: IssueStatus,
    pub subject: String,
    /// What mail programs show after the subject; empty: how the issue begins.
    pub preheader: String,
    /// Clean HTML in the stored form of posts; media are relative to the media prefix.
    pub html: String,
    /// Hash of subject and HTML, by which a duplicate issue is found.
    pub fingerprint: String,
    /// Deprecated: written by earlier versions, replaced by the table `idempotency_key`. Removed in a later release.
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    /// Day of a daily issue in the publication's time zone; unique.
    #[sea_orm(unique)]
    pub day: Option<String>,
    /// The post of a post notice; unique.
    #[sea_orm(unique)]
    pub post_id: Option<PostId>,
    pub created_by: Option<AccountId>,
    pub created_at: Timestamp,
    /// When sending starts; until then it can be undone.
    pub starts_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Delivery counts by status as JSON, once they are final; `queries::issues::saved_counts` reads them.
    pub kept_counts: Option<String>,
    /// Posts published until then are covered by its digest; `None`: until `created_at`.
    pub covers_until: Option<Timestamp>,
    /// Sent only to subscribers of one of these topics, as `types::join_topics` writes them; `None`: to all.
    pub topic: Option<String>,
    /// Why the server paused it; `None` where a person did.
    pub pause_reason: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Ids of the topics whose subscribers get it; empty: everyone gets it.
    pub fn topics(&self) -> Vec<String> {
        split_topics(self.topic.as_deref())
    }
}
