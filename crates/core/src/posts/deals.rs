//! Deals of a post: validation, the days of their prices, and their ends.

use jiff::tz::TimeZone;
use mwanga_store::entities::post::{DealLink, Model};
use mwanga_store::types::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use super::input::text_or_null;
use crate::fold::one_line;
use crate::web_address;

pub(super) const MAX_DEALS: usize = 100;
/// Longest address of a deal in bytes.
pub const MAX_URL: usize = 2_000;
/// Longest other text of a deal in characters.
pub const MAX_TEXT: usize = 200;

/// A priced offer as an editor sends it. `price` is text: digits alone are dollars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = DealInput)]
#[serde(default)]
pub struct DealForm {
    pub url: String,
    pub cta_text: String,
    /// The store's name.
    pub label: String,
    pub product_name: String,
    pub price: String,
    /// What it is good for, in a few words: a comparison of the deals says it. Absent, the same offer keeps its words.
    #[serde(deserialize_with = "text_or_null")]
    pub best_for: Option<String>,
    /// When the offer ends. ISO 8601; without an offset it is in the publication's time zone. Empty or null takes the
    /// end away; absent, the same offer keeps its end.
    #[serde(deserialize_with = "text_or_null")]
    pub ends_at: Option<String>,
    /// True where somebody saw the price just now, though it is as before.
    pub price_checked: bool,
}

impl From<DealLink> for DealForm {
    fn from(deal: DealLink) -> Self {
        let DealLink { url, cta_text, label, product_name, price, price_seen_at: _, ends_at, best_for } = deal;
        let ends_at = Some(ends_at.map(Timestamp::iso).unwrap_or_default());
        Self { url, cta_text, label, product_name, price, best_for: Some(best_for), ends_at, price_checked: false }
    }
}

/// Normalizes and validates deals, and fills in what the post says of the same offers already: when a price was seen,
/// and an end or what it is best for that was not sent. Deals without label or address are dropped like empty rows of
/// the form.
///
/// # Errors
///
/// A message for the editor about the first invalid deal.
pub(super) fn apply(forms: Vec<DealForm>, post: &Model, zone: &TimeZone) -> Result<Vec<DealLink>, String> {
    if forms.len() > MAX_DEALS {
        return Err(format!("A post holds at most {MAX_DEALS} deals."));
    }
    let mut deals = Vec::new();
    for (number, form) in (1..).zip(forms) {
        let is_checked = form.price_checked;
        if let Some(deal) = validate(form, &post.deal_links, zone).map_err(|why| format!("Deal {number}: {why}"))? {
            deals.push(DealLink { price_seen_at: is_checked.then_some(post.updated_at), ..deal });
        }
    }
    Ok(date_prices(deals, &post.deal_links, post.updated_at))
}

