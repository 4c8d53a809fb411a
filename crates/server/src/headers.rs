//! Security headers of responses: of all, of pages, of the admin area and of the checkout.

use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName, HeaderValue};

use mwanga_core::config::{Config, MediaLocation};

use crate::assets::Assets;

/// Adds the headers of every response; headers that are set already stay.
pub fn add_security_headers(config: &Config, headers: &mut HeaderMap) {
    let set = |headers: &mut HeaderMap, name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(headers, header::X_FRAME_OPTIONS, "DENY");
    set(
        headers,
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(self), browsing-topics=()",
    );
    set(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    // Responses other than pages load nothing. A file that is opened by itself is shown by the browser's own viewer.
    set(
        headers,
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    if config.production && config.base().starts_with("https:") {
        let hsts = if config.http.hsts_subdomains { "max-age=31536000; includeSubDomains" } else { "max-age=31536000" };
        set(headers, header::STRICT_TRANSPORT_SECURITY, hsts);
    }
}

/// The folder of the pages that preview links open; a code follows.
pub const PREVIEW: &str = "/preview/";

/// Adds `no-store` and `no-referrer` to pages whose address contains a code, which must not leak.
pub fn add_mailed_link_headers(path: &str, headers: &mut HeaderMap) {
    let of_newsletter = matches!(path, "/newsletter/confirm" | "/newsletter/preferences" | "/newsletter/unsubscribe");
    if of_newsletter
        || matches!(path, "/admin-auth" | "/auth/reset-password" | "/auth/verify-email")
        || path.starts_with("/auth/callback/")
        || path.starts_with(PREVIEW)
    {
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        // The answer to a form says more.
        if headers.get(header::CACHE_CONTROL).is_none_or(|value| value != "private, no-store") {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
    if path.starts_with(PREVIEW) {
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    }
}

/// Hosts whose frames an embed card loads on a click (`frame-src`).
const EMBED_HOSTS: &str = "https://www.youtube-nocookie.com https://player.vimeo.com https://platform.twitter.com \
                           https://www.openstreetmap.org https://open.spotify.com https://w.soundcloud.com";

/// Headers of pages. Scripts are allowed from the site itself and by hash only.
pub fn for_pages(config: &Config, assets: &Assets) -> anyhow::Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_SECURITY_POLICY, content_security_policy(assets, "", "", EMBED_HOSTS)?);
    add_security_headers(config, &mut headers);
    Ok(headers)
}

/// Whether a page is of the admin area, entered by a document load of its own.
pub fn is_admin(path: &str) -> bool {
    path.starts_with("/admin")
}

/// Headers of the admin area in place of those of pages: uploads go straight into the bucket.
pub fn for_admin(config: &Config, assets: &Assets) -> anyhow::Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    if let MediaLocation::Bucket(bucket) = &config.media.place {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            content_security_policy(assets, "", &bucket.origin(), EMBED_HOSTS)?,
        );
    }
    Ok(headers)
}

/// The page on which people pay, entered by a document load of its own.
pub const CHECKOUT: &str = "/subscribe";

/// Headers of the checkout in place of those of pages: the wallet's script may run, call its own hosts, and open its
/// window.
pub fn for_checkout(config: &Config, assets: &Assets) -> anyhow::Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    // A script of our own needs nothing more.
    let hosts = config.payments.script_hosts().join(" ");
    if !hosts.is_empty() {
        headers.insert(header::CONTENT_SECURITY_POLICY, content_security_policy(assets, &hosts, &hosts, &hosts)?);
        headers.insert(
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin-allow-popups"),
        );
    }
    Ok(headers)
}

/// The Content-Security-Policy of a page. `hosts` may give scripts and pictures, `connect` may be called, `frames` may
/// be shown inside.
fn content_security_policy(assets: &Assets, hosts: &str, connect: &str, frames: &str) -> anyhow::Result<HeaderValue> {
    let [hosts, connect] =
        [hosts, connect].map(|list| if list.is_empty() { String::new() } else { format!(" {list}") });
    Ok(HeaderValue::from_str(&format!(
        "default-src 'self'; script-src 'self' 'sha256-{}'{hosts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:{hosts}; \
         media-src 'self' blob:; font-src 'self'; connect-src 'self'{connect}; frame-src {frames}; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
        assets.theme_script_hash()
    ))?)
}
