//! The menus of an installation (specification 2.3 and 2.4). A label is only written where it is not the target's name.

use super::menu::{EntryKind, MenuEntry, MenuGroup};
use crate::built_in_pages::{BuiltIn, built_in_pages};
use crate::config::OWN_BRAND;

fn entry(kind: EntryKind, target: &str, label: &str) -> MenuEntry {
    MenuEntry { kind, target: target.to_owned(), label: label.to_owned() }
}

fn categories(slugs: &[&str]) -> Vec<MenuEntry> {
    slugs.iter().map(|slug| entry(EntryKind::Category, slug, "")).collect()
}

fn pages(keys: &[&str]) -> Vec<MenuEntry> {
    keys.iter().map(|key| entry(EntryKind::Page, key, "")).collect()
}

fn group(title: &str, entries: Vec<MenuEntry>) -> MenuGroup {
    MenuGroup { title: title.to_owned(), page: String::new(), text: String::new(), entries }
}

/// The categories under the header of large screens.
pub fn bar() -> Vec<MenuEntry> {
    categories(&[
        "latest-news",
        "tech",
        "business",
        "politics",
        "trending",
        "the-big-story",
        "ai",
        "science",
        "security",
        "digital-finance",
        "entertainment",
        "deals",
    ])
}

/// What the consultancy is about.
const TRADE: [&str; 4] = ["imports", "exports", "buying-guide", "electronics"];

/// The side menu of a publication of this name. The specification's own calls its sections "Events".
pub fn menu(brand: &str) -> Vec<MenuGroup> {
    let sections = [
        "latest-news",
        "tech",
        "business",
        "politics",
        "the-big-story",
        "ai",
        "science",
        "security",
        "digital-finance",
        "entertainment",
        "deals",
        "review",
        "video",
        "services",
    ];
    let mut more = [categories(&["advertise"]), categories(&TRADE)].concat();
    if brand != OWN_BRAND {
        return vec![group("Sections", categories(&sections)), group("More", more)];
    }
    more.extend(pages(&["consultancy"]));
    vec![group("Events", categories(&sections)), group("More", more)]
}

/// The services panel, which is also a part of the side menu.
pub fn services() -> Vec<MenuEntry> {
    let services = built_in_pages().iter().filter(|page| BuiltIn::is_service(page));
    services.map(|page| entry(EntryKind::Page, page.key, "")).collect()
}

/// The footer of a publication of this name.
pub fn footer(brand: &str) -> Vec<MenuGroup> {
    let consultancy = MenuGroup {
        page: "consultancy".into(),
        text: "Guides for people who buy from abroad, sell abroad, or choose equipment.".into(),
        ..group("{brand} Consultancy", categories(&TRADE))
    };
    let readers = [("/subscribe", "Subscribe"), ("/newsletters", "Newsletters"), ("/manage-account", "My account")];
    let readers = readers.map(|(path, label)| entry(EntryKind::Link, path, label));
    let mut sections = categories(&["video", "review", "services", "advertise"]);
    sections[1].label = "Reviews".into();
    let mut groups = if brand == OWN_BRAND { vec![consultancy] } else { Vec::new() };
    groups.extend([
        group("About us", pages(&["about", "contact", "faqs", "privacy-policy", "user-agreement"])),
        group("For readers", readers.to_vec()),
        group("Sections", sections),
    ]);
    groups
}
