use sea_orm::entity::prelude::*;

use crate::types::{PostId, TrackedEvent};

/// Count of an event per post and day. Deleted with the post.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_post_day")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event: TrackedEvent,
    /// Hash of a deal's URL, so that moving it in the list keeps its clicks; 0 for all other events.
    #[sea_orm(primary_key, auto_increment = false)]
    pub deal_key: i64,
    /// Calendar day in the publication's time zone, `2026-11-20`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
