use sea_orm::entity::prelude::*;

use super::post::DealLink;
use crate::types::{PostId, Timestamp};

/// A deal link of a post. Read and written together with the post, only by `queries::posts`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "deal_link")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    /// From 0, in the editor's order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub url: String,
    pub cta_text: String,
    pub label: String,
    pub product_name: String,
    pub price: String,
    pub price_seen_at: Option<Timestamp>,
    /// When the offer ends; none: it stays.
    pub ends_at: Option<Timestamp>,
    /// What it is good for, in a few words; empty: nobody said.
    pub best_for: String,
}

impl From<Model> for DealLink {
    fn from(row: Model) -> Self {
        Self {
            url: row.url,
            cta_text: row.cta_text,
            label: row.label,
            product_name: row.product_name,
            price: row.price,
            price_seen_at: row.price_seen_at,
            ends_at: row.ends_at,
            best_for: row.best_for,
        }
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
