//! Cache tags: written with each change, and announced after its commit to invalidate caches.

use std::collections::BTreeSet;

use mwanga_store::types::{CategoryId, IssueId, MediaId, PageId, PostId};

/// Categories and what else stands around every page.
pub const SITE: &str = "site";
/// Head, header and footer: every page, of those that settings change.
pub const LAYOUT: &str = "layout";
/// Every list of posts of all categories.
pub const LIST: &str = "list";
/// The number of all posts, drafts too; no page carries it.
pub const POSTS: &str = "posts";

/// Which pages there are, with their names and addresses.
pub const PAGES: &str = "pages";

pub fn page(id: PageId) -> String {
    format!("page:{id}")
}
/// Name, address and visibility of a page, by its key or id: menus lead to it.
pub fn page_link(target: &str) -> String {
    format!("page-link:{target}")
}
/// A slug of pages, so that cached 404s and redirects are invalidated.
pub fn page_slug(slug: &str) -> String {
    format!("page-slug:{slug}")
}
pub fn post(id: PostId) -> String {
    format!("post:{id}")
}
pub fn category(id: CategoryId) -> String {
    format!("category:{id}")
}
/// Corrections of all posts, in a list.
pub const CORRECTIONS: &str = "corrections";
/// A post in whatever state; no page has this tag, the newsroom's search does.
pub fn saved_post(id: PostId) -> String {
    format!("saved-post:{id}")
}
/// A media item; no page has this tag, search does.
pub fn media_item(id: MediaId) -> String {
    format!("media:{id}")
}
/// A slug, so that cached 404s and redirects are invalidated.
pub fn slug(slug: &str) -> String {
    format!("slug:{slug}")
}

/// A tag of posts, by its slug.
pub fn tag(slug: &str) -> String {
    format!("tag:{slug}")
}
/// A by-line, by its slug.
pub fn author(slug: &str) -> String {
    format!("author:{slug}")
}
/// The archive of newsletters.
pub const ISSUES: &str = "issues";
pub fn issue(id: IssueId) -> String {
    format!("issue:{id}")
}
/// The file of the sitemap that a post stands in.
pub fn sitemap(file: i64) -> String {
    format!("sitemap:{file}")
}

/// One setting, by its key: what shows it without being a page of the layout.
pub fn setting(key: &str) -> String {
    format!("setting:{key}")
}

/// Set of cache tags of one change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeSet<String>);

impl Tags {
    pub fn add(&mut self, tag: impl Into<String>) {
        self.0.insert(tag.into());
    }
    pub fn extend(&mut self, other: impl IntoIterator<Item = String>) {
        self.0.extend(other);
    }
    pub fn into_vec(self) -> Vec<String> {
        self.0.into_iter().collect()
    }
}
