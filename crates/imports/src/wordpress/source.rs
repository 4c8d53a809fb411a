//! What a post or page says of itself, without the rest of the export.

use jiff::civil;
use jiff::fmt::rfc2822;
use mwanga_store::types::Timestamp;

use super::entry::{Item, Taxonomy, Term};
use super::spelling::percent_decode;
use mwanga_core::{posts, slug};
use mwanga_html as html;

/// Maximum lengths of fields, in characters.
pub const MAX_TITLE: usize = 300;
pub const MAX_NAME: usize = 120;
pub const MAX_LINE: usize = 1_000;

/// Status of a post at its source. All but the first become drafts here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceStatus {
    Published,
    Draft,
    /// Visible to its author only.
    Private,
    /// Protected by a password, which posts here cannot be.
    WithPassword,
    /// A page; it becomes the draft of a page.
    Page,
}

/// Status of a post or page that is imported; None for what is not.
pub fn source_status(item: &Item) -> Option<SourceStatus> {
    let is_page = match item.kind.as_str() {
        "post" => false,
        "page" => true,
        _ => return None,
    };
    Some(match item.status.as_str() {
        "auto-draft" | "trash" | "inherit" => return None,
        _ if is_page => SourceStatus::Page,
        _ if item.has_password => SourceStatus::WithPassword,
        "publish" | "future" => SourceStatus::Published,
        "private" => SourceStatus::Private,
        _ => SourceStatus::Draft,
    })
}

pub fn own_title(item: &Item) -> String {
    html::letters::cut(&html::strip_tags(&item.title), MAX_TITLE).to_owned()
}

/// The slug that a post or page gets where it is free: its own, otherwise one of its title.
pub fn wanted_slug(item: &Item) -> Option<String> {
    let title = || Some(own_title(item)).filter(|title| !title.is_empty()).unwrap_or_else(|| date_title(item));
    slug::from_title(&percent_decode(&item.name)).or_else(|| slug::from_title(&title()))
}

/// Date of a post. The time zone of their site is not in the file, so local time counts as UTC without a UTC time.
pub fn post_date(item: &Item) -> Option<Timestamp> {
    let utc = |text: &str| Timestamp::parse(&format!("{}Z", text.trim().replacen(' ', "T", 1)));
    let published = || rfc2822::parse(&item.pub_date).ok().map(|at| Timestamp::from_jiff(at.timestamp()));
    utc(&item.date_gmt).or_else(|| utc(&item.date)).or_else(published)
}

/// Title made of the date, such as `5 September 2009`.
pub fn date_title(item: &Item) -> String {
    let day = item.date.split(' ').next().and_then(|day| day.parse::<civil::Date>().ok());
    let day = day.or_else(|| post_date(item)?.iso().get(..10)?.parse().ok());
    day.map_or_else(|| format!("Post {}", item.id), |day| day.strftime("%-d %B %Y").to_string())
}

/// The tag here of a name there. Commas separate tags.
pub fn tag_of(name: &str) -> String {
    let name = name.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    html::letters::cut(&name, posts::MAX_TAG).to_owned()
}

/// The category that comes first.
pub fn first_category(item: &Item) -> Option<&Term> {
    item.terms.iter().find(|term| term.taxonomy == Taxonomy::Category && !html::strip_tags(&term.name).is_empty())
}

/// Category and tags: the category `main`, and all others as tags.
pub fn terms(item: &Item, main: Option<&Term>) -> (Option<String>, String) {
    let of = |taxonomy| item.terms.iter().filter(move |term| term.taxonomy == taxonomy && Some(*term) != main);
    let first = main.map(|term| html::strip_tags(&term.name));
    let mut known: Vec<String> = Vec::new();
    let mut length = 0;
    for tag in of(Taxonomy::Category).chain(of(Taxonomy::Tag)).map(|term| tag_of(&html::strip_tags(&term.name))) {
        let chars = tag.chars().count() + 2;
        let repeated = first.iter().chain(&known).any(|other| other.to_lowercase() == tag.to_lowercase());
        if !tag.is_empty() && !repeated && tag.to_lowercase() != "uncategorized" && length + chars <= MAX_LINE {
            length += chars;
            known.push(tag);
        }
    }
    (first, known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_category_is_kept_and_the_others_become_tags() {
        let term = |is_category, name: &str| {
            let taxonomy = if is_category { Taxonomy::Category } else { Taxonomy::Tag };
            Term { taxonomy, slug: String::new(), name: name.into() }
        };
        let terms_of = |list: &[Term]| {
            let item = Item { terms: list.to_vec(), ..Item::default() };
            terms(&item, first_category(&item))
        };
        let list = [
            term(false, "solar"),
            term(true, "Child &amp; Co"),
            term(true, "Parent"),
            term(true, "Uncategorized"),
            term(false, "Solar"),
            term(false, "a, b"),
            term(false, "parent"),
        ];
        assert_eq!(terms_of(&list), (Some("Child & Co".into()), "Parent, solar, a b".into()));
        assert_eq!(terms_of(&[]), (None, String::new()));
        let many: Vec<Term> = (0..900).map(|number| term(false, &format!("tag {number}"))).collect();
        assert!(terms_of(&many).1.len() <= MAX_LINE);
    }
}
