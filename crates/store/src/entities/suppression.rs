use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// An address that no newsletter is sent to, whatever its subscriber says: the mail server told that it does not exist.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "suppression")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    /// The mail server's words.
    pub why: String,
    pub at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
