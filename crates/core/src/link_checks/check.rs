//! The jobs that ask links.

use std::collections::{BTreeMap, HashMap};

use futures_util::StreamExt;
use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::link_check;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::deals::DealCursor;
use mwanga_store::types::{LinkOutcome, PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::{Deserialize, Serialize};
use url::Url;

use super::ask::ask;
use super::urls::urls;
use crate::Core;

/// How long a save waits for another one.
const GATHER_MS: i64 = 5_000;
/// How long an answer holds for the next save: one that was fine, and one that was not.
const FINE_MS: i64 = 24 * 3_600_000;
const NOT_FINE_MS: i64 = 10 * 60_000;
/// How often all deals are asked, and how old an answer must be for that.
pub const WEEK_MS: i64 = 7 * 24 * 3_600_000;
const DEAL_MS: i64 = 6 * 24 * 3_600_000;
/// Hosts that are asked at the same time; each of them gets one request after another.
const HOSTS_AT_ONCE: usize = 4;
/// Deals of one statement.
const BATCH: u64 = 200;

const GROUP: ConcurrencyGroup = ConcurrencyGroup::io_bound("links");

/// Asks the links of a post.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckLinks {
    pub(crate) post_id: PostId,
    /// Whether somebody asked for it: answers of before do not count.
    #[serde(default)]
    pub(crate) again: bool,
}

impl Job for CheckLinks {
    type Context = Core;
    const KIND: &'static str = "links.check";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        let post = queries::posts::get(core.store.reader(), self.post_id).await.map_err(JobError::retry)?;
        let post = post.filter(|post| post.status != PostStatus::Trash);
        let urls = post.map(|post| urls(&post)).unwrap_or_default();
        let fresh = if self.again { Fresh::None } else { Fresh::ForSave };
        check(&core, urls, fresh).await.map_err(JobError::retry)
    }
}

/// Enqueues the check of a post that the newsroom just saved.
pub(crate) async fn enqueue_after_save(core: &Core, tx: &impl ConnectionTrait, post: &Model) -> StoreResult<()> {
    if !core.config.links.enabled || urls(post).is_empty() {
        return Ok(());
    }
    let now = core.now();
    CheckLinks { post_id: post.id, again: false }.enqueue_at(tx, now.plus_ms(GATHER_MS), now).await
}

/// Asks the deals of all public posts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckDeals {}

impl Job for CheckDeals {
    type Context = Core;
    const KIND: &'static str = "links.check_deals";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        check_deals(&core).await.map_err(JobError::retry)
    }
}

/// Begun anew after an interruption, it leaves out what was asked already.
async fn check_deals(core: &Core) -> StoreResult<()> {
    let mut after: Option<DealCursor> = None;
    while core.config.links.enabled && !core.stopping.is_cancelled() {
        let rows = queries::deals::list_live(core.store.reader(), core.now(), after, BATCH).await?;
        let Some((last, _)) = rows.last() else { break };
        after = Some(*last);
        check(core, rows.into_iter().map(|(_, url)| url).collect(), Fresh::ForDeals).await?;
    }
    Ok(())
}

/// Which answers of before still hold.
#[derive(Clone, Copy)]
enum Fresh {
    None,
    ForSave,
    ForDeals,
}

impl Fresh {
    fn holds(self, known: &link_check::Model, now: Timestamp) -> bool {
        let age_ms = match (self, known.outcome) {
            (Self::None, _) => return false,
            (Self::ForDeals, _) => DEAL_MS,
            (Self::ForSave, LinkOutcome::Ok) => FINE_MS,
            (Self::ForSave, LinkOutcome::Broken | LinkOutcome::Unclear) => NOT_FINE_MS,
        };
        known.checked_at > now.plus_ms(-age_ms)
    }
}

/// Asks these addresses, but for those whose answer still holds, and stores what they answer.
async fn check(core: &Core, urls: Vec<String>, fresh: Fresh) -> StoreResult<()> {
    let known = queries::link_checks::by_urls(core.store.reader(), &urls).await?;
    let now = core.now();
    let due = urls.into_iter().filter(|url| !known.get(url).is_some_and(|known| fresh.holds(known, now)));
    let hosts = by_host(due);
    let mut checks = futures_util::stream::iter(hosts.into_values().map(|urls| check_host(core, urls)))
        .buffer_unordered(HOSTS_AT_ONCE);
    while let Some(outcome) = checks.next().await {
        outcome?;
    }
    Ok(())
}

/// Addresses by host, each once.
fn by_host(urls: impl Iterator<Item = String>) -> BTreeMap<String, BTreeMap<String, Url>> {
    let mut hosts: BTreeMap<String, BTreeMap<String, Url>> = BTreeMap::new();
    for url in urls {
        if let Ok(parsed) = Url::parse(&url) {
            let host = parsed.host_str().unwrap_or_default().to_owned();
            hosts.entry(host).or_default().insert(url, parsed);
        }
    }
    hosts
}

/// Asks addresses of one host, one after another.
async fn check_host(core: &Core, urls: BTreeMap<String, Url>) -> StoreResult<()> {
    // Addresses that differ in what follows `#` alone are one page.
    let mut answered = HashMap::new();
    for (url, mut page) in urls {
        page.set_fragment(None);
        if core.stopping.is_cancelled() {
            break;
        }
        let answer = match answered.get(&page) {
            Some(answer) => *answer,
            None => {
                if !answered.is_empty() {
                    tokio::time::sleep(core.config.timeouts.next_link).await;
                }
                let answer = ask(&page, core.config.links.reach, core.config.timeouts.next_link).await;
                answered.insert(page, answer);
                answer
            }
        };
        let row = link_check::Model {
            url,
            outcome: answer.outcome(),
            reason: answer.reason(),
            status: answer.status(),
            checked_at: core.now(),
        };
        queries::link_checks::upsert(core.store.writer(), row).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::LinkReason;

    use super::*;

    #[test]
    fn an_answer_holds_a_day_where_it_was_fine_and_minutes_otherwise() {
        let now = Timestamp(100 * FINE_MS);
        let known = |outcome, age_ms: i64| link_check::Model {
            url: "https://a.example/".into(),
            outcome,
            reason: LinkReason::Answered,
            status: Some(200),
            checked_at: now.plus_ms(-age_ms),
        };
        for (fresh, outcome, age_ms, holds) in [
            (Fresh::ForSave, LinkOutcome::Ok, FINE_MS - 1, true),
            (Fresh::ForSave, LinkOutcome::Ok, FINE_MS, false),
            (Fresh::ForSave, LinkOutcome::Broken, NOT_FINE_MS - 1, true),
            (Fresh::ForSave, LinkOutcome::Unclear, NOT_FINE_MS, false),
            (Fresh::ForDeals, LinkOutcome::Broken, DEAL_MS - 1, true),
            (Fresh::ForDeals, LinkOutcome::Ok, DEAL_MS, false),
            (Fresh::None, LinkOutcome::Ok, 0, false),
        ] {
            assert_eq!(fresh.holds(&known(outcome, age_ms), now), holds, "{outcome:?} {age_ms}");
        }
    }

    #[test]
    fn addresses_are_grouped_by_host_and_asked_once() {
        let urls =
            ["https://a.example/1", "http://A.example/2", "https://a.example/1", "https://b.example/", "nothing"];
        let hosts = by_host(urls.into_iter().map(str::to_owned));
        assert_eq!(hosts.keys().collect::<Vec<_>>(), ["a.example", "b.example"]);
        assert_eq!(hosts["a.example"].len(), 2);
    }
}