fn validate(form: DealForm, before: &[DealLink], zone: &TimeZone) -> Result<Option<DealLink>, String> {
    let mut deal = DealLink {
        url: web_address::complete(&one_line(&form.url)).into_owned(),
        cta_text: one_line(&form.cta_text),
        label: one_line(&form.label),
        product_name: one_line(&form.product_name),
        price: one_line(&form.price),
        price_seen_at: None,
        ends_at: None,
        best_for: String::new(),
    };
    if deal.url.is_empty() || deal.label.is_empty() {
        return Ok(None);
    }
    if !Url::parse(&deal.url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        || deal.url.len() > MAX_URL
    {
        return Err("enter a web address that starts with https://.".into());
    }
    let same = before.iter().find(|old| old.url == deal.url);
    let same = same.or_else(|| before.iter().find(|old| is_same_offer(old, &deal)));
    deal.best_for = match form.best_for {
        None => same.map(|old| old.best_for.clone()).unwrap_or_default(),
        Some(text) => one_line(&text),
    };
    let texts = [&deal.cta_text, &deal.label, &deal.product_name, &deal.price, &deal.best_for];
    if texts.iter().any(|text| text.chars().count() > MAX_TEXT) {
        return Err(format!("keep each text under {MAX_TEXT} characters."));
    }
    deal.ends_at = match form.ends_at.as_deref().map(str::trim) {
        None => same.and_then(|old| old.ends_at),
        Some("") => None,
        Some(text) => match Timestamp::parse_in(text, zone) {
            Some(at) => Some(at),
            None => return Err("enter a date and a time for its end, such as 2026-11-30 23:59.".into()),
        },
    };
    Ok(Some(deal))
}

/// An offer is the same by its address, or by shop and product.
fn is_same_offer(one: &DealLink, other: &DealLink) -> bool {
    one.url == other.url || (one.label == other.label && one.product_name == other.product_name)
}

/// Sets when each price was seen: now, or when it was before where it is the same price of the same offer, in whatever
/// place of the list. A deal that has a day keeps it.
fn date_prices(mut deals: Vec<DealLink>, before: &[DealLink], now: Timestamp) -> Vec<DealLink> {
    for deal in &mut deals {
        if deal.price.is_empty() {
            deal.price_seen_at = None;
        } else if deal.price_seen_at.is_none() {
            let same = before.iter().find(|old| old.price == deal.price && is_same_offer(old, deal));
            deal.price_seen_at = same.map_or(Some(now), |old| old.price_seen_at);
        }
    }
    deals
}

/// When the next deal of these posts ends: what shows them is valid until then.
pub(super) fn next_end<'a>(posts: impl IntoIterator<Item = &'a Model>, now: Timestamp) -> Option<Timestamp> {
    posts.into_iter().flat_map(|post| &post.deal_links).filter_map(|deal| deal.ends_at).filter(|at| *at > now).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post_with(deals: Vec<DealLink>) -> Model {
        Model { deal_links: deals, ..super::super::save::empty_post(Timestamp(10), None) }
    }

    fn nairobi() -> TimeZone {
        TimeZone::posix("EAT-3").unwrap()
    }

    #[test]
    fn a_price_is_dated_when_it_comes_or_changes_and_keeps_its_day_otherwise() {
        let deal = |url: &str, price: &str, seen: Option<i64>| DealLink {
            url: url.into(),
            label: "Shop".into(),
            product_name: format!("Product of {url}"),
            price: price.into(),
            price_seen_at: seen.map(Timestamp),
            ..DealLink::default()
        };
        let before = [deal("a", "9", Some(1)), deal("b", "9", Some(2)), deal("c", "9", None), deal("d", "", None)];
        let sent = vec![
            deal("b", "9", Some(77)), // moved, and with a day of its own
            deal("a", "8", None),     // cheaper
            deal("c", "9", None),     // as before, and nobody knows since when
            deal("d", "5", None),     // had none
            deal("e", "5", None),     // new
            deal("f", "", Some(77)),  // without one
        ];
        let seen: Vec<_> = date_prices(validated(sent), &before, Timestamp(10))
            .iter()
            .map(|link| link.price_seen_at.map(|at| at.0))
            .collect();
        assert_eq!(seen, [Some(2), Some(10), None, Some(10), Some(10), None]);
        let moved = DealLink { url: "https://elsewhere.example.com".into(), ..deal("b", "9", None) };
        assert_eq!(date_prices(vec![moved], &before, Timestamp(10))[0].price_seen_at, Some(Timestamp(2)));
    }

    /// As [`validate`] leaves them.
    fn validated(links: Vec<DealLink>) -> Vec<DealLink> {
        links.into_iter().map(|link| DealLink { price_seen_at: None, ..link }).collect()
    }

    #[test]
    fn incomplete_deals_are_dropped_and_invalid_urls_reported() {
        let deal = |label: &str, url: &str| DealForm { label: label.into(), url: url.into(), ..DealForm::default() };
        let post = post_with(Vec::new());
        let forms =
            vec![deal("", "https://a.example.com"), deal("Shop", " "), deal(" Shop ", "https://a.example.com/x")];
        let deals = apply(forms, &post, &nairobi()).unwrap();
        assert_eq!(deals.iter().map(|deal| deal.url.as_str()).collect::<Vec<_>>(), ["https://a.example.com/x"]);
        for url in ["javascript:alert(1)", "localhost", "ftp://shop.example.com", "a good lamp"] {
            let error = apply(vec![deal("Shop", ""), deal("Shop", url)], &post, &nairobi()).unwrap_err();
            assert!(error.starts_with("Deal 2:"), "{url}: {error}");
        }
    }

    #[test]
    fn an_address_without_its_scheme_is_completed_and_is_the_same_offer() {
        let form = |url: &str| DealForm { label: "Shop".into(), url: url.into(), ..DealForm::default() };
        let before = apply(vec![form("jumia.co.ke/x")], &post_with(Vec::new()), &nairobi()).unwrap();
        assert_eq!(before[0].url, "https://jumia.co.ke/x");
        let kept = DealLink { best_for: "Long rains".into(), ..before[0].clone() };
        let again = apply(vec![form(" jumia.co.ke/x ")], &post_with(vec![kept.clone()]), &nairobi()).unwrap();
        assert_eq!(again, [kept]);
    }

    #[test]
    fn a_price_that_somebody_saw_again_is_dated_anew() {
        let before = DealLink {
            url: "https://a.example.com".into(),
            label: "Shop".into(),
            price: "9".into(),
            price_seen_at: Some(Timestamp(1)),
            ..DealLink::default()
        };
        let post = post_with(vec![before.clone()]);
        let seen = |price: &str, price_checked: bool| {
            let form = DealForm { price: price.into(), price_checked, ..DealForm::from(before.clone()) };
            apply(vec![form], &post, &nairobi()).unwrap()[0].price_seen_at
        };
        assert_eq!(seen("9", false), Some(Timestamp(1)));
        assert_eq!(seen("9", true), Some(Timestamp(10)));
        assert_eq!(seen("", true), None);
    }

    #[test]
    fn an_end_is_read_in_the_zone_kept_where_it_is_absent_and_taken_away_where_it_is_empty() {
        let before = DealLink {
            url: "https://a.example.com".into(),
            label: "Shop".into(),
            ends_at: Some(Timestamp(5)),
            ..DealLink::default()
        };
        let post = post_with(vec![before.clone()]);
        let end = |ends_at: Option<&str>| {
            let form = DealForm { ends_at: ends_at.map(str::to_owned), ..DealForm::from(before.clone()) };
            apply(vec![form], &post, &nairobi()).map(|deals| deals[0].ends_at)
        };
        assert_eq!(end(None), Ok(Some(Timestamp(5))));
        assert_eq!(end(Some("")), Ok(None));
        assert_eq!(end(Some("2026-11-30T23:59")), Ok(Timestamp::parse("2026-11-30T20:59:00Z")));
        assert_eq!(end(Some("2026-11-30T23:59:00Z")), Ok(Timestamp::parse("2026-11-30T23:59:00Z")));
        assert!(end(Some("soon")).unwrap_err().starts_with("Deal 1: enter a date"));
    }

    #[test]
    fn what_it_is_best_for_is_kept_where_it_is_absent_and_taken_away_where_it_is_empty() {
        let before = DealLink {
            url: "https://a.example.com".into(),
            label: "Shop".into(),
            best_for: "Long rains".into(),
            ..DealLink::default()
        };
        let post = post_with(vec![before.clone()]);
        let best_for = |sent: serde_json::Value| {
            let mut form = serde_json::json!({ "url": before.url, "label": before.label });
            form.as_object_mut().unwrap().extend(sent.as_object().unwrap().clone());
            apply(vec![serde_json::from_value(form).unwrap()], &post, &nairobi()).unwrap()[0].best_for.clone()
        };
        assert_eq!(best_for(serde_json::json!({})), "Long rains");
        assert_eq!(best_for(serde_json::json!({ "best_for": "Short  rains" })), "Short rains");
        assert_eq!(best_for(serde_json::json!({ "best_for": "" })), "");
        assert_eq!(best_for(serde_json::json!({ "best_for": null })), "");
    }

    #[test]
    fn the_next_end_is_the_first_that_lies_ahead() {
        let deal = |end: i64| DealLink { ends_at: Some(Timestamp(end)), ..DealLink::default() };
        let posts = [post_with(vec![deal(5), deal(30)]), post_with(vec![deal(20), DealLink::default()])];
        assert_eq!(next_end(&posts, Timestamp(10)), Some(Timestamp(20)));
        assert_eq!(next_end(&posts, Timestamp(20)), Some(Timestamp(30)));
        assert_eq!(next_end(&posts, Timestamp(30)), None);
    }
}
