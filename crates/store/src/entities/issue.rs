use sea_orm::entity::prelude::*;

use crate::types::{AccountId, IssueId, IssueKind, IssueStatus, PostId, Timestamp};

/// One mailing of the newsletter.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: IssueId,
    pub kind: IssueKind,
    pub status: IssueStatus,
    pub subject: String,
    /// Clean HTML in the stored form of posts; media are relative to the media prefix.
    pub html: String,
    /// Of subject and HTML: the same issue asked for twice is one.
    pub fingerprint: String,
    /// Written by earlier versions; keys are in `idempotency_key`. Goes in a later release.
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    /// Of the daily one: its Nairobi day.
    #[sea_orm(unique)]
    pub day: Option<String>,
    /// Of a notice: the post that became public.
    #[sea_orm(unique)]
    pub post_id: Option<PostId>,
    pub created_by: Option<AccountId>,
    pub created_at: Timestamp,
    /// When it goes out; until then it can be undone.
    pub starts_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// How many of its mails ended in which state, as JSON, once that is settled.
    pub kept_counts: Option<String>,
    /// What became public until then stands in its digest, or was left out; none: until it was made.
    pub covers_until: Option<Timestamp>,
    /// Goes only to those who chose this topic; none: to everyone.
    pub topic: Option<String>,
    /// Why the server paused it by itself; none where a person did.
    pub pause_reason: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
