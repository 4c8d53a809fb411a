//! The job: fetches what is not known yet, and puts it into the text.

mod fetch;

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::types::{AccountId, PostStatus};
use mwanga_store::{StoreResult, queries};
use url::Url;

use self::fetch::{FetchError, fetch};
use crate::html::MissingPicture;
use crate::media::{FileDescription, MediaError};
use crate::pasted_pictures::{FetchPictures, MAX_PICTURES, PastedInto, external_key, put_known};
use crate::{Core, html, media, pages, posts};

/// One after another: each is in memory as a whole.
const GROUP: ConcurrencyGroup = ConcurrencyGroup::io_bound("pasted pictures");

impl Job for FetchPictures {
    type Context = Core;
    const KIND: &'static str = "pictures.fetch";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        if !core.config.links.enabled {
            return Ok(());
        }
        let content = self.content(&core).await.map_err(JobError::retry)?;
        let unknown = put_known(&core, content).await.map_err(JobError::retry)?;
        for picture in html::missing_pictures(&unknown).into_iter().take(MAX_PICTURES) {
            if core.stopping.is_cancelled() {
                break;
            }
            take(&core, &picture, self.by).await?;
        }
        match self.into {
            PastedInto::Post(id) => posts::put_pictures(&core, id).await.map_err(JobError::retry),
            PastedInto::Page(id) => pages::put_pictures(&core, id).await.map_err(JobError::retry),
        }
    }
}

impl FetchPictures {
    /// The text as it is now; none of what was deleted.
    async fn content(&self, core: &Core) -> StoreResult<String> {
        Ok(match self.into {
            PastedInto::Post(id) => {
                posts::get(core, id).await?.filter(|post| post.status != PostStatus::Trash).map(|post| post.content)
            }
            PastedInto::Page(id) => queries::pages::get(core.store.reader(), id).await?.map(|page| page.content),
        }
        .unwrap_or_default())
    }
}

/// Fetches a picture into the library. One that cannot be had keeps its marked place until the next save.
async fn take(core: &Core, picture: &MissingPicture, by: AccountId) -> Result<(), JobError> {
    let address = &picture.address;
    let (bytes, extension) = match read(core, address).await {
        Ok(found) => found,
        Err(why) => {
            tracing::info!(%address, "a pasted picture was not fetched: {why}");
            return Ok(());
        }
    };
    let description = FileDescription {
        file_name: file_name(address, extension),
        alt: picture.alt.clone(),
        uploaded_by: Some(by),
        ..FileDescription::default()
    };
    match media::import_described_file(core, &external_key(address), &description, bytes).await {
        Ok(_) => {}
        Err(why @ (MediaError::Type | MediaError::Damaged | MediaError::TooLarge)) => {
            tracing::info!(%address, "a pasted picture was not taken: {why}");
        }
        Err(error) => return Err(JobError::retry(error)),
    }
    Ok(())
}

/// The file at an address, with the extension of what it is.
async fn read(core: &Core, address: &str) -> Result<(Vec<u8>, &'static str), FetchError> {
    let fetching = fetch(address, core.config.links.reach, core.settings().max_upload_bytes());
    let limit = core.config.timeouts.pasted_picture;
    let bytes = tokio::time::timeout(limit, fetching).await.map_err(|_| FetchError::Slow)??;
    let extension = media::picture_extension(&bytes).ok_or(FetchError::NoPicture)?;
    Ok((bytes, extension))
}

/// The last part of an address, with the extension of what was found there.
fn file_name(address: &str, extension: &str) -> String {
    let url = Url::parse(address).ok();
    let last = url.as_ref().and_then(|url| url.path_segments()?.next_back()).unwrap_or_default();
    let name = percent_encoding::percent_decode_str(last).decode_utf8_lossy();
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem).trim();
    format!("{}.{extension}", if stem.is_empty() { "picture" } else { stem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_as_at_its_address() {
        for (address, name) in [
            ("https://x.example/a/Chart%20of%20sales.PNG?w=1#b", "Chart of sales.jpg"),
            ("https://x.example/a/image", "image.jpg"),
            ("https://x.example/", "picture.jpg"),
            ("https://x.example/.png", "picture.jpg"),
            ("https://x.example/a.b.c", "a.b.jpg"),
        ] {
            assert_eq!(file_name(address, "jpg"), name, "{address}");
        }
    }
}
