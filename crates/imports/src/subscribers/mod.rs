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

/// Imports subscribers without sending mail. Who left by the file is unsubscribed, wherever else they are subscribed;
/// who left here stays so; confirmed wins over pending; all others stay as they are. A dry run returns the same report
/// and changes nothing. Idempotent.
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
        batch.push(record);
    }
    import_batch(core, batch, &mut known, report).await?;
    end
}

/// Statuses that a dry run would have written, by normalized address.
type DryStatuses = HashMap<String, SubscriberStatus>;

async fn import_batch(core: &Core, batch: Vec<Record>, dry: &mut DryStatuses, report: &mut Report) -> StoreResult<()> {
    if report.dry_run {
        for record in &batch {
            let key = record.email.key();
            let existing = match dry.get(&key) {
                Some(status) => Some(*status),
                None => subscribers::by_email_key(core.store.reader(), &key).await?.map(|row| row.status),
            };
            let outcome = Outcome::of(existing, record.status);
            if outcome.writes() {
                dry.insert(key, record.status);
            }
            report.count(outcome, record.status);
        }
        return Ok(());
    }
    let tx = core.store.begin().await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for record in &batch {
        outcomes.push((import_record(core, &tx, record).await?, record.status));
    }
    core.commit(tx, Tags::default()).await?;
    for (outcome, status) in outcomes {
        report.count(outcome, status);
    }
    Ok(())
}

/// What becomes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    New,
    /// Was pending, and the file has them as confirmed.
    Confirmed,
    /// Was subscribed or asked to be, and left by the file.
    Left,
    Existing,
    /// Unsubscribed or bounced before: an import never resubscribes.
    OptedOut,
}

impl Outcome {
    fn of(existing: Option<SubscriberStatus>, by_file: SubscriberStatus) -> Self {
        use SubscriberStatus::{Bounced, Confirmed, Pending, Unsubscribed};
        match (existing, by_file) {
            (None, _) => Self::New,
            (Some(Unsubscribed | Bounced), _) => Self::OptedOut,
            (Some(Pending | Confirmed), Unsubscribed | Bounced) => Self::Left,
            (Some(Pending), Confirmed) => Self::Confirmed,
            (Some(Pending | Confirmed), Pending | Confirmed) => Self::Existing,
        }
    }

    /// Whether the status of the record is the subscriber's from now on.
    const fn writes(self) -> bool {
        matches!(self, Self::New | Self::Confirmed | Self::Left)
    }
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
        left_at: Set(record.left_at),
        created_at: Set(now),
        ..Default::default()
    };
    let (id, outcome) = if let Some(new) = subscribers::insert_if_absent(tx, row).await? {
        (new, Outcome::New)
    } else {
        // Deleted concurrently: the next run imports it.
        let Some(existing) = subscribers::by_email_key(tx, &key).await? else { return Ok(Outcome::Existing) };
        let outcome = match Outcome::of(Some(existing.status), record.status) {
            Outcome::Confirmed => {
                let at = record.confirmed_at.unwrap_or(now);
                if subscribers::confirm_pending(tx, existing.id, at).await? {
                    Outcome::Confirmed
                } else {
                    Outcome::Existing
                }
            }
            Outcome::Left => {
                subscribers::leave(tx, existing.id, record.status, record.left_at.unwrap_or(now)).await?;
                Outcome::Left
            }
            outcome => outcome,
        };
        (existing.id, outcome)
    };
    if matches!(outcome, Outcome::New | Outcome::Confirmed) {
        subscribers::set_topics(tx, id, &record.topics.iter().map(String::as_str).collect::<Vec<_>>()).await?;
    }
    Ok(outcome)
}
