use sea_orm::entity::prelude::*;

use crate::types::IssueDraftId;

/// A media file that a saved draft of a newsletter uses.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_draft_media")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub draft_id: IssueDraftId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
