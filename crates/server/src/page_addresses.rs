//! Routes of pages: their cache keys, aliases and redirects from other spellings.

use std::borrow::Cow;
use std::sync::Arc;

use anyhow::Context;
use mwanga_core::slug;
use mwanga_ssr::PagePattern;

use crate::feeds;

/// Routes of pages and the query parameters that count, as the bundle lists them.
pub struct PageRoutes(matchit::Router<RouteTarget>);

/// Target of a route.
#[derive(Clone)]
pub enum RouteTarget {
    Page(PagePattern),
    File(feeds::File),
}

/// The path of the route for pages that editors write.
const ANY_PAGE: &str = "/:slug";

impl RouteTarget {
    /// Whether it takes any address of one segment, most of which are no pages.
    pub fn is_any_page(&self) -> bool {
        matches!(self, Self::Page(pattern) if pattern.path == ANY_PAGE)
    }

    pub fn query(&self) -> &[String] {
        match self {
            Self::Page(pattern) => &pattern.query,
            Self::File(_) => &[],
        }
    }
}

impl PageRoutes {
    /// Builds the router. Paths that begin with `/_` are for development, and left out in production.
    pub fn new(patterns: &[PagePattern], production: bool) -> anyhow::Result<Self> {
        let mut router = matchit::Router::new();
        for pattern in patterns.iter().filter(|pattern| !(production && is_for_developers(&pattern.path))) {
            let path = pattern
                .path
                .split('/')
                .map(|part| part.strip_prefix(':').map_or_else(|| part.to_owned(), |name| format!("{{{name}}}")))
                .collect::<Vec<_>>()
                .join("/");
            router
                .insert(path, RouteTarget::Page(pattern.clone()))
                .with_context(|| format!("page route {}", pattern.path))?;
        }
        for (path, file) in feeds::routes() {
            router.insert(&path, RouteTarget::File(file)).with_context(|| format!("file {path}"))?;
        }
        Ok(Self(router))
    }

    /// The cache key of a URL: its path and the query parameters that its page declares, in the page's order. None
    /// where no page matches.
    pub fn key(&self, path: &str, query: Option<&str>) -> Option<(Arc<str>, &RouteTarget)> {
        let target = self.0.at(path).ok()?.value;
        if target.is_any_page() && !slug::is_slug(&slug::of_segment(&path[1..])) {
            return None;
        }
        let mut key = path.to_owned();
        for name in target.query() {
            // `page=` is kept: it redirects to the first page.
            let counts = |value: &str| !value.is_empty() || name == PAGE;
            let value = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
                .find(|(n, v)| n == name && counts(v))
                .map(|(_, v)| v);
            if let Some(value) = value {
                key.push(if key.contains('?') { '&' } else { '?' });
                key.push_str(
                    &url::form_urlencoded::Serializer::new(String::new())
                        .append_pair(name, &truncate_value(value))
                        .finish(),
                );
            }
        }
        Some((key.into(), target))
    }
}

/// Maximum characters of a query value.
const MAX_VALUE: usize = 200;

