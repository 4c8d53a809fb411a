use sea_orm::entity::prelude::*;

use crate::types::{PostId, Timestamp};

/// Former slug of a post: redirects to the post, and answers 410 (Gone) once the post was deleted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "old_slug")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    /// `None` once the post was deleted.
    pub post_id: Option<PostId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
