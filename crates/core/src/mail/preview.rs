//! A mail as a certain mail program would show it.

use serde::Deserialize;

/// How a mail is previewed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct PreviewLook {
    /// None: as the browser prefers.
    #[serde(default)]
    pub theme: Option<PreviewTheme>,
    #[serde(default)]
    pub pictures: Option<PreviewPictures>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PreviewTheme {
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PreviewPictures {
    On,
    /// As in a program that loads none.
    Off,
}

/// The document with its media queries decided.
pub fn preview_as(html: String, look: PreviewLook) -> String {
    let html = match look.theme {
        Some(PreviewTheme::Dark) => html
            .replace("(prefers-color-scheme:dark)", "all")
            .replace("color-scheme:light dark", "color-scheme:dark")
            .replace("content=\"light dark\"", "content=\"dark\""),
        Some(PreviewTheme::Light) => html
            .replace("(prefers-color-scheme:dark)", "not all")
            .replace("color-scheme:light dark", "color-scheme:light")
            .replace("content=\"light dark\"", "content=\"light\""),
        None => html,
    };
    match look.pictures {
        Some(PreviewPictures::Off) => html.replace(" src=\"", " data-src=\"").replace(" srcset=\"", " data-srcset=\""),
        Some(PreviewPictures::On) | None => html,
    }
}
