//! Issues: creating, undoing (within a minute), pausing and tracking their deliveries.

use mwanga_jobs::Job;
use mwanga_store::entities::{delivery, issue};
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::types::{
    AccountId, DeliveryId, DeliveryStatus, IssueId, IssueKind, IssueStatus, MailKind, Timestamp,
};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use sea_orm::Set;

use super::audience::count_audience;
use super::issue_text::{
    DraftVersion, IssueRequest, IssueText, ValidIssue, find_topic_id, invalid, parse_send_at, validate,
};
use super::new_issue::{NewIssue, insert_issue};
use super::sending::{SendDeliveries, SendTest};
use super::{NewsletterError, digest, notices, saved_drafts, sending, story_details};
use crate::changes::Tags;
use crate::idempotency::Claim;
use crate::mail::{MailSample, NewsletterMail};
use crate::paging::PageRequest;
use crate::settings::Settings;
use crate::{Core, categories, html, secrets};

/// How far ahead an issue is scheduled at least, and how long the same one again counts as a repeat, in milliseconds.
const MINUTE_MS: i64 = 60_000;
/// How far ahead an issue may be scheduled, in milliseconds.
const MAX_AHEAD_MS: i64 = 366 * 24 * 3_600_000;

/// An issue with its delivery counts.
#[derive(Clone, Debug)]
pub struct Issue {
    pub row: issue::Model,
    /// Name of the account that sent it.
    pub created_by: Option<String>,
    /// Number of deliveries; for a waiting issue, the present audience.
    pub total: u64,
    /// When it was looked at.
    pub now: Timestamp,
    /// The saved draft that it comes back as when it is undone; none once it goes out, and of one that nobody wrote.
    pub draft: Option<DraftVersion>,
    counts: Vec<(DeliveryStatus, u64)>,
}

impl Issue {
    pub fn count(&self, status: DeliveryStatus) -> u64 {
        self.counts.iter().find(|(counted, _)| *counted == status).map_or(0, |(_, count)| *count)
    }
}

#[derive(Debug)]
pub struct IssuePage {
    pub issues: Vec<Issue>,
    pub total: u64,
}

/// An issue as a reader will get it.
#[derive(Clone, Debug)]
pub struct Preview {
    pub html: String,
    pub text: String,
}

pub async fn preview(core: &Core, text: IssueText<'_>) -> Result<Preview, NewsletterError> {
    let ValidIssue { subject, preheader, html } = validate(core, text).await?;
    let details = story_details::load(core, &html).await?;
    // Taken here: another thread has no settings of a preview.
    let (core, settings) = (core.clone(), core.settings());
    let archive = format!("{}/newsletter/issues", core.config.base());
    Ok(html::read_sent(move || {
        let mail = NewsletterMail::new(&settings, &subject, &preheader, &html, &details, core.now(), Some(archive));
        Ok(render_preview(&core, &settings, &mail))
    })
    .await?)
}

fn render_preview(core: &Core, settings: &Settings, mail: &NewsletterMail) -> Preview {
    let reader = sending::sample_recipient(core, String::new());
    Preview { html: mail.html(settings, &reader), text: mail.text(settings, &reader) }
}

/// A sample of each mail of an issue, for the preview of mails. The daily newsletter is of the newest posts, where there
/// are some.
pub async fn issue_samples(core: &Core, subject: &str, html: &str) -> StoreResult<Vec<MailSample>> {
    let (settings, db) = (core.settings(), core.store.reader());
    let exclude = categories::not_news(core).await?.iter().map(|category| category.id).collect();
    let filter = PublicFilter { exclude, ..PublicFilter::default() };
    let ids = queries::posts::public_ids(db, &filter, core.now(), 0, SAMPLE_POSTS).await?;
    let posts = queries::posts::by_ids_without_content(db, &ids).await?;
    let (slug, language, title, opening) = match posts.first() {
        Some(post) if post.excerpt.is_empty() => (&*post.slug, &*post.language, &*post.title, &*post.opening),
        Some(post) => (&*post.slug, &*post.language, &*post.title, &*post.excerpt),
        None => ("two-lamps", "", subject, "What a second lamp costs in a year, and when the first one is enough."),
    };
    let notice = |sponsored| notices::notice_html(slug, language, (title, opening), sponsored);
    let archive = Some(format!("{}/newsletter/issues", settings.base()));
    let reader = sending::sample_subscriber(core);
    let sample = |name, mail: &NewsletterMail| MailSample::of_newsletter(name, mail, &settings, &reader, core.now());
    let mut samples = Vec::new();
    for (name, subject, html, view) in [
        (MailKind::Newsletter.as_str().to_owned(), subject, html.to_owned(), archive.clone()),
        (
            format!("{}, daily", MailKind::Newsletter.as_str()),
            title,
            digest::digest_html(&posts, digest::LEAD_CHARS),
            archive,
        ),
        (MailKind::PostNotice.as_str().to_owned(), title, notice(false), None),
        (format!("{}, sponsored", MailKind::PostNotice.as_str()), title, notice(true), None),
    ] {
        let details = story_details::load(core, &html).await?;
        let mail = NewsletterMail::new(&settings, subject, "", &html, &details, core.now(), view);
        samples.push(sample(name, &mail));
    }
    let test = sending::test_mail(core, subject, "", html).await?;
    samples.push(sample(MailKind::NewsletterTest.as_str().to_owned(), &test));
    Ok(samples)
}

