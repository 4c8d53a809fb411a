use sea_orm::FromJsonQueryResult;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::types::{Access, AccountId, CategoryId, NO_CATEGORY, PostId, PostStatus, Timestamp};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PostId,
    pub title: String,
    /// Folded words of the title, truncated, for search by prefix; a single blank where the title has none, empty only
    /// in rows of an earlier version.
    pub title_key: String,
    #[sea_orm(unique)]
    pub slug: String,
    /// Sanitized HTML; media URLs are relative to the media prefix.
    pub content: String,
    /// Written by the editor; empty where there is none.
    pub excerpt: String,
    /// Plain text of the beginning, derived on save; used where `excerpt` is empty.
    pub opening: String,
    pub summary: String,
    pub category_id: CategoryId,
    pub status: PostStatus,
    pub access: Access,
    /// As the editor set it.
    pub publish_date: Option<Timestamp>,
    /// Time of publication, and the sort key of every list: `publish_date`, otherwise `first_published_at`, otherwise
    /// `created_at`.
    pub published_at: Timestamp,
    /// When it first became public, or will; its slug is fixed from then on.
    pub first_published_at: Option<Timestamp>,
    pub media_url: Option<String>,
    pub media_urls: Texts,
    pub poster_url: Option<String>,
    /// The picture or video that represents the post in lists, chosen as on the post page.
    pub preview_url: Option<String>,
    /// Rows of `deal_link` in order; `queries::posts` reads and writes them with the post.
    #[sea_orm(ignore)]
    pub deal_links: Vec<DealLink>,
    pub author_name: String,
    pub custom_author: String,
    /// Slug of the by-line; empty only in rows of an earlier version.
    pub author_slug: String,
    pub tags: String,
    pub is_today_pick: bool,
    /// Sort key of Today's Picks, highest first: `published_at` until an editor orders them.
    pub pick_rank: i64,
    /// When it stops being a pick; `None`: never by itself.
    pub pick_until: Option<Timestamp>,
    pub brand: String,
    pub extra_text: String,
    /// Language tag (BCP 47); empty: the publication's.
    pub language: String,
    pub reading_minutes: i32,
    /// Number of saves, from 1; the version for optimistic locking.
    pub revision: i32,
    pub created_by: Option<AccountId>,
    /// The contributor or author whose post it is; `None`: the editors'.
    pub owner_id: Option<AccountId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When an editor last told readers that it was updated; `None`: never.
    pub updated_for_readers_at: Option<Timestamp>,
}

impl Model {
    /// A post before anything was written: published, for everyone, without an author.
    pub fn empty(now: Timestamp) -> Self {
        Self {
            id: PostId(0),
            title: String::new(),
            title_key: String::new(),
            slug: String::new(),
            content: String::new(),
            excerpt: String::new(),
            opening: String::new(),
            summary: String::new(),
            category_id: NO_CATEGORY,
            status: PostStatus::Published,
            access: Access::Everyone,
            publish_date: None,
            published_at: now,
            first_published_at: None,
            media_url: None,
            media_urls: Texts::default(),
            poster_url: None,
            preview_url: None,
            deal_links: Vec::new(),
            author_name: String::new(),
            custom_author: String::new(),
            author_slug: String::new(),
            tags: String::new(),
            is_today_pick: false,
            pick_rank: 0,
            pick_until: None,
            brand: String::new(),
            extra_text: String::new(),
            language: String::new(),
            reading_minutes: 1,
            revision: 1,
            created_by: None,
            owner_id: None,
            created_at: now,
            updated_at: now,
            updated_for_readers_at: None,
        }
    }
}

/// A list of strings in a JSON column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Texts(pub Vec<String>);

/// A priced offer on a post. `price` is text: digits alone are dollars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DealLink {
    pub url: String,
    pub cta_text: String,
    /// The store's name.
    pub label: String,
    pub product_name: String,
    pub price: String,
    /// When an editor entered this price; none without a price, and for prices of an earlier version. The server sets
    /// it, whatever is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_seen_at: Option<Timestamp>,
    /// When the offer ends; none: it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// What it is good for, in a few words; empty: nobody said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub best_for: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl DealLink {
    /// Whether the offer is over.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.ends_at.is_some_and(|at| at <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that was ever stored; lines are added, never changed.
    #[test]
    fn stored_media_lists_are_read_for_ever() {
        let stored: Texts = serde_json::from_str(r#"["2026/11/a.webp","2026/11/b.mp4"]"#).unwrap();
        assert_eq!(stored, Texts(vec!["2026/11/a.webp".into(), "2026/11/b.mp4".into()]));
    }
}
