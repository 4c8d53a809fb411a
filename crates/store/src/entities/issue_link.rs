use sea_orm::entity::prelude::*;

use crate::types::{IssueId, IssueLinkId};

/// An address that the mails of an issue lead to by way of `/r/{code}`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_link")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: IssueLinkId,
    pub issue_id: IssueId,
    /// Place of its first mention in the issue, from 0; unique in an issue.
    pub position: i32,
    /// An absolute address, or a path of the site.
    pub url: String,
    pub clicks: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
