//! Subscribers of a CSV file with the columns `email,name,confirmed_at,topics`, with `status` and `unsubscribed_at` in
//! our own exports.
//!
//! - `departures`: columns and words of other programs that say who left
//! - `record_reader` with `line_counter`: reading and validating records; `report`: the outcome.

mod departures;
mod line_counter;
mod record_reader;
mod report;

use std::collections::HashMap;
use std::path::Path;

use mwanga_core::Core;
use mwanga_core::newsletter::{self, ImportSubscriber};
use mwanga_store::types::SubscriberStatus;
use mwanga_store::{StoreError, StoreResult};

use crate::ended_early::EndedEarly;

pub use self::record_reader::FileError;
use self::record_reader::RecordReader;
pub use self::report::Report;

/// Maximum rows per transaction: subscribers and their topics.
const MAX_BATCH_ROWS: usize = 100;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports subscribers without sending mail. Who left by the file is unsubscribed, wherever else they are subscribed;
/// who left here stays so; confirmed wins over pending; all others stay as they are. A dry run returns the same report
/// and changes nothing. Idempotent.
///
/// # Errors
///
/// Without a column `email` nothing is imported. From a truncated file the lines before the end are imported.
pub async fn run(core: &Core, file: &Path, dry_run: bool) -> Result<Report, Box<EndedEarly<Report, ImportError>>> {
    let mut report = Report { dry_run, ..Report::default() };
    match import_file(core, file, &mut report).await {
        Ok(()) => Ok(report),
        Err(error) => Err(Box::new(EndedEarly { error, report: (!report.is_empty()).then_some(report) })),
    }
}

async fn import_file(core: &Core, file: &Path, report: &mut Report) -> Result<(), ImportError> {
    let mut reader = RecordReader::open(file, core.now(), core.settings().time_zone().clone())?;
    report.unknown_columns.clone_from(&reader.unknown_columns);
    let mut known = HashMap::new();
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
        if rows + record.row_count() > MAX_BATCH_ROWS {
            import_batch(core, std::mem::take(&mut batch), &mut known, report).await?;
            rows = 0;
        }
        rows += record.row_count();
        batch.push(record.subscriber);
    }
    import_batch(core, batch, &mut known, report).await?;
    end
}

/// Statuses that a dry run would have written, by normalized address.
type DryStatuses = HashMap<String, SubscriberStatus>;

async fn import_batch(
    core: &Core,
    batch: Vec<ImportSubscriber>,
    dry: &mut DryStatuses,
    report: &mut Report,
) -> StoreResult<()> {
    if report.dry_run {
        for subscriber in &batch {
            let key = subscriber.email.key();
            let outcome = newsletter::would_import(core, subscriber, dry.get(&key).copied()).await?;
            if outcome.writes() {
                dry.insert(key, subscriber.status);
            }
            report.count(outcome, subscriber.status);
        }
        return Ok(());
    }
    for (outcome, subscriber) in newsletter::import_subscribers(core, &batch).await?.into_iter().zip(batch) {
        report.count(outcome, subscriber.status);
    }
    Ok(())
}
