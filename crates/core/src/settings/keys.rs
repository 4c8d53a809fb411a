//! The list of all settings. A new one is a row here and a field in `values`; a test compares the two.

use serde_json::{Value, json};

use super::front_page;
use super::kind::Kind;
use crate::changes;
use crate::config::Config;
use crate::menus::{self, MenuShape};

/// A setting.
pub struct Key {
    /// `section.name`; stored, and part of the API: never renamed.
    pub name: &'static str,
    pub kind: Kind,
    /// The variable that fixes it, where the environment has one.
    pub variable: Option<&'static str>,
    /// The value after installation, of a publication of this name; `mwanga.toml` has its say here.
    pub default: fn(&Config, &str) -> Value,
    /// Cache tags of what shows it, besides `setting:{name}`.
    pub tags: &'static [&'static str],
}

const fn line(max: usize) -> Kind {
    Kind::Line { max, required: false }
}

/// The pairs of typefaces that are shipped, the first after installation.
pub const TYPEFACES: [&str; 4] = ["newsreader", "literata", "fraunces", "figtree"];
/// Who is e-mailed about a post, as [`mwanga_store::types::AudienceKind`] is stored.
const NOTICE: [&str; 2] = ["everyone", "nobody"];
/// Whom a new post is for, as [`mwanga_store::types::Access`] is stored.
const ACCESS: [&str; 3] = ["everyone", "registered", "subscribers"];

const LAYOUT: &[&str] = &[changes::LAYOUT];
const NOTHING: &[&str] = &[];

fn nothing(_: &Config, _: &str) -> Value {
    json!("")
}
fn yes(_: &Config, _: &str) -> Value {
    json!(true)
}

const fn key(
    name: &'static str,
    kind: Kind,
    default: fn(&Config, &str) -> Value,
    tags: &'static [&'static str],
) -> Key {
    Key { name, kind, variable: None, default, tags }
}

/// A menu, which stands around every page.
const fn menu(name: &'static str, shape: MenuShape, default: fn(&Config, &str) -> Value) -> Key {
    key(name, Kind::Menu(shape), default, LAYOUT)
}

impl Key {
    const fn fixed_by(mut self, variable: &'static str) -> Self {
        self.variable = Some(variable);
        self
    }

    pub fn find(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }
}

/// All settings, in the order of the screen.
pub static KEYS: [Key; 38] = [
    key("site.brand", Kind::Line { max: 60, required: true }, |c, _| json!(c.site.brand), LAYOUT)
        .fixed_by("MWANGA_BRAND"),
    key("site.tagline", line(200), |c, _| json!(c.site.tagline), LAYOUT).fixed_by("MWANGA_TAGLINE"),
    key("site.language", Kind::Language, |_, _| json!("en"), LAYOUT),
    key("site.time_zone", Kind::TimeZone, |_, _| json!(super::calendar::NAIROBI), LAYOUT),
    key("site.contact_email", Kind::Email, |c, _| json!(c.site.contact_email), LAYOUT).fixed_by("MWANGA_CONTACT_EMAIL"),
    key("site.contact_phone", Kind::Phone, |c, _| json!(c.site.contact_phone), LAYOUT).fixed_by("MWANGA_CONTACT_PHONE"),
    key("site.postal_address", line(300), |c, _| json!(c.mail.postal_address.clone().unwrap_or_default()), NOTHING)
        .fixed_by("MWANGA_POSTAL_ADDRESS"),
    key("site.social_links", Kind::Links { max: 12 }, |_, _| json!([]), LAYOUT),
    key("site.footer_words", line(200), |_, _| json!("{brand}, Nairobi"), LAYOUT),
    key("site.logo", Kind::Picture, nothing, LAYOUT),
    key("site.logo_dark", Kind::Picture, nothing, LAYOUT),
    key("site.mark", Kind::Picture, nothing, LAYOUT),
    key("site.mark_dark", Kind::Picture, nothing, LAYOUT),
    key("site.share_picture", Kind::Picture, nothing, NOTHING),
    key("look.accent", Kind::Colour, |_, _| json!(super::colours::EMBER), LAYOUT),
    key("look.typefaces", Kind::Choice(&TYPEFACES), |_, _| json!(TYPEFACES[0]), LAYOUT),
    key(
        "newsletter.sender",
        Kind::Sender,
        |c, _| json!(c.mail.from.as_ref().map(ToString::to_string).unwrap_or_default()),
        NOTHING,
    )
    .fixed_by("MWANGA_MAIL_FROM"),
    key("newsletter.reply_to", Kind::OptionalEmail, nothing, NOTHING),
    key("newsletter.double_opt_in", Kind::Flag, |c, _| json!(c.mail.double_opt_in), NOTHING)
        .fixed_by("MWANGA_NEWSLETTER_DOUBLE_OPT_IN"),
    key("newsletter.daily_enabled", Kind::Flag, |_, _| json!(false), NOTHING),
    key("newsletter.daily_time", Kind::TimeOfDay, |_, _| json!("06:30"), NOTHING),
    key("newsletter.daily_minimum", Kind::Number { min: 1, max: 20 }, |_, _| json!(1), NOTHING),
    key("newsletter.one_notice_a_day", Kind::Flag, |_, _| json!(false), NOTHING),
    key("newsletter.welcome_posts", Kind::Posts { max: 3 }, |_, _| json!([]), NOTHING),
    key("newsletter.count_clicks", Kind::Flag, yes, NOTHING),
    key("crawlers.search", Kind::Flag, yes, NOTHING),
    key("crawlers.answer", Kind::Flag, yes, NOTHING),
    key("crawlers.train", Kind::Flag, yes, NOTHING),
    key("analytics.count", Kind::Flag, yes, NOTHING),
    key("uploads.max_mb", Kind::Number { min: 1, max: 10_000 }, |c, _| json!(c.media.max_upload_mb), NOTHING)
        .fixed_by("MWANGA_MAX_UPLOAD_MB"),
    key("posts.default_access", Kind::Choice(&ACCESS), |_, _| json!(ACCESS[0]), NOTHING),
    key("posts.default_notice", Kind::Choice(&NOTICE), |_, _| json!(NOTICE[0]), NOTHING),
    menu("navigation.bar", MenuShape::Entries, |_, _| json!(menus::bar())),
    menu("navigation.menu", MenuShape::Groups, |_, brand| json!(menus::menu(brand))),
    menu("navigation.services", MenuShape::Entries, |_, _| json!(menus::services())),
    menu("navigation.footer", MenuShape::Groups, |_, brand| json!(menus::footer(brand))),
    key("front_page.blocks", Kind::Blocks, |_, _| front_page::default_blocks(), NOTHING),
    key("front_page.banner", Kind::Banner, |_, _| front_page::no_banner(), NOTHING),
];
