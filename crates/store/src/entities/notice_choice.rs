use sea_orm::entity::prelude::*;

use crate::types::{AccountId, AudienceKind, Timestamp};

/// Who an account had e-mailed about its last new post: the preset of its next one.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notice_choice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    pub audience: AudienceKind,
    /// As `types::join_topics` writes them; `None` unless `audience` is `topics`.
    pub topics: Option<String>,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
