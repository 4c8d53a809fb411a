//! Settings: what the newsroom makes of its publication in the browser, without a restart.
//!
//! - `keys`: the list of all settings, their variables and defaults
//! - `kind`: what a value may be, and the words that refuse another
//! - `values`: the settings that hold, typed; a bad stored value falls back to its default
//! - `cell`: the settings in memory, read again when another process saved them
//! - `calendar` with `cldr`: the time zone, and how dates and amounts are written
//! - `front_page`: the blocks of home and its banner
//! - `colours`: the shades of a colour for both themes, with their contrast
//!
//! They are changed by `settings_changes`; their pictures are `brand_pictures`.

mod calendar;
mod cell;
mod cldr;
mod colours;
mod error;
mod front_page;
mod keys;
mod kind;
mod values;

pub use calendar::Calendar;
pub use cell::{SettingsCell, changed_at, override_for, refresh};
pub(crate) use cell::{current_row, stored};
pub use cldr::Amounts;
pub use colours::{Shades, accent_shades, check as check_colour, contrast, shades};
pub use error::SettingsError;
pub use front_page::{Banner, Block, SectionLayout};
pub(crate) use front_page::{cut, past_end};
pub use keys::{KEYS, Key, TYPEFACES};
pub(crate) use kind::{Kind, NO_LANGUAGE, is_picture_hash, time_of_day};
pub(crate) use values::Stored;
pub use values::{
    AnalyticsSettings, CrawlerSettings, FrontPageSettings, LookSettings, NavigationSettings, NewsletterSettings,
    PostSettings, Setting, Settings, SiteSettings, Source, UploadSettings,
};
