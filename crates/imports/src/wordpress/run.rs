//! A run: both passes over the file, and the import of each entry.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use mwanga_store::entities::{import_record, post};
use mwanga_store::{StoreError, queries};
use sea_orm::{ActiveModelTrait, Set};

use super::addresses::{self, Slugs};
use super::convert::convert;
use super::entry::{Entry, Item};
use super::export_index::{ExportIndex, target_of};
use super::media_importer::MediaImporter;
use super::missing_media::{has_missing_media, merge_missing_pictures};
use super::notes::Notes;
use super::post_fields::{PostFields, post_fields};
use super::report::Report;
use super::source::SourceStatus;
use super::uploads_folder::UploadsFolder;
use super::wxr::{Reader, WxrError};
use mwanga_core::Core;
use mwanga_core::categories::{self, CategoryError, SPONSORED};
use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostError, PostForm};
use mwanga_html::{self as html, MediaDecision};

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    File(#[from] WxrError),
    #[error("the media folder {path}: {source}")]
    MediaFolder { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a part of the import stopped: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// A run that ended early, with the report until then. Another run resumes there.
#[derive(Debug)]
pub struct Failure {
    pub error: ImportError,
    pub report: Report,
}

/// Category of posts without one.
const UNCATEGORIZED: &str = "Uncategorized";
/// Entries read ahead of the one being imported.
const READ_AHEAD: usize = 4;
/// Posts between two progress messages in the log.
const LOG_EVERY: u64 = 500;

/// Imports the posts of `file`, and their media from `media_folder`, else from the web.
///
/// # Errors
///
/// Nothing is imported if the file is no WordPress export or the folder cannot be read. From a truncated or damaged
/// file everything before that position is imported.
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
                tokio::task::spawn_blocking(move || UploadsFolder::read(&root))
                    .await?
                    .map_err(|source| ImportError::MediaFolder { path, source })?,
            )
        }
        None => None,
    };
    let path = file.to_owned();
    // The second pass meets an error again, after the entries before it.
    let (mut index, _) = tokio::task::spawn_blocking(move || ExportIndex::read(&path)).await??;
    let site =
        index.site.split_once("//").map_or(index.site.as_str(), |(_, rest)| rest).trim_start_matches("www.").to_owned();
    report.site.clone_from(&site);
    let slugs = addresses::assign(core, &mut index, &site).await?;
    let mut run = Run {
        core,
        index: &index,
        site: &site,
        media: MediaImporter::new(core, &index, &site, folder),
        slugs,
        has_sponsored: categories::find(core, SPONSORED).await?.is_some(),
        categories: HashMap::new(),
        report,
    };

    let (entries, mut read) = tokio::sync::mpsc::channel(READ_AHEAD);
    let path = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || {
        let mut reader = Reader::open(&path, true)?;
        while let Some(entry) = reader.next_entry()? {
            // The receiver failed, with an error of its own.
            if entries.blocking_send(entry).is_err() {
                break;
            }
        }
        Ok::<_, WxrError>(())
    });
    while let Some(entry) = read.recv().await {
        match entry {
            Entry::Site(_) | Entry::List(_) => {}
            Entry::Author { .. } => run.report.authors += 1,
            Entry::Item(item) => run.import_item(*item).await?,
        }
    }
    reading.await??;
    // Not counted for a truncated file, whose missing posts may use them.
    let unused = run.media.unused_count();
    report.skip("attachment that no post shows", unused);
    Ok(())
}

pub(super) struct Run<'a> {
    pub(super) core: &'a Core,
    pub(super) index: &'a ExportIndex,
    site: &'a str,
    pub(super) media: MediaImporter<'a>,
    slugs: Slugs,
    /// Whether there is a category for what was paid for.
    has_sponsored: bool,
    /// Slugs of our categories by their names.
    categories: HashMap<String, String>,
    pub(super) report: &'a mut Report,
}

