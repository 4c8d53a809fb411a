//! The built frontend: its files, and the HTML elements that load them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use axum::body::Body;
use axum::extract::{Path as UrlPath, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use base64::Engine;
use bytes::Bytes;
use flate2::read::GzDecoder;
use mwanga_core::Core;
use mwanga_core::palette::theme_colours;
use mwanga_core::settings::{self, Settings, Shades};
use mwanga_store::entities::category;
use rust_embed::RustEmbed;
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
struct Embedded;

const SITE_ENTRY: &str = "src/site/client.tsx";
/// The style sheet of engines that know no cascade layers.
const PLAIN_SHEET: &str = "src/site/plain.css";
/// The one file without a hash in its name.
const API_DOCS: &str = "api-docs.js";
const ADMIN_ENTRY: &str = "src/admin/main.tsx";
/// Fonts of the first paint by pair of typefaces; italics are loaded when a page uses them.
const PRELOADED_FONTS: [(&str, &[&str]); 4] = [
    ("newsreader", &["newsreader-", "libre-franklin-"]),
    ("literata", &["literata-", "source-sans-"]),
    ("fraunces", &["fraunces-", "work-sans-"]),
    ("figtree", &["figtree-"]),
];

/// A build of the frontend, in memory.
pub struct Assets {
    /// Contents by name below `assets/`; text has `.br` and `.gz` in its place.
    files: HashMap<String, Bytes>,
    manifest: BTreeMap<String, ManifestEntry>,
    ssr_bundle: String,
    theme_script: String,
    theme_script_hash: String,
    site: EntryTags,
    admin: EntryTags,
}

/// HTML elements that load an entry of the frontend.
pub struct EntryTags {
    /// Style sheets.
    sheets: String,
    /// What else the head has of it, without fonts and icons.
    links: String,
    /// Preloads of fonts by pair of typefaces.
    font_links: BTreeMap<&'static str, String>,
    /// Script element at the end of the body.
    pub script: String,
}

/// A row of Vite's manifest (https://vite.dev/guide/backend-integration).
#[derive(Deserialize)]
struct ManifestEntry {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

impl Assets {
    /// Reads the embedded build, or one from a folder (development).
    pub fn load(folder: Option<&Path>) -> anyhow::Result<Self> {
        let read = |name: &str| -> anyhow::Result<Cow<'static, [u8]>> {
            match folder {
                Some(folder) => Ok(Cow::Owned(
                    std::fs::read(folder.join(name)).with_context(|| format!("{} in the frontend folder", name))?,
                )),
                None => Ok(Embedded::get(name)
                    .with_context(|| format!("{name} is not in this binary: build the frontend first (make build)"))?
                    .data),
            }
        };
        let text = |name: &str| -> anyhow::Result<String> { Ok(String::from_utf8(read(name)?.into_owned())?) };
        let names: Vec<String> = match folder {
            Some(folder) => std::fs::read_dir(folder.join("client/assets"))?
                .filter_map(|entry| Some(format!("client/assets/{}", entry.ok()?.file_name().to_str()?)))
                .collect(),
            None => Embedded::iter().filter(|name| name.starts_with("client/assets/")).map(Cow::into_owned).collect(),
        };
        let mut files = HashMap::new();
        for name in names {
            let bytes = match read(&name)? {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            files.insert(name.trim_start_matches("client/assets/").to_owned(), bytes);
        }
        let manifest: BTreeMap<String, ManifestEntry> = serde_json::from_slice(&read("client/.vite/manifest.json")?)?;
        let theme_script = text("client/theme.inline.js")?.trim().to_owned();
        let theme_script_hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(&theme_script));
        let site = entry(&manifest, SITE_ENTRY)?;
        let admin = entry(&manifest, ADMIN_ENTRY)?;
        Ok(Self { files, manifest, ssr_bundle: text("server/ssr.js")?, theme_script, theme_script_hash, site, admin })
    }

    pub fn ssr_bundle(&self) -> &str {
        &self.ssr_bundle
    }
    pub fn theme_script(&self) -> &str {
        &self.theme_script
    }
    /// For the content security policy.
    pub fn theme_script_hash(&self) -> &str {
        &self.theme_script_hash
    }
    pub fn site(&self) -> &EntryTags {
        &self.site
    }
    pub fn admin(&self) -> &EntryTags {
        &self.admin
    }

    /// Everything in the head that settings have a say in: fonts, style sheet, colours, icons.
    pub fn head_links(&self, settings: &Settings, entry: &EntryTags) -> String {
        self.look_links(settings, entry) + &self.document_links(settings, entry)
    }

    /// What has to be there before the entry is painted.
    pub fn look_links(&self, settings: &Settings, entry: &EntryTags) -> String {
        let fonts = entry.font_links.get(settings.look.typefaces.as_str()).map_or("", String::as_str);
        format!("{fonts}{}{}", entry.sheets, accent_style(settings))
    }

    /// What says something of the document, and holds nothing up.
    pub fn document_links(&self, settings: &Settings, entry: &EntryTags) -> String {
        format!("{}{}", entry.links, icon_links(&settings.site.mark))
    }

    /// `modulepreload` links for a page's own chunk and what it imports: needed soon, but after what paints.
    pub fn preloads(&self, module: &str) -> String {
        let mut out = String::new();
        for file in self.chunks(module) {
            out.push_str(&format!("<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"/{file}\">"));
        }
        for css in self.manifest.get(module).map(|row| row.css.as_slice()).unwrap_or_default() {
            out.push_str(&format!("<link rel=\"stylesheet\" href=\"/{css}\">"));
        }
        out
    }

    /// A file in a coding that is accepted, and which; of text there is none uncoded, and few ask for it.
    fn file(&self, name: &str, accepted: &str) -> Option<(Option<&'static str>, Bytes)> {
        let coded = |ext: &str| self.files.get(&format!("{name}.{ext}"));
        let best = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(coding, ext)| {
            Some((coding, coded(ext).filter(|_| crate::documents::accepts(accepted, coding))?))
        });
        if let Some((coding, bytes)) = best {
            return Some((Some(coding), bytes.clone()));
        }
        let plain = self.files.get(name).cloned().or_else(|| unpacked(coded("gz")?).ok())?;
        Some((None, plain))
    }

    fn chunks(&self, module: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![module];
        while let Some(name) = open.pop() {
            if let Some(row) = self.manifest.get(name).filter(|_| name != SITE_ENTRY)
                && seen.insert(row.file.as_str())
            {
                open.extend(row.imports.iter().map(String::as_str));
            }
        }
        seen
    }
}

