use sea_orm::entity::prelude::*;

use crate::types::{AccountId, Timestamp};

/// All settings as they were after one save; the row with the highest version holds.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "settings_version")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i64,
    /// Values by key; what is missing has its default.
    pub values: Json,
    pub created_at: Timestamp,
    /// The account may be gone by now.
    pub created_by: Option<AccountId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
