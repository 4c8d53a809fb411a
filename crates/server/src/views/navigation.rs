use mwanga_core::menus::{self, EntryKind, MenuEntry, MenuGroup};
use mwanga_core::navigation::{self, Link, LinkGroup, Navigation};
use mwanga_core::settings::NavigationSettings;
use serde::Serialize;

/// The menus around every page, in their order. Entries that lead nowhere now are left out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SiteNavigationView {
    /// The categories under the header of large screens.
    pub bar: Vec<LinkView>,
    /// The side menu.
    pub menu: Vec<LinkGroupView>,
    /// The services panel, which is also a part of the side menu.
    pub services: Vec<LinkView>,
    /// Groups with a text stand beside the tagline.
    pub footer: Vec<LinkGroupView>,
    /// Path of the consultancy page; null where it is not public, or no menu names it.
    #[schema(required)]
    pub consultancy: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LinkView {
    pub label: String,
    pub href: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LinkGroupView {
    pub title: String,
    /// Where the title leads.
    #[schema(required)]
    pub href: Option<String>,
    /// A sentence under the title; may be empty.
    pub text: String,
    pub links: Vec<LinkView>,
}

impl From<Link> for LinkView {
    fn from(Link { label, href }: Link) -> Self {
        Self { label, href }
    }
}

impl From<LinkGroup> for LinkGroupView {
    fn from(LinkGroup { title, href, text, links }: LinkGroup) -> Self {
        Self { title, href, text, links: all(links) }
    }
}

fn all<T, U: From<T>>(items: Vec<T>) -> Vec<U> {
    items.into_iter().map(U::from).collect()
}

impl From<Navigation> for SiteNavigationView {
    fn from(menus: Navigation) -> Self {
        Self {
            bar: all(menus.bar),
            menu: all(menus.menu),
            services: all(menus.services),
            footer: all(menus.footer),
            consultancy: menus.consultancy,
        }
    }
}

/// The menus as they are edited.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NavigationView {
    /// That of the settings: a save names the version it was written on.
    pub version: i64,
    pub data: MenusView,
    /// The menus of an installation, which null brings back.
    pub shipped: MenusView,
    /// What entries may lead to: all categories and pages, and the tags that the saved menus name. An entry that leads to
    /// none of these, or to one that is not public, is not drawn.
    pub targets: Vec<MenuTargetView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MenusView {
    pub bar: Vec<MenuEntry>,
    pub menu: Vec<MenuGroup>,
    pub services: Vec<MenuEntry>,
    pub footer: Vec<MenuGroup>,
}

impl MenusView {
    /// Those of a publication of this name.
    pub fn shipped(brand: &str) -> Self {
        Self { bar: menus::bar(), menu: menus::menu(brand), services: menus::services(), footer: menus::footer(brand) }
    }
}

impl From<&NavigationSettings> for MenusView {
    fn from(NavigationSettings { bar, menu, services, footer }: &NavigationSettings) -> Self {
        Self { bar: bar.clone(), menu: menu.clone(), services: services.clone(), footer: footer.clone() }
    }
}

/// A category, page or tag.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MenuTargetView {
    pub kind: EntryKind,
    pub target: String,
    pub name: String,
    pub path: String,
    pub is_public: bool,
}

impl From<navigation::Target> for MenuTargetView {
    fn from(target: navigation::Target) -> Self {
        let navigation::Target { kind, target, name, path, is_public } = target;
        Self { kind, target, name, path, is_public }
    }
}
