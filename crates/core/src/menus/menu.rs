//! What a menu may hold. A value comes out in its normal form, or with words that name the entry that is refused.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

use crate::built_in_pages::built_in;
use crate::email::EmailAddress;
use crate::fold::one_line;
use crate::html::letters;
use crate::slug::{self, is_slug};
use crate::web_address;

const MAX_ENTRIES: usize = 60;
const MAX_GROUPS: usize = 6;
/// Characters of a label or of a group's title.
const MAX_LABEL: usize = 40;
/// Characters of the sentence under a group's title.
const MAX_TEXT: usize = 160;
/// Bytes of an address.
const MAX_ADDRESS: usize = 500;

/// What an entry leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    Category,
    Page,
    Tag,
    Link,
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuEntry {
    pub kind: EntryKind,
    /// Slug of a category or tag, key or id of a page, or an address.
    pub target: String,
    /// Empty: the target's own name, also after it was renamed. May hold `{brand}`.
    #[serde(default)]
    #[schema(required)]
    pub label: String,
}

/// A part of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuGroup {
    /// May hold `{brand}`.
    pub title: String,
    /// The page that the title leads to, by key or id; of the footer alone, may be empty.
    #[serde(default)]
    #[schema(required)]
    pub page: String,
    /// A sentence under the title; of the footer alone, may be empty. A group that has one stands beside the tagline.
    #[serde(default)]
    #[schema(required)]
    pub text: String,
    pub entries: Vec<MenuEntry>,
}

/// How a menu is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuShape {
    Entries,
    /// Groups of entries.
    Groups,
}

/// Why a menu is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Empty for the whole menu, `3` for its third entry or group, `2.3` for the third entry of its second group.
    pub place: String,
    /// In words for the person who wrote it.
    pub why: String,
}

impl MenuShape {
    /// The menu in its normal form.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn normalize(self, value: &Value) -> Result<Value, Vec<Refusal>> {
        let whole = |why: String| vec![Refusal { place: String::new(), why }];
        let items = value.as_array().ok_or_else(|| whole("A menu is a list.".into()))?;
        let count = match self {
            Self::Entries => items.len(),
            Self::Groups if items.len() > MAX_GROUPS => {
                return Err(whole(format!("Keep this to {MAX_GROUPS} groups; there are {}.", items.len())));
            }
            Self::Groups => items.iter().map(|group| group["entries"].as_array().map_or(0, Vec::len)).sum(),
        };
        if count > MAX_ENTRIES {
            return Err(whole(format!("Keep this menu to {MAX_ENTRIES} entries; there are {count}.")));
        }
        let mut refused = Vec::new();
        let normal = match self {
            Self::Entries => json!(entries(items, None, &mut refused)),
            Self::Groups => {
                let groups = items.iter().enumerate().map(|(index, item)| group(item, index + 1, &mut refused));
                let groups: Vec<Option<MenuGroup>> = groups.collect();
                refused.extend(same_titles(&groups));
                json!(groups)
            }
        };
        if refused.is_empty() { Ok(normal) } else { Err(refused) }
    }
}

/// Groups that are called like an earlier one: a reader who hears their names could not tell them apart.
fn same_titles(groups: &[Option<MenuGroup>]) -> impl Iterator<Item = Refusal> {
    let title = |group: &Option<MenuGroup>| group.as_ref().map(|group| group.title.to_lowercase());
    let same = (0..groups.len()).filter(move |&at| {
        title(&groups[at]).is_some_and(|own| groups[..at].iter().any(|other| title(other).as_ref() == Some(&own)))
    });
    same.map(|at| Refusal {
        place: (at + 1).to_string(),
        why: format!("Group {}: another group has this title.", at + 1),
    })
}

