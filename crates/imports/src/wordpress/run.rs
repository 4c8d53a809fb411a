//! A run: both passes over the file, and the import of each entry.

use std::io;
use std::path::{Path, PathBuf};

use mwanga_core::Core;
use mwanga_core::categories::{self, SPONSORED};
use mwanga_core::imported::{self, Found, Imported};
use mwanga_core::posts::{self, ImportPost, PostError, PostForm};
use mwanga_html as html;
use mwanga_store::StoreError;
use mwanga_store::entities::post;

use super::addresses::{self, Slugs};
use super::convert::convert;
use super::entry::{Entry, Item};
use super::export_index::{ExportIndex, target_of};
use super::files::Files;
use super::notes::Notes;
use super::post_fields::{PostFields, post_fields};
use super::report::Report;
use super::source::SourceStatus;
use super::wxr::{Reader, WxrError};
use crate::ended_early::EndedEarly;
use crate::importer::{Address, Importer};
use crate::media_folder::MediaFolder;
use crate::missing_media::has_missing_media;

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
pub async fn run(
    core: &Core,
    file: &Path,
    media_folder: Option<&Path>,
) -> Result<Report, Box<EndedEarly<Report, ImportError>>> {
    let mut report = Report::default();
    match import_file(core, file, media_folder, &mut report).await {
        Ok(()) => Ok(report),
        Err(error) => Err(Box::new(EndedEarly { error, report: (!report.is_empty()).then_some(report) })),
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
                tokio::task::spawn_blocking(move || MediaFolder::read(&root))
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
        importer: Importer::new(core, folder),
        files: Files::new(&index, &site),
        slugs,
        has_sponsored: categories::find(core, SPONSORED).await?.is_some(),
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
    let unused = run.files.unused_count();
    report.skip("attachment that no post shows", unused);
    Ok(())
}

pub(super) struct Run<'a> {
    pub(super) core: &'a Core,
    pub(super) index: &'a ExportIndex,
    site: &'a str,
    pub(super) importer: Importer<'a>,
    files: Files<'a>,
    slugs: Slugs,
    /// Whether there is a category for what was paid for.
    has_sponsored: bool,
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
            self.report.brought.refused.add(format!("{} (line {}): it has no number", fields.title, item.line));
            return Ok(());
        }
        if fields.source_status == SourceStatus::Page {
            return self.import_page(&item, &fields, external_key).await;
        }
        if let Some(found) = imported::find(self.core, &external_key).await? {
            return self.update_imported(&item, &fields, &external_key, found).await;
        }
        if fields.sponsors.is_some() && !self.has_sponsored && fields.source_status == SourceStatus::Published {
            fields.source_status = SourceStatus::Draft;
        }
        let form = self.form(&item, &fields, true).await?;
        let title = fields.title.clone();
        let (slug, created_at) = (self.slug_of(&item, &fields), fields.created_at);
        let post = ImportPost { external_key, form, slug, created_at, owner_id: None };
        if self.importer.post(post, &title, &mut self.report.brought).await? {
            self.count_added(&fields);
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

    /// Completes a post or page of an earlier run: only missing media are added.
    pub(super) async fn update_imported(
        &mut self,
        item: &Item,
        fields: &PostFields,
        external_key: &str,
        found: Found,
    ) -> Result<(), StoreError> {
        self.mark_media_used(item);
        let Found { what, is_changed } = found;
        let outcome = match what {
            Imported::Deleted => {
                self.report.brought.deleted_here.add(&fields.title);
                return Ok(());
            }
            Imported::Post(post) => {
                if fields.sponsors.is_some()
                    && categories::find(self.core, SPONSORED).await?.is_some_and(|paid| paid.id != post.category_id)
                {
                    self.report.unlabelled.add(&post.title);
                }
                let has_all =
                    !has_missing_media(&post.content) && (post.media_url.is_some() || item.thumbnail.is_none());
                match (is_changed, has_all) {
                    (true, _) => Completion::ChangedHere(post.title),
                    (false, true) => Completion::Complete,
                    (false, false) => self.add_missing_media(item, fields, external_key, *post).await?,
                }
            }
            Imported::Page(page) => match (is_changed, has_missing_media(&page.content)) {
                (true, _) => Completion::ChangedHere(page.title),
                (false, false) => Completion::Complete,
                (false, true) => self.add_missing_page_media(item, external_key, *page).await?,
            },
        };
        match outcome {
            Completion::Complete => self.report.brought.unchanged += 1,
            Completion::Completed => self.report.completed.add(&fields.title),
            Completion::ChangedHere(title) => self.report.brought.changed_here.add(title),
        }
        Ok(())
    }

    /// Marks the media of a post of an earlier run as used; the report counts unused ones.
    pub(super) fn mark_media_used(&mut self, item: &Item) {
        let content = convert(self.index, item, &mut Notes::default());
        let featured =
            item.thumbnail.and_then(|id| self.index.attachment_by_id(id)).map(|attachment| attachment.url.clone());
        html::media_refs(&content).iter().chain(&featured).for_each(|address| self.files.mark_used(address));
    }

    /// Adds the missing media of a post that is unchanged here.
    async fn add_missing_media(
        &mut self,
        item: &Item,
        fields: &PostFields,
        external_key: &str,
        existing: post::Model,
    ) -> Result<Completion, StoreError> {
        let form = self.form(item, fields, false).await?;
        let content = form.content.unwrap_or_default();
        if html::check_limits(&content).is_err() {
            return Ok(Completion::Complete);
        }
        let content = html::clean(&content);
        let media_url = form.media_url.filter(|_| existing.media_url.is_none());
        if html::media_refs(&content).len() <= html::media_refs(&existing.content).len() && media_url.is_none() {
            return Ok(Completion::Complete);
        }
        let form =
            PostForm { content: Some(content), media_url, revision: Some(existing.revision), ..PostForm::default() };
        match posts::complete_import(self.core, external_key, existing.id, form).await {
            Ok(()) => Ok(Completion::Completed),
            Err(PostError::Store(error)) => Err(error),
            // Saved concurrently by an editor.
            Err(_) => Ok(Completion::ChangedHere(fields.title.clone())),
        }
    }

    /// The form of a post, as an editor would submit it. `is_new`: whether to report on its content.
    async fn form(&mut self, item: &Item, fields: &PostFields, is_new: bool) -> Result<PostForm, StoreError> {
        let mut notes = Notes::default();
        let content = convert(self.index, item, &mut notes);
        let content = self.import_media(&content).await?;
        let featured = item.thumbnail.and_then(|id| self.index.attachment_by_id(id));
        let featured = match featured.and_then(|attachment| self.files.request(&attachment.url)) {
            Some(request) => self.importer.file(&request, &mut self.report.brought).await?,
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
                _ => self.importer.category_slug(fields.category.as_deref()).await?,
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
            // What is in the publication's follows it.
            language: fields.language.clone().filter(|tag| *tag != self.importer.core.settings().site.language),
            // The slug is in `ImportPost::slug`, and the rest is not in WordPress.
            ..PostForm::default()
        })
    }

    /// Cleaned content with its media imported.
    pub(super) async fn import_media(&mut self, content: &str) -> Result<String, StoreError> {
        let Self { importer, files, index, report, .. } = self;
        let find = |address: &str| match (index.absolute_url(address), files.request(address)) {
            (None, _) => Address::None,
            (Some(_), None) => Address::Missing,
            (Some(_), Some(request)) => Address::File(request),
        };
        importer.text(content, find, &mut report.brought).await
    }
}

/// What became of a post or page of an earlier run.
pub(super) enum Completion {
    /// It had all of its media, or they are not to be had.
    Complete,
    Completed,
    /// By its title here.
    ChangedHere(String),
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
