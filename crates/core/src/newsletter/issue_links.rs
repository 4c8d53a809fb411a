//! The counted links of issues, and what is reported of an issue. See `docs/decisions/080`.

use std::cmp::Reverse;
use std::collections::HashMap;

use mwanga_store::entities::issue_link::Model;
use mwanga_store::types::{IssueId, IssueLinkId};
use mwanga_store::{StoreResult, Transaction, queries};
use url::Url;

use super::NewsletterError;
use crate::{Core, analytics, html, mail, secrets};

/// Longest code that is looked at: an id and a signature.
const MAX_CODE: usize = 60;

/// Whether the clicks on links are counted.
fn is_counting(core: &Core) -> bool {
    let settings = core.settings();
    settings.newsletter.count_clicks && settings.analytics.count
}

/// Gives a new issue its links.
pub(super) async fn insert(core: &Core, tx: &Transaction, issue: IssueId, stored: &str) -> StoreResult<()> {
    if !is_counting(core) {
        return Ok(());
    }
    let base = core.config.base();
    let urls = mail::issue_links(stored, base).into_iter().map(|link| relative(link.url, base)).collect();
    queries::issue_links::insert(tx, issue, urls).await
}

/// Where the mails of an issue lead instead, by address; empty while nobody counts.
pub(super) async fn counted_addresses(core: &Core, issue: IssueId) -> StoreResult<HashMap<String, String>> {
    if !is_counting(core) {
        return Ok(HashMap::new());
    }
    let base = core.config.base();
    let links = queries::issue_links::list(core.store.reader(), issue).await?;
    Ok(links.iter().map(|link| (absolute(&link.url, base), format!("{base}/r/{}", code(core, link)))).collect())
}

/// A link of an issue, by its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedLink {
    id: IssueLinkId,
    /// An http or https address, in letters that a header takes.
    pub location: String,
}

/// The link of a code; none where the code is no link's.
pub async fn follow(core: &Core, code: &str) -> StoreResult<Option<FollowedLink>> {
    let Some((id, signature)) = code.split_once('-').filter(|_| code.len() <= MAX_CODE) else { return Ok(None) };
    let Some(id) = id.parse().ok().filter(|_| id.bytes().all(|byte| byte.is_ascii_digit())) else { return Ok(None) };
    let Some(link) = queries::issue_links::get(core.store.reader(), IssueLinkId(id)).await? else { return Ok(None) };
    if !secrets::verify_short_with(core.link_key(), &signing_input(&link), signature) {
        return Ok(None);
    }
    let url = Url::parse(&absolute(&link.url, core.config.base())).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    Ok(url.map(|url| FollowedLink { id: link.id, location: url.into() }))
}

/// Counts a click, in memory.
pub fn count_click(core: &Core, link: &FollowedLink) {
    if is_counting(core) {
        analytics::record_link_click(core, link.id);
    }
}

/// What became of an issue besides its mails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueReport {
    /// Subscribers who left by its links and did not come back.
    pub unsubscribed: u64,
    /// Whether clicks are counted now.
    pub is_counting: bool,
    /// The most clicked first.
    pub links: Vec<LinkClicks>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkClicks {
    pub url: String,
    /// Its words in the issue; may be empty.
    pub title: String,
    pub clicks: i64,
}

pub async fn report(core: &Core, id: IssueId) -> Result<IssueReport, NewsletterError> {
    let (db, base) = (core.store.reader(), core.config.base().to_owned());
    let issue = queries::issues::get(db, id).await?.ok_or(NewsletterError::IssueNotFound)?;
    analytics::flush_for_report(core).await;
    let rows = queries::issue_links::list(db, id).await?;
    let links = html::off_thread(move || {
        let words = mail::issue_links(&issue.html, &base).into_iter().map(|link| (link.url, link.words));
        let mut words: HashMap<String, String> = words.collect();
        let mut links: Vec<LinkClicks> = rows
            .into_iter()
            .map(|row| {
                let url = absolute(&row.url, &base);
                LinkClicks { title: words.remove(&url).unwrap_or_default(), url, clicks: row.clicks }
            })
            .collect();
        // Stable: those with as many stay as in the issue.
        links.sort_by_key(|link| Reverse(link.clicks));
        links
    })
    .await;
    let unsubscribed = queries::subscribers::count_left(db, id).await?;
    Ok(IssueReport { unsubscribed, is_counting: is_counting(core), links })
}

/// Id and 128 bits of signature: shorter than those of subscribers, since a mail holds dozens.
fn code(core: &Core, link: &Model) -> String {
    format!("{}-{}", link.id, secrets::sign_short_with(core.link_key(), &signing_input(link)))
}

/// Signs the address too: after a restore, an id may belong to another link. No text that is signed for a subscriber
/// begins with a letter.
fn signing_input(link: &Model) -> String {
    format!("link\n{}\n{}", link.id, link.url)
}

/// Addresses of this site are kept as paths, so that they lead on after a move.
fn relative(url: String, base: &str) -> String {
    match url.strip_prefix(base) {
        Some(path) if path.starts_with('/') => path.to_owned(),
        _ => url,
    }
}

fn absolute(url: &str, base: &str) -> String {
    if url.starts_with('/') { format!("{base}{url}") } else { url.to_owned() }
}
