//! Links of an export to its own site: a whole address is compared with those that the export itself names.

use std::collections::HashMap;

use url::Url;

use super::spelling::percent_decode;

/// What an address of the other site shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// By its number there.
    Post(u64),
    Page(u64),
    /// The page that WordPress makes for a file.
    Attachment(u64),
    /// By its name there.
    Category(String),
    Tag(String),
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// To another site, to a file or the front page of theirs, or nowhere.
    Other,
    /// To something of theirs that is here now.
    Here(String),
    /// To the page of a file: the address of the file, which has no page here.
    File(String),
    /// To an address of theirs that nothing here has.
    Missing,
}

/// Addresses of the other site, and where their content is here.
#[derive(Debug, Default)]
pub struct SiteLinks {
    site: Option<Url>,
    /// By the key of an address; none where two things have it.
    targets: HashMap<String, Option<Target>>,
    /// Addresses that things had before; others may have them now.
    former: Vec<(String, Target)>,
    /// Paths here.
    paths: HashMap<Target, String>,
}

/// Parameters of WordPress itself and of those who count visits: they say nothing to a post here.
const IGNORED_PARAMETERS: [&str; 14] = [
    "amp",
    "attachment_id",
    "cat",
    "fbclid",
    "gclid",
    "noamp",
    "p",
    "page",
    "page_id",
    "preview",
    "print",
    "replytocom",
    "share",
    "tag",
];

/// What readers find at the end of an address of a post beside the post itself.
const VARIANTS: [&str; 3] = ["amp", "embed", "trackback"];

impl SiteLinks {
    pub fn set_site(&mut self, address: &str) {
        self.site = Url::parse(address).ok();
    }

    /// Adds the address that the export says a thing has.
    pub fn add(&mut self, address: &str, target: &Target) {
        if let Some(url) = self.absolute(address, "")
            && self.is_own(&url)
            && let Some(key) = self.key(&url)
        {
            self.add_key(key, target);
        }
    }

    /// Adds an address that a thing had before.
    pub fn add_former(&mut self, address: &str, target: &Target) {
        self.former.push((address.to_owned(), target.clone()));
    }

    /// Adds the address without a path, `?p=12`.
    pub fn add_parameter(&mut self, parameter: &str, value: &str, target: &Target) {
        self.add_key(parameter_key(parameter, value), target);
    }

    /// Gives the former addresses to those who had them, where nothing has them now.
    pub fn finish(&mut self) {
        let former = std::mem::take(&mut self.former);
        let key_of = |address: &str| self.key(&self.absolute(address, "").filter(|url| self.is_own(url))?);
        let vacant: Vec<(String, Target)> = former
            .into_iter()
            .filter_map(|(address, target)| Some((key_of(&address)?, target)))
            .filter(|(key, _)| !self.targets.contains_key(key))
            .collect();
        for (key, target) in vacant {
            self.add_key(key, &target);
        }
    }

    /// Adds the list of a category or tag: `category/parent/child`, below the site.
    pub fn add_list(&mut self, path: &str, target: &Target) {
        if let Some(site) = &self.site
            && let Some(key) = path_key(&format!("{}/{path}", site.path()))
        {
            self.add_key(key, target);
        }
    }

    fn add_key(&mut self, key: String, target: &Target) {
        let known = self.targets.entry(key).or_insert_with(|| Some(target.clone()));
        if known.as_ref() != Some(target) {
            *known = None;
        }
    }

    /// Sets where a thing is here.
    pub fn set_path(&mut self, target: Target, path: String) {
        self.paths.insert(target, path);
    }

    /// Where `link` leads that stands in the text of `own`, which has the address `base` there.
    pub fn resolve(&self, link: &str, base: &str, own: Option<&Target>) -> Link {
        let link = link.trim();
        if link.is_empty() || link.starts_with('#') {
            return Link::Other;
        }
        let Some(url) = self.absolute(link, base).filter(|url| self.is_own(url)) else { return Link::Other };
        if self.is_front_or_file(&url) {
            return Link::Other;
        }
        let Some((target, is_feed)) = self.target_of(&url) else { return Link::Missing };
        let Some(path) = self.paths.get(target) else { return Link::Missing };
        if matches!(target, Target::Attachment(_)) {
            return Link::File(path.clone());
        }
        let fragment =
            url.fragment().filter(|part| !is_of_comments(part)).map_or_else(String::new, |part| format!("#{part}"));
        if own == Some(target) && !fragment.is_empty() {
            return Link::Here(fragment);
        }
        if is_feed && matches!(target, Target::Category(_) | Target::Tag(_)) {
            return Link::Here(format!("{path}/feed/"));
        }
        Link::Here(format!("{path}{}{fragment}", query_of(&url)))
    }

