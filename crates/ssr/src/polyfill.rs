//! The Rust half of `polyfill.js`.

use rquickjs::{Ctx, Function, Object, Result};
use url::{Url, form_urlencoded, quirks};

/// Evaluated as a module before the bundle.
pub(crate) const SOURCE: &str = include_str!("polyfill.js");

/// A line of the console is cut here: a logged component tree would fill the log.
const LOG_LIMIT_BYTES: usize = 8 * 1024;

/// Puts the functions that `polyfill.js` builds on under `globalThis.__mwanga`.
pub(crate) fn install(ctx: &Ctx<'_>) -> Result<()> {
    let native = Object::new(ctx.clone())?;
    native.set("log", Function::new(ctx.clone(), log)?)?;
    native.set("misuse", Function::new(ctx.clone(), misuse)?)?;
    native.set("readUrl", Function::new(ctx.clone(), read_url)?)?;
    native.set("changeUrl", Function::new(ctx.clone(), change_url)?)?;
    native.set("readQuery", Function::new(ctx.clone(), read_query)?)?;
    native.set("writeQuery", Function::new(ctx.clone(), write_query)?)?;
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

fn misuse(name: String, stack: String) {
    tracing::warn!(target: "mwanga_ssr::console", stack, "{name} was called while rendering; its callback will never run");
}

/// The parts of a URL in the order of `PARTS` in `polyfill.js`; nothing when `input` is no URL.
fn read_url(input: String, base: Option<String>) -> Option<Vec<String>> {
    let url = match base {
        Some(base) => Url::parse(&base).ok()?.join(&input).ok()?,
        None => Url::parse(&input).ok()?,
    };
    Some(parts(&url))
}

/// The parts of `href` with one of them replaced; nothing when the value does not fit.
fn change_url(href: String, part: String, value: String) -> Option<Vec<String>> {
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
    Some(parts(&url))
}

fn parts(url: &Url) -> Vec<String> {
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

/// Names and values in turn.
fn read_query(query: String) -> Vec<String> {
    form_urlencoded::parse(query.as_bytes()).flat_map(|(name, value)| [name.into_owned(), value.into_owned()]).collect()
}

fn write_query(flat: Vec<String>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for pair in flat.as_chunks::<2>().0 {
        query.append_pair(&pair[0], &pair[1]);
    }
    query.finish()
}
