//! Rate limits of pages that have to be rendered, and the notice at a reached limit.

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::documents::escape;
use crate::page_addresses::RouteTarget;
use crate::problem::TOO_MANY_SEARCHES;

/// A search form with the query of the request, so that nobody has to type it again.
fn search_form(key: &str) -> String {
    let value = |wanted: &str| {
        url::form_urlencoded::parse(key.split_once('?').map_or("", |(_, query)| query).as_bytes())
            .find(|(name, _)| name == wanted)
    };
    let q = value("q").or_else(|| value("query")).map(|(_, q)| q.into_owned()).unwrap_or_default();
    format!(
        "<form action=\"{SEARCH}\" class=\"flex gap-2\"><input type=\"search\" name=\"q\" aria-label=\"Search\" class=\"search-field\" value=\"{}\">\
         <button type=\"submit\" class=\"min-h-11 shrink-0 cursor-pointer rounded-full bg-ember px-5 py-2 text-sm font-semibold text-ember-ink\">Search</button></form>",
        escape(&q)
    )
}

/// Notice of a reached rate limit.
pub(super) struct LimitReached {
    pub title: &'static str,
    pub text: &'static str,
    /// HTML of a form that repeats the request.
    pub form: String,
    pub wait_s: u32,
}

/// Counts a render against the client's rate limits: each search, and other pages that are neither cached nor being
/// rendered.
pub(super) fn count_render(
    app: &AppState,
    client: ClientAddress,
    key: &str,
    target: &RouteTarget,
) -> Result<(), LimitReached> {
    if matches!(target, RouteTarget::Page(pattern) if pattern.path == SEARCH) {
        return app.search_limit.count(client).map_err(|wait_s| LimitReached {
            title: "Too many searches",
            text: TOO_MANY_SEARCHES,
            form: search_form(key),
            wait_s,
        });
    }
    if app.cache.get(key, app.core.now()).is_some() || app.cache.is_being_rendered(key) {
        return Ok(());
    }
    let text = "You are opening pages very quickly. Please wait a moment.";
    app.render_limit.count(client).map_err(|wait_s| LimitReached {
        title: "Too many pages",
        text,
        form: String::new(),
        wait_s,
    })
}

/// The search page; its results are rendered for each request.
const SEARCH: &str = "/search";
