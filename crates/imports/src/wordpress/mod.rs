//! WordPress exports: `mwanga import wordpress FILE [--media DIR]`.
//!
//! The file is read twice, each time from one end to the other with one entry in memory: first for what posts refer to
//! (attachments stand anywhere), then for the posts. Every post goes through [`mwanga_core::posts::import`], so the rules of
//! every save hold and a second run adds nothing twice.
//!
//! - `wxr` with `counted` and `entry`: the file; `library`: what the first reading keeps; `article`: title, dates,
//!   names of a post;
//! - `convert` with `blocks`, `shortcodes`, `autop`, `tidy` and `markup`: WordPress content to HTML, without touching
//!   anything outside;
//! - `media` with `folder` and `download`: pictures and videos; `missing`: what is said of those that cannot be had;
//! - `report` with `notes`: what happened.

mod article;
mod autop;
mod blocks;
mod convert;
mod counted;
mod download;
mod entry;
mod folder;
mod library;
mod markup;
mod media;
mod missing;
mod notes;
mod report;
mod run;
mod shortcodes;
mod tidy;
mod wxr;

#[cfg(test)]
mod tests;

pub use report::{Names, Report};
pub use run::{Failure, ImportError, run};
pub use wxr::WxrError;
