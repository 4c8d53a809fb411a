//! Merging the parts (segments) of the index: small ones between two commits, a large one beside them. See
//! `docs/decisions/063`.

use std::sync::Mutex;

use futures_util::FutureExt;

use tantivy::index::SegmentId;
use tantivy::indexer::{LogMergePolicy, MergePolicy};
use tantivy::{FutureResult, Index, IndexWriter, SegmentMeta};

/// Parts of the index with fewer documents count as equally small, and are merged with one another. tantivy's own 10
/// 000 would write the whole index of a newsroom anew at every seventh save.
const SMALL: u32 = 32;
/// Share of deleted documents at which a part is written anew without them.
const DELETED: f32 = 0.5;
/// Merges of so many documents are waited for before the next commit: some hundredths of a second.
const WAITED_FOR: u32 = 1_000;
/// Merges in a row that are waited for. One makes room for the next larger one; there are never that many sizes.
const MOST: usize = 16;

/// The merges of one index, one at a time. Its writer must have tantivy's `NoMergePolicy`.
pub struct Merges {
    index: Index,
    policy: LogMergePolicy,
    /// A large one that is under way.
    running: Option<FutureResult<Option<SegmentMeta>>>,
}

impl Merges {
    pub fn new(index: Index) -> Self {
        let mut policy = LogMergePolicy::default();
        policy.set_min_layer_size(SMALL);
        policy.set_del_docs_ratio_before_merge(DELETED);
        Self { index, policy, running: None }
    }

    /// Merges what is to be merged, and begins what takes longer. To be called between two commits. Says how many
    /// merges are done.
    pub fn go_on(&mut self, writer: &Mutex<IndexWriter>) -> tantivy::Result<usize> {
        if let Some(running) = &mut self.running
            && running.now_or_never().is_none()
        {
            return Ok(0);
        }
        // How a large one ended is in the log; where it failed its parts are there as before.
        self.running = None;
        for done in 0..MOST {
            let Some((parts, documents)) = self.smallest()? else { return Ok(done) };
            let merge = writer.lock().expect("no panic while held").merge(&parts);
            if documents > WAITED_FOR {
                self.running = Some(merge);
                return Ok(done);
            }
            merge.wait()?;
        }
        Ok(MOST)
    }

    fn smallest(&self) -> tantivy::Result<Option<(Vec<SegmentId>, u32)>> {
        let parts = self.index.searchable_segment_metas()?;
        let documents =
            |ids: &[SegmentId]| parts.iter().filter(|part| ids.contains(&part.id())).map(SegmentMeta::num_docs).sum();
        let wanted = self.policy.compute_merge_candidates(&parts).into_iter().map(|candidate| {
            let documents = documents(&candidate.0);
            (candidate.0, documents)
        });
        Ok(wanted.min_by_key(|(_, documents)| *documents))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tantivy::indexer::NoMergePolicy;
    use tantivy::schema::{FAST, INDEXED, STORED, STRING, Schema};
    use tantivy::{Term, doc};

    use super::*;

    struct Small {
        index: Index,
        writer: Mutex<IndexWriter>,
    }

    impl Small {
        fn new() -> Self {
            let mut schema = Schema::builder();
            schema.add_u64_field("post", FAST | INDEXED);
            schema.add_u64_field("state", FAST);
            schema.add_text_field("words", STRING | STORED);
            let index = Index::create_in_ram(schema.build());
            let writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
            writer.set_merge_policy(Box::new(NoMergePolicy));
            Self { index, writer: Mutex::new(writer) }
        }

        /// As the keeper does it.
        fn save(&self, posts: impl Iterator<Item = u64>, state: u64) {
            let field = |name| self.index.schema().get_field(name).unwrap();
            let (post, of_state, words) = (field("post"), field("state"), field("words"));
            let mut writer = self.writer.lock().unwrap();
            for id in posts {
                writer.delete_term(Term::from_field_u64(post, id));
                writer
                    .add_document(doc!(post => id, of_state => state, words => format!("post {id} {state}")))
                    .unwrap();
            }
            writer.commit().unwrap();
        }

        fn states(&self) -> BTreeMap<u64, Vec<u64>> {
            let mut states: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            for segment in self.index.reader().unwrap().searcher().segment_readers() {
                let column = |name| segment.fast_fields().u64(name).unwrap().first_or_default_col(0);
                let (posts, of_posts) = (column("post"), column("state"));
                for document in segment.doc_ids_alive() {
                    states.entry(posts.get_val(document)).or_default().push(of_posts.get_val(document));
                }
            }
            states
        }

        fn parts(&self) -> Vec<SegmentId> {
            self.index.searchable_segment_ids().unwrap()
        }
    }

    /// Where "couldn't find segment in SegmentManager" comes from; nothing is lost by it but the work.
    #[test]
    fn a_merge_is_discarded_when_a_commit_empties_its_segment() {
        const MANY: u64 = 20_000;
        let thrown_away = (0..20).any(|_| {
            let small = Small::new();
            small.save(0..MANY, 1);
            small.save(std::iter::once(MANY), 1);
            let parts = small.parts();
            let merge = small.writer.lock().unwrap().merge(&parts);
            small.save(std::iter::once(MANY), 2);
            let outcome = merge.wait();
            let states = small.states();
            assert_eq!((states.len() as u64, &states[&0], &states[&MANY]), (MANY + 1, &vec![1], &vec![2]));
            outcome.is_err_and(|e| e.to_string().contains("could not be found in the SegmentManager"))
        });
        assert!(thrown_away);
    }

    /// `MWANGA_FAULTS=whole` makes it ten thousand.
    #[test]
    fn many_saves_leave_each_post_once_in_few_segments() {
        let small = Small::new();
        let mut merges = Merges::new(small.index.clone());
        let mut expected = BTreeMap::new();
        small.save(0..2_000, 0);
        expected.extend((0..2_000).map(|post| (post, vec![0])));
        let (mut done, mut most) = (0, 0);
        let saves = if std::env::var("MWANGA_FAULTS").is_ok_and(|form| form == "whole") { 10_000_u64 } else { 1_000 };
        for save in 1..=saves {
            // A few are saved again and again, as an editor does; others now and then.
            let post = if save % 3 == 0 { (save * 7_919) % 2_000 } else { save % 5 };
            small.save(std::iter::once(post), save);
            expected.insert(post, vec![save]);
            done += merges.go_on(&small.writer).expect("no merge is thrown away");
            most = most.max(small.parts().len());
        }
        assert_eq!(small.states(), expected);
        assert!(done > saves as usize / 10 && most < 40, "{done} merges, {most} parts at most");
    }
}
