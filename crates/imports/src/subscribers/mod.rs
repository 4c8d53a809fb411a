//! Subscribers out of a CSV file with the columns `email,name,confirmed_at,topics`, and `status` where the file is an
//! export of ours.

mod line_ends;
mod lines;
mod report;

use std::collections::BTreeSet;
use std::path::Path;

use mwanga_store::entities::subscriber;
use mwanga_store::queries::subscribers;
use mwanga_store::types::SubscriberStatus;
use mwanga_store::{ConnectionTrait, StoreError, StoreResult};
use sea_orm::Set;

pub use self::lines::FileError;
use self::lines::{Line, Lines};
pub use self::report::Report;
use mwanga_core::Core;
use mwanga_core::changes::Tags;

/// Rows of one transaction: subscribers, and the topics they chose.
const ROWS_AT_ONCE: usize = 100;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a run ended early, and what it did until then. Running it again goes on from there.
#[derive(Debug)]
pub struct Failure {
    pub error: ImportError,
    pub report: Report,
}

/// Brings subscribers in and mails nobody. Who is known here stays as they are, but for an address that waits for its
/// confirmation and that the file knows to be confirmed. A dry run says the same and changes nothing. Safe to run
/// twice.
///
/// # Errors
///
/// Nothing is taken when the file has no column `email`. When it breaks off, the lines before that place have been
/// taken.
pub async fn run(core: &Core, file: &Path, dry_run: bool) -> Result<Report, Box<Failure>> {
    let mut report = Report { dry_run, ..Report::default() };
    match import_file(core, file, &mut report).await {
        Ok(()) => Ok(report),
        Err(error) => Err(Box::new(Failure { error, report })),
    }
}

async fn import_file(core: &Core, file: &Path, report: &mut Report) -> Result<(), ImportError> {
    let mut lines = Lines::open(file, core.now())?;
    report.left_out_columns.clone_from(&lines.unknown_columns);
    let mut seen = BTreeSet::new();
    let (mut batch, mut rows) = (Vec::new(), 0);
    let mut end = Ok(());
    loop {
        let line = match lines.next_line() {
            Ok(Some(Ok(line))) => line,
            Ok(Some(Err(wrong))) => {
                report.wrong.push(wrong);
                continue;
            }
            Ok(None) => break,
            Err(error) => {
                end = Err(error.into());
                break;
            }
        };
        report.unknown_topics.extend(line.unknown_topics.iter().cloned());
        if !seen.insert(line.email.key()) {
            report.known += 1;
            continue;
        }
        if rows + line.rows() > ROWS_AT_ONCE {
            take(core, std::mem::take(&mut batch), report).await?;
            rows = 0;
        }
        rows += line.rows();
        batch.push(line);
    }
    take(core, batch, report).await?;
    end
}

async fn take(core: &Core, batch: Vec<Line>, report: &mut Report) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for line in &batch {
        outcomes.push((take_one(core, &tx, line).await?, line.status));
    }
    if report.dry_run {
        tx.rollback().await;
    } else {
        core.commit(tx, Tags::default()).await?;
    }
    for (outcome, status) in outcomes {
        report.count(outcome, status);
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Taken,
    Known,
    KeptOut,
}

async fn take_one(core: &Core, tx: &impl ConnectionTrait, line: &Line) -> StoreResult<Outcome> {
    let (now, key) = (core.now(), line.email.key());
    let row = subscriber::ActiveModel {
        email: Set(line.email.as_str().to_owned()),
        email_key: Set(key.clone()),
        name: Set(line.name.clone()),
        status: Set(line.status),
        requested_at: Set(now),
        confirmed_at: Set(line.confirmed_at),
        created_at: Set(now),
        ..Default::default()
    };
    let id = if let Some(new) = subscribers::insert_new(tx, row).await? {
        new
    } else {
        // Deleted in between: the next run takes it.
        let Some(known) = subscribers::by_email_key(tx, &key).await? else { return Ok(Outcome::Known) };
        match (known.status, line.confirmed_at) {
            // An import brings nobody back.
            (SubscriberStatus::Unsubscribed | SubscriberStatus::Bounced, _) => return Ok(Outcome::KeptOut),
            (SubscriberStatus::Pending, Some(at)) if line.status == SubscriberStatus::Confirmed => {
                if !subscribers::confirm_pending(tx, known.id, at).await? {
                    return Ok(Outcome::Known);
                }
                known.id
            }
            _ => return Ok(Outcome::Known),
        }
    };
    subscribers::set_topics(tx, id, &line.topics.iter().map(String::as_str).collect::<Vec<_>>()).await?;
    Ok(Outcome::Taken)
}
