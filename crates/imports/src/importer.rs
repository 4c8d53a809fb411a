//! What every importer does with a record: files it under a category, brings its files, saves it, and counts what came
//! of it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use mwanga_core::Core;
use mwanga_core::categories::{self, CategoryError, UNCATEGORIZED_NAME};
use mwanga_core::html::{self, MediaDecision};
use mwanga_core::pages::{self, ImportPage, PageError};
use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostError};
use mwanga_store::StoreError;

use crate::lines::Names;
use crate::media::{BroughtFile, BroughtFiles, FileRequest, MediaImporter};
use crate::media_folder::MediaFolder;
use crate::missing_media::merge_missing_pictures;

/// What became of the records of a run, of any importer.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// Brought by an earlier run, and unchanged since.
    pub unchanged: u64,
    pub changed_here: Names,
    pub deleted_here: Names,
    /// With the reason.
    pub refused: Names,
    pub files: BroughtFiles,
}

/// What an address in a text means to an importer.
pub enum Address {
    File(FileRequest),
    /// A picture or video of which nothing can be found.
    Missing,
    /// No address at all.
    None,
}

/// The parts of a run that know no format.
pub struct Importer<'a> {
    pub core: &'a Core,
    media: MediaImporter<'a>,
    /// Slugs of our categories by their names.
    categories: HashMap<String, String>,
}

impl<'a> Importer<'a> {
    pub fn new(core: &'a Core, folder: Option<MediaFolder>) -> Self {
        Self { core, media: MediaImporter::new(core, folder), categories: HashMap::new() }
    }

    /// Brings a file; none, and a line in the report, if it is not available.
    pub async fn file(
        &mut self,
        request: &FileRequest,
        brought: &mut Brought,
    ) -> Result<Option<BroughtFile>, StoreError> {
        self.media.bring(request, &mut brought.files).await
    }

    /// Cleaned HTML with its pictures and videos brought; `find`: what an address in it means.
    pub async fn text(
        &mut self,
        content: &str,
        mut find: impl FnMut(&str) -> Address,
        brought: &mut Brought,
    ) -> Result<String, StoreError> {
        // Saving it names what is wrong with it.
        if html::check_limits(content).is_err() {
            return Ok(content.to_owned());
        }
        let (found, known) = (RefCell::new(Vec::<String>::new()), RefCell::new(HashSet::new()));
        let without_media = html::clean_with_media_rule(content, &|address| {
            if known.borrow_mut().insert(address.to_owned()) {
                found.borrow_mut().push(address.to_owned());
            }
            MediaDecision::Missing(None)
        });
        let addresses = found.into_inner();
        if addresses.is_empty() {
            return Ok(without_media);
        }
        let mut decisions = HashMap::new();
        for address in addresses {
            let decision = match find(&address) {
                Address::File(request) => match self.file(&request, brought).await? {
                    Some(file) => MediaDecision::Keep { src: file.key, size: file.size },
                    None => MediaDecision::Missing(None),
                },
                Address::Missing => MediaDecision::Missing(None),
                Address::None => MediaDecision::Drop,
            };
            decisions.insert(address, decision);
        }
        let html = html::clean_with_media_rule(content, &|address| {
            decisions.get(address).cloned().unwrap_or(MediaDecision::Drop)
        });
        Ok(merge_missing_pictures(&html))
    }

    /// Slug of the category of this name, created if there is none.
    pub async fn category_slug(&mut self, name: Option<&str>) -> Result<String, StoreError> {
        for name in name.into_iter().chain([UNCATEGORIZED_NAME]) {
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

    /// Saves a post that is not here yet; whether it was added.
    pub async fn post(&self, post: ImportPost, title: &str, brought: &mut Brought) -> Result<bool, StoreError> {
        match posts::import(self.core, post).await {
            Ok(outcome) => Ok(brought.count(outcome, title)),
            Err(PostError::Store(error)) => Err(error),
            Err(PostError::Missing(fields) | PostError::Invalid(fields)) => {
                Ok(brought.refuse(title, &fields.into_values().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => Ok(brought.refuse(title, &error.to_string())),
        }
    }

    /// As [`Self::post`], of a page.
    pub async fn page(&self, page: ImportPage, title: &str, brought: &mut Brought) -> Result<bool, StoreError> {
        match pages::import(self.core, page).await {
            Ok(outcome) => Ok(brought.count(outcome, title)),
            Err(PageError::Store(error)) => Err(error),
            Err(PageError::Invalid(errors)) => {
                Ok(brought.refuse(title, &errors.into_values().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => Ok(brought.refuse(title, &error.to_string())),
        }
    }
}

impl Brought {
    fn count(&mut self, outcome: ImportOutcome, title: &str) -> bool {
        match outcome {
            ImportOutcome::Added => return true,
            ImportOutcome::Unchanged => self.unchanged += 1,
            ImportOutcome::ChangedHere => self.changed_here.add(title),
            ImportOutcome::DeletedHere => self.deleted_here.add(title),
        }
        false
    }

    fn refuse(&mut self, title: &str, why: &str) -> bool {
        self.refused.add(format!("{title}: {why}"));
        false
    }
}
