use sea_orm::entity::prelude::*;

use crate::types::IssueId;

/// A media file that a newsletter issue uses.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_media")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
