//! What is kept and how it is asked for: entities, migrations and queries, on SQLite and PostgreSQL alike.

mod connect;
pub mod entities;
mod error;
pub mod migrations;
pub mod queries;
pub mod types;

pub use connect::{Store, StoreOptions};
pub use error::{StoreError, StoreResult};
pub use sea_orm::{ConnectionTrait, DatabaseTransaction};