/// As many as a digest has with their openings, and some by title.
const SAMPLE_POSTS: u64 = 24;

/// Sends a test of an issue to the account alone, by a job.
pub async fn send_test(core: &Core, account: AccountId, text: IssueText<'_>) -> Result<(), NewsletterError> {
    let ValidIssue { subject, preheader, html } = validate(core, text).await?;
    let tx = core.store.begin().await?;
    SendTest { mail_id: secrets::random_token(22), account_id: account, subject, preheader, html }
        .enqueue(&tx, core.now())
        .await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Creates an issue that is sent after the undo period. Deduplicates: an identical request within that period returns
/// the same issue, unless it was undone. The saved draft that it is made of leaves the list in the same transaction;
/// where it is made of none, one is made for it, outside the list, that it comes back as when it is undone.
pub async fn send(
    core: &Core,
    account: AccountId,
    request: IssueRequest<'_>,
    claim: &Claim,
) -> Result<Issue, NewsletterError> {
    let ValidIssue { subject, preheader, html } = validate(core, request.text).await?;
    let topic = find_topic_id(request.topic).map_err(|text| invalid("topic", text))?;
    let now = core.now();
    let starts_at = starts_at(core, request.send_at, now)?;
    let new = NewIssue {
        kind: IssueKind::Manual,
        subject,
        preheader,
        html,
        day: None,
        post: None,
        by: Some(account),
        starts_at: starts_at.unwrap_or(now.plus_ms(core.config.mail.undo_ms())),
        is_scheduled: starts_at.is_some(),
        covers_until: request.until.filter(|until| *until < now),
        topic,
    };
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    // Serializes concurrent calls, so that the second sees the issue of the first.
    queries::settings::set(&tx, "newsletter.last_send", &now.iso(), now).await?;
    let duplicate = queries::issues::find_duplicate(&tx, &new.fingerprint(), now.plus_ms(-MINUTE_MS)).await?;
    let is_repeated = duplicate.is_some();
    let row = match duplicate {
        // Locked, so that it does not start meanwhile.
        Some(row) => queries::issues::lock_by_id(&tx, row.id).await?.unwrap_or(row),
        None => insert_issue(core, &tx, new).await?,
    };
    let id = row.id;
    if let Some(draft) = request.draft {
        match saved_drafts::take(core, &tx, draft, &row, (account, request.send_at)).await {
            // The earlier request took it.
            Err(NewsletterError::DraftNotFound) if is_repeated => {}
            outcome => outcome?,
        }
    } else if !is_repeated {
        saved_drafts::insert_taken(core, &tx, &row, (account, request.send_at)).await?;
    }
    claim.set_created(&tx, id.0).await?;
    core.commit(tx, Tags::default()).await?;
    issue(core, id).await?.ok_or(NewsletterError::IssueNotFound)
}

/// The time of a scheduled issue; none where it goes out after the undo period.
fn starts_at(core: &Core, send_at: Option<&str>, now: Timestamp) -> Result<Option<Timestamp>, NewsletterError> {
    let Some(text) = send_at.map(str::trim) else { return Ok(None) };
    match parse_send_at(core, text).filter(|at| *at >= now.plus_ms(MINUTE_MS) && *at <= now.plus_ms(MAX_AHEAD_MS)) {
        Some(at) => Ok(Some(at)),
        None => Err(invalid("send_at", "Choose a time that is at least a minute and at most a year ahead.")),
    }
}

/// An issue that was not undone.
pub async fn find_issue(core: &Core, id: IssueId) -> Result<Option<Issue>, NewsletterError> {
    Ok(issue(core, id).await?.filter(|issue| issue.row.status != IssueStatus::Undone))
}

/// Undoes a waiting issue. What was written by hand is a saved draft again.
pub async fn undo(core: &Core, id: IssueId) -> Result<Issue, NewsletterError> {
    // The day of a daily one stays taken: undone is undone for that day.
    let set = issue::ActiveModel {
        status: Set(IssueStatus::Undone),
        finished_at: Set(Some(core.now())),
        ..Default::default()
    };
    let changed = change(core, id, &[IssueStatus::Waiting], set, "It is being sent already. You can pause it.").await;
    match changed {
        // Repeated after a lost response, or in a second window.
        Err(NewsletterError::WrongState(otherwise)) => {
            match issue(core, id).await?.ok_or(NewsletterError::IssueNotFound)? {
                undone if undone.row.status == IssueStatus::Undone => Ok(undone),
                sent if sent.row.status == IssueStatus::Sent => Err(NewsletterError::WrongState("It is sent already.")),
                skipped if skipped.row.status == IssueStatus::Skipped => {
                    Err(NewsletterError::WrongState("Nobody gets it: its post comes with the next daily newsletter."))
                }
                _ => Err(NewsletterError::WrongState(otherwise)),
            }
        }
        changed => changed,
    }
}

/// Pauses sending; mails in flight are still sent.
pub async fn pause(core: &Core, id: IssueId) -> Result<Issue, NewsletterError> {
    let set = issue::ActiveModel { status: Set(IssueStatus::Paused), ..Default::default() };
    change(core, id, &[IssueStatus::Sending], set, "Only a newsletter that is being sent can be paused.").await
}

pub async fn resume(core: &Core, id: IssueId) -> Result<Issue, NewsletterError> {
    let set = issue::ActiveModel { status: Set(IssueStatus::Sending), pause_reason: Set(None), ..Default::default() };
    change(core, id, &[IssueStatus::Paused], set, "Only a paused newsletter can go on.").await
}

async fn change(
    core: &Core,
    id: IssueId,
    from: &[IssueStatus],
    set: issue::ActiveModel,
    otherwise: &'static str,
) -> Result<Issue, NewsletterError> {
    let tx = core.store.begin().await?;
    let undoes = set.status == Set(IssueStatus::Undone);
    if queries::issues::update_if_status(&tx, id, from, set).await? {
        if undoes {
            let row = queries::issues::get(&tx, id).await?.ok_or(NewsletterError::IssueNotFound)?;
            saved_drafts::restore(core, &tx, &row).await?;
        }
        SendDeliveries {}.enqueue(&tx, core.now()).await?;
        core.commit(tx, Tags::default()).await?;
    } else if queries::issues::get(&tx, id).await?.is_some() {
        return Err(NewsletterError::WrongState(otherwise));
    }
    issue(core, id).await?.ok_or(NewsletterError::IssueNotFound)
}

/// Sends the uncertain mails of an issue again, each with the same `Message-ID` as before.
pub async fn resend_uncertain(core: &Core, id: IssueId) -> Result<Issue, NewsletterError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let row = queries::issues::lock_by_id(&tx, id).await?.ok_or(NewsletterError::IssueNotFound)?;
    if !matches!(row.status, IssueStatus::Sending | IssueStatus::Paused | IssueStatus::Sent)
        || queries::deliveries::requeue_uncertain(&tx, id, now).await? == 0
    {
        return Err(NewsletterError::WrongState(
            "The mail server answered for each e-mail of this newsletter: none is sent again.",
        ));
    }
    let set = issue::ActiveModel {
        status: Set(IssueStatus::Sending),
        finished_at: Set(None),
        kept_counts: Set(None),
        ..Default::default()
    };
    queries::issues::update_if_status(&tx, id, &[IssueStatus::Sent], set).await?;
    SendDeliveries {}.enqueue(&tx, now).await?;
    core.commit(tx, Tags::default()).await?;
    issue(core, id).await?.ok_or(NewsletterError::IssueNotFound)
}

