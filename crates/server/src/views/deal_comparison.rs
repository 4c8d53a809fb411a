//! The comparison of a post's deals, drawn where its text has the place for one. Prices and ends are those of the deals
//! when it is drawn; nothing of them is in the text.

use mwanga_core::html;
use mwanga_core::settings::Settings;
use mwanga_store::types::Timestamp;
use unicode_script::{Script, UnicodeScript};

use super::DealView;
use crate::documents::escape;

/// How a place for a comparison is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    Table,
    /// Plain text with links, for programs that have no styles of ours.
    List,
}

/// A delivered text with the comparison of these deals.
pub(super) fn with_comparison(text: &str, deals: &[DealView], settings: &Settings, drawn: Drawn) -> String {
    let draw = || match (deals, drawn) {
        ([], _) => String::new(),
        (_, Drawn::Table) => table(deals, settings),
        (_, Drawn::List) => list(deals, settings),
    };
    html::with_deals(text, draw)
}

const DISCLOSURE: &str = "We may earn a commission when you buy through these links.";

fn title(deals: &[DealView]) -> &'static str {
    if deals.len() == 1 { "The deal" } else { "The deals compared" }
}

fn disclosure(deals: &[DealView]) -> Option<&'static str> {
    deals.iter().any(|deal| !deal.expired).then_some(DISCLOSURE)
}

/// The roles are those of the elements: on phones rows are drawn as cards, and browsers would forget the table.
fn table(deals: &[DealView], settings: &Settings) -> String {
    let says_best = deals.iter().any(|deal| !deal.best_for.is_empty());
    let columns = ["Product", "Best for", "Price", "Shop"].into_iter().filter(|name| says_best || *name != "Best for");
    let head: String = columns.map(|name| format!("<th scope=\"col\" role=\"columnheader\">{name}</th>")).collect();
    let note = disclosure(deals).map(|text| format!(" <span>{text}</span>")).unwrap_or_default();
    let rows: String = deals.iter().map(|deal| row(deal, says_best, settings)).collect();
    format!(
        "<table role=\"table\" aria-labelledby=\"deals-compared\">\
         <caption><strong id=\"deals-compared\">{}</strong>{note}</caption>\
         <thead role=\"rowgroup\"><tr role=\"row\">{head}</tr></thead><tbody role=\"rowgroup\">{rows}</tbody></table>",
        title(deals)
    )
}

/// Rows stand in the order of the deals: clicks name one by its place.
fn row(deal: &DealView, says_best: bool, settings: &Settings) -> String {
    let cell = |label: &str, inside: &str| format!("<td role=\"cell\" data-label=\"{label}\">{inside}</td>");
    let best = if says_best { cell("Best for", &escape(&deal.best_for)) } else { String::new() };
    let shop = escape(&deal.label);
    let button = if deal.expired {
        String::new()
    } else {
        format!(
            " <a href=\"{}\" target=\"_blank\" rel=\"sponsored nofollow noopener\" class=\"compared-link\">{} \
             <span class=\"sr-only\">{} (opens in a new tab)</span></a>",
            escape(&deal.url),
            escape(action(deal)),
            offer(deal)
        )
    };
    format!(
        "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">{}</th>{best}{}{}</tr>",
        escape(product(deal)),
        cell("Price", &price(deal, settings)),
        cell("Shop", &format!("<span>{shop}</span>{button}")),
    )
}

fn price(deal: &DealView, settings: &Settings) -> String {
    let said = |before: &str, at: Timestamp, shown: String| {
        format!("<span>{before} <time datetime=\"{}\">{shown}</time></span>", at.iso())
    };
    let mut parts = Vec::new();
    if deal.expired {
        parts.extend(deal.ends_at.map(|at| said("Expired on", at, settings.short_date(at))));
        return parts.concat();
    }
    if !deal.price.is_empty() {
        parts.push(format!("<strong>{}</strong>", escape(&price_text(&deal.price))));
        parts.extend(deal.price_seen_at.map(|at| said("Price seen on", at, settings.short_date(at))));
    }
    let moment = |at: Timestamp| format!("{}, {}", settings.short_date(at), settings.clock_time(at));
    parts.extend(deal.ends_at.map(|at| said("Ends on", at, moment(at))));
    parts.join(" ")
}

