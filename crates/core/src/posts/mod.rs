//! Posts: what editors save, and what readers may see.
//!
//! - Saving: `form` (fields, validation and derived columns) with `fields`, `input`, `deals`, `save` with `saved`,
//!   `revisions`, `duplicate`, `trash`, `import`, `error`; `files`: what is put into a text after its save, and what
//!   an earlier version has lost.
//! - Rows written with each save: `derived` (tags, search words, files).
//! - The newsroom's list: `desk`; `bulk`: one action on many posts.
//! - Reading: `read`, `list`, `tags`, `author`, `picks`, `related`, `trending`; `totals`: the cache of their counts.
//! - Rights: `visibility` (public or not), `access` (readers and subscribers), `rights` (the newsroom).
//! - Readers told: `corrections`.
//! - Together: `review`, `notes`, and `events`, the mails about both.
//! - Previews: `preview_links` for outsiders, `unsaved` for who writes.
//! - `syndication`: feeds and sitemaps.

mod access;
mod author;
mod bulk;
mod corrections;
mod deals;
mod derived;
mod duplicate;
mod error;
mod events;
mod fields;
mod files;
mod form;
mod import;
mod input;
mod list;
mod namesakes;
mod notes;
mod picks;
mod preview_links;
mod read;
mod related;
mod review;
mod revisions;
mod rights;
mod same_title;
mod save;
mod saved;
mod syndication;
mod tags;
mod totals;
mod trash;
mod trending;
mod unsaved;
mod visibility;

pub use access::{ReaderKind, cover_files};
pub use author::{AUTHOR_OPTIONS, TEAM, TEAM_SLUG, author_label, by_author, public_author_slug, stored_author_slug};
pub use bulk::{BulkAction, apply as apply_in_bulk};
pub use corrections::{
    Corrections, PublicCorrections, add as add_correction, change as change_correction, get as get_correction,
    list as corrections, of_posts as corrections_of, public_list as public_corrections,
    withdraw as withdraw_correction,
};
pub use deals::{DealForm, MAX_TEXT as MAX_DEAL_TEXT, MAX_URL as MAX_DEAL_URL};
pub use derived::backfill;
pub(crate) use derived::{PostFiles, VisibleFile, public_text, refold, update_file_words};
pub use duplicate::duplicate;
pub use error::{FieldErrors, PostError};
pub use events::{SendPostEvents, samples as event_samples};
pub use fields::{Limit, Place, PostField, Sent};
pub use files::lost_files;
pub(crate) use files::put_pictures;
pub use form::{FIELDS, MAX_TAG, PostForm, REQUIRED, is_checked, read_text};
pub use import::{ImportOutcome, ImportPost, complete_import, import};
pub(crate) use list::desk_count;
pub use list::{PostPage, count_in_category};
pub use namesakes::{Heading, Named};
pub use notes::{NewNote, Notes, add as add_note, get as get_note, list as notes, resolve as resolve_note};
pub use picks::{MAX_ORDERED_PICKS, is_pick, order_picks, picks};
pub use preview_links::{
    LinkAnswer, NewPreviewLink, Preview, PreviewLink, agreed_at, answer as answer_preview_link,
    create as create_preview_link, created_with as created_preview_link, end as end_preview_link,
    get as get_preview_link, list as preview_links, open as open_preview_link,
    record_opening as record_preview_opening,
};
pub use read::{
    PostLookup, PublicListQuery, Section, TODAYS_PICKS, by_category, find_public, find_public_by_id,
    find_recommendable, get, get_for, list_public, todays_picks,
};
pub use related::{Related, related};
pub use review::{approve, send_back, submit};
pub use revisions::{Revision, revision, revisions};
pub(crate) use revisions::{record_files, with_accounts};
pub use rights::owner_names;
pub use same_title::same_title;
pub(crate) use save::add_public_tags;
pub use save::{create, update, validate};
pub use saved::{Saved, Touched, canonical_path};
pub use syndication::{
    NewsSitemap, SitemapFile, SitemapFiles, SitemapLists, SitemapPosts, news_sitemap, preview_image, sitemap_files,
    sitemap_lists, sitemap_posts, with_content,
};
pub use tags::{Tag, by_tag, parse_tags};
pub use totals::Totals;
pub(crate) use totals::check_totals;
pub(crate) use trash::delete_due;
pub use trash::{delete, restore, trash};
pub use trending::most_read;
pub(crate) use unsaved::UNSAVED_MS;
pub use unsaved::{store as store_unsaved, with_unsaved};
pub use visibility::is_public;

pub use crate::writer::Writer;
