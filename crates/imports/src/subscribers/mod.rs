//! Subscribers of a CSV file with the columns `email,name,confirmed_at,topics`, and `status` in our own exports.
//!
//! - `record_reader` with `line_counter`: reading and validating records; `report`: the outcome.

mod line_counter;
mod record_reader;
mod report;

use std::collections::BTreeSet;
use std::path::Path;

use mwanga_store::entities::subscriber;
use mwanga_store::queries::subscribers;
use mwanga_store::types::SubscriberStatus;
use mwanga_store::{ConnectionTrait, StoreError, StoreResult};
use sea_orm::Set;

pub use self::record_reader::FileError;
use self::record_reader::{Record, RecordReader};
pub use self::report::Report;
use mwanga_core::Core;
use mwanga_core::changes::Tags;

/// Maximum rows per transaction: subscribers and their topics.
const MAX_BATCH_ROWS: usize = 100;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A run that ended early, with the report until then. Another run resumes there.
#[derive(Debug)]
pub struct Failure {
    pub error: ImportError,
    pub report: Report,
}

/// Imports subscribers without sending mail. Existing subscribers stay as they are, except pending ones that the file
/// has as confirmed. A dry run returns the same report and changes nothing. Idempotent.
///
/// # Errors
///
/// Without a column `email` nothing is imported. From a truncated file the lines before the end are imported.
pub async fn run(core: &Core, file: &Path, dry_run: bool) -> Result<Report, Box<Failure>> {
    let mut report = Report { dry_run, ..Report::default() };
    match import_file(core, file, &mut report).await {
        Ok(()) => Ok(report),
        Err(error) => Err(Box::new(Failure { error, report })),
    }
}

async fn import_file(core: &Core, file: &Path, report: &mut Report) -> Result<(), ImportError> {
    let mut reader = RecordReader::open(file, core.now(), core.settings().time_zone().clone())?;
    report.unknown_columns.clone_from(&reader.unknown_columns);
    let mut seen = BTreeSet::new();
    let (mut batch, mut rows) = (Vec::new(), 0);
    let mut end = Ok(());
    loop {
        let record = match reader.next_record() {
            Ok(Some(Ok(record))) => record,
            Ok(Some(Err(invalid))) => {
                report.invalid.push(invalid);
                continue;
            }
            Ok(None) => break,
            Err(error) => {
                end = Err(error.into());
                break;
            }
        };
        report.unknown_topics.extend(record.unknown_topics.iter().cloned());
        if !seen.insert(record.email.key()) {
            report.existing += 1;
            continue;
        }
        if rows + record.row_count() > MAX_BATCH_ROWS {
            import_batch(core, std::mem::take(&mut batch), report).await?;
            rows = 0;
        }
        rows += record.row_count();
        batch.push(record);
    }
    import_batch(core, batch, report).await?;
    end
}

async fn import_batch(core: &Core, batch: Vec<Record>, report: &mut Report) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for record in &batch {
        outcomes.push((import_record(core, &tx, record).await?, record.status));
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
    Imported,
    Existing,
    /// Unsubscribed or bounced before.
    OptedOut,
}

async fn import_record(core: &Core, tx: &impl ConnectionTrait, record: &Record) -> StoreResult<Outcome> {
    let (now, key) = (core.now(), record.email.key());
    let row = subscriber::ActiveModel {
        email: Set(record.email.as_str().to_owned()),
        email_key: Set(key.clone()),
        name: Set(record.name.clone()),
        status: Set(record.status),
        requested_at: Set(now),
        confirmed_at: Set(record.confirmed_at),
        created_at: Set(now),
        ..Default::default()
    };
    let id = if let Some(new) = subscribers::insert_if_absent(tx, row).await? {
        new
    } else {
        // Deleted concurrently: the next run imports it.
        let Some(existing) = subscribers::by_email_key(tx, &key).await? else { return Ok(Outcome::Existing) };
        match (existing.status, record.confirmed_at) {
            // An import never resubscribes.
            (SubscriberStatus::Unsubscribed | SubscriberStatus::Bounced, _) => return Ok(Outcome::OptedOut),
            (SubscriberStatus::Pending, Some(at)) if record.status == SubscriberStatus::Confirmed => {
                if !subscribers::confirm_pending(tx, existing.id, at).await? {
                    return Ok(Outcome::Existing);
                }
                existing.id
            }
            _ => return Ok(Outcome::Existing),
        }
    };
    subscribers::set_topics(tx, id, &record.topics.iter().map(String::as_str).collect::<Vec<_>>()).await?;
    Ok(Outcome::Imported)
}
