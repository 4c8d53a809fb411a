//! Where readers come from, by host, in a bounded number of rows a day.

use std::cmp::Reverse;
use std::collections::HashMap;

use mwanga_store::entities::analytics_referrer_day::Model;
use url::Url;

/// Hosts of a day that is over; the rest is one nameless count.
pub const KEPT: usize = 50;
/// Hosts of a day that goes on: some more, because who comes late may still overtake.
pub const CANDIDATES: usize = 100;

/// The longest name that is kept; a host name may have 253.
const LONGEST: usize = 100;

/// The host of a page that led here, without `www.`. None for our own pages and for what is no public name.
pub fn host(text: &str, own: &str) -> Option<String> {
    let parse = |text: &str| Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = parse(text).or_else(|| parse(&format!("https://{text}")))?;
    let bare =
        |url: &Url| url.domain().map(|host| host.trim_end_matches('.').trim_start_matches("www.").to_ascii_lowercase());
    let host = bare(&url)?;
    let named = host.len() <= LONGEST && host.contains('.') && !host.ends_with(".localhost");
    (named && Url::parse(own).ok().and_then(|own| bare(&own)).as_ref() != Some(&host)).then_some(host)
}

/// What to add to which row of a day, and which rows to take away, so that the `most` counted hosts have one each. The
/// empty host is the rest.
pub fn settle(held: &[Model], fresh: &HashMap<String, i64>, most: usize) -> (Vec<(String, i64)>, Vec<String>) {
    let known: HashMap<&str, i64> = held.iter().map(|row| (row.host.as_str(), row.count)).collect();
    let mut rest = fresh.get("").copied().unwrap_or(0);
    let newcomers = fresh.keys().map(String::as_str).filter(|host| !host.is_empty() && !known.contains_key(host));
    let mut all: Vec<(&str, i64, i64)> = known
        .iter()
        .map(|(host, count)| (*host, *count, fresh.get(*host).copied().unwrap_or(0)))
        .chain(newcomers.map(|host| (host, 0, fresh[host])))
        .collect();
    // Of two that are equal the newer one stays: an old flood of hosts that came once each does not keep everybody else
    // out.
    all.sort_unstable_by_key(|(host, held, added)| (Reverse(held + added), *held, *host));
    let (mut add, mut gone) = (Vec::new(), Vec::new());
    for (place, (host, held, added)) in all.into_iter().enumerate() {
        if place < most {
            if added > 0 {
                add.push((host.to_owned(), added));
            }
            continue;
        }
        rest += held + added;
        if held > 0 {
            gone.push(host.to_owned());
        }
    }
    if rest > 0 {
        add.push((String::new(), rest));
    }
    (add, gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_host_names_of_other_sites_are_referrers() {
        let host = |text| host(text, "https://www.mwanga.example");
        for (text, name) in [
            ("https://www.Search.example/path?q=1", Some("search.example")),
            ("search.example", Some("search.example")),
            ("http://news.example:8080/", Some("news.example")),
            ("https://mwanga.example/post/slug/x", None),
            ("https://www.mwanga.example/", None),
            ("android-app://com.example.reader/", None),
            ("https://192.0.2.1/", None),
            ("http://localhost:3000/", None),
            ("javascript:alert(1)", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(host(text).as_deref(), name, "{text}");
        }
        assert_eq!(host(&format!("https://{}.example", "a.".repeat(60))), None);
    }

    fn row(host: &str, count: i64) -> Model {
        Model { day: "2026-11-20".into(), host: host.into(), count }
    }

    #[test]
    fn rare_referrers_are_merged_into_the_rest_without_losing_counts() {
        let held = [row("a", 9), row("b", 2), row("c", 1)];
        let fresh = HashMap::from([("b".to_owned(), 1), ("d".to_owned(), 1), ("e".to_owned(), 4), (String::new(), 5)]);
        let (mut add, gone) = settle(&held, &fresh, 3);
        add.sort();
        // d and c are out: 1 each, and 5 were nameless before.
        assert_eq!(add, [(String::new(), 7), ("b".to_owned(), 1), ("e".to_owned(), 4)]);
        assert_eq!(gone, ["c"]);
        assert_eq!(settle(&held, &HashMap::new(), 3), (vec![], vec![]));
        assert_eq!(
            settle(&held, &HashMap::from([("z".to_owned(), 1)]), 3),
            (vec![("z".to_owned(), 1), (String::new(), 1)], vec!["c".to_owned()])
        );
    }
}
