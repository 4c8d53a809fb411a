use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// Suppression list: an address that newsletters are not sent to, because the mail server reported that it does not
/// exist.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "suppression")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    /// Reason, as the mail server reported it.
    pub why: String,
    pub at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
