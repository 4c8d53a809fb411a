//! Pages of WordPress: they become drafts of pages.

use mwanga_core::html;
use mwanga_core::pages::{self, ImportPage, PageError, PageForm, PageRef};
use mwanga_core::posts::ImportOutcome;
use mwanga_store::entities::{import_record, page};
use mwanga_store::{StoreError, queries};
use sea_orm::{ActiveModelTrait, Set};

use super::convert::convert;
use super::entry::Item;
use super::missing_media::has_missing_media;
use super::notes::Notes;
use super::post_fields::PostFields;
use super::run::Run;

impl Run<'_> {
    pub(super) async fn import_page(
        &mut self,
        item: &Item,
        fields: &PostFields,
        external_key: String,
    ) -> Result<(), StoreError> {
        if let Some(record) = queries::imports::get(self.core.store.reader(), &external_key).await? {
            return match record.post_id {
                // Imported as a post, by an earlier version.
                Some(_) => self.update_imported(item, fields, record).await,
                None => self.update_page(item, fields, record).await,
            };
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
        match pages::import(self.core, page).await {
            Ok(ImportOutcome::Added) => self.count_added(fields),
            // Imported concurrently by another run.
            Ok(_) => self.report.unchanged += 1,
            Err(PageError::Store(error)) => return Err(error),
            Err(PageError::Invalid(errors)) => {
                let errors = errors.into_values().collect::<Vec<_>>().join(" ");
                self.report.refused.add(format!("{}: {errors}", fields.title));
            }
            Err(error) => self.report.refused.add(format!("{}: {error}", fields.title)),
        }
        Ok(())
    }

    async fn page_content(&mut self, item: &Item, notes: &mut Notes) -> Result<String, StoreError> {
        let content = convert(self.index, item, notes);
        self.import_media(&content).await
    }

    /// Updates a page of an earlier run: only missing media are added.
    async fn update_page(
        &mut self,
        item: &Item,
        fields: &PostFields,
        record: import_record::Model,
    ) -> Result<(), StoreError> {
        self.mark_media_used(item);
        let existing = match record.page_id {
            Some(id) => queries::pages::get(self.core.store.reader(), id).await?,
            None => None,
        };
        match existing {
            None => self.report.deleted_here.add(&fields.title),
            Some(existing) if existing.revision > record.revision => self.report.changed_here.add(&existing.title),
            Some(existing) if !has_missing_media(&existing.content) => self.report.unchanged += 1,
            Some(existing) => match self.add_missing_page_media(item, existing, record).await {
                Ok(true) => self.report.completed.add(&fields.title),
                Ok(false) => self.report.unchanged += 1,
                Err(PageError::Store(error)) => return Err(error),
                // Saved concurrently by an editor.
                Err(_) => self.report.changed_here.add(&fields.title),
            },
        }
        Ok(())
    }

    /// Adds the missing media of a page that is unchanged here; false if there are none to add.
    async fn add_missing_page_media(
        &mut self,
        item: &Item,
        existing: page::Model,
        record: import_record::Model,
    ) -> Result<bool, PageError> {
        let content = self.page_content(item, &mut Notes::default()).await?;
        if html::media_refs(&content).len() <= html::media_refs(&existing.content).len() {
            return Ok(false);
        }
        let form = PageForm { content: Some(content), revision: Some(existing.revision), ..PageForm::default() };
        let saved = pages::update(self.core, None, &PageRef::Id(existing.id), form).await?;
        let mut record: import_record::ActiveModel = record.into();
        record.revision = Set(saved.revision);
        record.update(self.core.store.writer()).await?;
        Ok(true)
    }
}
