use sea_orm::entity::prelude::*;

use crate::types::{CategoryId, Timestamp};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "category")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CategoryId,
    pub name: String,
    #[sea_orm(unique)]
    pub slug: String,
    pub created_at: Timestamp,
    /// Place in every list of categories; those without one come last, by name.
    pub position: Option<i32>,
    /// One line, may be empty.
    pub description: String,
    /// `#rrggbb`, empty for that of the style sheet.
    pub colour: String,
    /// Hash of a brand picture, empty for none.
    pub picture: String,
    /// Whether it has a section on home without being named there.
    pub on_home: bool,
    /// Whether its posts stand in Most Recent, the feeds of the site and the news sitemap.
    pub is_news: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
