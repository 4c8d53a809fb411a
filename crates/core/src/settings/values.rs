//! The settings that hold: what the environment fixes, else what was saved, else the default.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use lettre::Address;
use lettre::message::Mailbox;
use mwanga_store::types::{Access, AudienceKind, Timestamp};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::calendar::{self, Calendar};
use super::cldr;
use super::colours::{self, Shades};
use super::front_page::{Banner, Block};
use super::keys::{KEYS, Key};
use crate::config::Config;
use crate::email::to_deliverable;
use crate::fold::{ascii, one_line};
use crate::menus::{MenuEntry, MenuGroup};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Built in, or from `mwanga.toml`.
    Default,
    /// Saved in the browser.
    Settings,
    /// Fixed by a variable of the environment.
    Environment,
}

/// One setting as it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub key: &'static str,
    pub value: Value,
    pub source: Source,
    /// The variable that fixes it, or could.
    pub variable: Option<&'static str>,
}

/// Saved values by key.
pub(crate) type Stored = BTreeMap<String, Value>;

/// All settings of a version, typed. Immutable: a save makes another.
#[derive(Clone, Debug)]
pub struct Settings {
    /// 0 until somebody saves.
    pub version: i64,
    pub site: SiteSettings,
    pub look: LookSettings,
    pub newsletter: NewsletterSettings,
    pub crawlers: CrawlerSettings,
    pub analytics: AnalyticsSettings,
    pub uploads: UploadSettings,
    pub posts: PostSettings,
    pub navigation: NavigationSettings,
    pub front_page: FrontPageSettings,
    all: Vec<Setting>,
    /// The public URL without a slash at its end.
    base: String,
    zone: TimeZone,
    /// Host of the default sender.
    mail_host: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    pub brand: String,
    pub tagline: String,
    /// Language tag (BCP 47) of pages and feeds.
    pub language: String,
    /// Name of a time zone (IANA); see [`Settings::time_zone`].
    pub time_zone: String,
    /// Empty in production alone, before anybody gave them.
    pub contact_email: String,
    pub contact_phone: String,
    /// At the end of each newsletter; may be empty.
    pub postal_address: String,
    /// Profiles elsewhere, https addresses.
    pub social_links: Vec<String>,
    /// Holds `{brand}`.
    pub footer_words: String,
    /// Hashes of brand pictures, empty for the product's own.
    pub logo: String,
    pub logo_dark: String,
    pub mark: String,
    pub mark_dark: String,
    pub share_picture: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookSettings {
    /// `#rrggbb`; see [`Settings::accent`].
    pub accent: String,
    /// One of the pairs that are shipped.
    pub typefaces: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewsletterSettings {
    /// Empty: made from brand and base URL; see [`Settings::mail_from`].
    pub sender: String,
    /// Empty: the contact address.
    pub reply_to: String,
    pub double_opt_in: bool,
    /// Whether there is a daily issue.
    pub daily_enabled: bool,
    /// Time of day in the publication's time zone, `06:30`.
    pub daily_time: String,
    /// New posts that a daily issue takes.
    pub daily_minimum: u32,
    /// Whether notices of further posts of a day are left to the daily newsletter, while there is one.
    pub one_notice_a_day: bool,
    /// Slugs of the posts that a new subscriber begins with; empty: the newest.
    pub welcome_posts: Vec<String>,
    /// Whether the links of newsletters lead by way of `/r/` and are counted.
    pub count_clicks: bool,
}

/// What machines may do with posts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrawlerSettings {
    /// Show them among the results of a search.
    pub search: bool,
    /// Answer questions with them.
    pub answer: bool,
    /// Train models with them.
    pub train: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalyticsSettings {
    /// Whether visits are counted.
    pub count: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UploadSettings {
    /// MB of 1,048,576 bytes.
    pub max_mb: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostSettings {
    /// Who may read a new post whole, until its writer says otherwise.
    pub default_access: Access,
    /// Who is e-mailed about a post, for accounts that never chose: everyone or nobody.
    pub default_notice: AudienceKind,
}

/// The menus.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavigationSettings {
    /// The categories under the header of large screens.
    pub bar: Vec<MenuEntry>,
    /// The side menu.
    pub menu: Vec<MenuGroup>,
    /// The services panel.
    pub services: Vec<MenuEntry>,
    pub footer: Vec<MenuGroup>,
}

impl NavigationSettings {
    /// The entries of all menus.
    pub fn entries(&self) -> Vec<&MenuEntry> {
        let groups = self.menu.iter().chain(&self.footer).flat_map(|group| &group.entries);
        self.bar.iter().chain(&self.services).chain(groups).collect()
    }
}

/// The front page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrontPageSettings {
    /// What home is made of, from the top.
    pub blocks: Vec<Block>,
    /// Above them; see [`Banner::is_shown`].
    pub banner: Banner,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sections {
    site: SiteSettings,
    look: LookSettings,
    newsletter: NewsletterSettings,
    crawlers: CrawlerSettings,
    analytics: AnalyticsSettings,
    uploads: UploadSettings,
    posts: PostSettings,
    navigation: NavigationSettings,
    front_page: FrontPageSettings,
}

impl Settings {
    /// A stored value that is none any more falls back to its default with a warning: the server always starts.
    pub(crate) fn new(config: &Config, version: i64, stored: &Stored) -> Self {
        let named = setting(config, Key::find("site.brand").expect("a setting"), stored, "");
        let brand = named.value.as_str().unwrap_or_default();
        let all: Vec<Setting> = KEYS.iter().map(|key| setting(config, key, stored, brand)).collect();
        let mut sections = Map::new();
        for Setting { key, value, .. } in &all {
            let (section, name) = key.split_once('.').expect("each key has a section");
            let section = sections.entry(section).or_insert_with(|| Value::Object(Map::new()));
            section.as_object_mut().expect("a section").insert(name.to_owned(), value.clone());
        }
        let Sections { site, look, newsletter, crawlers, analytics, uploads, posts, navigation, front_page } =
            serde_json::from_value(Value::Object(sections)).expect("each key has a field of its kind");
        // A mail address has a name for its host; a bare address of a machine in development gets one.
        let mail_host = config.http.base_url.as_ref().and_then(url::Url::domain).unwrap_or("localhost").to_owned();
        let base = config.base().to_owned();
        let zone = calendar::find_zone(&site.time_zone).unwrap_or(TimeZone::UTC);
        Self {
            version,
            site,
            look,
            newsletter,
            crawlers,
            analytics,
            uploads,
            posts,
            navigation,
            front_page,
            all,
            base,
            zone,
            mail_host,
        }
    }

    /// The settings of an installation: nobody saved any.
    pub(crate) fn defaults(config: &Config) -> Self {
        Self::new(config, 0, &Stored::new())
    }

    /// All of them, in the order of the screen.
    pub fn all(&self) -> &[Setting] {
        &self.all
    }

    /// Keys whose values differ.
    pub(crate) fn differences(&self, other: &Self) -> Vec<&'static Key> {
        let pairs = self.all.iter().zip(&other.all);
        pairs.filter(|(one, two)| one.value != two.value).filter_map(|(one, _)| Key::find(one.key)).collect()
    }

    /// The public URL without a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Who every mail comes from.
    pub fn mail_from(&self) -> Mailbox {
        let Mailbox { name, email } = self.newsletter.sender.parse().unwrap_or_else(|_| self.default_sender());
        Mailbox::new(name, to_deliverable(email))
    }

    fn default_sender(&self) -> Mailbox {
        let name = ascii(&self.site.brand).replace(' ', "-");
        let address = Address::new(if name.is_empty() { "news" } else { &name }, &self.mail_host)
            .or_else(|_| Address::new("news", "localhost"));
        Mailbox::new(Some(one_line(&self.site.brand)), address.expect("a fixed address"))
    }

    /// Where answers to mails go.
    pub fn reply_to(&self) -> Option<Mailbox> {
        let address =
            [&self.newsletter.reply_to, &self.site.contact_email].into_iter().find(|text| !text.is_empty())?;
        Some(Mailbox::new(Some(one_line(&self.site.brand)), to_deliverable(address.parse().ok()?)))
    }

    /// Shades of the accent; none where it is that of the installation, which the style sheet has.
    pub fn accent(&self) -> Option<Shades> {
        colours::accent_shades(&self.look.accent).ok().flatten()
    }

    /// The accent on white: of mails and pictures, `#rrggbb`.
    pub fn accent_on_white(&self) -> String {
        self.accent().map_or_else(|| colours::EMBER.to_owned(), |shades| shades.day)
    }

    /// Of dates on the site, in mails and in the admin area, and of what happens each day.
    pub fn time_zone(&self) -> &TimeZone {
        &self.zone
    }

    /// The place that gave the time zone its name, `Nairobi` or `New York`.
    pub fn time_zone_place(&self) -> String {
        let name = self.site.time_zone.rsplit('/').next().unwrap_or_default();
        name.replace('_', " ")
    }

    /// How dates are written where that is not as after installation.
    pub fn calendar(&self) -> Option<Calendar> {
        Calendar::new(&self.site.language, &self.site.time_zone)
    }

    /// The day of a moment as pages show it, `20 Nov 2026`.
    pub fn short_date(&self, at: Timestamp) -> String {
        calendar::short_date(&self.site.language, at.date_in(&self.zone))
    }

    /// Whether dates are written otherwise than in the product's English.
    pub fn has_own_dates(&self) -> bool {
        cldr::locale(&self.site.language).is_some_and(|locale| locale.months.is_some())
    }

    /// The day of a moment in full, `20 November 2026`.
    pub fn long_date(&self, at: Timestamp) -> String {
        calendar::long_date(&self.site.language, at.date_in(&self.zone))
    }

    /// An amount in minor units of its currency as the language and region write it, `KSh 1,234.50`; none where that is
    /// as in English.
    pub fn amount(&self, minor: i64, currency: &str) -> Option<String> {
        let locale = cldr::locale(&self.site.language)?;
        let amounts = locale.amounts()?;
        Some(calendar::in_digits(locale.zero(), &amounts.write(minor, currency)))
    }

    /// The time of day of a moment, `09:30`.
    pub fn clock_time(&self, at: Timestamp) -> String {
        calendar::in_digits(calendar::zero(&self.site.language), &at.time_in(&self.zone).to_string())
    }

    pub fn max_upload_bytes(&self) -> u64 {
        self.uploads.max_mb * 1024 * 1024
    }

    /// Whether readers can reach the newsroom; production does not start without.
    pub fn has_contact(&self) -> bool {
        !self.site.contact_email.is_empty() && !self.site.contact_phone.is_empty()
    }
}

fn setting(config: &Config, key: &'static Key, stored: &Stored, brand: &str) -> Setting {
    let default = || (key.default)(config, brand);
    let is_fixed = key.variable.is_some_and(|variable| config.environment.contains(variable));
    let (value, source) = match stored.get(key.name) {
        _ if is_fixed => (default(), Source::Environment),
        None => (default(), Source::Default),
        Some(value) => match key.kind.normalize(value) {
            Ok(value) => (value, Source::Settings),
            Err(why) => {
                tracing::warn!("the stored setting {} falls back to its default: {why}", key.name);
                (default(), Source::Default)
            }
        },
    };
    Setting { key: key.name, value, source, variable: key.variable }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::ConfigSource;

    fn config(pairs: &[(&str, &str)]) -> Config {
        let dir = tempfile::tempdir().unwrap();
        let data = ("data_dir".to_owned(), dir.path().to_str().unwrap().to_owned());
        let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Config::from_source(&ConfigSource::from_pairs(pairs.chain([data]))).unwrap()
    }

    fn stored(pairs: &[(&str, Value)]) -> Stored {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
    }

    #[test]
    fn every_default_is_a_value_of_its_kind() {
        let config = config(&[]);
        for setting in Settings::new(&config, 0, &Stored::new()).all() {
            let key = Key::find(setting.key).unwrap();
            assert_eq!(key.kind.normalize(&setting.value).as_ref(), Ok(&setting.value), "{}", setting.key);
            assert_eq!(setting.source, Source::Default);
        }
    }

    #[test]
    fn the_environment_wins_over_what_was_saved_and_the_file_does_not() {
        let mut config = config(&[("brand", "Nuru"), ("tagline", "Light")]);
        config.environment = ["MWANGA_BRAND".to_owned()].into();
        let stored = stored(&[("site.brand", json!("Saved")), ("site.tagline", json!("Saved"))]);
        let settings = Settings::new(&config, 3, &stored);
        assert_eq!((settings.site.brand.as_str(), settings.site.tagline.as_str()), ("Nuru", "Saved"));
        let source = |key: &str| settings.all().iter().find(|setting| setting.key == key).unwrap().source;
        assert_eq!((source("site.brand"), source("site.tagline")), (Source::Environment, Source::Settings));
        let fresh = Settings::new(&config, 0, &Stored::new());
        assert_eq!((fresh.site.tagline.as_str(), fresh.all()[1].source), ("Light", Source::Default));
    }

    #[test]
    fn a_broken_stored_value_falls_back_to_its_default() {
        let config = config(&[]);
        for broken in [json!(null), json!(7), json!([]), json!({}), json!("x".repeat(5_000)), json!("\u{0}")] {
            let stored: Stored = KEYS.iter().map(|key| (key.name.to_owned(), broken.clone())).collect();
            let settings = Settings::new(&config, 1, &stored);
            assert_eq!(settings.site.brand, "Mwanga", "{broken}");
            assert_eq!(settings.look.accent, colours::EMBER);
        }
        let unknown = stored(&[("site.gone", json!("x")), ("site.brand", json!("Nuru"))]);
        assert_eq!(Settings::new(&config, 1, &unknown).site.brand, "Nuru");
    }

    #[test]
    fn the_sender_follows_the_brand_until_somebody_names_one() {
        let config = config(&[("base_url", "https://news.example")]);
        let from = |pairs: &[(&str, Value)]| Settings::new(&config, 1, &stored(pairs)).mail_from().to_string();
        assert_eq!(from(&[]), "Mwanga <mwanga@news.example>");
        assert_eq!(from(&[("site.brand", json!("Nuru Times"))]), "Nuru Times <nuru-times@news.example>");
        assert_eq!(from(&[("newsletter.sender", json!("Desk <desk@nuru.example>"))]), "Desk <desk@nuru.example>");
    }

    /// Each shape that was ever stored; lines are added, never changed.
    #[test]
    fn stored_settings_are_read_for_ever() {
        let config = config(&[]);
        for line in include_str!("../../golden/settings.jsonl").lines() {
            let stored: Stored = serde_json::from_str(line).unwrap();
            let settings = Settings::new(&config, 1, &stored);
            for (key, value) in &stored {
                let setting = settings.all().iter().find(|setting| setting.key == key).unwrap();
                assert_eq!((&setting.value, setting.source), (value, Source::Settings), "{key}");
            }
        }
    }
}
