//! The HTML around a page, and what stands in its place.

use mwanga_core::html::language::is_right_to_left;
use mwanga_core::settings::Settings;

use crate::assets::Assets;
use crate::documents::{escape, inline_json};

/// A public page: rendered markup, its head, and the API responses it was rendered from, by which the browser hydrates;
/// `language`: of the post that it shows, where that is not the publication's.
pub fn public_page(
    assets: &Assets,
    settings: &Settings,
    language: Option<&str>,
    head: &str,
    html: &str,
    answers: &str,
    page_preloads: &str,
) -> String {
    let shell = assets.site();
    let answers = inline_json(answers);
    // Around the post, the page speaks the publication's language.
    let of_menus = language.map(|_| format!(" lang=\"{}\"", escape(&settings.site.language))).unwrap_or_default();
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}{page_preloads}<script>{theme}</script></head><body><div id=\"root\"{of_menus}>{html}</div>\
         <script type=\"application/json\" id=\"answers\">{answers}</script>{entry}</body></html>",
        html_tag = html_tag(settings, language),
        links = assets.head_links(settings, shell),
        theme = assets.theme_script(),
        entry = shell.script,
    )
}

/// A rendered page that no script takes over: it stands in no cache, and has no address of its own.
pub fn without_script(assets: &Assets, settings: &Settings, head: &str, html: &str) -> String {
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}</head><body><div id=\"root\">{html}</div></body></html>",
        html_tag = html_tag(settings, None),
        links = assets.head_links(settings, assets.site()),
    )
}

/// The root element: language, and the pair of typefaces that `fonts.css` knows. Its direction is the publication's also
/// around a post in another language, which says its own.
fn html_tag(settings: &Settings, post_language: Option<&str>) -> String {
    let language = escape(post_language.unwrap_or(&settings.site.language));
    let typefaces = escape(&settings.look.typefaces);
    let dir = if is_right_to_left(&settings.site.language) { " dir=\"rtl\"" } else { "" };
    format!("<html lang=\"{language}\"{dir} data-typefaces=\"{typefaces}\">")
}

/// A short message instead of a page, with a link to continue, without scripts. `markup` is inserted unescaped.
pub fn notice(
    assets: &Assets,
    settings: &Settings,
    title: &str,
    text: &str,
    markup: &str,
    (href, label): (&str, &str),
) -> String {
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><meta name=\"robots\" content=\"noindex\">{links}<script>{theme}</script></head>\
         <body><main style=\"max-width:65ch;margin:20vh auto;padding:0 1rem\">\
         <h1 style=\"font:600 var(--t-2xl)/1.25 var(--font-serif);margin-bottom:1rem\">{text}</h1>{markup}\
         <p style=\"margin-top:1rem\"><a href=\"{href}\" style=\"color:var(--ember);text-decoration:underline\">{label}</a></p></main></body></html>",
        title = escape(title),
        html_tag = html_tag(settings, None),
        links = assets.head_links(settings, assets.site()),
        theme = assets.theme_script(),
        text = escape(text),
        href = escape(href),
        label = escape(label),
    )
}

/// A public page without markup: the browser renders it.
pub fn empty_shell(assets: &Assets, settings: &Settings, head: &str) -> String {
    let parts = assets.site();
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}<script>{theme}</script></head><body><div id=\"root\"></div>{entry}</body></html>",
        html_tag = html_tag(settings, None),
        links = assets.head_links(settings, parts),
        theme = assets.theme_script(),
        entry = parts.script,
    )
}

/// The document of the admin area, which the browser renders. Before its style sheet and code are there it says what it
/// is: on a slow line that is several seconds.
pub fn admin_shell(assets: &Assets, settings: &Settings) -> String {
    let parts = assets.admin();
    let title = format!("{} admin", escape(&settings.site.brand));
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><meta name=\"robots\" content=\"noindex\">{links}<script>{theme}</script>\
         <style>{OPENING_STYLE}</style></head><body><div id=\"root\"><div class=\"opening\"><p>{title}</p><p>Loading…</p></div></div>\
         <noscript>This part of the site needs JavaScript.</noscript>{look}{entry}</body></html>",
        html_tag = html_tag(settings, None),
        links = assets.document_links(settings, parts),
        theme = assets.theme_script(),
        look = assets.look_links(settings, parts),
        entry = parts.script,
    )
}

/// In the document itself, for the moment without a style sheet; `admin/routes.tsx` draws the same. Its colours are
/// those of `ui/tokens.css`.
const OPENING_STYLE: &str = ".opening{position:fixed;inset:0;display:grid;align-content:center;justify-items:center;\
    gap:.5rem;font:1rem/1.5 system-ui,sans-serif;background:#fcf9f3;color:#4b4742}\
    .opening p:first-child{font:600 1.5rem/1.3 Georgia,serif;color:#1d1a16}\
    .dark .opening{background:#0e1018;color:#b9bbc6}.dark .opening p:first-child{color:#f3efe6}";