fn list(deals: &[DealView], settings: &Settings) -> String {
    let note = disclosure(deals).map(|text| format!("<p>{text}</p>")).unwrap_or_default();
    let items: String = deals.iter().map(|deal| format!("<li>{}</li>", item(deal, settings))).collect();
    format!("<p><strong>{}</strong></p>{note}<ul>{items}</ul>", title(deals))
}

fn item(deal: &DealView, settings: &Settings) -> String {
    let mut out = match deal.expired {
        true => offer(deal),
        false => format!("<a href=\"{}\" rel=\"sponsored nofollow noopener\">{}</a>", escape(&deal.url), offer(deal)),
    };
    if deal.expired {
        let on = deal.ends_at.map(|at| format!(" on {}", settings.short_date(at))).unwrap_or_default();
        out.push_str(&format!(": expired{on}"));
    } else if !deal.price.is_empty() {
        let seen = deal.price_seen_at.map(|at| format!(" (price seen on {})", settings.short_date(at)));
        out.push_str(&format!(": {}{}", escape(&price_text(&deal.price)), seen.unwrap_or_default()));
    }
    if !deal.best_for.is_empty() {
        out.push_str(&format!(". Best for: {}", escape(&deal.best_for)));
    }
    out
}

/// What the button says, as the site's `dealText` has it.
fn action(deal: &DealView) -> &str {
    [deal.cta_text.trim(), deal.label.trim()].into_iter().find(|text| !text.is_empty()).unwrap_or("Learn More")
}

/// What is offered; a deal without the name of a product is its shop's.
fn product(deal: &DealView) -> &str {
    if deal.product_name.is_empty() { &deal.label } else { &deal.product_name }
}

/// Product and shop, escaped.
fn offer(deal: &DealView) -> String {
    let shop = escape(&deal.label);
    if deal.product_name.is_empty() { shop } else { format!("{} at {shop}", escape(&deal.product_name)) }
}

/// A deal's price as the site's `priceText` writes it: "$" goes before the number only where no currency is written.
fn price_text(price: &str) -> String {
    match price.find(|letter: char| letter.is_ascii_digit()) {
        Some(at) if !has_currency(price) => format!("{}${}", &price[..at], &price[at..]),
        _ => price.to_owned(),
    }
}

const CURRENCIES: [&str; 9] = ["birr", "naira", "franc", "francs", "dinar", "dinars", "dirham", "dirhams", "rand"];

fn has_currency(price: &str) -> bool {
    let is_sign = |letter| matches!(letter, '$' | '¢'..='¥' | '\u{20a0}'..='\u{20cf}');
    let is_word = |word: &str| {
        let shilling = word.trim_start_matches(['K', 'k', 'T', 't', 'U', 'u']).to_ascii_lowercase();
        (word.len() == 3 && word.bytes().all(|letter| letter.is_ascii_uppercase()))
            || (word.len() - shilling.len() < 2
                && (matches!(shilling.as_str(), "sh" | "shs") || shilling.starts_with("shil")))
            || CURRENCIES.contains(&word.to_lowercase().as_str())
    };
    // A word of another script says a currency, too: "1,200 جنيه", "900 ብር".
    let is_of_another_script = |letter: char| letter.is_alphabetic() && letter.script() != Script::Latin;
    price.contains(is_sign)
        || price.contains(is_of_another_script)
        || price.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_without_a_currency_is_in_dollars() {
        for (price, text) in [
            ("300", "$300"),
            ("from 17.50", "from $17.50"),
            ("KES 6,900", "KES 6,900"),
            ("KSh 4,500", "KSh 4,500"),
            ("4,500 shillings", "4,500 shillings"),
            ("€20", "€20"),
            ("₦ 900", "₦ 900"),
            ("20 a month", "$20 a month"),
            ("free", "free"),
            ("1,200 جنيه", "1,200 جنيه"),
            ("900 ብር", "900 ብር"),
            ("900 Birr", "900 Birr"),
            ("shilingi 900", "shilingi 900"),
            ("kuɗi 20", "kuɗi $20"),
        ] {
            assert_eq!(price_text(price), text);
        }
    }
}
