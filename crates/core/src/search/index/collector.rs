//! Result collector: the best matches of a query, and their number.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use mwanga_store::types::Timestamp;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::ColumnValues;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

use super::schema::DocumentKind;

/// Most that recency adds to a score, as a share of it: enough to decide between equals.
const RECENCY_BOOST: f64 = 0.25;
/// Age at which a post has half of that boost.
const HALF_LIFE_MS: f64 = 90.0 * 24.0 * 3_600_000.0;

/// Collects the best `limit` documents of a kind that were published from `from` to `until`, both inclusive, and counts
/// all.
pub struct TopHits {
    pub kind: DocumentKind,
    pub limit: usize,
    pub from: Timestamp,
    pub until: Timestamp,
    pub now: Timestamp,
}

/// A matching document.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub score: f64,
    /// Milliseconds since 1970.
    pub published: i64,
    /// Of a standalone file its own id, else the id of the post.
    pub id: i64,
    /// Of a file, its position in the post.
    pub position: u64,
    pub document: DocAddress,
}

impl Hit {
    /// The best first; of equals the newest, and of a post's files the first.
    fn rank(&self) -> impl Ord + use<> {
        (OrderedScore(self.score), self.published, self.id, Reverse(self.position))
    }
}

/// A score with a total order.
#[derive(PartialEq)]
struct OrderedScore(f64);
impl Eq for OrderedScore {}
impl Ord for OrderedScore {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}
impl PartialOrd for OrderedScore {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Hit {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Hit {}
impl Ord for Hit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}
impl PartialOrd for Hit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best first, and the number of all matches.
#[derive(Debug, Default)]
pub struct Hits {
    pub hits: Vec<Hit>,
    pub total: u64,
}

type Column<T> = Arc<dyn ColumnValues<T>>;

/// The collector of one segment.
pub struct SegmentTopHits {
    kind: u64,
    limit: usize,
    from: i64,
    until: i64,
    now: i64,
    segment: SegmentOrdinal,
    kinds: Column<u64>,
    published: Column<i64>,
    ids: Column<u64>,
    positions: Column<u64>,
    best: BinaryHeap<Reverse<Hit>>,
    total: u64,
}

impl Collector for TopHits {
    type Fruit = Hits;
    type Child = SegmentTopHits;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<SegmentTopHits> {
        let columns = reader.fast_fields();
        Ok(SegmentTopHits {
            kind: self.kind as u64,
            limit: self.limit,
            from: self.from.0,
            until: self.until.0,
            now: self.now.0,
            segment,
            kinds: columns.column_first_or_default("kind")?,
            published: columns.column_first_or_default("published")?,
            ids: columns.column_first_or_default(if self.kind == DocumentKind::StandaloneFile {
                "medium"
            } else {
                "post"
            })?,
            positions: columns.column_first_or_default("position")?,
            best: BinaryHeap::new(),
            total: 0,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<Hits>) -> tantivy::Result<Hits> {
        let total = segments.iter().map(|segment| segment.total).sum();
        let mut hits: Vec<Hit> = segments.into_iter().flat_map(|segment| segment.hits).collect();
        hits.sort_unstable_by(|a, b| b.cmp(a));
        hits.truncate(self.limit);
        Ok(Hits { hits, total })
    }
}

impl SegmentCollector for SegmentTopHits {
    type Fruit = Hits;

    fn collect(&mut self, document: DocId, score: Score) {
        let published = self.published.get_val(document);
        if self.kinds.get_val(document) != self.kind || published < self.from || published > self.until {
            return;
        }
        self.total += 1;
        if self.limit == 0 {
            return;
        }
        let age = (self.now - published).max(0) as f64;
        let score = f64::from(score) * (1.0 + RECENCY_BOOST * (-age / HALF_LIFE_MS).exp2());
        if self.best.len() >= self.limit && self.best.peek().is_some_and(|Reverse(worst)| worst.score > score) {
            return;
        }
        let hit = Hit {
            score,
            published,
            id: self.ids.get_val(document) as i64,
            position: self.positions.get_val(document),
            document: DocAddress::new(self.segment, document),
        };
        self.best.push(Reverse(hit));
        if self.best.len() > self.limit {
            self.best.pop();
        }
    }

    fn harvest(self) -> Hits {
        Hits { hits: self.best.into_iter().map(|Reverse(hit)| hit).collect(), total: self.total }
    }
}
