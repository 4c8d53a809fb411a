use sea_orm::entity::prelude::*;

use crate::types::PageId;

/// A media file that an earlier revision of a page shows and a later one does not.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "page_earlier_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: PageId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
    /// The last revision that shows it.
    pub last_revision: i32,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
