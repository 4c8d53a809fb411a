use std::collections::BTreeMap;

use mwanga_core::brand_pictures::BrandPicture;
use mwanga_core::menus::{MenuEntry, MenuGroup};
use mwanga_core::settings::{Banner, Block, Settings, Shades, Source};
use mwanga_core::settings_changes::HistoryEntry;
use mwanga_store::types::Timestamp;
use serde::{Deserialize, Serialize};

/// All settings, by key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingsView {
    /// A save names the version it was written on; 0 until somebody saves.
    pub version: i64,
    pub data: BTreeMap<&'static str, SettingView>,
}

/// A setting and where its value comes from.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingView {
    /// Text, a number, true or false, a list of texts, a menu, or the blocks or the banner of home.
    #[schema(value_type = SettingValue)]
    pub value: serde_json::Value,
    pub source: SettingSource,
    /// The variable that fixes it, where the environment does.
    #[schema(required)]
    pub variable: Option<&'static str>,
}

/// The value of a setting.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes the JSON of a value")]
pub enum SettingValue {
    Text(String),
    Flag(bool),
    Number(i64),
    List(Vec<String>),
    Menu(Vec<MenuItem>),
    Blocks(Vec<Block>),
    Banner(Banner),
}

/// An entry or a group of a menu.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum MenuItem {
    Entry(MenuEntry),
    Group(MenuGroup),
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingSource {
    Default,
    Settings,
    Environment,
}

/// A colour as both themes would show it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingsShadesView {
    /// Null: the colour of the installation, whose shades stand in the style sheet.
    #[schema(required)]
    pub shades: Option<ShadesView>,
}

/// A colour as both themes show it, each `#rrggbb`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ShadesView {
    pub day: String,
    pub night: String,
    /// For what is pointed at.
    pub day_hover: String,
    pub night_hover: String,
    /// Text on the night shade; on the day shade it is white.
    pub night_ink: String,
}

impl From<Shades> for ShadesView {
    fn from(shades: Shades) -> Self {
        let Shades { day, night, day_hover, night_hover, night_ink, .. } = shades;
        Self { day, night, day_hover, night_hover, night_ink }
    }
}

impl From<&Settings> for SettingsView {
    fn from(settings: &Settings) -> Self {
        let data = settings.all().iter().map(|setting| {
            let source = match setting.source {
                Source::Default => SettingSource::Default,
                Source::Settings => SettingSource::Settings,
                Source::Environment => SettingSource::Environment,
            };
            let variable = setting.variable.filter(|_| setting.source == Source::Environment);
            (setting.key, SettingView { value: setting.value.clone(), source, variable })
        });
        Self { version: settings.version, data: data.collect() }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingsHistoryView {
    /// The newest first.
    pub data: Vec<SettingsVersionView>,
}

/// A saved version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingsVersionView {
    pub version: i64,
    pub saved_at: Timestamp,
    /// E-mail address of who saved; null where the account is gone.
    #[schema(required)]
    pub saved_by: Option<String>,
    pub changes: Vec<SettingChangeView>,
}

/// A value before and after; null is the default.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingChangeView {
    pub key: String,
    #[schema(required, value_type = Option<SettingValue>)]
    pub from: Option<serde_json::Value>,
    #[schema(required, value_type = Option<SettingValue>)]
    pub to: Option<serde_json::Value>,
}

impl From<HistoryEntry> for SettingsVersionView {
    fn from(entry: HistoryEntry) -> Self {
        let changes = entry.changes.into_iter().map(|change| SettingChangeView {
            key: change.key,
            from: change.from,
            to: change.to,
        });
        Self { version: entry.version, saved_at: entry.at, saved_by: entry.by, changes: changes.collect() }
    }
}

/// A logo, a mark or a share picture.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct BrandPictureView {
    /// What a setting names it by.
    pub hash: String,
    pub url: String,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}

impl From<&BrandPicture> for BrandPictureView {
    fn from(picture: &BrandPicture) -> Self {
        let ending = if picture.content_type == "image/jpeg" { "jpg" } else { "png" };
        Self {
            url: format!("/brand/{}.{ending}", picture.hash),
            hash: picture.hash.clone(),
            width: picture.width,
            height: picture.height,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettingsPreviewView {
    pub html: String,
}
