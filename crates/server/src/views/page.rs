use mwanga_core::html::{self, ListItem, PageBlock};
use mwanga_core::pages::{self, Placeholders};
use mwanga_core::{Core, media};
use mwanga_store::StoreError;
use mwanga_store::entities::page::Model;
use mwanga_store::types::{PageId, PageLayout, PageStatus, Timestamp};
use serde::Serialize;

use super::issue_draft::SavedDraftView;
use super::post::{AdminPostView, SharePictureView};
use super::text_media::{MediaByKey, load_media, with_media};

/// A page as readers see it; its placeholders are filled.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PageView {
    /// Of a page that the product brings: its name, whatever its address is.
    #[schema(required)]
    pub key: Option<String>,
    #[schema(examples("/about"))]
    pub canonical_path: String,
    pub title: String,
    /// For the browser's tab and breadcrumbs.
    pub short_title: String,
    /// The paragraph under the title, or empty.
    pub lead: String,
    /// A small line under the lead, or empty.
    pub note: String,
    pub description: String,
    #[schema(inline)]
    pub layout: PageLayout,
    pub blocks: Vec<PageBlockView>,
    /// For shared links; null for the picture of the site.
    #[schema(required)]
    pub share_picture: Option<SharePictureView>,
}

/// A part of a page. `html` is clean HTML; other texts are plain.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PageBlockView {
    Heading {
        id: String,
        text: String,
        html: String,
    },
    Text {
        html: String,
    },
    Rule,
    Question {
        question: String,
        question_html: String,
        answer: String,
        answer_html: String,
    },
    List {
        /// `steps`, `included`, `left-out`, `questions`, `cards` or `ways`.
        look: &'static str,
        items: Vec<PageListItemView>,
    },
    Section {
        /// `contact` or `aside`.
        kind: &'static str,
        #[schema(no_recursion)]
        blocks: Vec<PageBlockView>,
    },
    ContactForm,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PageListItemView {
    /// Of steps, cards and ways.
    pub title_html: String,
    /// Where the title leads.
    #[schema(required)]
    pub href: Option<String>,
    pub html: String,
}

/// A page of the editors' list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPageCardView {
    /// Null for a page that still has the product's words.
    #[schema(required)]
    pub id: Option<PageId>,
    /// Of a page that the product brings. Calls take it in place of an id.
    #[schema(required)]
    pub key: Option<String>,
    pub slug: String,
    pub path: String,
    /// With its placeholders.
    pub title: String,
    /// The title as readers see it.
    pub name: String,
    #[schema(inline)]
    pub status: PageStatus,
    pub revision: i32,
    /// Null for a page that still has the product's words.
    #[schema(required)]
    pub updated_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPageListView {
    pub data: Vec<AdminPageCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// A page as its editors see it: its words with their placeholders, and as readers see it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPageView {
    #[serde(flatten)]
    pub card: AdminPageCardView,
    pub short_title: String,
    pub lead: String,
    pub note: String,
    pub description: String,
    pub content: String,
    #[schema(inline)]
    pub layout: PageLayout,
    /// Path of a picture, or empty.
    pub share_picture: String,
    pub view: PageView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPageSavedView {
    #[serde(flatten)]
    pub page: AdminPageView,
    pub message: &'static str,
}

/// What was to be changed, as it is now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub enum CurrentView {
    Post(Box<AdminPostView>),
    Page(Box<AdminPageView>),
    Draft(Box<SavedDraftView>),
}

/// Characters of a description that is made from the text.
const DESCRIPTION_CHARS: usize = 160;

impl PageView {
    pub async fn new(core: &Core, page: &Model) -> Result<Self, StoreError> {
        let mut keys = html::media_refs(&page.content);
        keys.extend(page.share_picture.clone());
        let files = load_media(core, keys).await?;
        let words = Placeholders::of(core);
        let share_picture = page.share_picture.as_deref().map(|key| SharePictureView::new(key, files.get(key)));
        let title = words.text(&page.title);
        let description = match page.description.as_str() {
            "" => html::opening(&words.html(&page.content), DESCRIPTION_CHARS),
            description => words.text(description),
        };
        let texts = Texts { words: &words, files: &files };
        Ok(Self {
            key: page.built_in.clone(),
            canonical_path: pages::path_of(&core.settings().site.brand, page),
            short_title: if page.short_title.is_empty() { title.clone() } else { words.text(&page.short_title) },
            title,
            lead: words.text(&page.lead),
            note: words.text(&page.note),
            description,
            layout: page.layout,
            blocks: texts.blocks(html::page_blocks(&page.content)),
            share_picture,
        })
    }
}

/// Fills the texts of a page.
struct Texts<'a> {
    words: &'a Placeholders,
    files: &'a MediaByKey,
}

impl Texts<'_> {
    fn html(&self, stored: &str) -> String {
        with_media(self.files, &html::draw_page(&html::deliver_media(&self.words.html(stored))))
    }

    fn blocks(&self, blocks: Vec<PageBlock>) -> Vec<PageBlockView> {
        blocks.into_iter().map(|block| self.block(block)).collect()
    }

    fn block(&self, block: PageBlock) -> PageBlockView {
        match block {
            PageBlock::Heading { id, text, html } => {
                PageBlockView::Heading { id, text: self.words.text(&text), html: self.html(&html) }
            }
            PageBlock::Text { html } => PageBlockView::Text { html: self.html(&html) },
            PageBlock::Rule => PageBlockView::Rule,
            PageBlock::Question { question, question_html, answer, answer_html } => PageBlockView::Question {
                question: self.words.text(&question),
                question_html: self.html(&question_html),
                answer: self.words.text(&answer),
                answer_html: self.html(&answer_html),
            },
            PageBlock::List { look, items } => {
                // An item about an address that is not set says nothing.
                let is_set =
                    |item: &ListItem| [&item.title_html, &item.html].iter().all(|html| !self.words.is_unset_in(html));
                PageBlockView::List { look, items: items.into_iter().filter(is_set).map(|i| self.item(i)).collect() }
            }
            PageBlock::Section { kind, blocks } => PageBlockView::Section { kind, blocks: self.blocks(blocks) },
            PageBlock::ContactForm => PageBlockView::ContactForm,
        }
    }

    fn item(&self, item: ListItem) -> PageListItemView {
        PageListItemView {
            title_html: self.html(&item.title_html),
            href: item.href.map(|href| self.words.link(&href)),
            html: self.html(&item.html),
        }
    }
}

impl AdminPageCardView {
    pub fn new(core: &Core, page: &Model) -> Self {
        let has_row = page.id.0 != 0;
        Self {
            id: has_row.then_some(page.id),
            key: page.built_in.clone(),
            slug: page.slug.clone(),
            path: pages::path_of(&core.settings().site.brand, page),
            title: page.title.clone(),
            name: Placeholders::of(core).text(&page.title),
            status: page.status,
            revision: page.revision,
            updated_at: has_row.then_some(page.updated_at),
        }
    }
}

impl AdminPageView {
    pub async fn new(core: &Core, page: &Model) -> Result<Self, StoreError> {
        Ok(Self {
            card: AdminPageCardView::new(core, page),
            short_title: page.short_title.clone(),
            lead: page.lead.clone(),
            note: page.note.clone(),
            description: page.description.clone(),
            content: html::deliver_media(&page.content),
            layout: page.layout,
            share_picture: page.share_picture.as_deref().map(media::url).unwrap_or_default(),
            view: PageView::new(core, page).await?,
        })
    }
}
