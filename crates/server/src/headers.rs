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
    if config.production && config.base().starts_with("https:") {
        set(headers, header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
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