/// Issues, newest first.
pub async fn issues(core: &Core, request: PageRequest) -> StoreResult<IssuePage> {
    let db = core.store.reader();
    let rows = queries::issues::list(db, request.offset(), request.per_page).await?;
    Ok(IssuePage { issues: with_counts(core, db, rows).await?, total: queries::issues::count(db).await? })
}

pub async fn issue(core: &Core, id: IssueId) -> StoreResult<Option<Issue>> {
    let db = core.store.reader();
    let row = queries::issues::get(db, id).await?;
    Ok(with_counts(core, db, row.into_iter().collect()).await?.pop())
}

async fn with_counts(core: &Core, db: &impl ConnectionTrait, rows: Vec<issue::Model>) -> StoreResult<Vec<Issue>> {
    let ids: Vec<IssueId> = rows.iter().filter(|row| row.kept_counts.is_none()).map(|row| row.id).collect();
    let mut counts = queries::issues::counts(db, &ids).await?;
    let waiting: Vec<IssueId> =
        rows.iter().filter(|row| row.status == IssueStatus::Waiting).map(|row| row.id).collect();
    let mut drafts = saved_drafts::of_issues(db, &waiting).await?;
    let mut issues: Vec<Issue> = Vec::with_capacity(rows.len());
    for row in rows {
        let created_by = match row.created_by {
            Some(id) => queries::accounts::get(db, id).await?.map(|account| account.username),
            None => None,
        };
        let counts = queries::issues::saved_counts(&row)?.or_else(|| counts.remove(&row.id)).unwrap_or_default();
        let total = match row.status {
            IssueStatus::Waiting => count_audience(core, &row.topics()).await?,
            _ => counts.iter().map(|(_, count)| count).sum(),
        };
        let draft = drafts.remove(&row.id);
        issues.push(Issue { row, created_by, total, now: core.now(), draft, counts });
    }
    Ok(issues)
}

