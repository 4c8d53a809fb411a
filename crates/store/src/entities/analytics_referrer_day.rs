use sea_orm::entity::prelude::*;

/// Count of visits per referrer host and day. The number of hosts per day is bounded.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_referrer_day")]
pub struct Model {
    /// Calendar day in the publication's time zone, `2026-11-20`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    /// Without `www.`; empty for the sum of all hosts without a row of their own.
    #[sea_orm(primary_key, auto_increment = false)]
    pub host: String,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
