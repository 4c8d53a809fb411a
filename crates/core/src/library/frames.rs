//! Posters of videos, which the posts that show them get too.

use std::path::Path;

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::media_item;
use mwanga_store::queries::library as query;
use mwanga_store::types::{MediaId, MediaKind};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;

use super::add_page_tags;
use crate::Core;
use crate::changes::{self, Tags};
use crate::media::{self, DrawFrame};

impl Job for DrawFrame {
    type Context = Core;
    const KIND: &'static str = "media.draw_frame";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(ConcurrencyGroup::cpu_bound("ffmpeg"));

    async fn run(self, core: Core) -> Result<(), JobError> {
        let Some(program) = core.config.media.ffmpeg.clone() else { return Ok(()) };
        let item = queries::media::get(core.store.reader(), self.media_id).await.map_err(JobError::retry)?;
        let Some(item) = item.filter(|item| item.kind == MediaKind::Video) else { return Ok(()) };
        let Some(frame) = media::draw_frame(&core, &program, &item).await.map_err(JobError::retry)? else {
            tracing::info!(key = item.object_key, "no frame of this video can be drawn, it is shown without a picture");
            return Ok(());
        };
        let poster = if item.poster_key.is_some() {
            None
        } else {
            let name = format!("{}.jpg", Path::new(&item.file_name).file_stem().unwrap_or_default().to_string_lossy());
            let picture = media::import_file(&core, &format!("frame:{}", item.object_key), &name, frame.jpeg)
                .await
                .map_err(JobError::retry)?;
            Some(picture.object_key)
        };
        set_video_frame(&core, item.id, frame.size, poster).await.map_err(JobError::retry)
    }
}

/// Sets the size of a video, and its poster unless it got one meanwhile.
async fn set_video_frame(
    core: &Core,
    id: MediaId,
    (width, height): (u32, u32),
    poster_key: Option<String>,
) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let Some(item) = query::lock_by_id(&tx, id).await? else { return Ok(()) };
    let row = media_item::ActiveModel {
        id: Set(id),
        width: Set(Some(width as i32)),
        height: Set(Some(height as i32)),
        poster_key: Set(item.poster_key.or(poster_key)),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    add_page_tags(&tx, &item.object_key, &mut tags).await?;
    core.commit(tx, tags).await
}
