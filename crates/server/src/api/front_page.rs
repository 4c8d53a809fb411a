use mwanga_core::settings::Block;
use mwanga_core::{Core, categories, changes, posts};
use mwanga_store::StoreError;

use crate::public_response::Provenance;
use crate::views::{self, FrontPageView};

/// Blocks and banner of home. Adds their cache tags, and the moment at which they change by themselves.
pub async fn front_page(core: &Core, provenance: &mut Provenance) -> Result<FrontPageView, StoreError> {
    let settings = core.settings();
    let all = categories::all(core).await?;
    // A category that has gone since takes its block along.
    let is_there = |block: &&Block| match block {
        Block::Section { category, .. } => all.iter().any(|row| row.slug == *category),
        _ => true,
    };
    let blocks: Vec<Block> = settings.front_page.blocks.iter().filter(is_there).cloned().collect();
    let banner = Some(&settings.front_page.banner).filter(|banner| banner.is_shown(core.now())).cloned();
    let tags = ["front_page.blocks", "front_page.banner"].map(changes::setting);
    provenance.tags.extend(tags);
    let mut ends = vec![provenance.expires_at, banner.as_ref().and_then(|banner| banner.ends_at)];
    let mut most_read = Vec::new();
    if blocks.contains(&Block::MostRead {}) {
        let read = posts::most_read(core).await?;
        most_read = views::cards(core, &read.posts).await?;
        provenance.tags.extend(read.tags);
        ends.push(read.expires_at);
    }
    provenance.expires_at = ends.into_iter().flatten().min();
    Ok(FrontPageView { blocks, banner, most_read })
}