/// The group at this place, from 1; what is refused is noted.
fn group(item: &Value, number: usize, refused: &mut Vec<Refusal>) -> Option<MenuGroup> {
    let mut refuse = |what: &str| {
        refused.push(Refusal { place: number.to_string(), why: format!("Group {number}: {what}") });
        None
    };
    let text = |name: &str| one_line(item[name].as_str().unwrap_or_default());
    let (title, page, text) = (text("title"), text("page"), text("text"));
    let Some(items) = item["entries"].as_array() else { return refuse("this is no group.") };
    if title.is_empty() {
        return refuse("give it a title.");
    }
    if title.chars().count() > MAX_LABEL {
        return refuse(&format!("keep its title to {MAX_LABEL} characters."));
    }
    if text.chars().count() > MAX_TEXT {
        return refuse(&format!("keep its sentence to {MAX_TEXT} characters."));
    }
    if !page.is_empty() && !is_page(&page) {
        return refuse("its title leads to a page that is none.");
    }
    Some(MenuGroup { title, page, text, entries: entries(items, Some(number), refused) })
}

/// The entries of a menu, or of the group with this number.
fn entries(items: &[Value], group: Option<usize>, refused: &mut Vec<Refusal>) -> Vec<MenuEntry> {
    let mut entries = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let number = index + 1;
        match entry(item) {
            Ok(entry) => entries.push(entry),
            Err(what) => {
                let name =
                    [&item["label"], &item["target"]].into_iter().filter_map(Value::as_str).find(|n| !n.is_empty());
                let name = name.map(|name| format!(", “{}”", cut(name))).unwrap_or_default();
                let (place, at) = match group {
                    None => (number.to_string(), format!("Entry {number}")),
                    Some(group) => (format!("{group}.{number}"), format!("Group {group}, entry {number}")),
                };
                refused.push(Refusal { place, why: format!("{at}{name}: {what}") });
            }
        }
    }
    entries
}

fn cut(text: &str) -> String {
    letters::cut(&one_line(text), MAX_LABEL).to_owned()
}

fn entry(item: &Value) -> Result<MenuEntry, String> {
    let mut entry = MenuEntry::deserialize(item).map_err(|_| "choose a category, page, tag or link.".to_owned())?;
    entry.label = one_line(&entry.label);
    let length = entry.label.chars().count();
    if length > MAX_LABEL {
        return Err(format!("keep the label to {MAX_LABEL} characters; it has {length}."));
    }
    let target = one_line(&entry.target);
    entry.target = match entry.kind {
        EntryKind::Category if is_slug(&target) => target,
        EntryKind::Category => return Err("choose a category.".into()),
        EntryKind::Page if is_page(&target) => target,
        EntryKind::Page => return Err("choose a page.".into()),
        EntryKind::Tag => slug::from_title(&target).ok_or("name a tag.")?,
        EntryKind::Link if entry.label.is_empty() => return Err("a link needs a label.".into()),
        EntryKind::Link => address(&target).ok_or(WRONG_ADDRESS)?,
    };
    Ok(entry)
}

const WRONG_ADDRESS: &str = "a link is a path such as /about, or begins with https://, mailto: or tel:.";

/// An address that no browser takes for anything else than it says.
fn address(text: &str) -> Option<String> {
    if text.len() > MAX_ADDRESS || text.contains(|c: char| c == '\\' || c.is_whitespace() || c.is_control()) {
        return None;
    }
    if text.starts_with('/') {
        return (!text.starts_with("//")).then(|| text.to_owned());
    }
    let url = Url::parse(&web_address::complete(text)).ok()?;
    let is_fine = match url.scheme() {
        // Without a user's name, which makes an address look like somebody else's.
        "https" => url.has_host() && url.username().is_empty() && url.password().is_none(),
        "mailto" => EmailAddress::parse(url.path()).is_ok(),
        "tel" => url.path().bytes().all(|b| b.is_ascii_digit() || b"+-.()".contains(&b)) && url.path().len() > 2,
        _ => false,
    };
    is_fine.then(|| url.to_string())
}

