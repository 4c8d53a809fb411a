//! Reading pages: for readers by slug, for editors by id, for lists.

use std::collections::{BTreeSet, HashMap};

use mwanga_store::entities::page::Model;
use mwanga_store::queries::pages::{self as query, PageName};
use mwanga_store::types::{PageId, PageStatus, Timestamp, TrashKind};
use mwanga_store::{ConnectionTrait, StoreResult, queries};

use super::address::{is_consultancy, own_path, path_by_name};
use super::placeholders::Placeholders;
use crate::Core;
use crate::built_in_pages::{BuiltIn, CONSULTANCY, built_in, built_in_pages};
use crate::paging::PageRequest;
use crate::slug::{self, is_slug};

/// Names a page in a call of editors: the key of a built-in page, or an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageRef {
    BuiltIn(&'static BuiltIn),
    Id(PageId),
}

impl PageRef {
    /// Reads the text of a path; `None` where it can name no page.
    pub fn parse(text: &str) -> Option<Self> {
        match built_in(text) {
            Some(page) => Some(Self::BuiltIn(page)),
            None => text.parse().ok().map(|id| Self::Id(PageId(id))),
        }
    }
}

/// A page as its editors see it, unless it is in the trash: a built-in page that nobody edited has the product's
/// words, and the revision 0.
pub async fn get(core: &Core, page: &PageRef) -> StoreResult<Option<Model>> {
    let db = core.store.reader();
    match page {
        PageRef::BuiltIn(page) => Ok(Some(query::by_built_in(db, page.key).await?.unwrap_or_else(|| page.page()))),
        PageRef::Id(id) if is_in_trash(db, *id).await? => Ok(None),
        PageRef::Id(id) => query::get(db, *id).await,
    }
}

/// Result of a look-up for a reader.
#[derive(Debug)]
pub enum PageLookup {
    Page(Box<Model>),
    /// Deleted after it was public, for good or into the trash.
    Gone,
    NotFound,
}

/// Finds a public page by its slug, or by an earlier one; the consultancy by that of any brand.
pub async fn find_public(core: &Core, slug: &str) -> StoreResult<PageLookup> {
    if !is_slug(slug) {
        return Ok(PageLookup::NotFound);
    }
    let db = core.store.reader();
    let key = if is_consultancy(slug) { CONSULTANCY } else { slug };
    let page = match built_in(key) {
        Some(built_in) => Some(query::by_built_in(db, key).await?.unwrap_or_else(|| built_in.page())),
        None => query::by_slug(db, slug).await?,
    };
    match page {
        Some(page) if page.status == PageStatus::Published => return Ok(PageLookup::Page(Box::new(page))),
        Some(page) if is_gone(db, &page).await? => return Ok(PageLookup::Gone),
        _ => {}
    }
    let Some(old) = query::get_old_slug(db, slug).await? else { return Ok(PageLookup::NotFound) };
    let Some(id) = old.page_id else { return Ok(PageLookup::Gone) };
    Ok(match query::get(db, id).await? {
        Some(page) if page.status == PageStatus::Published => PageLookup::Page(Box::new(page)),
        Some(page) if is_gone(db, &page).await? => PageLookup::Gone,
        _ => PageLookup::NotFound,
    })
}

pub(super) async fn is_in_trash(db: &impl ConnectionTrait, id: PageId) -> StoreResult<bool> {
    Ok(queries::trash::get(db, TrashKind::Page, id.0).await?.is_some())
}

/// Whether a page is in the trash and was public before: its addresses answer that it is gone.
async fn is_gone(db: &impl ConnectionTrait, page: &Model) -> StoreResult<bool> {
    Ok(page.first_published_at.is_some() && is_in_trash(db, page.id).await?)
}

/// Whether there is, or was, a public page at `/{slug}`: everything else leads home.
pub async fn has_address(core: &Core, slug: &str) -> StoreResult<bool> {
    Ok(!matches!(find_public(core, slug).await?, PageLookup::NotFound))
}

/// A public page in lists for machines.
#[derive(Debug)]
pub struct ListedPage {
    pub path: String,
    /// Its short name.
    pub name: String,
    /// Its last save; `None` where it still has the product's words.
    pub changed_at: Option<Timestamp>,
}

/// Most further pages in a list.
const MAX_LISTED: u64 = 10_000;

