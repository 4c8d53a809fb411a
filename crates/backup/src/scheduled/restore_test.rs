//! The weekly test of a restore: a backup that nobody has restored is a hope.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use jiff::civil::{self, Time, Weekday};
use jiff::tz::TimeZone;
use mwanga_core::Core;
use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::backup;
use mwanga_store::queries::tables::Row;
use mwanga_store::types::{BackupKind, BackupStatus, Timestamp};
use mwanga_store::{Store, StoreOptions, queries};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;

use super::storage::BackupStorage;
use super::{GROUP, newest};
use crate::format::{FileSum, Header, Summed};
use crate::read::{self, Visitor};
use crate::row_loader::RowLoader;
use crate::run::{INTERRUPTED, failed, source};
use crate::{BackupError, Options, write};

const MORNING: Time = civil::time(5, 0, 0, 0);

/// The first Sunday after `after`, 05:00 in `zone`.
pub(crate) fn next_sunday(after: Timestamp, zone: &TimeZone) -> Timestamp {
    let mut mornings = after.times_of_day(MORNING, zone);
    mornings.find(|at| at.date_in(zone).weekday() == Weekday::Sunday).unwrap_or(Timestamp(i64::MAX))
}

/// Restores the newest scheduled backup into a temporary store, compares all rows, and compares the stored file with
/// its checksum. What is encrypted cannot be opened here: then the rows are those of a backup made for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestRestore {}

impl Job for TestRestore {
    type Context = Core;
    const KIND: &'static str = "backup.test_restore";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        test_restore(&core).await.map_err(|e| JobError::retry_up_to(super::MAX_ATTEMPTS, e))
    }
}

async fn test_restore(core: &Core) -> Result<(), BackupError> {
    let Some(location) = &core.config.backup.location else { return Ok(()) };
    let Some(newest) = newest(core).await? else { return Ok(()) };
    let storage = BackupStorage::open(location)?;
    let (db, now) = (core.store.writer(), core.now());
    queries::backups::fail_running(db, BackupKind::RestoreTest, INTERRUPTED, now).await?;
    let row = queries::backups::insert(db, BackupKind::RestoreTest, BackupStatus::Running, now).await?;
    match compare(core, &storage, &newest).await {
        Ok(rows) => {
            queries::backups::pass(db, row.id, core.now()).await?;
            let name = newest.file_name.as_deref().unwrap_or_default();
            tracing::info!("backup {name} was restored into a temporary store: {rows} rows are equal");
            Ok(())
        }
        Err(e) => Err(failed(core, row.id, e).await),
    }
}

/// Answers how many rows were compared.
async fn compare(core: &Core, storage: &BackupStorage, newest: &backup::Model) -> Result<u64, BackupError> {
    let name = newest.file_name.clone().unwrap_or_default();
    let stored = Summed::new(storage.read(&name).await?);
    let folder = TemporaryStore::create(core)?;
    let expected = (newest.size_bytes, newest.sha256.clone());
    let check_sum = move |sum: FileSum| {
        let size_bytes = i64::try_from(sum.size_bytes).ok();
        if (size_bytes, Some(sum.sha256)) == expected {
            return Ok(());
        }
        Err(BackupError::Damaged(format!("the stored file {name} is not as it was written")))
    };
    if newest.encrypted {
        let summed = tokio::task::spawn_blocking(move || drain(stored)).await??;
        check_sum(summed)?;
        let (fresh, out) = io::pipe().map_err(BackupError::io("cannot make a pipe"))?;
        // Dropped when it is written: the other end waits for the end of the pipe.
        let options = Options { rows_only: true, ..Options::default() };
        let written = async { write(source(core), options, out).await.map(drop) };
        let (written, rows) = tokio::join!(written, restore_rows(&folder, fresh));
        return match (written, rows) {
            (Err(cause), Err(BackupError::Cut)) => Err(cause),
            (_, rows) => Ok(rows?.0),
        };
    }
    let (rows, stored) = restore_rows(&folder, stored).await?;
    check_sum(tokio::task::spawn_blocking(move || drain(stored)).await??)?;
    Ok(rows)
}

/// Reads what is left.
fn drain<R: Read>(mut stored: Summed<R>) -> Result<FileSum, BackupError> {
    io::copy(&mut stored, &mut io::sink()).map_err(BackupError::io("cannot read the stored file"))?;
    Ok(stored.finish().0)
}

/// A folder for a database, deleted with it.
struct TemporaryStore(PathBuf);

