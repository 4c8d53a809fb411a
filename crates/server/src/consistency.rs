//! Hourly consistency check of a serving process: caches in memory are compared with the rows
//! (`mwanga_core::consistency`).

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use mwanga_core::consistency::{self, Difference};
use mwanga_core::posts;
use mwanga_store::queries::{changes, sitemaps};
use mwanga_store::types::Timestamp;
use mwanga_store::{Reader, StoreResult};

use crate::AppState;
use crate::documents::CachedPage;

const CHECK_INTERVAL: Duration = Duration::from_secs(3_600);
/// Delay of the first check after the start.
const FIRST_CHECK_DELAY: Duration = Duration::from_secs(300);
/// A younger change may still be on its way into this process.
const SETTLED_MS: i64 = 10_000;
/// Clocks of two nodes may differ by this much.
const CLOCK_SKEW_MS: i64 = 60_000;
/// Rows of changes per query.
const BATCH: u64 = 10_000;

impl AppState {
    /// Checks each hour until the process is told to stop.
    pub async fn run_consistency_checks(self) {
        let mut pause = FIRST_CHECK_DELAY;
        loop {
            tokio::select! { () = tokio::time::sleep(pause) => {}, () = self.core.stopping.cancelled() => return }
            pause = CHECK_INTERVAL;
            match self.check_consistency().await {
                Ok(differences) => {
                    for difference in differences {
                        let Difference { of, cached, actual } = difference;
                        tracing::error!(
                            of,
                            remembered = cached,
                            found = actual,
                            "memory and rows differed; it was mended"
                        );
                    }
                }
                Err(e) => tracing::warn!("memory and rows could not be compared: {e}"),
            }
        }
    }

    /// Compares caches of this process with the rows, over a connection of its own; repairs and returns the
    /// differences.
    pub async fn check_consistency(&self) -> StoreResult<Vec<Difference>> {
        let rows = self.core.store.open_reader().await?;
        let outcome = self.check(&rows).await;
        rows.close().await;
        outcome
    }

    async fn check(&self, rows: &Reader) -> StoreResult<Vec<Difference>> {
        let mut differences = consistency::check(&self.core, rows).await?;
        differences.extend(self.check_change_feed(rows).await?);
        differences.extend(self.check_cached_pages(rows).await?);
        differences.extend(self.check_sitemaps(rows).await?);
        Ok(differences)
    }

    /// Checks the change feed: changes of other nodes that are some seconds old must have been applied.
    async fn check_change_feed(&self, rows: &Reader) -> StoreResult<Vec<Difference>> {
        let settled = self.core.now().plus_ms(-SETTLED_MS);
        let Some(last) = self.change_feed.last_seq() else { return Ok(Vec::new()) };
        let missed = changes::since(rows, last, self.core.now(), &self.core.node).await?;
        let missed: Vec<_> = missed.into_iter().filter(|row| row.seq > last && row.created_at <= settled).collect();
        // Read meanwhile.
        if missed.is_empty() || self.change_feed.last_seq() != Some(last) {
            return Ok(Vec::new());
        }
        let tags: BTreeSet<String> = missed.iter().map(|row| row.tag.clone()).collect();
        self.core.announce(&tags.into_iter().collect::<Vec<_>>());
        let newest = missed.iter().map(|row| row.seq).max().unwrap_or(last);
        Ok(vec![Difference::new("last change number", last, newest)])
    }

    /// Checks the page cache: no fresh page may be older than a change of one of its tags.
    async fn check_cached_pages(&self, rows: &Reader) -> StoreResult<Vec<Difference>> {
        let now = self.core.now();
        let pages = self.cache.fresh(now);
        let Some(oldest) = pages.iter().map(|(_, page)| page.started_at).min() else { return Ok(Vec::new()) };
        let changed = self.last_changes(rows, oldest, now.plus_ms(-SETTLED_MS)).await?;
        let mut differences = Vec::new();
        for (key, page) in &pages {
            let Some(tag) = page.tags.iter().find(|tag| changed.get(*tag).is_some_and(|at| *at > page.started_at))
            else {
                continue;
            };
            if self.cache.is_fresh(page, self.core.now()) {
                differences.push(Difference::new(
                    format!("page {key}"),
                    page.started_at.iso(),
                    format!("a later change of {tag}"),
                ));
                self.cache.purge(std::slice::from_ref(tag));
            }
        }
        Ok(differences)
    }

    /// When each tag was changed last, between two moments; other nodes' changes by the earliest that their clocks
    /// allow.
    async fn last_changes(
        &self,
        rows: &Reader,
        from: Timestamp,
        until: Timestamp,
    ) -> StoreResult<HashMap<String, Timestamp>> {
        let mut changed: HashMap<String, Timestamp> = HashMap::new();
        let mut after = 0;
        loop {
            let piece = changes::between(rows, after, from, until, BATCH).await?;
            let Some(last) = piece.last() else { return Ok(changed) };
            after = last.seq;
            for row in piece {
                let at =
                    if row.node == self.core.node { row.created_at } else { row.created_at.plus_ms(-CLOCK_SKEW_MS) };
                let known = changed.entry(row.tag).or_insert(at);
                *known = at.max(*known);
            }
        }
    }

    /// The sitemap in memory names the public posts, and no others.
    async fn check_sitemaps(&self, rows: &Reader) -> StoreResult<Vec<Difference>> {
        let mut differences = Vec::new();
        for (key, page) in self.cache.fresh(self.core.now()) {
            let Some(number) =
                key.strip_prefix("/sitemap-posts-").and_then(|rest| rest.strip_suffix(".xml")?.parse().ok())
            else {
                continue;
            };
            let posts = sitemaps::posts(rows, number, self.core.now()).await?;
            let (named, found) = (
                locations(&page),
                posts.iter().map(|(slug, _)| format!("{}{}", self.core.config.base(), posts::canonical_path(slug))),
            );
            let found: BTreeSet<String> = found.collect();
            if named == found || !self.cache.is_fresh(&page, self.core.now()) {
                continue;
            }
            differences.push(Difference::new(
                &*key,
                format!("{} posts", named.len()),
                format!("{} posts", found.len()),
            ));
            self.cache.purge(&page.tags);
        }
        Ok(differences)
    }
}

/// The addresses in a sitemap; none where it answers that there is no such file.
fn locations(page: &CachedPage) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(page.encoded.body());
    text.split("<loc>").skip(1).filter_map(|rest| Some(rest.split_once("</loc>")?.0.to_owned())).collect()
}
