//! The web app manifest (https://www.w3.org/TR/appmanifest/).

use mwanga_core::palette::theme_colours;
use mwanga_core::{Core, changes};
use serde_json::json;

use super::generated_file::GeneratedFile;
use super::icons::Icon;
use crate::documents::Document;

pub fn file(core: &Core) -> GeneratedFile {
    let settings = core.settings();
    let (day, _) = theme_colours();
    let icon = |icon: Icon, purpose: &str| json!({ "src": icon.path(), "sizes": format!("{0}x{0}", icon.pixels()), "type": "image/png", "purpose": purpose });
    let manifest = json!({
        "id": "/",
        "name": settings.site.brand,
        "short_name": settings.site.brand,
        "description": settings.site.tagline,
        "lang": settings.site.language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "theme_color": day,
        "background_color": day,
        "categories": ["news"],
        "icons": [
            icon(Icon::Small, "any"),
            icon(Icon::Large, "any"),
            icon(Icon::Maskable, "maskable"),
            { "src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml" },
        ],
    });
    let shown = ["site.brand", "site.tagline", "site.language", "site.mark"].map(changes::setting);
    GeneratedFile::new(Document::file("application/manifest+json", manifest.to_string())).expiring(shown.into(), None)
}
