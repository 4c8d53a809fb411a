//! The best of what a query matches, and how many there are.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use mwanga_store::types::Timestamp;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::ColumnValues;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

use super::schema::Kind;

/// A post of today counts for so much more than an old one, at most: enough to decide between equals.
const RECENCY: f64 = 0.25;
/// After which a post has half of that left.
const HALF_LIFE_MS: f64 = 90.0 * 24.0 * 3_600_000.0;

/// Collects the best `most` documents of a kind that came out between `from` and `until`, which is now at the latest,
/// and counts all.
pub struct Best {
    pub kind: Kind,
    pub most: usize,
    pub from: Timestamp,
    pub until: Timestamp,
    pub now: Timestamp,
}

#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub score: f64,
    pub published: i64,
    /// Of a post or a file of one, the post; else the file.
    pub id: i64,
    /// Of a file, its place in the post.
    pub position: u64,
    pub document: DocAddress,
}

impl Hit {
    /// The best first; of equals the newest, and of a post's files the first.
    fn rank(&self) -> impl Ord + use<> {
        (Score64(self.score), self.published, self.id, Reverse(self.position))
    }
}

#[derive(PartialEq)]
struct Score64(f64);
impl Eq for Score64 {}
impl Ord for Score64 {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}
impl PartialOrd for Score64 {
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

/// The best first.
#[derive(Debug, Default)]
pub struct Collected {
    pub hits: Vec<Hit>,
    pub total: u64,
}

type Column<T> = Arc<dyn ColumnValues<T>>;

pub struct OfSegment {
    kind: u64,
    most: usize,
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

impl Collector for Best {
    type Fruit = Collected;
    type Child = OfSegment;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<OfSegment> {
        let columns = reader.fast_fields();
        Ok(OfSegment {
            kind: self.kind as u64,
            most: self.most,
            from: self.from.0,
            until: self.until.min(self.now).0,
            now: self.now.0,
            segment,
            kinds: columns.column_first_or_default("kind")?,
            published: columns.column_first_or_default("published")?,
            ids: columns.column_first_or_default(if self.kind == Kind::StandaloneFile { "medium" } else { "post" })?,
            positions: columns.column_first_or_default("position")?,
            best: BinaryHeap::new(),
            total: 0,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<Collected>) -> tantivy::Result<Collected> {
        let total = segments.iter().map(|segment| segment.total).sum();
        let mut hits: Vec<Hit> = segments.into_iter().flat_map(|segment| segment.hits).collect();
        hits.sort_unstable_by(|a, b| b.cmp(a));
        hits.truncate(self.most);
        Ok(Collected { hits, total })
    }
}

impl SegmentCollector for OfSegment {
    type Fruit = Collected;

    fn collect(&mut self, document: DocId, score: Score) {
        let published = self.published.get_val(document);
        if self.kinds.get_val(document) != self.kind || published < self.from || published > self.until {
            return;
        }
        self.total += 1;
        if self.most == 0 {
            return;
        }
        let age = (self.now - published).max(0) as f64;
        let score = f64::from(score) * (1.0 + RECENCY * (-age / HALF_LIFE_MS).exp2());
        if self.best.len() >= self.most && self.best.peek().is_some_and(|Reverse(worst)| worst.score > score) {
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
        if self.best.len() > self.most {
            self.best.pop();
        }
    }

    fn harvest(self) -> Collected {
        Collected { hits: self.best.into_iter().map(|Reverse(hit)| hit).collect(), total: self.total }
    }
}
