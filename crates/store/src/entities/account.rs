use sea_orm::entity::prelude::*;

use crate::types::{AccountId, Role, Timestamp};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AccountId,
    pub email: String,
    /// Normalized address: trimmed, NFKC, lower-case; unique.
    #[sea_orm(unique)]
    pub email_key: String,
    pub username: String,
    /// Argon2id in PHC format; `None` for an account that signs in by a social provider only.
    pub password_hash: Option<String>,
    pub role: Role,
    pub email_verified_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