    /// The target of an address, and whether the address is that of its feed.
    fn target_of(&self, url: &Url) -> Option<(&Target, bool)> {
        let mut key = self.key(url)?;
        let mut is_feed = false;
        // Page 2 of the comments of the AMP variant is the longest there is.
        for _ in 0..4 {
            if let Some(found) = self.targets.get(&key) {
                return found.as_ref().map(|target| (target, is_feed));
            }
            let (rest, last) = key.rsplit_once('/')?;
            let is_number =
                |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            let rest = match last {
                _ if VARIANTS.contains(&last) => rest,
                "feed" => {
                    is_feed = true;
                    rest
                }
                "atom" | "rdf" | "rss" | "rss2" if rest.ends_with("/feed") => {
                    is_feed = true;
                    rest.strip_suffix("/feed")?
                }
                _ if last.strip_prefix("comment-page-").is_some_and(is_number) => rest,
                _ if is_number(last) => match rest.strip_suffix("/page") {
                    Some(list) => list,
                    // Page 2 of a long post; below anything else a number is an address of its own.
                    None if matches!(self.targets.get(rest), Some(Some(Target::Post(_)))) => rest,
                    None => return None,
                },
                _ => return None,
            };
            key = rest.to_owned();
        }
        None
    }

    /// Absolute http(s) URL of a link in a text with the address `base`.
    pub fn absolute(&self, link: &str, base: &str) -> Option<Url> {
        let link = link.trim();
        let url = match Url::parse(link) {
            Ok(url) => url,
            Err(_) => {
                let mut site = self.site.clone()?;
                if !site.path().ends_with('/') {
                    site.set_path(&format!("{}/", site.path()));
                }
                Url::parse(base).ok().filter(|base| self.is_own(base)).unwrap_or(site).join(link).ok()?
            }
        };
        (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
    }

    /// Whether an address is on the host of their site, with or without `www.` and encryption.
    fn is_own(&self, url: &Url) -> bool {
        let host = |url: &Url| {
            url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host).trim_end_matches('.').to_owned())
        };
        self.site.as_ref().is_some_and(|site| host(site) == host(url) && site.port() == url.port())
    }

    /// Whether an address is that of their front page, with any query.
    fn is_front(&self, url: &Url) -> bool {
        let path = path_key(url.path());
        path.is_none() || path == self.site.as_ref().and_then(|site| path_key(site.path()))
    }

    fn is_front_or_file(&self, url: &Url) -> bool {
        let is_file = |path: String| path.split('/').any(|part| matches!(part, "wp-content" | "wp-includes"));
        (self.is_front(url) && query_key(url).is_none()) || path_key(url.path()).is_some_and(is_file)
    }

    /// What two spellings of one address have in common.
    fn key(&self, url: &Url) -> Option<String> {
        if self.is_front(url) { query_key(url) } else { path_key(url.path()) }
    }
}

/// `?p=12` of an address without a path.
fn query_key(url: &Url) -> Option<String> {
    url.query_pairs()
        .find(|(name, value)| matches!(&**name, "attachment_id" | "cat" | "p" | "page_id" | "tag") && !value.is_empty())
        .map(|(name, value)| parameter_key(&name, &value))
}

fn parameter_key(parameter: &str, value: &str) -> String {
    format!("?{parameter}={}", percent_decode(value).to_lowercase())
}

/// A path without slashes around it, decoded, in small letters: slugs of WordPress have no others.
fn path_key(path: &str) -> Option<String> {
    let parts: Vec<String> = path
        .split('/')
        .filter(|part| !part.is_empty() && *part != "index.php")
        // A slash that is part of a name divides nothing.
        .map(|part| percent_decode(part).replace('/', "%2f").to_lowercase())
        .collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The query of an address as it counts here, with its `?`.
fn query_of(url: &Url) -> String {
    let kept: Vec<&str> = url
        .query()
        .unwrap_or_default()
        .split('&')
        .filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            !name.is_empty() && !name.starts_with("utm") && !IGNORED_PARAMETERS.contains(&name)
        })
        .collect();
    if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) }
}

