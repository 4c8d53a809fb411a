//! Importers. Each streams its file, validates like any other save, and is idempotent: a second run adds nothing twice.
//!
//! - `subscribers`: subscribers of a CSV file; `wordpress`: posts and media of a WordPress export.

pub mod subscribers;
pub mod wordpress;
