//! What index and store hold differently.

use std::collections::{BTreeSet, HashMap};

use anyhow::Context;
use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{ConnectionTrait, queries};
use tantivy::{IndexReader, TantivyError};

use super::documents::{state_of_media_item, state_of_post};
use super::schema::Kind;
use super::sync::blocking;

/// Rows read in one go: only ids and states.
const PIECE: u64 = 10_000;

/// What the index has an entry of, or lacks one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    Post(PostId),
    MediaItem(MediaId),
}

/// Posts and standalone files that the index lacks, holds in another state, or holds although they are gone.
pub async fn differing(reader: &IndexReader, db: &impl ConnectionTrait) -> anyhow::Result<BTreeSet<Entry>> {
    let (mut posts, mut media) = states(reader).await?;
    let mut differing = BTreeSet::new();
    let mut after = PostId(0);
    loop {
        let rows = queries::search::states_of_posts(db, after, PIECE).await?;
        let Some((last, ..)) = rows.last() else { break };
        after = *last;
        for (id, revision, category, published) in rows {
            if posts.remove(&id.0) != Some(state_of_post(revision, category, published)) {
                differing.insert(Entry::Post(id));
            }
        }
    }
    let mut after = MediaId(0);
    loop {
        let rows = queries::media::marked_public(db, after, PIECE).await?;
        let Some(last) = rows.last() else { break };
        after = last.id;
        differing.extend(
            rows.iter()
                .filter(|row| media.remove(&row.id.0) != Some(state_of_media_item(row)))
                .map(|row| Entry::MediaItem(row.id)),
        );
    }
    // What is left is nowhere in the store.
    differing.extend(posts.into_keys().map(|id| Entry::Post(PostId(id))));
    differing.extend(media.into_keys().map(|id| Entry::MediaItem(MediaId(id))));
    Ok(differing)
}

/// Ids and states of what the index holds: posts, then standalone files.
async fn states(reader: &IndexReader) -> anyhow::Result<(HashMap<i64, u64>, HashMap<i64, u64>)> {
    let reader = reader.clone();
    let read = blocking(move || {
        reader.reload()?;
        let (mut posts, mut media) = (HashMap::new(), HashMap::new());
        for segment in reader.searcher().segment_readers() {
            let column = |name: &str| segment.fast_fields().column_first_or_default::<u64>(name);
            let (kinds, of_post, of_media_item, states) =
                (column("kind")?, column("post")?, column("medium")?, column("state")?);
            for document in segment.doc_ids_alive() {
                let state = states.get_val(document);
                match kinds.get_val(document) {
                    kind if kind == Kind::Post as u64 => posts.insert(of_post.get_val(document) as i64, state),
                    kind if kind == Kind::StandaloneFile as u64 => {
                        media.insert(of_media_item.get_val(document) as i64, state)
                    }
                    _ => None,
                };
            }
        }
        Ok::<_, TantivyError>((posts, media))
    });
    read.await?.context("it cannot be read")
}
