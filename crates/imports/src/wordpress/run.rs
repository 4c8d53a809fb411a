//! One run: the two readings, and what is done with each entry.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use mwanga_store::entities::{import_record, post};
use mwanga_store::{StoreError, queries};
use sea_orm::{ActiveModelTrait, Set};

use super::article::{Appearance, Article, article};
use super::convert::convert;
use super::entry::{Entry, Item};
use super::folder::Folder;
use super::library::Library;
use super::media::Finder;
use super::missing::{gather, has_missing};
use super::notes::Notes;
use super::report::Report;
use super::wxr::{Reader, WxrError};
use mwanga_core::Core;
use mwanga_core::categories::{self, CategoryError};
use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostError, PostForm};
use mwanga_html::{self as html, MediaDecision};

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    File(#[from] WxrError),
    #[error("the media folder {path}: {source}")]
    Folder { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a part of the import stopped: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// Why a run ended early, and what it did until then. Running it again goes on from there.
#[derive(Debug)]
pub struct Failure {
    pub error: ImportError,
    pub report: Report,
}

/// Where posts without a category are filed.
const UNCATEGORIZED: &str = "Uncategorized";
/// Entries read ahead of the one that is being stored.
const READ_AHEAD: usize = 4;
/// Posts between two lines of the log.
const LOG_EVERY: u64 = 500;

/// Imports the posts of `file`; pictures come from `media_folder` when there is one, else from the web.
///
/// # Errors
///
/// Nothing is imported when the file is no WordPress export or the folder cannot be read. When the file ends too early
/// or is damaged, everything before that place has been imported.
pub async fn run(core: &Core, file: &Path, media_folder: Option<&Path>) -> Result<Report, Box<Failure>> {
    let mut report = Report::default();
    match import_file(core, file, media_folder, &mut report).await {
        Ok(()) => Ok(report),
        Err(error) => Err(Box::new(Failure { error, report })),
    }
}

async fn import_file(
    core: &Core,
    file: &Path,
    media_folder: Option<&Path>,
    report: &mut Report,
) -> Result<(), ImportError> {
    let folder = match media_folder.map(Path::to_owned) {
        Some(path) => {
            let root = path.clone();
            Some(
                tokio::task::spawn_blocking(move || Folder::read(&root))
                    .await?
                    .map_err(|source| ImportError::Folder { path, source })?,
            )
        }
        None => None,
    };
    let path = file.to_owned();
    // A fault is met again by the second reading, after what stands before it.
    let (library, _) = tokio::task::spawn_blocking(move || Library::read(&path)).await??;
    let site = library
        .site
        .split_once("//")
        .map_or(library.site.as_str(), |(_, rest)| rest)
        .trim_start_matches("www.")
        .to_owned();
    report.site.clone_from(&site);
    let mut run = Run {
        core,
        library: &library,
        site: &site,
        finder: Finder::new(core, &library, &site, folder),
        categories: HashMap::new(),
        report,
    };

    let (entries, mut read) = tokio::sync::mpsc::channel(READ_AHEAD);
    let path = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || {
        let mut reader = Reader::open(&path, true)?;
        while let Some(entry) = reader.next_entry()? {
            // The other end stopped; it knows why.
            if entries.blocking_send(entry).is_err() {
                break;
            }
        }
        Ok::<_, WxrError>(())
    });
    while let Some(entry) = read.recv().await {
        match entry {
            Entry::Site(_) => {}
            Entry::Author { .. } => run.report.authors += 1,
            Entry::Item(item) => run.item(*item).await?,
        }
    }
    reading.await??;
    // Of a file that was cut off nobody knows what the rest shows.
    let unshown = run.finder.unshown();
    report.leave("attachment that no post shows", unshown);
    Ok(())
}

struct Run<'a> {
    core: &'a Core,
    library: &'a Library,
    site: &'a str,
    finder: Finder<'a>,
    /// Slugs of our categories by their names.
    categories: HashMap<String, String>,
    report: &'a mut Report,
}

