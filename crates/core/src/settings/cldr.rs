//! How a language and region write dates and amounts: a part of Unicode's CLDR, which `scripts/cldr` reads and whose
//! version stands in `cldr.json`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::html::language as language_tag;

static TABLE: LazyLock<Table> =
    LazyLock::new(|| serde_json::from_str(include_str!("cldr.json")).expect("scripts/cldr wrote it"));

#[derive(Deserialize)]
struct Table {
    /// By language, or language and region: a region has only what it writes otherwise.
    locales: HashMap<String, Locale>,
}

/// What a language or region has of its own.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Locale {
    /// January to December; none where dates are the product's English ones.
    pub months: Option<Vec<String>>,
    pub short_months: Option<Vec<String>>,
    /// Dates with `%d`, `%m` (a month's name) and `%y`.
    pub long: Option<String>,
    pub short: Option<String>,
    /// The digit zero, where it is not ASCII's.
    zero: Option<String>,
    decimal: Option<String>,
    group: Option<String>,
    /// How amounts of a currency (ISO 4217) are written, with `%` for the figures; that of `""` for every other, with
    /// `¤` for its code.
    amounts: Option<BTreeMap<String, String>>,
}

/// How amounts of money are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    pub decimal: String,
    /// Between thousands.
    pub group: String,
    /// By currency, as in [`Locale::amounts`].
    pub patterns: BTreeMap<String, String>,
}

impl Amounts {
    /// An amount in minor units, with ASCII's digits; without decimals where they are none.
    pub(super) fn write(&self, minor: i64, currency: &str) -> String {
        let whole = (minor / 100).to_string();
        let mut figures = String::new();
        for (at, digit) in whole.char_indices() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                figures.push_str(&self.group);
            }
            figures.push(digit);
        }
        if minor % 100 != 0 {
            figures.push_str(&format!("{}{:02}", self.decimal, minor % 100));
        }
        let pattern = self.patterns.get(currency).or_else(|| self.patterns.get("")).map_or("¤ %", String::as_str);
        pattern.replace('%', &figures).replace('¤', currency)
    }
}

/// What is known of a language tag; none where that is nothing, as of English without a region.
pub(super) fn locale(tag: &str) -> Option<Locale> {
    let language = language_tag::primary(tag);
    let is_region = |part: &&str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic());
    let region = tag.split('-').skip(1).find(is_region).map(str::to_ascii_uppercase).unwrap_or_default();
    let of_region = TABLE.locales.get(&format!("{language}-{region}"));
    let of_language = TABLE.locales.get(&language);
    if of_region.is_none() && of_language.is_none() {
        return None;
    }
    let (of_region, of_language) = (of_region.cloned().unwrap_or_default(), of_language.cloned().unwrap_or_default());
    Some(Locale {
        months: of_region.months.or(of_language.months),
        short_months: of_region.short_months.or(of_language.short_months),
        long: of_region.long.or(of_language.long),
        short: of_region.short.or(of_language.short),
        zero: of_region.zero.or(of_language.zero),
        decimal: of_region.decimal.or(of_language.decimal),
        group: of_region.group.or(of_language.group),
        amounts: of_region.amounts.or(of_language.amounts),
    })
}

impl Locale {
    /// January to December, each as a date with `%d` and `%y`.
    pub fn long_dates(&self) -> Vec<String> {
        dates(self.long.as_deref(), self.months.as_deref())
    }

    /// As [`Self::long_dates`], with short names.
    pub fn short_dates(&self) -> Vec<String> {
        dates(self.short.as_deref(), self.short_months.as_deref())
    }

    /// The digit zero.
    pub fn zero(&self) -> char {
        self.zero.as_deref().and_then(|zero| zero.chars().next()).unwrap_or('0')
    }

    pub fn amounts(&self) -> Option<Amounts> {
        let (decimal, group) = (self.decimal.clone()?, self.group.clone()?);
        Some(Amounts { decimal, group, patterns: self.amounts.clone()? })
    }
}

fn dates(pattern: Option<&str>, months: Option<&[String]>) -> Vec<String> {
    let pattern = pattern.unwrap_or_default();
    months.unwrap_or_default().iter().map(|month| pattern.replace("%m", month)).collect()
}
