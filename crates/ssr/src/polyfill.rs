//! The Rust half of `polyfill.js`.

use rquickjs::{Ctx, Function, Object, Result};
use url::{Url, form_urlencoded, quirks};

/// Evaluated as a module before the bundle.
pub(crate) const SOURCE: &str = include_str!("polyfill.js");

/// Console messages are truncated to this length, because a logged component tree would fill the log.
const LOG_LIMIT_BYTES: usize = 8 * 1024;

/// Installs the native functions that `polyfill.js` uses as `globalThis.__mwanga`.
pub(crate) fn install(ctx: &Ctx<'_>) -> Result<()> {
    let native = Object::new(ctx.clone())?;
    native.set("log", Function::new(ctx.clone(), log)?)?;
    native.set("warnOfTimer", Function::new(ctx.clone(), warn_of_timer)?)?;
    native.set("parseUrl", Function::new(ctx.clone(), parse_url)?)?;
    native.set("setUrlPart", Function::new(ctx.clone(), set_url_part)?)?;
    native.set("parseQuery", Function::new(ctx.clone(), parse_query)?)?;
    native.set("serializeQuery", Function::new(ctx.clone(), serialize_query)?)?;
    ctx.globals().set("__mwanga", native)
}

fn log(level: String, message: String) {
    const TARGET: &str = "mwanga_ssr::console";
    let end = message.floor_char_boundary(LOG_LIMIT_BYTES);
    let message = &message[..end];
    match level.as_str() {
        "trace" => tracing::trace!(target: TARGET, "{message}"),
        "debug" => tracing::debug!(target: TARGET, "{message}"),
        "warn" => tracing::warn!(target: TARGET, "{message}"),
        "error" => tracing::error!(target: TARGET, "{message}"),
        _ => tracing::info!(target: TARGET, "{message}"),
    }
}

fn warn_of_timer(name: String, stack: String) {
    tracing::warn!(target: "mwanga_ssr::console", stack, "{name} was called while rendering; its callback will never run");
}

/// Parses a URL into its parts, in the order of `PARTS` in `polyfill.js`; `None` where `input` is no URL.
fn parse_url(input: String, base: Option<String>) -> Option<Vec<String>> {
    let url = match base {
        Some(base) => Url::parse(&base).ok()?.join(&input).ok()?,
        None => Url::parse(&input).ok()?,
    };
    Some(url_parts(&url))
}

/// The parts of `href` with one of them replaced; `None` where the value is invalid.
fn set_url_part(href: String, part: String, value: String) -> Option<Vec<String>> {
    let mut url = Url::parse(&href).ok()?;
    match part.as_str() {
        "href" => quirks::set_href(&mut url, &value).ok()?,
        "protocol" => quirks::set_protocol(&mut url, &value).ok()?,
        "username" => quirks::set_username(&mut url, &value).ok()?,
        "password" => quirks::set_password(&mut url, &value).ok()?,
        "host" => quirks::set_host(&mut url, &value).ok()?,
        "hostname" => quirks::set_hostname(&mut url, &value).ok()?,
        "port" => quirks::set_port(&mut url, &value).ok()?,
        "pathname" => quirks::set_pathname(&mut url, &value),
        "search" => quirks::set_search(&mut url, &value),
        "hash" => quirks::set_hash(&mut url, &value),
        _ => return None,
    }
    Some(url_parts(&url))
}

fn url_parts(url: &Url) -> Vec<String> {
    vec![
        quirks::href(url).to_owned(),
        quirks::origin(url),
        quirks::protocol(url).to_owned(),
        quirks::username(url).to_owned(),
        quirks::password(url).to_owned(),
        quirks::host(url).to_owned(),
        quirks::hostname(url).to_owned(),
        quirks::port(url).to_owned(),
        quirks::pathname(url).to_owned(),
        quirks::search(url).to_owned(),
        quirks::hash(url).to_owned(),
    ]
}

/// Parses a query string into names and values in turn.
fn parse_query(query: String) -> Vec<String> {
    form_urlencoded::parse(query.as_bytes()).flat_map(|(name, value)| [name.into_owned(), value.into_owned()]).collect()
}

/// Serializes names and values in turn to a query string.
fn serialize_query(flat: Vec<String>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for pair in flat.as_chunks::<2>().0 {
        query.append_pair(&pair[0], &pair[1]);
    }
    query.finish()
}
