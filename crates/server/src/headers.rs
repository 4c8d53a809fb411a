//! Headers that every answer carries.

use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName, HeaderValue};

use mwanga_core::config::Config;

use crate::assets::Assets;

pub fn secure(config: &Config, headers: &mut HeaderMap) {
    let set = |headers: &mut HeaderMap, name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(headers, header::X_FRAME_OPTIONS, "DENY");
    set(headers, HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(self), browsing-topics=()");
    set(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    // What is no page of ours loads nothing. A file that is opened by itself is drawn by the browser's own viewer.
    set(
        headers,
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    if config.production && config.base().starts_with("https:") {
        set(headers, header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// Screens whose address holds a code: nothing keeps it, and nobody they link to is told of it.
pub fn of_mailed_links(path: &str, headers: &mut HeaderMap) {
    let of_newsletter = matches!(path, "/newsletter/confirm" | "/newsletter/preferences" | "/newsletter/unsubscribe");
    if of_newsletter || matches!(path, "/admin-auth" | "/auth/reset-password" | "/auth/verify-email") || path.starts_with("/auth/callback/") {
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// What every page carries. Scripts from ourselves and by hash only. Frames: what embed cards load on a click.
pub fn of_pages(config: &Config, assets: &Assets) -> anyhow::Result<HeaderMap> {
    let policy = HeaderValue::from_str(&format!(
        "default-src 'self'; script-src 'self' 'sha256-{}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; \
         font-src 'self'; connect-src 'self'; frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://www.openstreetmap.org \
         https://open.spotify.com https://w.soundcloud.com; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        assets.theme_script_hash()
    ))?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    secure(config, &mut headers);
    Ok(headers)
}
