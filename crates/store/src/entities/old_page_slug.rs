use sea_orm::entity::prelude::*;

use crate::types::{PageId, Timestamp};

/// Former slug of a page: redirects to the page, and answers 410 (Gone) once the page was deleted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "old_page_slug")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    /// `None` once the page was deleted.
    pub page_id: Option<PageId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
