//! The menus as links. What an entry leads to may be renamed, unpublished or gone by now.

use std::collections::{BTreeSet, HashMap};

use mwanga_store::queries::{ascii_slugs, post_tags};
use mwanga_store::types::Timestamp;
use mwanga_store::{StoreError, StoreResult};

use crate::menus::{EntryKind, MenuEntry, MenuGroup};
use crate::pages::{self, PageLink, Placeholders};
use crate::{Core, categories, changes, slug as slugs};

/// A line of a menu as readers have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub href: String,
}

/// A part of a menu as readers have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkGroup {
    pub title: String,
    /// Where the title leads.
    pub href: Option<String>,
    pub text: String,
    pub links: Vec<Link>,
}

/// All menus as readers have them.
#[derive(Debug)]
pub struct Navigation {
    pub bar: Vec<Link>,
    pub menu: Vec<LinkGroup>,
    pub services: Vec<Link>,
    pub footer: Vec<LinkGroup>,
    /// Path of the consultancy page, where it is public and a menu names it.
    pub consultancy: Option<String>,
    /// Cache tags of what the entries lead to; categories change with the tag of the site.
    pub tags: Vec<String>,
    /// When a scheduled post brings the first one of a tag.
    pub expires_at: Option<Timestamp>,
}

/// Something that an entry may lead to.
#[derive(Clone, Debug)]
pub struct Target {
    pub kind: EntryKind,
    /// What an entry names it by.
    pub target: String,
    pub name: String,
    pub path: String,
    /// Entries that lead to what is not public are left out.
    pub is_public: bool,
}

const CONSULTANCY: &str = "consultancy";

/// The menus of the settings that hold, without the entries that lead nowhere now.
pub async fn resolve(core: &Core) -> StoreResult<Navigation> {
    let settings = core.settings();
    let menus = &settings.navigation;
    let (entries, groups) = (menus.entries(), [&menus.menu, &menus.footer]);
    let titled = groups.into_iter().flatten().map(|group| group.page.as_str()).filter(|page| !page.is_empty());
    let page_names: BTreeSet<&str> = named(&entries, EntryKind::Page).chain(titled).chain([CONSULTANCY]).collect();
    let tag_slugs: BTreeSet<&str> = named(&entries, EntryKind::Tag).collect();

    let tags = post_tag_targets(core, &tag_slugs).await?;
    let missing: Vec<String> =
        tag_slugs.iter().filter(|slug| !tags.iter().any(|tag| tag.target == **slug)).map(|s| (*s).to_owned()).collect();
    let expires_at = post_tags::next_scheduled(core.store.reader(), &missing, core.now()).await?;
    let mut found = category_targets(core, named(&entries, EntryKind::Category)).await?;
    found.extend(pages::links(core, Some(&page_names)).await?.into_iter().map(Target::from));
    found.extend(tags);
    let lookup = Lookup::new(core, found);
    let leads_there = entries.iter().any(|entry| entry.kind == EntryKind::Page && entry.target == CONSULTANCY);
    let names_consultancy = leads_there || menus.footer.iter().any(|group| group.page == CONSULTANCY);
    let cache_tags = page_names.iter().map(|page| changes::page_link(page));
    Ok(Navigation {
        bar: lookup.links(&menus.bar),
        menu: lookup.groups(&menus.menu),
        services: lookup.links(&menus.services),
        footer: lookup.groups(&menus.footer),
        consultancy: if names_consultancy { lookup.page(CONSULTANCY) } else { None },
        // A tag that has posts is not asked for: each of their saves would end every page.
        tags: cache_tags.chain(missing.iter().map(|slug| changes::tag(slug))).collect(),
        expires_at,
    })
}

/// What entries may lead to: all categories and pages, and the tags that entries name.
pub async fn targets(core: &Core) -> StoreResult<Vec<Target>> {
    let settings = core.settings();
    let entries = settings.navigation.entries();
    let all = categories::all(core).await?;
    // Those that are deleted by now, too: their successor is drawn.
    let slugs: BTreeSet<&str> = named(&entries, EntryKind::Category).collect();
    let deleted = slugs.into_iter().filter(|slug| !all.iter().any(|category| category.slug == *slug));
    let mut targets = category_targets(core, all.iter().map(|category| category.slug.as_str()).chain(deleted)).await?;
    targets.extend(pages::links(core, None).await?.into_iter().map(Target::from));
    targets.extend(post_tag_targets(core, &named(&entries, EntryKind::Tag).collect()).await?);
    Ok(targets)
}

