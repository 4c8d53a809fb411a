use sea_orm::entity::prelude::*;

use crate::types::{PostId, Timestamp};

/// Request to notify the subscribers of some topics of a post once it is public. Apart from `post_notice`: an earlier
/// version would read a row there as a request to notify everyone.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "topic_notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    /// As `types::join_topics` writes them.
    pub topics: String,
    pub requested_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
