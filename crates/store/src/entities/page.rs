use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PageId, PageLayout, PageStatus, Timestamp};

/// A page of the site that an editor wrote. A built-in page that nobody edited has no row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "page")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PageId,
    /// Key of the built-in page whose words it replaces; `None` for a further page.
    #[sea_orm(unique)]
    pub built_in: Option<String>,
    /// Of a built-in page its key, whatever its address is.
    #[sea_orm(unique)]
    pub slug: String,
    /// Texts may hold placeholders, such as `{brand}`.
    pub title: String,
    /// For the browser's tab and breadcrumbs; empty where it is the title.
    pub short_title: String,
    /// The paragraph under the title.
    pub lead: String,
    /// A small line under the lead, such as a date.
    pub note: String,
    /// For search engines; empty where it is made from the text.
    pub description: String,
    /// Sanitized HTML with the blocks of pages; media URLs are relative to the media prefix.
    pub content: String,
    pub layout: PageLayout,
    /// Key of the picture of shared links; `None` for that of the site.
    pub share_picture: Option<String>,
    pub status: PageStatus,
    /// Number of saves, from 1; the version for optimistic locking.
    pub revision: i32,
    pub created_by: Option<AccountId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When it first became public.
    pub first_published_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
