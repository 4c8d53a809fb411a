//! Editorial content: what an editor saves and what a reader may see.

mod access;
mod author;
mod derived;
mod distribution;
mod error;
mod form;
mod import;
mod list;
mod picks;
mod read;
mod related;
mod revisions;
mod save;
pub mod slug;
mod tags;
mod totals;
mod trending;
mod visibility;

pub use access::may_read;
pub use author::{
    AUTHOR_OPTIONS, Byline, TEAM, TEAM_SLUG, author_label, by_author, public_author_slug, stored_author_slug,
};
pub use derived::fill_missing;
pub(crate) use derived::{ShownFile, keys_of_files, open_text, shown_files, write_words_of};
pub use distribution::{
    News, SitemapFile, SitemapFiles, SitemapLists, SitemapPosts, news, sitemap_files, sitemap_lists, sitemap_posts,
    still_picture, with_content,
};
pub use error::{FieldErrors, PostError};
pub use form::{MAX_TAG, PostForm, REQUIRED, is_checked};
pub use import::{ImportOutcome, ImportPost, import};
pub use list::Page;
pub use picks::{ORDERED, order_picks, picks};
pub use read::{
    AdminList, AdminPage, Found, PublicList, Section, TODAYS_PICKS, admin_list, by_category, find_public,
    find_public_by_id, get, list_public, todays_picks,
};
pub use related::{Related, related};
pub use revisions::{Revision, revision, revisions};
pub(crate) use save::add_public_tags;
pub use save::{check, create, delete, update};
pub use tags::{Tag, tagged, tags_of};
pub use totals::Totals;
pub(crate) use totals::check_totals;
pub use visibility::is_public;