/// All public pages: the built-in ones in their order, then the others by slug.
pub async fn list_public(core: &Core) -> StoreResult<Vec<ListedPage>> {
    let db = core.store.reader();
    let placeholders = Placeholders::of(core);
    let mut listed: Vec<ListedPage> = merged(query::list_built_in(db).await?)
        .into_iter()
        .filter(|page| page.status == PageStatus::Published)
        .map(|page| {
            let name = if page.short_title.is_empty() { &page.title } else { &page.short_title };
            ListedPage {
                path: own_path(core, &page),
                name: placeholders.text(name),
                changed_at: (page.revision > 0).then_some(page.updated_at),
            }
        })
        .collect();
    let further = query::list_published(db, MAX_LISTED).await?;
    let further = further.into_iter();
    listed.extend(further.map(|(slug, title, updated_at)| ListedPage {
        path: slug::path("", &slug),
        name: placeholders.text(&title),
        changed_at: Some(updated_at),
    }));
    Ok(listed)
}

/// A public page as a search reads it, its placeholders filled.
#[derive(Debug)]
pub struct PublicText {
    pub path: String,
    pub title: String,
    pub lead: String,
    pub html: String,
}

/// The texts of all public pages, in the order of [`list_public`].
pub async fn list_public_texts(core: &Core) -> StoreResult<Vec<PublicText>> {
    let db = core.store.reader();
    let placeholders = Placeholders::of(core);
    let built_in = merged(query::list_built_in(db).await?).into_iter();
    let further = query::list_published_texts(db, MAX_LISTED).await?;
    let public = built_in.filter(|page| page.status == PageStatus::Published).chain(further);
    let texts = public.map(|page| PublicText {
        path: own_path(core, &page),
        title: placeholders.text(&page.title),
        lead: placeholders.text(&page.lead),
        html: placeholders.html(&page.content),
    });
    Ok(texts.collect())
}

/// A page as menus need it.
#[derive(Debug)]
pub struct PageLink {
    /// Its key, or its id.
    pub target: String,
    /// Its short name.
    pub name: String,
    pub path: String,
    pub is_public: bool,
}

/// The pages of these keys and ids that there are (in the trash too), or all that are not in the trash: the built-in
/// ones in their order, then the others by title.
pub async fn links(core: &Core, only: Option<&BTreeSet<&str>>) -> StoreResult<Vec<PageLink>> {
    let ids = only.map(|names| names.iter().filter_map(|name| name.parse().ok().map(PageId)).collect::<Vec<_>>());
    let rows = query::list_names(core.store.reader(), ids.as_deref(), MAX_LISTED).await?;
    let (built_in, further): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.built_in.is_some());
    let mut edited: HashMap<String, PageName> =
        built_in.into_iter().filter_map(|row| Some((row.built_in.clone()?, row))).collect();
    let built_in =
        built_in_pages().iter().map(|page| edited.remove(page.key).unwrap_or_else(|| PageName::from(&page.page())));
    let settings = core.settings();
    let placeholders = Placeholders::of(core);
    let links = built_in.chain(further).map(|row| PageLink {
        name: placeholders.text(if row.short_title.is_empty() { &row.title } else { &row.short_title }),
        path: path_by_name(&settings.site.brand, row.built_in.as_deref(), &row.slug),
        is_public: row.status == PageStatus::Published,
        target: row.built_in.unwrap_or_else(|| row.id.to_string()),
    });
    Ok(links.filter(|link| only.is_none_or(|names| names.contains(link.target.as_str()))).collect())
}

/// The built-in pages in their order, each as its row has it.
fn merged(rows: Vec<Model>) -> Vec<Model> {
    let mut rows: HashMap<String, Model> =
        rows.into_iter().filter_map(|row| Some((row.built_in.clone()?, row))).collect();
    built_in_pages().iter().map(|page| rows.remove(page.key).unwrap_or_else(|| page.page())).collect()
}

/// A page of the editors' list.
#[derive(Debug)]
pub struct AdminPages {
    pub pages: Vec<Model>,
    pub total: u64,
}

/// All pages for their editors: the further ones by title, then the built-in ones.
pub async fn admin_list(core: &Core, request: PageRequest) -> StoreResult<AdminPages> {
    let db = core.store.reader();
    let further = queries::pages::count_further(db).await?;
    let total = further + built_in_pages().len() as u64;
    let offset = (request.page - 1) * request.per_page;
    let mut pages = query::list_further(db, offset, request.per_page).await?;
    let missing = request.per_page.saturating_sub(pages.len() as u64);
    if missing > 0 {
        let skipped = usize::try_from(offset.saturating_sub(further)).unwrap_or(usize::MAX);
        let built_in = merged(query::list_built_in(db).await?);
        pages.extend(built_in.into_iter().skip(skipped).take(usize::try_from(missing).unwrap_or(usize::MAX)));
    }
    Ok(AdminPages { pages, total })
}
