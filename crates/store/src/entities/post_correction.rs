use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostCorrectionId, PostId, Timestamp};

/// Correction of a post: a note to its readers, public as long as the post is. One that is withdrawn has no row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_correction")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PostCorrectionId,
    pub post_id: PostId,
    /// Who wrote it, which is never public; `None` for an account that is gone.
    pub account_id: Option<AccountId>,
    /// Plain text of one paragraph.
    pub text: String,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
