use sea_orm::entity::prelude::*;

/// How earlier versions spelled the slug of a by-line or tag, where that has its own letters now: the old address leads
/// there.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ascii_slug")]
pub struct Model {
    /// `author` or `tag`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub ascii: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
