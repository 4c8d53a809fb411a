//! What is kept and how it is asked for: entities, migrations and queries, on SQLite and PostgreSQL alike.

mod connect;
mod connection;
pub mod entities;
mod error;
#[allow(clippy::too_many_lines, reason = "a migration is a list of tables and columns")]
pub mod migrations;
mod postgres_server;
pub mod queries;
mod transaction;
pub mod types;

pub use connect::{Reader, Store, StoreOptions, Writer};
pub use error::{StoreError, StoreResult};
pub use sea_orm::ConnectionTrait;
pub use transaction::Transaction;
