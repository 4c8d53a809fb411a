//! Segment merges of the index: small ones between two commits, a large one beside them. See `docs/decisions/063`.

use std::sync::Mutex;

use futures_util::FutureExt;

use tantivy::index::SegmentId;
use tantivy::indexer::{LogMergePolicy, MergePolicy};
use tantivy::{FutureResult, Index, IndexWriter, SegmentMeta};

/// Segments with fewer documents count as equally small and are merged with one another. The default of tantivy,
/// 10,000, would rewrite the whole index of a newsroom at every seventh save.
const MIN_LAYER_SIZE: u32 = 32;
/// Share of deleted documents above which a segment is rewritten without them.
const MAX_DELETED_RATIO: f32 = 0.5;
/// Most documents of a merge that the next commit waits for: some hundredths of a second.
const MAX_BLOCKING_DOCS: u32 = 1_000;
/// Most merges in a row. One makes way for the next larger one; there are never that many sizes.
const MAX_MERGES: usize = 16;

/// Runs the merges of one index, one at a time. Its writer must have tantivy's `NoMergePolicy`.
pub struct MergeScheduler {
    index: Index,
    policy: LogMergePolicy,
    /// A large merge in the background.
    running: Option<FutureResult<Option<SegmentMeta>>>,
}

impl MergeScheduler {
    pub fn new(index: Index) -> Self {
        let mut policy = LogMergePolicy::default();
        policy.set_min_layer_size(MIN_LAYER_SIZE);
        policy.set_del_docs_ratio_before_merge(MAX_DELETED_RATIO);
        Self { index, policy, running: None }
    }

    /// Runs the merges that are due, and starts a large one in the background. To be called between two commits.
    /// Returns the number of finished merges.
    pub fn run_merges(&mut self, writer: &Mutex<IndexWriter>) -> tantivy::Result<usize> {
        if let Some(running) = &mut self.running
            && running.now_or_never().is_none()
        {
            return Ok(0);
        }
        // tantivy logs a failed merge; its segments stay as they were.
        self.running = None;
        for done in 0..MAX_MERGES {
            let Some((segments, documents)) = self.smallest_candidate()? else { return Ok(done) };
            let merge = writer.lock().expect("no panic while held").merge(&segments);
            if documents > MAX_BLOCKING_DOCS {
                self.running = Some(merge);
                return Ok(done);
            }
            merge.wait()?;
        }
        Ok(MAX_MERGES)
    }

    /// The merge of fewest documents that the policy proposes: its segments and their documents.
    fn smallest_candidate(&self) -> tantivy::Result<Option<(Vec<SegmentId>, u32)>> {
        let segments = self.index.searchable_segment_metas()?;
        let documents = |ids: &[SegmentId]| {
            segments.iter().filter(|segment| ids.contains(&segment.id())).map(SegmentMeta::num_docs).sum()
        };
        let candidates = self.policy.compute_merge_candidates(&segments).into_iter().map(|candidate| {
            let documents = documents(&candidate.0);
            (candidate.0, documents)
        });
        Ok(candidates.min_by_key(|(_, documents)| *documents))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tantivy::indexer::NoMergePolicy;
    use tantivy::schema::{FAST, INDEXED, STORED, STRING, Schema};
    use tantivy::{Term, doc};

    use super::*;

    struct TestIndex {
        index: Index,
        writer: Mutex<IndexWriter>,
    }

    impl TestIndex {
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

        /// Replaces the documents of these posts in one commit, as the indexer does.
        fn save(&self, posts: impl Iterator<Item = u64>, state: u64) {
            let field = |name| self.index.schema().get_field(name).unwrap();
            let (post, state_field, words) = (field("post"), field("state"), field("words"));
            let mut writer = self.writer.lock().unwrap();
            for id in posts {
                writer.delete_term(Term::from_field_u64(post, id));
                writer
                    .add_document(doc!(post => id, state_field => state, words => format!("post {id} {state}")))
                    .unwrap();
            }
            writer.commit().unwrap();
        }

        fn states(&self) -> BTreeMap<u64, Vec<u64>> {
            let mut states: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            for segment in self.index.reader().unwrap().searcher().segment_readers() {
                let column = |name| segment.fast_fields().u64(name).unwrap().first_or_default_col(0);
                let (post_ids, post_states) = (column("post"), column("state"));
                for document in segment.doc_ids_alive() {
                    states.entry(post_ids.get_val(document)).or_default().push(post_states.get_val(document));
                }
            }
            states
        }

        fn segments(&self) -> Vec<SegmentId> {
            self.index.searchable_segment_ids().unwrap()
        }
    }

    /// The cause of the log line "couldn't find segment in SegmentManager"; nothing is lost but the work.
    #[test]
    fn a_merge_is_discarded_when_a_commit_empties_its_segment() {
        const MANY: u64 = 20_000;
        let discarded = (0..20).any(|_| {
            let test = TestIndex::new();
            test.save(0..MANY, 1);
            test.save(std::iter::once(MANY), 1);
            let segments = test.segments();
            let merge = test.writer.lock().unwrap().merge(&segments);
            test.save(std::iter::once(MANY), 2);
            let outcome = merge.wait();
            let states = test.states();
            assert_eq!((states.len() as u64, &states[&0], &states[&MANY]), (MANY + 1, &vec![1], &vec![2]));
            outcome.is_err_and(|e| e.to_string().contains("could not be found in the SegmentManager"))
        });
        assert!(discarded);
    }

    /// `MWANGA_FAULTS=whole` makes it ten thousand.
    #[test]
    fn many_saves_leave_each_post_once_in_few_segments() {
        let test = TestIndex::new();
        let mut merges = MergeScheduler::new(test.index.clone());
        let mut expected = BTreeMap::new();
        test.save(0..2_000, 0);
        expected.extend((0..2_000).map(|post| (post, vec![0])));
        let (mut done, mut most) = (0, 0);
        let saves = if std::env::var("MWANGA_FAULTS").is_ok_and(|form| form == "whole") { 10_000_u64 } else { 1_000 };
        for save in 1..=saves {
            // A few are saved again and again, as an editor does; others now and then.
            let post = if save % 3 == 0 { (save * 7_919) % 2_000 } else { save % 5 };
            test.save(std::iter::once(post), save);
            expected.insert(post, vec![save]);
            done += merges.run_merges(&test.writer).expect("no merge is discarded");
            most = most.max(test.segments().len());
        }
        assert_eq!(test.states(), expected);
        assert!(done > saves as usize / 10 && most < 40, "{done} merges, {most} segments at most");
    }
}
