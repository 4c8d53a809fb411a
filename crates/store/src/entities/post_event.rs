use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostEventId, PostEventKind, PostId, Timestamp};

/// Something that happened to a post, for the mail to one member of the newsroom.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PostEventId,
    /// Who is mailed.
    pub account_id: AccountId,
    pub post_id: PostId,
    pub kind: PostEventKind,
    /// User name of who did it.
    pub actor: String,
    pub created_at: Timestamp,
    /// The mail that it is in; `None` until that mail is written.
    pub mail_id: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
