use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// What a request with an `Idempotency-Key` created. Holds only hashes and an id, nothing of the request or response.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_key")]
pub struct Model {
    /// HMAC of caller, route and key, so that no address is stored.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// Method and path; they determine which table `created_id` refers to.
    pub route: String,
    /// HMAC of the body without passwords.
    pub request_hash: String,
    /// `None` only within the transaction that claims the key.
    pub created_id: Option<i64>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