impl TemporaryStore {
    /// Deletes what a test left that broke off.
    fn create(core: &Core) -> Result<Self, BackupError> {
        let folder = core.config.data_dir.join("restore-test");
        match fs::remove_dir_all(&folder) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => fs::create_dir_all(&folder),
        }
        .map_err(BackupError::io("cannot make a folder for the test of a restore"))?;
        Ok(Self(folder))
    }
}

impl Drop for TemporaryStore {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Loads the rows of a backup, reads them again and compares them. Answers how many there are.
async fn restore_rows<R: Read + Send + 'static>(folder: &TemporaryStore, input: R) -> Result<(u64, R), BackupError> {
    let url = format!("sqlite://{}", folder.0.join("store.sqlite").display());
    let store = Store::open(&StoreOptions { url, readers: 1 }).await?;
    let mut test = RestoredRows { rows: RowLoader::new(store.clone(), Handle::current()), sums: BTreeMap::new() };
    let work = move || {
        let mut input = input;
        read::read(&mut input, None, &mut test)?;
        test.rows.commit()?;
        Ok::<_, BackupError>((test, input))
    };
    let (test, input) = tokio::task::spawn_blocking(work).await??;
    let mut count = 0;
    for table in &test.rows.tables {
        let restored = sum_table(&store, table).await?;
        let expected = test.sums.get(&table.name).copied().unwrap_or_default();
        if restored != expected {
            let why = format!(
                "of the table {} {} rows were restored that are not the {} of the backup",
                table.name, restored.count, expected.count
            );
            return Err(BackupError::Damaged(why));
        }
        count += restored.count;
    }
    store.close().await?;
    Ok((count, input))
}

async fn sum_table(store: &Store, table: &queries::tables::Table) -> Result<RowSum, BackupError> {
    let (mut sum, mut last): (_, Option<Row>) = (RowSum::default(), None);
    loop {
        let page = table.page(store.reader(), last.as_ref(), 500).await?;
        if page.is_empty() {
            return Ok(sum);
        }
        page.iter().for_each(|row| sum.add(row));
        last = page.into_iter().last();
    }
}

/// Checksum of rows in any order: the databases sort texts differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RowSum {
    count: u64,
    sum: u128,
}

impl RowSum {
    fn add(&mut self, row: &Row) {
        let text = serde_json::to_vec(row).expect("a row is JSON");
        let mut first_half = [0; 16];
        first_half.copy_from_slice(&Sha256::digest(text)[..16]);
        self.count += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(first_half));
    }
}

/// Loads rows, and passes over files: their sums are compared while they are read.
struct RestoredRows {
    rows: RowLoader,
    /// Of the rows in the backup, by table.
    sums: BTreeMap<String, RowSum>,
}

impl Visitor for RestoredRows {
    fn header(&mut self, header: &Header) -> Result<(), BackupError> {
        self.rows.create_schema(header)
    }

    fn rows(&mut self, table: &str, rows: Vec<Row>) -> Result<(), BackupError> {
        let sum = self.sums.entry(table.to_owned()).or_default();
        rows.iter().for_each(|row| sum.add(row));
        self.rows.insert(table, &rows)
    }

    fn media(&mut self, _: &str, _: &mut dyn Read) -> Result<(), BackupError> {
        Ok(())
    }

    fn secret(&mut self, _: &str) -> Result<(), BackupError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restore_is_tested_on_sundays_at_five() {
        let zone = TimeZone::posix("EAT-3").unwrap();
        for (now, next) in [
            ("2026-11-24T00:00:00Z", "2026-11-29T02:00:00Z"),
            ("2026-11-29T01:59:59Z", "2026-11-29T02:00:00Z"),
            ("2026-11-29T02:00:00Z", "2026-12-06T02:00:00Z"),
        ] {
            assert_eq!(next_sunday(Timestamp::parse(now).unwrap(), &zone).iso(), next, "{now}");
        }
    }

    #[test]
    fn the_checksum_of_rows_sees_each_value_and_each_row_but_not_their_order() {
        let row = |id: i64, title: &str| {
            let row = serde_json::json!({ "id": id, "title": title });
            row.as_object().unwrap().clone()
        };
        let sum = |rows: &[Row]| {
            let mut sum = RowSum::default();
            rows.iter().for_each(|row| sum.add(row));
            sum
        };
        let rows = [row(1, "Habari"), row(2, "Karibu")];
        assert_eq!(sum(&rows), sum(&[rows[1].clone(), rows[0].clone()]));
        assert_ne!(sum(&rows), sum(&rows[..1]));
        assert_ne!(sum(&rows), sum(&[row(1, "Karibu"), row(2, "Habari")]));
        assert_ne!(sum(&rows), sum(&[rows[0].clone(), rows[0].clone()]));
    }
}