impl Run<'_> {
    async fn item(&mut self, item: Item) -> Result<(), StoreError> {
        self.report.comments += u64::from(item.comments);
        let Some(article) = article(&item, self.library) else {
            if item.kind != "attachment" {
                self.report.pass_over(&item.kind, &item.status);
            }
            return Ok(());
        };
        let external_key = format!("wordpress:{}:post:{}", self.site, item.id);
        if item.id == 0 {
            self.report.refused.add(format!("{} (line {}): it has no number", article.title, item.line));
            return Ok(());
        }
        if let Some(record) = queries::imports::get(self.core.store.reader(), &external_key).await? {
            return self.again(&item, article, record).await;
        }
        let form = self.form(&item, &article, true).await?;
        let title = article.title.clone();
        let post = ImportPost { external_key, form, slug: article.slug.clone(), created_at: article.created_at };
        match posts::import(self.core, post).await {
            Ok(ImportOutcome::Added) => self.added(&article),
            // Somebody ran the same import at the same time.
            Ok(_) => self.report.unchanged += 1,
            Err(PostError::Store(error)) => return Err(error),
            Err(PostError::Missing(fields) | PostError::Invalid(fields)) => {
                self.report.refused.add(format!("{title}: {}", fields.into_values().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => self.report.refused.add(format!("{title}: {error}")),
        }
        Ok(())
    }

    fn added(&mut self, article: &Article) {
        let report = &mut self.report;
        match article.appearance {
            Appearance::Published if article.publish_date.is_some_and(|date| date > self.core.now()) => {
                report.scheduled += 1
            }
            Appearance::Published => report.published += 1,
            _ => report.drafts += 1,
        }
        let names = match article.appearance {
            Appearance::Private => Some(&mut report.private),
            Appearance::WithPassword => Some(&mut report.with_password),
            Appearance::Page => Some(&mut report.pages),
            Appearance::Published | Appearance::Draft => None,
        };
        if let Some(names) = names {
            names.add(&article.title);
        }
        if !article.is_titled {
            report.untitled.add(&article.title);
        }
        if report.added().is_multiple_of(LOG_EVERY) {
            tracing::info!(posts = report.added(), "importing");
        }
    }

    /// A post that an earlier run brought: left alone, but for pictures that could not be had then.
    async fn again(&mut self, item: &Item, article: Article, record: import_record::Model) -> Result<(), StoreError> {
        self.note_shown(item);
        let here = match record.post_id {
            Some(id) => queries::posts::get(self.core.store.reader(), id).await?,
            None => None,
        };
        match here {
            None => self.report.deleted_here.add(&article.title),
            Some(here) if here.revision > record.revision => self.report.changed_here.add(&here.title),
            Some(here) if !has_missing(&here.content) && (here.media_url.is_some() || item.thumbnail.is_none()) => {
                self.report.unchanged += 1
            }
            Some(here) => match self.complete(item, &article, here, record).await {
                Ok(true) => self.report.completed.add(&article.title),
                Ok(false) => self.report.unchanged += 1,
                Err(PostError::Store(error)) => return Err(error),
                // Somebody saved it this moment.
                Err(_) => self.report.changed_here.add(&article.title),
            },
        }
        Ok(())
    }

    /// What a post shows that an earlier run brought: the report counts what none shows.
    fn note_shown(&mut self, item: &Item) {
        let content = convert(self.library, item.id, &item.content, &mut Notes::default());
        let featured =
            item.thumbnail.and_then(|id| self.library.attachment_by_id(id)).map(|attachment| attachment.url.clone());
        html::media_refs(&content).iter().chain(&featured).for_each(|address| self.finder.note_shown(address));
    }

    /// Tries again to find what is missing in a post that nobody touched here; false when there is nothing new.
    async fn complete(
        &mut self,
        item: &Item,
        article: &Article,
        here: post::Model,
        record: import_record::Model,
    ) -> Result<bool, PostError> {
        let form = self.form(item, article, false).await?;
        let content = html::clean(form.content.as_deref().unwrap_or_default());
        let media_url = form.media_url.filter(|_| here.media_url.is_none());
        if html::media_refs(&content).len() <= html::media_refs(&here.content).len() && media_url.is_none() {
            return Ok(false);
        }
        let form = PostForm { content: Some(content), media_url, revision: Some(here.revision), ..PostForm::default() };
        let saved = posts::update(self.core, None, here.id, form).await?;
        let mut record: import_record::ActiveModel = record.into();
        record.revision = Set(saved.revision);
        record.update(self.core.store.writer()).await?;
        Ok(true)
    }

    /// The post as an editor would send it. `is_new` says whether the report should speak of its text.
    async fn form(&mut self, item: &Item, article: &Article, is_new: bool) -> Result<PostForm, StoreError> {
        let mut notes = Notes::default();
        let content = convert(self.library, item.id, &item.content, &mut notes);
        let content = self.with_media(&content).await?;
        let featured =
            item.thumbnail.and_then(|id| self.library.attachment_by_id(id)).map(|attachment| attachment.url.clone());
        let featured = match featured {
            Some(url) => self.finder.find(&url, self.report).await?,
            None => None,
        };
        let is_empty = html::plain_text(&content, 1).is_empty() && html::media_refs(&content).is_empty();
        if is_new {
            self.report.note(&article.title, notes);
            if is_empty {
                self.report.empty.add(&article.title);
            }
        }
        let content = if is_empty { stand_in(article) } else { content };
        Ok(PostForm {
            title: Some(article.title.clone()),
            content: Some(content),
            category_name: Some(self.category(article.category.as_deref()).await?),
            // Nobody gets an account; the name alone stays.
            author_name: Some(if article.author.is_some() { "custom" } else { "contributor" }.to_owned()),
            custom_author: article.author.clone(),
            tags: Some(article.tags.clone()),
            publish_date: Some(article.publish_date.map(mwanga_store::types::Timestamp::iso).unwrap_or_default()),
            excerpt: Some(article.excerpt.clone()),
            media_url: featured.map(|found| found.key),
            status: Some(if article.appearance == Appearance::Published { "published" } else { "draft" }.to_owned()),
            // WordPress has nothing of the kind, or brings it elsewhere: addresses come as `ImportPost::slug`.
            slug: None,
            brand: None,
            is_today_pick: None,
            extra_text: None,
            deal_links: None,
            media_urls: None,
            poster_url: None,
            summary: None,
            access: None,
            revision: None,
        })
    }

    /// The stored form of `html` with its media brought here.
    async fn with_media(&mut self, content: &str) -> Result<String, StoreError> {
        let named = RefCell::new(Vec::<String>::new());
        let bare = html::clean_by(content, &|address| {
            if !named.borrow().iter().any(|known| known == address) {
                named.borrow_mut().push(address.to_owned());
            }
            MediaDecision::Missing
        });
        let named = named.into_inner();
        if named.is_empty() {
            return Ok(bare);
        }
        let mut found = HashMap::new();
        for address in named {
            let here = match self.library.absolute(&address) {
                Some(_) => match self.finder.find(&address, self.report).await? {
                    Some(here) => MediaDecision::Keep { src: here.key, size: here.size },
                    None => MediaDecision::Missing,
                },
                None => MediaDecision::Drop,
            };
            found.insert(address, here);
        }
        let html = html::clean_by(content, &|address| found.get(address).cloned().unwrap_or(MediaDecision::Drop));
        Ok(gather(&html))
    }

    /// The slug of our category of this name.
    async fn category(&mut self, name: Option<&str>) -> Result<String, StoreError> {
        for name in name.into_iter().chain([UNCATEGORIZED]) {
            if let Some(slug) = self.categories.get(name) {
                return Ok(slug.clone());
            }
            match categories::find_or_create(self.core, name).await {
                Ok(category) => {
                    self.categories.insert(name.to_owned(), category.slug.clone());
                    return Ok(category.slug);
                }
                Err(CategoryError::Store(error)) => return Err(error),
                // A name without a letter or digit is no section of a site.
                Err(_) => {}
            }
        }
        Ok(String::new())
    }
}

/// A post needs a text: its excerpt, or a line that says there is none.
fn stand_in(article: &Article) -> String {
    let mut out = String::from("<p>");
    match article.excerpt.as_str() {
        "" => out.push_str("<em>This post has no text.</em>"),
        excerpt => html::escape_text(excerpt, &mut out),
    }
    out + "</p>"
}
