//! Warnings by mail: the administrators are told that backups fail, once a week for as long as they do.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::types::{AccountId, MailKind, Role, Timestamp};
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::BackupState;
use crate::changes::Tags;
use crate::clock::SKEW_MS;
use crate::mail::{self, Letter};
use crate::{Core, secrets};

/// Key of the last warning: what it was about, and when.
const WARNED: &str = "backup.warned";

const WEEK_MS: i64 = 7 * 24 * 3_600_000;

/// An error may quote a path or a whole answer of a bucket.
const ERROR_CHARS: usize = 300;

/// What is wrong with the backups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BackupProblem {
    Overdue,
    NotRestorable,
}

impl BackupProblem {
    fn of(state: &BackupState) -> Option<Self> {
        match state {
            BackupState { is_scheduled: false, .. } => None,
            BackupState { is_overdue: true, .. } => Some(Self::Overdue),
            BackupState { test_error: Some(_), .. } => Some(Self::NotRestorable),
            _ => None,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Overdue => "overdue",
            Self::NotRestorable => "not_restorable",
        }
    }
}

/// Warns the administrators of backups that fail.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WarnOfBackups {}

impl Job for WarnOfBackups {
    type Context = Core;
    const KIND: &'static str = "backup.warn";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        warn(&core).await.map_err(JobError::retry)
    }
}

async fn warn(core: &Core) -> StoreResult<()> {
    let problem = BackupProblem::of(&super::state(core).await?);
    let (tx, now) = (core.store.begin().await?, core.now());
    let warned = queries::settings::get(&tx, WARNED).await?;
    if let (Some(problem), Some(warned)) = (problem, &warned)
        && is_recent(warned, problem, now)
    {
        return Ok(());
    }
    // Compare-and-set: of several nodes one mails.
    if let Some(warned) = &warned
        && !queries::settings::delete_if_equal(&tx, WARNED, warned).await?
    {
        return Ok(());
    }
    if let Some(problem) = problem {
        if !queries::settings::insert_if_absent(&tx, WARNED, &format!("{} {}", problem.as_str(), now.0), now).await? {
            return Ok(());
        }
        for account_id in queries::accounts::lock_admins(&tx).await? {
            SendBackupWarning { mail_id: secrets::random_token(22), account_id }.enqueue(&tx, now).await?;
        }
    }
    core.commit(tx, Tags::default()).await
}

/// Whether the last warning was about the same, less than a week ago.
fn is_recent(warned: &str, problem: BackupProblem, now: Timestamp) -> bool {
    let (about, at) = warned.split_once(' ').unwrap_or_default();
    about == problem.as_str() && at.parse().is_ok_and(|at| is_within_a_week(Timestamp(at), now))
}

/// Not where a clock that was ahead has written it.
fn is_within_a_week(at: Timestamp, now: Timestamp) -> bool {
    now < at.plus_ms(WEEK_MS) && at <= now.plus_ms(SKEW_MS)
}

/// Sends a warning to an administrator, with the state of the backups at that moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendBackupWarning {
    /// Random; the `Message-ID` follows from it.
    mail_id: String,
    account_id: AccountId,
}

impl Job for SendBackupWarning {
    type Context = Core;
    const KIND: &'static str = "backup.send_warning";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

impl SendBackupWarning {
    /// None when the problem is over, or the account is no administrator's any more.
    async fn letter(&self, core: &Core) -> StoreResult<Option<Letter>> {
        let account = queries::accounts::get(core.store.reader(), self.account_id).await?;
        let Some(account) = account.filter(|account| account.role == Role::Admin) else { return Ok(None) };
        let state = super::state(core).await?;
        Ok(BackupProblem::of(&state).map(|problem| self.warning(core, account.email, problem, &state)))
    }

    fn warning(&self, core: &Core, to: String, problem: BackupProblem, state: &BackupState) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let date = |at: Timestamp| settings.long_date(at);
        let (heading, opening, error) = match problem {
            BackupProblem::Overdue => (
                state.last_good_at.map_or("There is no backup yet".into(), |at| {
                    format!("The last backup is {} old", super::age(core, at))
                }),
                format!(
                    "{brand} is backed up each night, and the last nights failed. Should its disk break now, what was \
                     written since is lost."
                ),
                &state.error,
            ),
            BackupProblem::NotRestorable => (
                "A backup could not be restored".into(),
                format!(
                    "Once a week the newest backup of {brand} is restored as a test, beside the site. The last test \
                     failed. Make a backup by hand and verify it, and keep the older ones until the reason is found."
                ),
                &state.test_error,
            ),
        };
        let mut facts = vec![("Last backup", state.last_good_at.map_or("None".into(), date))];
        if let Some(error) = error {
            facts.push(("What failed", error.chars().take(ERROR_CHARS).collect()));
        }
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::BackupWarning,
            to,
            subject: format!("{brand}: {}", heading.to_lowercase()),
            heading,
            opening,
            facts,
            link: ("See the backups", format!("{base}/admin/backups")),
            closing: format!(
                "You get this mail once a week until it is mended, because you are an administrator of {brand}."
            ),
        }
    }
}

/// A sample of each warning, for the preview of mails.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendBackupWarning { mail_id: "sample".into(), account_id: AccountId(1) };
    let state = BackupState {
        is_scheduled: true,
        last_good_at: Some(core.now().plus_ms(-3 * 24 * 3_600_000)),
        is_overdue: true,
        error: Some("cannot write the file: No space left on device (os error 28)".into()),
        tested_at: None,
        test_error: Some("tables/post.jsonl is not as it was written".into()),
    };
    [BackupProblem::Overdue, BackupProblem::NotRestorable]
        .map(|problem| mail.warning(core, "amina@example.com".into(), problem, &state))
        .into()
}
