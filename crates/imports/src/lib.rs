//! Bringing a publication over from somewhere else. Every importer streams its file, uses the rules of every save, and
//! is safe to run twice.

pub mod subscribers;
pub mod wordpress;