impl Run<'_> {
    async fn import_item(&mut self, item: Item) -> Result<(), StoreError> {
        self.report.comments += u64::from(item.comments);
        let Some(mut fields) = post_fields(&item, self.index) else {
            match item.kind.as_str() {
                "attachment" => {}
                "guest-author" => self.report.authors += 1,
                _ => self.report.skip_item(&item.kind, &item.status),
            }
            return Ok(());
        };
        let external_key = addresses::external_key(self.site, item.id);
        if item.id == 0 {
            self.report.refused.add(format!("{} (line {}): it has no number", fields.title, item.line));
            return Ok(());
        }
        if fields.source_status == SourceStatus::Page {
            return self.import_page(&item, &fields, external_key).await;
        }
        if let Some(record) = queries::imports::get(self.core.store.reader(), &external_key).await? {
            return self.update_imported(&item, &fields, record).await;
        }
        if fields.sponsors.is_some() && !self.has_sponsored && fields.source_status == SourceStatus::Published {
            fields.source_status = SourceStatus::Draft;
        }
        let form = self.form(&item, &fields, true).await?;
        let title = fields.title.clone();
        let (slug, created_at) = (self.slug_of(&item, &fields), fields.created_at);
        let post = ImportPost { external_key, form, slug, created_at, owner_id: None };
        match posts::import(self.core, post).await {
            Ok(ImportOutcome::Added) => self.count_added(&fields),
            // Imported concurrently by another run.
            Ok(_) => self.report.unchanged += 1,
            Err(PostError::Store(error)) => return Err(error),
            Err(PostError::Missing(fields) | PostError::Invalid(fields)) => {
                self.report.refused.add(format!("{title}: {}", fields.into_values().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => self.report.refused.add(format!("{title}: {error}")),
        }
        Ok(())
    }

    /// The slug that links of this run to an item lead to.
    pub(super) fn slug_of(&self, item: &Item, fields: &PostFields) -> Option<String> {
        target_of(item).and_then(|target| self.slugs.get(&target).cloned()).or_else(|| fields.slug.clone())
    }

    pub(super) fn count_added(&mut self, fields: &PostFields) {
        let report = &mut self.report;
        match fields.source_status {
            SourceStatus::Published if fields.publish_date.is_some_and(|date| date > self.core.now()) => {
                report.scheduled += 1
            }
            SourceStatus::Published => report.published += 1,
            _ => report.drafts += 1,
        }
        let names = match fields.source_status {
            SourceStatus::Private => Some(&mut report.private),
            SourceStatus::WithPassword => Some(&mut report.with_password),
            SourceStatus::Page => Some(&mut report.pages),
            SourceStatus::Published | SourceStatus::Draft => None,
        };
        if let Some(names) = names {
            names.add(&fields.title);
        }
        if !fields.has_own_title {
            report.untitled.add(&fields.title);
        }
        if let Some(sponsors) = &fields.sponsors {
            let name = with_detail(&fields.title, sponsors);
            // Pages have no categories.
            let has_label = self.has_sponsored && fields.source_status != SourceStatus::Page;
            if has_label { report.sponsored.add(name) } else { report.sponsored_drafts.add(name) }
        }
        for (left, detail) in &fields.left {
            report.left.entry(*left).or_default().add(with_detail(&fields.title, detail));
        }
        if report.added().is_multiple_of(LOG_EVERY) {
            tracing::info!(posts = report.added(), "importing");
        }
    }

    /// Updates a post of an earlier run: only missing media are added.
    pub(super) async fn update_imported(
        &mut self,
        item: &Item,
        fields: &PostFields,
        record: import_record::Model,
    ) -> Result<(), StoreError> {
        self.mark_media_used(item);
        let existing = match record.post_id {
            Some(id) => posts::get(self.core, id).await?,
            None => None,
        };
        if let Some(existing) = &existing
            && fields.sponsors.is_some()
            && categories::find(self.core, SPONSORED).await?.is_some_and(|paid| paid.id != existing.category_id)
        {
            self.report.unlabelled.add(&existing.title);
        }
        match existing {
            None => self.report.deleted_here.add(&fields.title),
            Some(existing) if existing.revision > record.revision => self.report.changed_here.add(&existing.title),
            Some(existing)
                if !has_missing_media(&existing.content)
                    && (existing.media_url.is_some() || item.thumbnail.is_none()) =>
            {
                self.report.unchanged += 1
            }
            Some(existing) => match self.add_missing_media(item, fields, existing, record).await {
                Ok(true) => self.report.completed.add(&fields.title),
                Ok(false) => self.report.unchanged += 1,
                Err(PostError::Store(error)) => return Err(error),
                // Saved concurrently by an editor.
                Err(_) => self.report.changed_here.add(&fields.title),
            },
        }
        Ok(())
    }

    /// Marks the media of a post of an earlier run as used; the report counts unused ones.
    pub(super) fn mark_media_used(&mut self, item: &Item) {
        let content = convert(self.index, item, &mut Notes::default());
        let featured =
            item.thumbnail.and_then(|id| self.index.attachment_by_id(id)).map(|attachment| attachment.url.clone());
        html::media_refs(&content).iter().chain(&featured).for_each(|address| self.media.mark_used(address));
    }

    /// Adds the missing media of a post that is unchanged here; false if there are none to add.
    async fn add_missing_media(
        &mut self,
        item: &Item,
        fields: &PostFields,
        existing: post::Model,
        record: import_record::Model,
    ) -> Result<bool, PostError> {
        let form = self.form(item, fields, false).await?;
        let content = form.content.unwrap_or_default();
        if html::check_limits(&content).is_err() {
            return Ok(false);
        }
        let content = html::clean(&content);
        let media_url = form.media_url.filter(|_| existing.media_url.is_none());
        if html::media_refs(&content).len() <= html::media_refs(&existing.content).len() && media_url.is_none() {
            return Ok(false);
        }
        let form =
            PostForm { content: Some(content), media_url, revision: Some(existing.revision), ..PostForm::default() };
        let saved = posts::update(self.core, None, existing.id, form).await?;
        let mut record: import_record::ActiveModel = record.into();
        record.revision = Set(saved.revision);
        record.update(self.core.store.writer()).await?;
        Ok(true)
    }

    /// The form of a post, as an editor would submit it. `is_new`: whether to report on its content.
    async fn form(&mut self, item: &Item, fields: &PostFields, is_new: bool) -> Result<PostForm, StoreError> {
        let mut notes = Notes::default();
        let content = convert(self.index, item, &mut notes);
        let content = self.import_media(&content).await?;
        let featured =
            item.thumbnail.and_then(|id| self.index.attachment_by_id(id)).map(|attachment| attachment.url.clone());
        let featured = match featured {
            Some(url) => self.media.import(&url, self.report).await?,
            None => None,
        };
        let is_empty = html::plain_text(&content, 1).is_empty() && html::media_refs(&content).is_empty();
        if is_new {
            self.report.add_notes(&fields.title, notes);
            if is_empty {
                self.report.empty.add(&fields.title);
            }
        }
        let content = if is_empty { placeholder_content(fields) } else { content };
        Ok(PostForm {
            title: Some(fields.title.clone()),
            content: Some(content),
            category_name: Some(match fields.sponsors {
                Some(_) if self.has_sponsored => SPONSORED.to_owned(),
                _ => self.category_slug(fields.category.as_deref()).await?,
            }),
            // No account is created for an author, only a name.
            author_name: Some(if fields.author.is_some() { "custom" } else { "contributor" }.to_owned()),
            custom_author: fields.author.clone(),
            tags: Some(fields.tags.clone()),
            publish_date: Some(fields.publish_date.map(mwanga_store::types::Timestamp::iso).unwrap_or_default()),
            excerpt: Some(fields.excerpt.clone()),
            media_url: featured.map(|found| found.key),
            status: Some(
                if fields.source_status == SourceStatus::Published { "published" } else { "draft" }.to_owned(),
            ),
            brand: fields.sponsors.clone(),
            summary: Some(fields.subtitle.clone()),
            // The slug is in `ImportPost::slug`, and the rest is not in WordPress.
            ..PostForm::default()
        })
    }

    /// Cleaned content with its media imported.
    pub(super) async fn import_media(&mut self, content: &str) -> Result<String, StoreError> {
        // Saving it names what is wrong with it.
        if html::check_limits(content).is_err() {
            return Ok(content.to_owned());
        }
        let (urls, known) = (RefCell::new(Vec::<String>::new()), RefCell::new(HashSet::new()));
        let without_media = html::clean_with_media_rule(content, &|address| {
            if known.borrow_mut().insert(address.to_owned()) {
                urls.borrow_mut().push(address.to_owned());
            }
            MediaDecision::Missing(None)
        });
        let urls = urls.into_inner();
        if urls.is_empty() {
            return Ok(without_media);
        }
        let mut decisions = HashMap::new();
        for address in urls {
            let decision = match self.index.absolute_url(&address) {
                Some(_) => match self.media.import(&address, self.report).await? {
                    Some(file) => MediaDecision::Keep { src: file.key, size: file.size },
                    None => MediaDecision::Missing(None),
                },
                None => MediaDecision::Drop,
            };
            decisions.insert(address, decision);
        }
        let html = html::clean_with_media_rule(content, &|address| {
            decisions.get(address).cloned().unwrap_or(MediaDecision::Drop)
        });
        Ok(merge_missing_pictures(&html))
    }

    /// Slug of the category of this name, created if there is none.
    async fn category_slug(&mut self, name: Option<&str>) -> Result<String, StoreError> {
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
                // Invalid name, without a letter or digit.
                Err(_) => {}
            }
        }
        Ok(String::new())
    }
}

/// A title with what is said of it.
fn with_detail(title: &str, detail: &str) -> String {
    if detail.is_empty() { title.to_owned() } else { format!("{title}: {detail}") }
}

/// Content of a post without text: its excerpt, or a line that says that there is none.
fn placeholder_content(fields: &PostFields) -> String {
    let mut out = String::from("<p>");
    match fields.excerpt.as_str() {
        "" => out.push_str("<em>This post has no text.</em>"),
        excerpt => html::escape_text(excerpt, &mut out),
    }
    out + "</p>"
}
