use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// What a request with an `Idempotency-Key` made. Holds hashes and an id, and nothing of the request or its answer.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_key")]
pub struct Model {
    /// Keyed hash of caller, route and key: no address can be read from it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// Method and path; says what `created_id` is the id of.
    pub route: String,
    /// Keyed hash of the body, passwords left out.
    pub request_hash: String,
    /// None only within the transaction that makes it.
    pub created_id: Option<i64>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