/// What the entries of a kind name.
fn named<'a>(entries: &'a [&'a MenuEntry], kind: EntryKind) -> impl Iterator<Item = &'a str> {
    entries.iter().filter(move |entry| entry.kind == kind).map(|entry| entry.target.as_str())
}

async fn category_targets<'a>(core: &Core, slugs: impl Iterator<Item = &'a str>) -> Result<Vec<Target>, StoreError> {
    let mut targets = Vec::new();
    for slug in slugs {
        if let Some(category) = categories::find(core, slug).await? {
            targets.push(Target {
                kind: EntryKind::Category,
                target: slug.to_owned(),
                path: slugs::path("/category", &category.slug),
                name: category.name,
                is_public: true,
            });
        }
    }
    Ok(targets)
}

/// Those of these tags that public posts have.
async fn post_tag_targets(core: &Core, slugs: &BTreeSet<&str>) -> StoreResult<Vec<Target>> {
    let mut targets = Vec::new();
    for slug in slugs {
        let (db, now) = (core.store.reader(), core.now());
        let mut name = post_tags::display_name(db, slug, now).await?;
        // An entry may name a tag as an earlier version spelled it; that address leads on.
        if name.is_none()
            && let [spelled, ..] = ascii_slugs::slugs(db, ascii_slugs::TAG, slug, 1).await?.as_slice()
        {
            name = post_tags::display_name(db, spelled, now).await?;
        }
        if let Some(name) = name {
            let (target, path) = ((*slug).to_owned(), slugs::path("/tag", slug));
            targets.push(Target { kind: EntryKind::Tag, target, name, path, is_public: true });
        }
    }
    Ok(targets)
}

impl From<PageLink> for Target {
    fn from(page: PageLink) -> Self {
        let PageLink { target, name, path, is_public } = page;
        Self { kind: EntryKind::Page, target, name, path, is_public }
    }
}

struct Lookup {
    targets: HashMap<(EntryKind, String), Target>,
    placeholders: Placeholders,
}

impl Lookup {
    fn new(core: &Core, targets: Vec<Target>) -> Self {
        let targets = targets.into_iter().map(|target| ((target.kind, target.target.clone()), target)).collect();
        Self { targets, placeholders: Placeholders::of(core) }
    }

    fn link(&self, entry: &MenuEntry) -> Option<Link> {
        let MenuEntry { kind, target, label } = entry;
        let label = self.placeholders.text(label);
        if *kind == EntryKind::Link {
            return Some(Link { label, href: target.clone() });
        }
        let found = self.targets.get(&(*kind, target.clone())).filter(|found| found.is_public)?;
        Some(Link { label: if label.is_empty() { found.name.clone() } else { label }, href: found.path.clone() })
    }

    fn links(&self, entries: &[MenuEntry]) -> Vec<Link> {
        let mut links = Vec::new();
        // Two entries may lead to one place by now, such as a deleted category and its successor.
        for link in entries.iter().filter_map(|entry| self.link(entry)) {
            if !links.contains(&link) {
                links.push(link);
            }
        }
        links
    }

    fn page(&self, page: &str) -> Option<String> {
        let found = self.targets.get(&(EntryKind::Page, page.to_owned())).filter(|found| found.is_public)?;
        Some(found.path.clone())
    }

    fn groups(&self, groups: &[MenuGroup]) -> Vec<LinkGroup> {
        // Without its page there is no consultancy to name.
        let named = |group: &&MenuGroup| group.page != CONSULTANCY || self.page(CONSULTANCY).is_some();
        let groups = groups.iter().filter(named).map(|group| LinkGroup {
            title: self.placeholders.text(&group.title),
            href: self.page(&group.page),
            text: self.placeholders.text(&group.text),
            links: self.links(&group.entries),
        });
        groups.filter(|group| !group.links.is_empty() || !group.text.is_empty()).collect()
    }
}