/// Truncates a query value to [`MAX_VALUE`] characters and one more, by which a page knows that it was longer.
fn truncate_value(value: Cow<'_, str>) -> Cow<'_, str> {
    if value.chars().nth(MAX_VALUE).is_none() {
        value
    } else {
        value.trim().chars().take(MAX_VALUE + 1).collect::<String>().into()
    }
}

/// The query parameter of a list's page number.
pub const PAGE: &str = "page";

/// Whether a page is for those who work on the site: its path begins with `/_`.
pub fn is_for_developers(path: &str) -> bool {
    path.starts_with("/_")
}

/// The query with a canonical page number, none where it is canonical already: 2 and up, in plain digits. What is no
/// number means the first page, which has no number. Other parameters stay as they are.
pub fn normalize_page_number(query: &str) -> Option<String> {
    let name_of = |pair: &str| {
        url::form_urlencoded::parse(pair.as_bytes()).next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    };
    let is_page = |pair: &str| name_of(pair).is_some_and(|(name, _)| name == PAGE);
    let (_, asked) = query.split('&').find(|pair| is_page(pair)).and_then(name_of)?;
    let digits = asked.trim().trim_start_matches('+').trim_start_matches('0');
    let plain = if digits == "1" || !digits.bytes().all(|b| b.is_ascii_digit()) { "" } else { digits };
    if plain == asked && !plain.is_empty() {
        return None;
    }
    let mut number = (!plain.is_empty()).then(|| format!("{PAGE}={plain}"));
    let pairs = query.split('&').filter_map(|pair| if is_page(pair) { number.take() } else { Some(pair.to_owned()) });
    Some(pairs.collect::<Vec<_>>().join("&"))
}

/// Maximum bytes of a path; longer ones answer 414. Paths of the site have a tenth of it.
pub const MAX_PATH: usize = 2_000;

/// Appends a query, percent-encoded: headers take ASCII only, and some clients send raw bytes.
pub fn with_query(path: &str, query: &str) -> String {
    let query = percent_encoding::utf8_percent_encode(query, percent_encoding::CONTROLS);
    if query.clone().next().is_none() { path.to_owned() } else { format!("{path}?{query}") }
}

/// Whether a path names a file: a missing one answers 404 instead of a page.
pub fn is_file(path: &str) -> bool {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
    below("/assets") || below("/media") || FILE_ENDINGS.contains(&ending)
}

/// Extensions that browsers, feed readers and crawlers ask for; other slugs may hold a dot.
const FILE_ENDINGS: [&str; 22] = [
    "avif",
    "css",
    "gif",
    "ico",
    "jpeg",
    "jpg",
    "js",
    "json",
    "map",
    "mov",
    "mp4",
    "pdf",
    "png",
    "rss",
    "svg",
    "txt",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
    "xml",
];

/// The canonical path of an alias.
pub fn alias_of(path: &str) -> Option<&'static str> {
    match path {
        "/login" => Some("/auth/login"),
        "/register" => Some("/auth/register"),
        "/services/core-it-support" => Some("/services/core-it-support-services"),
        // Its links carry the brand, which is configuration; the page has one address.
        "/mwanga-consultancy" => None,
        _ if path == "/consultancy" || (path.ends_with("-consultancy") && path.rfind('/') == Some(0)) => {
            Some("/mwanga-consultancy")
        }
        _ => None,
    }
}

/// How other systems name feeds below a list of posts (WordPress `feed` and `feed/atom`, Ghost `rss`), and how we do.
const OLD_FEEDS: [(&str, &str); 8] = [
    ("/feed", "feed.xml"),
    ("/feed/rss", "feed.xml"),
    ("/feed/rss2", "feed.xml"),
    ("/feed/rdf", "feed.xml"),
    ("/feed/atom", "atom.xml"),
    ("/feed/json", "feed.json"),
    ("/rss", "feed.xml"),
    ("/rss.xml", "feed.xml"),
];

/// Our address for a feed that `path` named in another system, whether or not there is one.
pub fn feed_of(path: &str) -> Option<String> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let (list, name) = OLD_FEEDS.iter().find_map(|(end, name)| Some((path.strip_suffix(end)?, name)))?;
    // A post may be called "feed", and `/post/feed` leads there.
    (list != "/post").then(|| format!("{list}/{name}"))
}

