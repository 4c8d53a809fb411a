use sea_orm::entity::prelude::*;

use crate::types::TrackedEvent;

/// Count of an event per day, on the whole site.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_day")]
pub struct Model {
    /// Calendar day in the publication's time zone, `2026-11-20`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event: TrackedEvent,
    /// The plan, for the events of the checkout; empty for all others.
    #[sea_orm(primary_key, auto_increment = false)]
    pub detail: String,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
