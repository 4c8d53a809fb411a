use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// A logo, a mark or a share picture that a setting names.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "brand_picture")]
pub struct Model {
    /// The first 32 hexadecimal digits of the SHA-256 of its bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// `image/png` or `image/jpeg`.
    pub content_type: String,
    /// A picture of our own encoding, in base64.
    pub data: String,
    /// Pixels.
    pub width: i32,
    pub height: i32,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