/// Mails of an issue, with the id that the next page follows.
#[derive(Debug)]
pub struct DeliveryPage {
    pub deliveries: Vec<delivery::Model>,
    pub next: Option<DeliveryId>,
}

pub async fn deliveries(
    core: &Core,
    id: IssueId,
    status: Option<DeliveryStatus>,
    after: Option<DeliveryId>,
    per_page: u64,
) -> Result<DeliveryPage, NewsletterError> {
    let db = core.store.reader();
    queries::issues::get(db, id).await?.ok_or(NewsletterError::IssueNotFound)?;
    let mut deliveries = queries::deliveries::list(db, id, status, after, per_page + 1).await?;
    let more = deliveries.len() as u64 > per_page;
    deliveries.truncate(per_page as usize);
    Ok(DeliveryPage { next: deliveries.last().filter(|_| more).map(|last| last.id), deliveries })
}

/// The public archive, newest first: id, subject, when it went out; and how many there are.
pub async fn archive(core: &Core, request: PageRequest) -> StoreResult<(Vec<(IssueId, String, Timestamp)>, u64)> {
    let db = core.store.reader();
    Ok((
        queries::issues::list_archive(db, request.offset(), request.per_page).await?,
        queries::issues::count_archive(db).await?,
    ))
}

/// The newest issues of the public archive; their HTML as pages deliver it.
pub async fn newest_archived(core: &Core, count: u64) -> StoreResult<Vec<issue::Model>> {
    let issues = queries::issues::newest_archived(core.store.reader(), count).await?;
    Ok(issues.into_iter().map(|issue| drawn(core, issue, true)).collect())
}

/// A sent issue in the public archive; its HTML as pages deliver it.
pub async fn get_archived(core: &Core, id: IssueId) -> StoreResult<Option<issue::Model>> {
    let issue = queries::issues::get_archived(core.store.reader(), id).await?;
    Ok(issue.map(|issue| drawn(core, issue, false)))
}

/// An issue as pages deliver it, or `elsewhere`, as feeds do.
fn drawn(core: &Core, issue: issue::Model, elsewhere: bool) -> issue::Model {
    let origin = core.config.base();
    let page = if elsewhere { format!("{origin}/newsletter/issues/{}", issue.id) } else { String::new() };
    let html = html::draw(&html::deliver_media(&issue.html), html::Place { origin, page: &page });
    issue::Model { html, ..issue }
}
