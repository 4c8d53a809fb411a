//! Persistence: entities, migrations and queries, the same on SQLite and PostgreSQL.
//!
//! - `connect`: [`Store`], its [`Reader`] and its [`Writer`]; `transaction`: [`Transaction`].
//! - `connection`: connection pools; `postgres_server`: health probe and commit status of a PostgreSQL server;
//!   `pooler`: what a pooler before it does with sessions.
//! - [`entities`]: one table a file; [`queries`]: functions over them; [`migrations`]: the schema; [`types`]: ids,
//!   times and enums of columns.
//! - `error`: [`StoreError`], which groups database errors by what a caller can do.

mod connect;
mod connection;
pub mod entities;
mod error;
#[allow(clippy::too_many_lines, reason = "a migration is a list of tables and columns")]
pub mod migrations;
mod pooler;
mod postgres_server;
pub mod queries;
mod transaction;
pub mod types;

pub use connect::{Reader, Store, StoreOptions, Writer, sqlite_file};
pub use error::{StoreError, StoreResult};
pub use pooler::{READS_WITHOUT_LOCK_TIMEOUT, SET_FOR_ROLE};
pub use sea_orm::ConnectionTrait;
pub use transaction::Transaction;
