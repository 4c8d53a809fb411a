use sea_orm::entity::prelude::*;

use crate::types::{PostId, TrackedEvent};

/// How often something happened to a post on a day. Goes with the post.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_post_day")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event: TrackedEvent,
    /// Names a deal by its address, so that moving it in the list keeps its clicks; 0 for what is no click.
    #[sea_orm(primary_key, auto_increment = false)]
    pub deal_key: i64,
    /// Nairobi's calendar day, `2026-11-20`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
