//! Settings of the publication, for administrators.

mod history;
mod picture;
mod preview;
mod read;
mod shades;
mod update;

pub use history::*;
pub use picture::*;
pub use preview::*;
pub use read::*;
pub use shades::*;
pub use update::*;

use crate::views::MenuItem;

/// The value of a setting to save; null goes back to the default.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes the JSON of a value")]
pub enum SettingInput {
    Text(String),
    Number(i64),
    List(Vec<String>),
    Menu(Vec<MenuItem>),
    Blocks(Vec<mwanga_core::settings::Block>),
    Banner(mwanga_core::settings::Banner),
    FlagOrDefault(Option<bool>),
}
