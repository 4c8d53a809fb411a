//! Importers. Each reads records of its format over shared parts, validates like any other save, and is idempotent: a
//! second run adds nothing twice.
//!
//! - the formats: `subscribers`, CSV files of subscribers; `wordpress`, posts, pages and media of an export
//! - what any of them needs: `importer` over `media` and `missing_media`, over `download` and `media_folder`; `lines`
//!   of reports; `ended_early`, a run that did not reach the end; `markdown_tests`: what another format takes

mod download;
mod ended_early;
mod importer;
mod lines;
mod media;
mod media_folder;
mod missing_media;
pub mod subscribers;
pub mod wordpress;

#[cfg(test)]
mod markdown_tests;
#[cfg(test)]
mod test_core;

pub use ended_early::EndedEarly;
pub use importer::Brought;
pub use lines::Names;
pub use media::BroughtFiles;
