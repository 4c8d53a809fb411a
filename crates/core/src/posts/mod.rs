//! Editorial content: what an editor saves and what a reader may see.

mod author;
mod error;
mod form;
mod import;
mod read;
mod save;
pub mod slug;
mod totals;

pub use author::{AUTHOR_OPTIONS, author_label};
pub use error::{FieldErrors, PostError};
pub(crate) use form::media_key;
pub use form::{MISSING, PostForm, REQUIRED, is_checked};
pub use import::{ImportOutcome, ImportPost, import};
pub use read::{
    AdminPage, Found, Page, PageRequest, PublicList, Section, TODAYS_PICKS, admin_list, by_category, find_public, get, is_public, list_public, todays_picks,
};
pub use save::{create, delete, update};
pub use totals::Totals;