/// Whether a part of a post is about its comments, which stay behind, or is where its beginning ends in lists.
fn is_of_comments(part: &str) -> bool {
    part.is_empty() || part == "respond" || part.starts_with("comment") || part.starts_with("more-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(site: &str) -> SiteLinks {
        let mut links = SiteLinks::default();
        links.set_site(site);
        links
    }

    fn sample() -> SiteLinks {
        let mut links = links("https://old.example");
        for (number, address) in [
            (1, "https://old.example/2020/01/android/"),
            (2, "https://old.example/2020/02/%ce%b5%cf%80/"),
            (3, "https://old.example/?p=3"),
            (4, "https://old.example/archives/4"),
        ] {
            links.add(address, &Target::Post(number));
            links.add_parameter("p", &number.to_string(), &Target::Post(number));
            links.set_path(Target::Post(number), format!("/post/slug/{number}"));
        }
        links.add("https://old.example/team/android/", &Target::Page(5));
        links.add_parameter("page_id", "5", &Target::Page(5));
        links.set_path(Target::Page(5), "/android".into());
        let category = Target::Category("android".into());
        links.add_list("category/tech/android", &category);
        links.set_path(category, "/category/android".into());
        links.add_former("https://old.example/2020/01/robots", &Target::Post(1));
        links.add_former("https://old.example/2020/01/android", &Target::Post(4));
        links.finish();
        links.add("https://old.example/2020/01/android/robot/", &Target::Attachment(6));
        links.add_parameter("attachment_id", "6", &Target::Attachment(6));
        links.set_path(Target::Attachment(6), "https://old.example/wp-content/uploads/robot.png".into());
        // In the export, but not here.
        links.add("https://old.example/2020/03/gone/", &Target::Post(9));
        links
    }

    #[test]
    fn a_link_leads_to_the_thing_that_has_its_whole_address() {
        let links = sample();
        for (link, path) in [
            ("https://old.example/2020/01/android/", "/post/slug/1"),
            ("http://www.old.example/2020/01/android?utm_source=x&fbclid=1", "/post/slug/1"),
            ("//old.example/2020/01/android/", "/post/slug/1"),
            ("https://OLD.example:443//2020/01/Android/", "/post/slug/1"),
            ("/2020/01/android/#History", "/post/slug/1#History"),
            ("/2020/01/android/#comment-7", "/post/slug/1"),
            ("/2020/01/android/?colour=red&amp=1#x", "/post/slug/1?colour=red#x"),
            ("/2020/01/android/amp/", "/post/slug/1"),
            ("/2020/01/android/2/", "/post/slug/1"),
            ("/2020/01/android/comment-page-2/#comments", "/post/slug/1"),
            ("/2020/01/android/feed/", "/post/slug/1"),
            ("/index.php/2020/01/android/", "/post/slug/1"),
            ("/2020/01/android/?p=3", "/post/slug/1"),
            ("/2020/01/robots/", "/post/slug/1"),
            ("/2020/02/%CE%B5%CF%80/", "/post/slug/2"),
            ("/2020/02/\u{3b5}\u{3c0}", "/post/slug/2"),
            ("/?p=1", "/post/slug/1"),
            ("https://old.example/index.php?preview=true&p=3", "/post/slug/3"),
            ("/archives/4", "/post/slug/4"),
            ("/team/android/", "/android"),
            ("/?page_id=5", "/android"),
            ("/category/tech/android/", "/category/android"),
            ("/category/tech/android/page/3/", "/category/android"),
            ("/category/tech/android/feed/atom/", "/category/android/feed/"),
        ] {
            assert_eq!(links.resolve(link, "", None), Link::Here(path.into()), "{link}");
        }
    }

    #[test]
    fn a_link_to_what_is_not_here_leads_nowhere_else() {
        let links = sample();
        for link in [
            "https://old.example/2024/07/android/",
            "/android/",
            "/event/android/",
            "/android",
            "/author/android/",
            "/tag/android/",
            "/2020/01/android/gallery/",
            "/2020/01/",
            "/team/android/7/",
            "/archives/5",
            "/?p=77",
            "/?cat=4",
            "/2020/03/gone/",
            "/2020%2F01/android/",
            "/wp-login.php",
        ] {
            assert_eq!(links.resolve(link, "", None), Link::Missing, "{link}");
        }
        for link in [
            "https://other.example/2020/01/android/",
            "https://old.example:8080/2020/01/android/",
            "https://shop.old.example/2020/01/android/",
            "https://old.example/",
            "https://old.example/?utm_source=x",
            "/wp-content/uploads/2020/01/android.pdf",
            "mailto:a@b.example",
            "#x",
            "",
        ] {
            assert_eq!(links.resolve(link, "", None), Link::Other, "{link}");
        }
    }

    #[test]
    fn a_link_to_the_page_of_a_file_leads_to_the_file() {
        let links = sample();
        for link in ["/2020/01/android/robot/", "https://old.example/?attachment_id=6"] {
            let file = "https://old.example/wp-content/uploads/robot.png".to_owned();
            assert_eq!(links.resolve(link, "", None), Link::File(file), "{link}");
        }
    }

    #[test]
    fn a_relative_link_begins_at_the_post_it_stands_in() {
        let links = sample();
        let resolve = |link| links.resolve(link, "https://old.example/2020/01/android/", Some(&Target::Post(1)));
        assert_eq!(resolve("../../02/%ce%b5%cf%80/"), Link::Here("/post/slug/2".into()));
        assert_eq!(resolve("team/android/"), Link::Missing);
        assert_eq!(resolve("https://old.example/2020/01/android/#part"), Link::Here("#part".into()));
    }

    #[test]
    fn an_address_that_two_things_have_leads_to_neither() {
        let mut links = sample();
        links.add("https://old.example/2020/01/android/", &Target::Page(5));
        assert_eq!(links.resolve("/2020/01/android/", "", None), Link::Missing);
    }

    #[test]
    fn a_site_below_a_folder_has_its_lists_there() {
        let mut links = links("https://old.example/blog");
        links.add_list("tag/solar", &Target::Tag("solar".into()));
        links.set_path(Target::Tag("solar".into()), "/tag/solar".into());
        assert_eq!(links.resolve("/blog/tag/solar/", "", None), Link::Here("/tag/solar".into()));
        assert_eq!(links.resolve("https://old.example/blog/", "", None), Link::Other);
        assert_eq!(links.resolve("/tag/solar/", "", None), Link::Missing);
    }
}
