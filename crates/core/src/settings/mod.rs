//! Settings: what the newsroom makes of its publication in the browser, without a restart.
//!
//! - `keys`: the list of all settings, their variables and defaults
//! - `kind`: what a value may be, and the words that refuse another
//! - `values`: the settings that hold, typed; a bad stored value falls back to its default
//! - `cell`: the settings in memory, read again when another process saved them
//! - `save`: a new version, all or nothing, with what follows from it; the history, and back to an earlier version
//! - `calendar`: the time zone, and the names of months
//! - `front_page`: the blocks of home and its banner
//! - `colours`: the shades of a colour for both themes, with their contrast
//! - `pictures`: logos, marks and the share picture

mod calendar;
mod cell;
mod colours;
mod error;
mod front_page;
mod keys;
mod kind;
mod pictures;
mod save;
mod values;

pub use calendar::Calendar;
pub use cell::{SettingsCell, override_for, refresh};
pub use colours::{Shades, accent_shades, check as check_colour, contrast, shades};
pub use error::SettingsError;
pub use front_page::{Banner, Block, SectionLayout};
pub use keys::{KEYS, Key, TYPEFACES};
pub(crate) use kind::time_of_day;
pub use pictures::{BrandPicture, MAX_BYTES as MAX_PICTURE_BYTES, Pixels, add_picture, picture, pixels};
pub use save::{Changes, HistoryEntry, PendingSave, SettingChange, draft, history, restore, save, save_latest};
pub use values::{
    AnalyticsSettings, CrawlerSettings, FrontPageSettings, LookSettings, NavigationSettings, NewsletterSettings,
    PostSettings, Setting, Settings, SiteSettings, Source, UploadSettings,
};
