//! Referrers by host, in a bounded number of rows a day.

use std::cmp::Reverse;
use std::collections::HashMap;

use mwanga_store::entities::analytics_referrer_day::Model;
use url::Url;

/// Hosts kept for a past day; the others are one row with an empty host.
pub const CLOSED_DAY_HOSTS: usize = 50;
/// Hosts kept for the current day: more than [`CLOSED_DAY_HOSTS`], because the ranking may still change.
pub const OPEN_DAY_HOSTS: usize = 100;

/// Maximum length of a stored host; DNS allows 253.
const MAX_HOST_BYTES: usize = 100;

/// Host of a referrer, without `www.`. None for our own pages and for hosts that are not public names.
pub fn referrer_host(text: &str, own: &str) -> Option<String> {
    let parse = |text: &str| Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = parse(text).or_else(|| parse(&format!("https://{text}")))?;
    let normalized =
        |url: &Url| url.domain().map(|host| host.trim_end_matches('.').trim_start_matches("www.").to_ascii_lowercase());
    let host = normalized(&url)?;
    let is_public_name = host.len() <= MAX_HOST_BYTES && host.contains('.') && !host.ends_with(".localhost");
    (is_public_name && Url::parse(own).ok().and_then(|own| normalized(&own)).as_ref() != Some(&host)).then_some(host)
}

/// Merges new counts into the rows of a day: counts to add and rows to delete, so that the top `max_hosts` hosts keep a
/// row. The empty host stands for all others.
pub fn merge_top(
    stored: &[Model],
    new_counts: &HashMap<String, i64>,
    max_hosts: usize,
) -> (Vec<(String, i64)>, Vec<String>) {
    let stored_counts: HashMap<&str, i64> = stored.iter().map(|row| (row.host.as_str(), row.count)).collect();
    let mut others = new_counts.get("").copied().unwrap_or(0);
    let new_hosts =
        new_counts.keys().map(String::as_str).filter(|host| !host.is_empty() && !stored_counts.contains_key(host));
    let mut all: Vec<(&str, i64, i64)> = stored_counts
        .iter()
        .map(|(host, count)| (*host, *count, new_counts.get(*host).copied().unwrap_or(0)))
        .chain(new_hosts.map(|host| (host, 0, new_counts[host])))
        .collect();
    // Of equal counts the newer host stays, so that a flood of hosts with one visit each does not block new ones.
    all.sort_unstable_by_key(|(host, stored, added)| (Reverse(stored + added), *stored, *host));
    let (mut add, mut removed) = (Vec::new(), Vec::new());
    for (rank, (host, stored, added)) in all.into_iter().enumerate() {
        if rank < max_hosts {
            if added > 0 {
                add.push((host.to_owned(), added));
            }
            continue;
        }
        others += stored + added;
        if stored > 0 {
            removed.push(host.to_owned());
        }
    }
    if others > 0 {
        add.push((String::new(), others));
    }
    (add, removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_host_names_of_other_sites_are_referrers() {
        let host = |text| referrer_host(text, "https://www.mwanga.example");
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
        let stored = [row("a", 9), row("b", 2), row("c", 1)];
        let new_counts =
            HashMap::from([("b".to_owned(), 1), ("d".to_owned(), 1), ("e".to_owned(), 4), (String::new(), 5)]);
        let (mut add, removed) = merge_top(&stored, &new_counts, 3);
        add.sort();
        // d and c are out: 1 each, and 5 were nameless before.
        assert_eq!(add, [(String::new(), 7), ("b".to_owned(), 1), ("e".to_owned(), 4)]);
        assert_eq!(removed, ["c"]);
        assert_eq!(merge_top(&stored, &HashMap::new(), 3), (vec![], vec![]));
        assert_eq!(
            merge_top(&stored, &HashMap::from([("z".to_owned(), 1)]), 3),
            (vec![("z".to_owned(), 1), (String::new(), 1)], vec!["c".to_owned()])
        );
    }
}
