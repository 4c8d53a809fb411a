use mwanga_jobs::Job;
use mwanga_store::queries::jobs::{self, TimeFilter};
use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use crate::Core;
use crate::accounts::SendAccountMail;
use crate::backups::SendBackupWarning;
use crate::contact::SendContactMessage;
use crate::held;
use crate::library::RemoveFile;
use crate::link_checks::CheckLinks;
use crate::newsletter::{self, DailyNewsletter, SendNewsletterMail, SendWelcome};
use crate::notice_requests::{NotifySubscribers, NotifyTopics};
use crate::pasted_pictures::FetchPictures;
use crate::posts::SendPostEvents;
use crate::subscriptions::SendSubscriptionMail;

/// Mails older than this are dropped at the release.
const MAX_MAIL_AGE_MS: i64 = 24 * 3_600_000;

/// Jobs that send mail, and what they are called to people.
pub(super) const MAIL_JOBS: [(&str, &str); 7] = [
    (SendAccountMail::KIND, "Mails about accounts"),
    (SendBackupWarning::KIND, "Warnings of backups"),
    (SendContactMessage::KIND, "Messages of the contact form"),
    (SendNewsletterMail::KIND, "Mails about newsletter sign-ups"),
    (SendWelcome::KIND, "Welcomes to new subscribers"),
    (SendPostEvents::KIND, "Mails to the newsroom about posts"),
    (SendSubscriptionMail::KIND, "Receipts, refunds and reminders"),
];

/// Jobs that start a newsletter about a post, when it becomes public.
pub(super) const NOTICES: [(&str, &str); 2] =
    [(NotifySubscribers::KIND, "Notices of new posts"), (NotifyTopics::KIND, "Notices of new posts, by topic")];

/// Other jobs that wait.
const OTHER_JOBS: [(&str, &str); 3] = [
    (RemoveFile::KIND, "Files to delete"),
    (CheckLinks::KIND, "Links to check"),
    (FetchPictures::KIND, "Pasted pictures to fetch"),
];

/// Jobs that wait and are not listed: what they work on is listed, or they only look for work.
#[cfg(test)]
const NOT_LISTED: [&str; 8] = [
    crate::backups::WarnOfBackups::KIND,
    DailyNewsletter::KIND,
    newsletter::StartIssue::KIND,
    newsletter::SendDeliveries::KIND,
    crate::subscriptions::PollOrders::KIND,
    crate::subscriptions::RemindSubscribers::KIND,
    crate::link_checks::CheckDeals::KIND,
    crate::retention::Sweep::KIND,
];

/// What waits of a kind, and what the release does with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// A plain name, such as `Mails about accounts`.
    pub label: &'static str,
    pub count: u64,
    pub oldest_at: Timestamp,
    pub on_release: OnRelease,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRelease {
    /// It is done.
    Done,
    /// It is older than a day and never sent.
    Dropped,
    /// It was due before the hold: the site itself sent it.
    Missed,
    /// Only a person has it sent: another copy may have sent it.
    Uncertain,
    /// Its time has passed.
    Skipped,
    /// The payment provider is asked before anything is captured.
    Checked,
}

impl OnRelease {
    pub fn describe(self) -> &'static str {
        match self {
            Self::Done => "Goes out",
            Self::Dropped => "Dropped: older than 24 hours",
            Self::Missed => "Dropped: it was due before the hold",
            Self::Uncertain => "Stays uncertain: send it again by hand if it never arrived",
            Self::Skipped => "Skipped: its time has passed",
            Self::Checked => "The payment provider is asked first",
        }
    }
}

pub(super) fn kinds_of_mail() -> Vec<&'static str> {
    MAIL_JOBS.iter().map(|(kind, _)| *kind).collect()
}

/// Mails created before this moment are dropped by a release at `now`.
pub(super) fn dropped_before(now: Timestamp) -> Timestamp {
    now.plus_ms(-MAX_MAIL_AGE_MS)
}

/// What would go out, by kind and age; also what would go out of a site that is not held.
pub async fn waiting(core: &Core) -> StoreResult<Vec<Waiting>> {
    let (db, now) = (core.store.reader(), core.now());
    let held_since = held::find(db).await?.map_or(now, |hold| hold.since);
    let mut waiting = Vec::new();
    let labels = |kinds: &[(&'static str, &'static str)], kind: &str| {
        kinds.iter().find(|(known, _)| *known == kind).map(|(_, label)| *label)
    };
    let day_ago = dropped_before(now);
    let groups = [
        (&MAIL_JOBS[..], TimeFilter::CreatedSince(day_ago), OnRelease::Done),
        (&MAIL_JOBS[..], TimeFilter::CreatedBefore(day_ago), OnRelease::Dropped),
        (&NOTICES[..], TimeFilter::DueSince(held_since), OnRelease::Done),
        (&NOTICES[..], TimeFilter::DueBefore(held_since), OnRelease::Missed),
        (&OTHER_JOBS[..], TimeFilter::Any, OnRelease::Done),
    ];
    for (named, time, on_release) in groups {
        let kinds: Vec<&'static str> = named.iter().map(|(kind, _)| *kind).collect();
        for (kind, count, oldest_at) in jobs::count_unfinished(db, &kinds, time).await? {
            let Some(label) = labels(named, &kind) else { continue };
            waiting.push(Waiting { label, count: count.unsigned_abs(), oldest_at, on_release });
        }
    }
    for (_, count, oldest_at) in
        jobs::count_unfinished(db, &[DailyNewsletter::KIND], TimeFilter::DueBefore(now.plus_ms(1))).await?
    {
        let (label, on_release) = ("Daily newsletters", OnRelease::Skipped);
        waiting.push(Waiting { label, count: count.unsigned_abs(), oldest_at, on_release });
    }
    for issue in newsletter::open_issues(core, held_since).await? {
        let on_release = OnRelease::Uncertain;
        waiting.push(Waiting {
            label: "Newsletter mails",
            count: issue.mails,
            oldest_at: issue.created_at,
            on_release,
        });
    }
    if let Some((count, oldest_at)) = queries::orders::count_due(db, now).await? {
        waiting.push(Waiting { label: "Orders", count, oldest_at, on_release: OnRelease::Checked });
    }
    waiting.retain(|waiting| waiting.count > 0);
    Ok(waiting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_that_waits_is_listed_or_left_out_on_purpose() {
        let registry = crate::jobs::registry();
        let mut waiting: Vec<&str> =
            registry.kinds().into_iter().filter(|kind| registry.waits_while_held(kind)).collect();
        let named = MAIL_JOBS.iter().chain(&NOTICES).chain(&OTHER_JOBS).map(|(kind, _)| *kind);
        let mut known: Vec<&str> = named.chain(NOT_LISTED).collect();
        waiting.sort_unstable();
        known.sort_unstable();
        assert_eq!(waiting, known, "name the job in crates/core/src/held_copy/waiting.rs");
    }
}
