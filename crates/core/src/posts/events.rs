//! Mails to the newsroom about posts: sent back, approved, notes, mentions and answers to preview links. What happens
//! within ten minutes comes in one mail. It names no title and quotes nothing: what is not public stays in the admin
//! area.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::{post, post_event};
use mwanga_store::types::{AccountId, MailKind, PostEventId, PostEventKind, PostId, PostStatus};
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};
use serde::{Deserialize, Serialize};

use crate::changes::Tags;
use crate::mail::{self, Letter};
use crate::writer::Writer;
use crate::{Core, secrets};

/// How long the first event waits for others.
const GATHER_MS: i64 = 10 * 60_000;

/// Records something that `by` did to a post, for the mail to a member of the newsroom. Nobody is mailed about what
/// they did themselves.
pub(super) async fn record(
    core: &Core,
    tx: &Transaction,
    account: AccountId,
    by: Writer,
    post: PostId,
    kind: PostEventKind,
) -> StoreResult<()> {
    if account == by.account_id {
        return Ok(());
    }
    let actor = queries::accounts::get(tx, by.account_id).await?.map(|found| found.username).unwrap_or_default();
    record_by(core, tx, account, actor, post, kind).await
}

/// Records that somebody outside the newsroom answered a preview link.
pub(super) async fn record_link_answer(
    core: &Core,
    tx: &Transaction,
    account: AccountId,
    post: PostId,
) -> StoreResult<()> {
    record_by(core, tx, account, "an outsider".into(), post, PostEventKind::LinkAnswer).await
}

async fn record_by(
    core: &Core,
    tx: &Transaction,
    account: AccountId,
    actor: String,
    post: PostId,
    kind: PostEventKind,
) -> StoreResult<()> {
    // Locks out the job that takes what waits: it takes this too, or a new one is enqueued.
    let Some(recipient) = queries::accounts::lock_by_id(tx, account).await?.filter(|found| found.role.is_staff())
    else {
        return Ok(());
    };
    let (now, is_first) = (core.now(), !queries::post_events::has_waiting(tx, recipient.id).await?);
    let event = post_event::ActiveModel {
        id: NotSet,
        account_id: Set(recipient.id),
        post_id: Set(post),
        kind: Set(kind),
        actor: Set(actor),
        created_at: Set(now),
        mail_id: Set(None),
    };
    queries::post_events::insert(tx, event).await?;
    if is_first {
        let job = SendPostEvents { mail_id: secrets::random_token(22), account_id: recipient.id };
        job.enqueue_at(tx, now.plus_ms(GATHER_MS), now).await?;
    }
    Ok(())
}

/// Records for its owner that a post was approved, or sent back, by a save or a step of the review.
pub(super) async fn record_review(
    core: &Core,
    tx: &Transaction,
    by: Writer,
    before: PostStatus,
    post: &post::Model,
) -> StoreResult<()> {
    let kind = match (before, post.status) {
        (PostStatus::InReview, PostStatus::Published) => PostEventKind::Approved,
        (PostStatus::InReview | PostStatus::Published, PostStatus::Draft) => PostEventKind::Returned,
        _ => return Ok(()),
    };
    match post.owner_id {
        Some(owner) => record(core, tx, owner, by, post.id, kind).await,
        None => Ok(()),
    }
}

/// Mails a member of the newsroom what happened to posts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendPostEvents {
    /// Random; the `Message-ID` follows from it.
    mail_id: String,
    account_id: AccountId,
}

impl Job for SendPostEvents {
    type Context = Core;
    const KIND: &'static str = "posts.send_events";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

impl SendPostEvents {
    /// None when nothing waits, or the account left the newsroom. At most once: what a server may have is not sent
    /// again, since the posts tell the same in the admin area.
    async fn letter(&self, core: &Core) -> StoreResult<Option<Letter>> {
        let tx = core.store.begin().await?;
        if queries::mail_log::may_be_sent(&tx, &self.mail_id).await? {
            return Ok(None);
        }
        let Some(account) = queries::accounts::lock_by_id(&tx, self.account_id).await? else { return Ok(None) };
        let mut events = queries::post_events::by_mail(&tx, self.account_id, &self.mail_id).await?;
        // A second try sends what the first one did.
        if events.is_empty() {
            queries::post_events::assign_mail(&tx, self.account_id, &self.mail_id).await?;
            events = queries::post_events::by_mail(&tx, self.account_id, &self.mail_id).await?;
        }
        core.commit(tx, Tags::default()).await?;
        let is_needed = account.role.is_staff() && !events.is_empty();
        Ok(is_needed.then(|| self.compose(core, account.email, &events)))
    }

    fn compose(&self, core: &Core, to: String, events: &[post_event::Model]) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let place = settings.time_zone_place();
        let fact = |event: &post_event::Model| {
            let time = event.created_at.time_in(settings.time_zone());
            (label(event.kind), format!("Post {}, by {}, {time} {place} time", event.post_id, actor(event)))
        };
        let heading = match events {
            [event] => sentence(event),
            _ => format!("{} things happened to your posts", events.len()),
        };
        let one_post = events.iter().all(|event| event.post_id == events[0].post_id);
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::PostEvents,
            to,
            subject: format!("{brand}: {heading}"),
            heading,
            opening: format!("Texts and notes stay in the newsroom of {brand}: sign in to read them."),
            facts: events.iter().map(fact).collect(),
            link: if one_post {
                ("Open the post", format!("{base}/admin?edit={}", events[0].post_id))
            } else {
                ("Open your posts", format!("{base}/admin"))
            },
            closing: format!("You get this mail because you work on posts of {brand}."),
        }
    }
}

const fn label(kind: PostEventKind) -> &'static str {
    match kind {
        PostEventKind::Returned => "Sent back",
        PostEventKind::Approved => "Approved",
        PostEventKind::Note => "Note",
        PostEventKind::Mention => "Mention",
        PostEventKind::LinkAnswer => "Preview link answered",
    }
}

fn actor(event: &post_event::Model) -> &str {
    if event.actor.is_empty() { "the newsroom" } else { &event.actor }
}

fn sentence(event: &post_event::Model) -> String {
    let who = actor(event);
    match event.kind {
        PostEventKind::Returned => format!("{who} sent your post back"),
        PostEventKind::Approved => format!("{who} approved your post"),
        PostEventKind::Note => format!("{who} wrote a note on your post"),
        PostEventKind::Mention => format!("{who} mentioned you in a note"),
        PostEventKind::LinkAnswer => "A preview link of your post was answered".into(),
    }
}

/// A sample of the mail, for the preview of mails: one event, and several.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendPostEvents { mail_id: "sample".into(), account_id: AccountId(1) };
    let event = |post: i64, kind| post_event::Model {
        id: PostEventId(post),
        account_id: AccountId(1),
        post_id: PostId(post),
        kind,
        actor: "Baraka".into(),
        created_at: core.now(),
        mail_id: None,
    };
    let several =
        [event(12, PostEventKind::Returned), event(12, PostEventKind::Note), event(14, PostEventKind::Approved)];
    [&several[..1], &several[..]].map(|events| mail.compose(core, "amina@example.com".into(), events)).into()
}
