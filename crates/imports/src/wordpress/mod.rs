//! WordPress exports: `mwanga import wordpress FILE [--media DIR]`.
//!
//! Streams the file twice, with one entry in memory at a time: first to index what posts refer to (attachments may be
//! anywhere), then for the posts. Every post goes through [`mwanga_core::posts::import`], every page through
//! [`mwanga_core::pages::import`], so they are validated like any other save, and a second run adds nothing twice.
//!
//! - `wxr` with `counting_reader` and `entry`: streaming reader; `export_index`: first pass; `run`: second pass, with `page`;
//! - `site_links` with `addresses`: links to their own site, and where what they lead to is here;
//! - `source` with `spelling`: what an item says of itself; `plugin_fields`: what plug-ins say of it;
//! - `post_fields`: title, dates, author, category, tags;
//! - `convert` with `blocks`, `shortcodes`, `autop`, `rewrite` and `html_writer`: WordPress content to HTML;
//! - `files`: which images and videos posts use;
//! - `report` with `notes`: the outcome.

mod addresses;
mod autop;
mod blocks;
mod convert;
mod counting_reader;
mod entry;
mod export_index;
mod files;
mod html_writer;
mod notes;
mod page;
mod plugin_fields;
mod post_fields;
mod report;
mod rewrite;
mod run;
mod shortcodes;
mod site_links;
mod source;
mod spelling;
mod wxr;

#[cfg(test)]
mod tests;

pub use report::Report;
pub use run::{ImportError, run};
pub use wxr::WxrError;