fn unpacked(gzip: &[u8]) -> std::io::Result<Bytes> {
    let mut bytes = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

fn entry(manifest: &BTreeMap<String, ManifestEntry>, name: &str) -> anyhow::Result<EntryTags> {
    let row = manifest.get(name).with_context(|| format!("{name} is not in the frontend's manifest"))?;
    let preloads = |fonts: &[&str]| -> String {
        let is_one = |file: &&String| fonts.iter().any(|font| file.starts_with(&format!("assets/{font}")));
        let files = row.assets.iter().filter(is_one).filter(|file| !file.contains("italic"));
        files
            .map(|file| format!("<link rel=\"preload\" href=\"/{file}\" as=\"font\" type=\"font/woff2\" crossorigin>"))
            .collect()
    };
    let font_links = PRELOADED_FONTS.iter().map(|(pair, fonts)| (*pair, preloads(fonts))).collect();
    let mut sheets = String::new();
    for css in &row.css {
        sheets.push_str(&format!("<link rel=\"stylesheet\" href=\"/{css}\">"));
    }
    if let Some(plain) = manifest.get(PLAIN_SHEET).filter(|_| name == SITE_ENTRY) {
        // Engines that know layers ignore an import behind one, and those that know none skip the layer.
        sheets.push_str(&format!("<style>@layer plain{{}}@import\"/{}\";</style>", plain.file));
    }
    let (day, night) = theme_colours();
    let links = format!(
        "<link rel=\"manifest\" href=\"/manifest.webmanifest\">\
         <meta name=\"theme-color\" content=\"{day}\" media=\"(prefers-color-scheme: light)\">\
         <meta name=\"theme-color\" content=\"{night}\" media=\"(prefers-color-scheme: dark)\">"
    );
    let script = format!("<script type=\"module\" src=\"/{}\"></script>", row.file);
    Ok(EntryTags { sheets, links, font_links, script })
}

/// Icons keep their addresses, and browsers keep icons: one of the newsroom's own has its hash behind.
fn icon_links(mark: &str) -> String {
    if mark.is_empty() {
        return "<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"48x48\"><link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">"
            .to_owned();
    }
    let version = mark.get(..8).unwrap_or_default();
    format!(
        "<link rel=\"icon\" href=\"/favicon.ico?v={version}\" sizes=\"48x48\">\
         <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png?v={version}\">"
    )
}

/// The accent in both themes, over that of the style sheet; written by us, from numbers.
fn accent_style(settings: &Settings) -> String {
    let Some(Shades { day, night, day_hover, night_hover, day_focus, night_ink }) = settings.accent() else {
        return String::new();
    };
    format!(
        "<style>:root,.light,.dark{{--night-ember:{night};--night-ember-hover:{night_hover};\
         --night-ember-ink:{night_ink};--night-focus:{night};\
         --ember:light-dark({day},{night});--ember-hover:light-dark({day_hover},{night_hover});\
         --ember-ink:light-dark(#ffffff,{night_ink});--focus:light-dark({day_focus},{night})}}</style>"
    )
}

/// Colours of categories in both themes, over those of the style sheet (`category-hue.ts` names the classes).
pub fn category_style(categories: &[category::Model]) -> String {
    let rules = categories.iter().filter(|category| !category.colour.is_empty()).filter_map(|category| {
        let Shades { day, night, .. } = settings::shades(&category.colour).ok()?;
        Some(format!(".of-{}{{color:light-dark({day},{night})}}", category.slug))
    });
    let rules: String = rules.collect();
    if rules.is_empty() { rules } else { format!("<style>{rules}</style>") }
}

/// Half a sun over a horizon.
const FAVICON: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect width="42" height="42" rx="9" fill="#fbf8f1"/><path d="M7 28a14 14 0 0 1 28 0Z" fill="#b8431b"/><path d="M4 32.5h34" stroke="#2a2420" stroke-width="2.6" stroke-linecap="round"/></svg>"##;

pub async fn favicon(State(core): State<Core>) -> Response {
    if !core.settings().site.mark.is_empty() {
        return Redirect::temporary("/icon-192.png").into_response();
    }
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=86400")], FAVICON).into_response()
}

/// A file of the build: its name holds its hash, so it never changes.
pub async fn asset(State(assets): State<Arc<Assets>>, UrlPath(name): UrlPath<String>, headers: HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let hidden = name.ends_with(".br") || name.ends_with(".gz");
    let Some((coding, bytes)) = (if hidden { None } else { assets.file(&name, accepted) }) else {
        return (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "There is nothing at this address.\n")
            .into_response();
    };
    let mut response = Response::new(Body::from(bytes));
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(&name)));
    let hashed = name != API_DOCS;
    out.insert(
        CACHE_CONTROL,
        HeaderValue::from_static(if hashed { "public, max-age=31536000, immutable" } else { "no-cache" }),
    );
    out.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{name}-{}\"", coding.unwrap_or("identity"))) {
        out.insert(ETAG, etag);
    }
    if let Some(coding) = coding {
        out.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "png" => "image/png",
        "map" | "json" => "application/json",
        _ => "application/octet-stream",
    }
}
