use sea_orm::entity::prelude::*;

use crate::types::{AccountId, CorrectionAction, PostCorrectionChangeId, PostCorrectionId, PostId, Timestamp};

/// What was done to a correction of a post. Never public.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_correction_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PostCorrectionChangeId,
    pub post_id: PostId,
    /// The correction, which may be withdrawn.
    pub correction_id: PostCorrectionId,
    /// `None` for an account that is gone.
    pub account_id: Option<AccountId>,
    pub action: CorrectionAction,
    /// What the correction said from then on, or until it was withdrawn.
    pub text: String,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
