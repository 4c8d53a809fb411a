//! Difference between index and store, by ids and states.

use std::collections::{BTreeSet, HashMap};

use anyhow::Context;
use mwanga_store::types::{MediaId, PostId, PostStatus};
use mwanga_store::{ConnectionTrait, queries};
use tantivy::{IndexReader, TantivyError};

use super::documents::{media_item_state, post_state};
use super::kind::IndexKind;
use super::schema::DocumentKind;
use super::stemming::Stemming;
use super::sync::blocking;

/// Rows read at once: only ids and states.
const BATCH: u64 = 10_000;

/// A row that has documents in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    Post(PostId),
    MediaItem(MediaId),
}

/// Posts and standalone files that the index lacks, has in another state, or has although they are deleted; `site`:
/// how the publication's language is stemmed.
pub async fn find_differences(
    reader: &IndexReader,
    db: &impl ConnectionTrait,
    kind: IndexKind,
    site: Option<Stemming>,
) -> anyhow::Result<BTreeSet<Entry>> {
    let (mut posts, mut media) = indexed_states(reader).await?;
    let mut differing = BTreeSet::new();
    let statuses: &[PostStatus] = match kind {
        IndexKind::Public => &[PostStatus::Published],
        IndexKind::Newsroom => &[PostStatus::Published, PostStatus::InReview, PostStatus::Draft],
    };
    // Status by status, because the index of the store that answers without reading rows begins with it.
    for status in statuses {
        let mut after = PostId(0);
        loop {
            let rows = queries::search::list_post_versions(db, *status, after, BATCH).await?;
            let Some((last, ..)) = rows.last() else { break };
            after = *last;
            for (id, revision, category, published) in rows {
                if posts.remove(&id.0) != Some(post_state(site, revision, category, published)) {
                    differing.insert(Entry::Post(id));
                }
            }
        }
    }
    if kind == IndexKind::Public {
        compare_media(db, site, &mut media, &mut differing).await?;
    }
    // The rest is not in the store.
    differing.extend(posts.into_keys().map(|id| Entry::Post(PostId(id))));
    differing.extend(media.into_keys().map(|id| Entry::MediaItem(MediaId(id))));
    Ok(differing)
}

/// Standalone files that the index lacks or has in another state; takes those that it has out of `media`.
async fn compare_media(
    db: &impl ConnectionTrait,
    site: Option<Stemming>,
    media: &mut HashMap<i64, u64>,
    differing: &mut BTreeSet<Entry>,
) -> anyhow::Result<()> {
    let mut after = MediaId(0);
    loop {
        let rows = queries::media::marked_public(db, after, BATCH).await?;
        let Some(last) = rows.last() else { break };
        after = last.id;
        differing.extend(
            rows.iter()
                .filter(|row| media.remove(&row.id.0) != Some(media_item_state(site, row)))
                .map(|row| Entry::MediaItem(row.id)),
        );
    }
    Ok(())
}

/// States by id in the index: of posts, and of standalone files.
async fn indexed_states(reader: &IndexReader) -> anyhow::Result<(HashMap<i64, u64>, HashMap<i64, u64>)> {
    let reader = reader.clone();
    let read = blocking(move || {
        reader.reload()?;
        let (mut posts, mut media) = (HashMap::new(), HashMap::new());
        for segment in reader.searcher().segment_readers() {
            let column = |name: &str| segment.fast_fields().column_first_or_default::<u64>(name);
            let (kinds, post_ids, media_ids, states) =
                (column("kind")?, column("post")?, column("medium")?, column("state")?);
            for document in segment.doc_ids_alive() {
                let state = states.get_val(document);
                match kinds.get_val(document) {
                    kind if kind == DocumentKind::Post as u64 => posts.insert(post_ids.get_val(document) as i64, state),
                    kind if kind == DocumentKind::StandaloneFile as u64 => {
                        media.insert(media_ids.get_val(document) as i64, state)
                    }
                    _ => None,
                };
            }
        }
        Ok::<_, TantivyError>((posts, media))
    });
    read.await?.context("it cannot be read")
}