/// Where an old spelling of a page's address redirects to.
pub fn redirect_of(path: &str, query: Option<&str>) -> Option<String> {
    // Browsers read `\` as `/`, and `//host` would be an address of somebody else.
    if path.contains('\\') {
        return None;
    }
    let target = if let Some(name) = alias_of(path) {
        name.to_owned()
    } else if let Some(rest) =
        path.strip_prefix("/post/").filter(|rest| !matches!(*rest, "" | "slug") && !rest.contains('/'))
    {
        format!("/post/slug/{rest}")
    } else if path.len() > 1 && path.ends_with('/') {
        format!("/{}", path.trim_matches('/'))
    } else {
        return None;
    };
    let target = percent_encoding::utf8_percent_encode(&target, percent_encoding::CONTROLS).to_string();
    Some(with_query(&target, query.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declared_query_parameters_are_part_of_the_cache_key() {
        let patterns = [
            PagePattern { path: "/category/:id".into(), query: vec!["page".into()], module: None, listed: vec![] },
            PagePattern { path: "/".into(), query: vec![], module: None, listed: vec![] },
        ];
        let routes = PageRoutes::new(&patterns, false).unwrap();
        let key = |path: &str, query: Option<&str>| routes.key(path, query).map(|(key, _)| key.to_string());
        assert_eq!(key("/category/ai", Some("utm_source=x&page=2&fbclid=y")).as_deref(), Some("/category/ai?page=2"));
        assert_eq!(key("/category/ai", Some("page=")).as_deref(), Some("/category/ai?page="));
        assert_eq!(key("/", Some("page=2")).as_deref(), Some("/"));
        assert_eq!(key("/nothing/here", None), None);
    }

    #[test]
    fn any_address_of_one_segment_may_be_a_page_beside_the_files_and_other_routes() {
        let page = |path: &str| PagePattern { path: path.into(), query: vec![], module: None, listed: vec![] };
        let routes =
            PageRoutes::new(&[page("/:slug"), page("/search"), page("/"), page("/post/slug/:slug")], false).unwrap();
        let is_any = |path: &str| routes.key(path, None).map(|(_, target)| target.is_any_page());
        assert_eq!(
            (is_any("/jobs"), is_any("/post"), is_any("/search"), is_any("/")),
            (Some(true), Some(true), Some(false), Some(false))
        );
        for path in ["/robots.txt", "/sitemap-posts-1.xml", "/feed.xml"] {
            assert_eq!(is_any(path), Some(false), "{path}");
        }
        for path in ["/nothing.png", "/Jobs", "/index.html", "/a/b", "/caf%C3%A9", "/jobs/"] {
            assert_eq!(is_any(path), None, "{path}");
        }
    }

    #[test]
    fn page_numbers_are_normalized_in_the_query() {
        for (query, plain) in [
            ("page=2", None),
            ("a=b&page=22", None),
            ("a=b", None),
            ("", None),
            ("page=02&a=%20", Some("page=2&a=%20")),
            ("a=+&page=%2B2", Some("a=+&page=2")),
            ("p%61ge=1", Some("")),
            ("page=&a", Some("a")),
            ("page=02&page=3", Some("page=2")),
            ("page=0", Some("")),
        ] {
            assert_eq!(normalize_page_number(query).as_deref(), plain, "{query}");
        }
    }

    #[test]
    fn developer_pages_do_not_exist_in_production() {
        let patterns = [PagePattern { path: "/_styles".into(), query: vec![], module: None, listed: vec![] }];
        let known = |production| PageRoutes::new(&patterns, production).unwrap().key("/_styles", None).is_some();
        assert!(known(false) && !known(true));
    }

    #[test]
    fn old_addresses_redirect_to_current_ones() {
        assert_eq!(redirect_of("/post/habari", None).as_deref(), Some("/post/slug/habari"));
        assert_eq!(redirect_of("/category/ai/", Some("page=2")).as_deref(), Some("/category/ai?page=2"));
        assert_eq!(redirect_of("//evil.example/", None).as_deref(), Some("/evil.example"));
        assert_eq!(redirect_of("/\\evil.example/", None), None);
        assert_eq!(redirect_of("/post/café", None).as_deref(), Some("/post/slug/caf%C3%A9"));
        assert_eq!(redirect_of("/login", None).as_deref(), Some("/auth/login"));
        assert_eq!(redirect_of("/post/slug/habari", None), None);
        assert_eq!(redirect_of("/post/slug", None), None);
        assert_eq!(
            redirect_of("/services/core-it-support", Some("a=b")).as_deref(),
            Some("/services/core-it-support-services?a=b")
        );
        for path in ["/consultancy", "/nuru-times-consultancy"] {
            assert_eq!(redirect_of(path, None).as_deref(), Some("/mwanga-consultancy"), "{path}");
        }
        for path in
            ["/mwanga-consultancy", "/services/core-it-support-services", "/a/b-consultancy", "/x-consultancy-y"]
        {
            assert_eq!(redirect_of(path, None), None, "{path}");
        }
        assert_eq!(redirect_of("/", None), None);
    }

    #[test]
    fn feeds_of_other_systems_have_an_address_here() {
        for (path, feed) in [
            ("/feed", "/feed.xml"),
            ("/feed/", "/feed.xml"),
            ("/rss/", "/feed.xml"),
            ("/rss.xml", "/feed.xml"),
            ("/feed/atom/", "/atom.xml"),
            ("/feed/rss2", "/feed.xml"),
            ("/feed/json", "/feed.json"),
            ("/category/ai/feed/", "/category/ai/feed.xml"),
            ("/tag/m-pesa/rss", "/tag/m-pesa/feed.xml"),
            ("/author/ann/feed/atom", "/author/ann/atom.xml"),
            ("/2019/04/a-story/feed/", "/2019/04/a-story/feed.xml"),
        ] {
            assert_eq!(feed_of(path).as_deref(), Some(feed), "{path}");
        }
        for path in ["/", "/feeds", "/my-feed", "/feed.xml", "/feed/x", "/post/feed", "/post/rss/", "/rss/x"] {
            assert_eq!(feed_of(path), None, "{path}");
        }
    }

    #[test]
    fn paths_of_files_are_distinguished_from_pages() {
        for path in ["/assets", "/assets/", "/media/x", "/feed.xml", "/category/ai/feed.json", "/logo.png"] {
            assert!(is_file(path), "{path}");
        }
        for path in ["/", "/assetsx", "/index.html", "/post/slug/version-2.0", "/a.png/b"] {
            assert!(!is_file(path), "{path}");
        }
    }
}
