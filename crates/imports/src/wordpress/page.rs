//! Pages of WordPress: they become drafts of pages.

use mwanga_core::pages::{self, ImportPage, PageError, PageForm};
use mwanga_core::{html, imported};
use mwanga_store::StoreError;
use mwanga_store::entities::page;

use super::convert::convert;
use super::entry::Item;
use super::notes::Notes;
use super::post_fields::PostFields;
use super::run::{Completion, Run};

impl Run<'_> {
    pub(super) async fn import_page(
        &mut self,
        item: &Item,
        fields: &PostFields,
        external_key: String,
    ) -> Result<(), StoreError> {
        if let Some(found) = imported::find(self.core, &external_key).await? {
            // As a post, where an earlier version imported it.
            return self.update_imported(item, fields, &external_key, found).await;
        }
        let mut notes = Notes::default();
        let content = self.page_content(item, &mut notes).await?;
        self.report.add_notes(&fields.title, notes);
        let is_empty = html::plain_text(&content, 1).is_empty() && html::media_refs(&content).is_empty();
        if is_empty {
            self.report.empty.add(&fields.title);
        }
        let form = PageForm {
            title: Some(fields.title.clone()),
            // A page needs a text.
            content: Some(if is_empty { "<hr>".to_owned() } else { content }),
            description: Some(fields.excerpt.clone()),
            ..PageForm::default()
        };
        let page = ImportPage { external_key, form, slug: self.slug_of(item, fields), created_at: fields.created_at };
        if self.importer.page(page, &fields.title, &mut self.report.brought).await? {
            self.count_added(fields);
        }
        Ok(())
    }

    async fn page_content(&mut self, item: &Item, notes: &mut Notes) -> Result<String, StoreError> {
        let content = convert(self.index, item, notes);
        self.import_media(&content).await
    }

    /// Adds the missing media of a page that is unchanged here.
    pub(super) async fn add_missing_page_media(
        &mut self,
        item: &Item,
        external_key: &str,
        existing: page::Model,
    ) -> Result<Completion, StoreError> {
        let content = self.page_content(item, &mut Notes::default()).await?;
        if html::media_refs(&content).len() <= html::media_refs(&existing.content).len() {
            return Ok(Completion::Complete);
        }
        let form = PageForm { content: Some(content), revision: Some(existing.revision), ..PageForm::default() };
        match pages::complete_import(self.core, external_key, existing.id, form).await {
            Ok(()) => Ok(Completion::Completed),
            Err(PageError::Store(error)) => Err(error),
            // Saved concurrently by an editor.
            Err(_) => Ok(Completion::ChangedHere(existing.title)),
        }
    }
}