/// Whether a text can name a page: a built-in one by its key, another by its id.
fn is_page(text: &str) -> bool {
    built_in(text).is_some() || text.parse::<i64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::defaults;
    use super::*;

    fn link(target: &str) -> Value {
        json!([{ "kind": "link", "target": target, "label": "Shop" }])
    }

    fn refusals(shape: MenuShape, value: &Value) -> Vec<(String, String)> {
        let refused = shape.normalize(value).expect_err(&value.to_string());
        refused.into_iter().map(|refusal| (refusal.place, refusal.why)).collect()
    }

    #[test]
    fn links_are_paths_and_addresses_that_mean_what_they_say() {
        for fine in
            ["/", "/about?a=b#c", "https://shop.example/a", "mailto:desk@nuru.example?subject=a", "tel:+25420555"]
        {
            assert_eq!(MenuShape::Entries.normalize(&link(fine)), Ok(link(fine)), "{fine}");
        }
        assert_eq!(MenuShape::Entries.normalize(&link("shop.example/a")), Ok(link("https://shop.example/a")));
        for hostile in [
            "",
            "about",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,<script>",
            "vbscript:x",
            "http://plain.example",
            "https://",
            "https://nuru.example@evil.example/",
            "https:\\\\evil.example",
            "mailto:nobody",
            "tel:evil",
            "/a b",
            &format!("/{}", "x".repeat(MAX_ADDRESS)),
        ] {
            let [(place, why)] = &refusals(MenuShape::Entries, &link(hostile))[..] else { panic!("{hostile}") };
            assert_eq!(place, "1");
            assert!(why.starts_with("Entry 1, “Shop”: a link is a path"), "{why}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_its_place() {
        let fine = json!({ "kind": "category", "target": "tech", "label": "" });
        let menu = json!([fine, { "kind": "link", "target": "/a", "label": "" }, { "kind": "page", "target": "nowhere" },
            { "kind": "category", "target": "../x" }, { "kind": "tag", "target": "…" }, 7,
            { "kind": "category", "target": "tech", "label": "x".repeat(41) }]);
        let places: Vec<String> = refusals(MenuShape::Entries, &menu).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, ["2", "3", "4", "5", "6", "7"]);
        let groups = json!([{ "title": "A", "entries": [fine, 7] }, { "title": " ", "entries": [] }, fine]);
        let places: Vec<String> = refusals(MenuShape::Groups, &groups).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, ["1.2", "2", "3"]);
        let twins = json!([{ "title": "More", "entries": [] }, { "title": "more", "entries": [] }]);
        assert_eq!(refusals(MenuShape::Groups, &twins)[0].0, "2");
    }

    #[test]
    fn a_menu_has_at_most_sixty_entries_and_six_groups() {
        let fine = json!({ "kind": "tag", "target": "Solar power", "label": " " });
        let menu = |count: usize| Value::Array(vec![fine.clone(); count]);
        let normal = MenuShape::Entries.normalize(&menu(60)).unwrap();
        assert_eq!(normal[59], json!({ "kind": "tag", "target": "solar-power", "label": "" }));
        let (_, why) = &refusals(MenuShape::Entries, &menu(10_000))[0];
        assert_eq!(why, "Keep this menu to 60 entries; there are 10000.");
        let half = json!({ "title": "A", "entries": menu(31) });
        assert_eq!(refusals(MenuShape::Groups, &json!([half, half]))[0].0, "");
        assert_eq!(refusals(MenuShape::Groups, &Value::Array(vec![json!({}); 7]))[0].0, "");
        for no_list in [json!({}), json!("a"), json!(null), json!(7)] {
            assert_eq!(refusals(MenuShape::Entries, &no_list)[0].1, "A menu is a list.");
        }
    }

    #[test]
    fn the_menus_of_an_installation_are_in_their_normal_form() {
        for brand in ["Mwanga", "Nuru Times"] {
            for (shape, menu) in [
                (MenuShape::Entries, json!(defaults::bar())),
                (MenuShape::Groups, json!(defaults::menu(brand))),
                (MenuShape::Entries, json!(defaults::services())),
                (MenuShape::Groups, json!(defaults::footer(brand))),
            ] {
                assert_eq!(shape.normalize(&menu), Ok(menu));
            }
        }
    }
}
