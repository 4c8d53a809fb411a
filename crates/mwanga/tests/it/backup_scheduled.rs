//! Backups that are made each night, and the weekly test of a restore.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use age::secrecy::ExposeSecret;
use mwanga_backup::{Identity, Part, verify};
use mwanga_core::backups::{self, BackupState};
use mwanga_core::config::{BackupLocation, MediaLocation};
use mwanga_core::doctor::{self, CheckState};
use mwanga_core::held::{self, HoldReason};
use mwanga_core::held_copy;
use mwanga_store::queries;
use mwanga_store::types::{BackupKind, BackupStatus};

use crate::support::*;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A site that is backed up to a folder of its own.
async fn site(backups: &Path) -> TestApp {
    let location = BackupLocation::Folder(backups.to_owned());
    let app = TestApp::with(|config| config.backup.location = Some(location)).await;
    app.post("habari").insert().await;
    // The first run notes when the jobs are due.
    app.run_jobs().await;
    app
}

/// Lets a night pass.
async fn night(app: &TestApp) {
    app.clock.advance_ms(DAY_MS);
    app.run_jobs().await;
}

async fn state(app: &TestApp) -> BackupState {
    backups::state(app.core()).await.unwrap()
}

async fn doctors_line(app: &TestApp) -> (CheckState, String) {
    let checks = doctor::check_all(app.core()).await;
    let line = checks.into_iter().find(|check| check.subject == "Backups").unwrap();
    (line.state, line.finding)
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn only_file(folder: &Path) -> PathBuf {
    let names = names(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    folder.join(names.first().unwrap())
}

fn tables(parts: &[Part]) -> Vec<&str> {
    parts.iter().filter_map(|part| part.path.strip_prefix("tables/")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_each_night_and_only_old_ones_of_this_site_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let app = site(&place).await;
    assert!(!place.exists(), "it is day");
    let site_id = backups::site_id(app.core()).await.unwrap();
    fs::create_dir(&place).unwrap();
    let under_way = format!("mwanga-{site_id}-20261121T001000Z.backup.y.part");
    let others = [
        "mwanga-anothersite-20200101T001000Z.backup".to_owned(),
        "mwanga-anothersite-20200101T001000Z.backup.x.part".to_owned(),
        format!("mwanga-{site_id}-of-the-old-building.backup"),
        "notes.txt".to_owned(),
    ];
    for name in others.iter().chain([
        &format!("mwanga-{site_id}-20261119T001000Z.backup"),
        &format!("mwanga-{site_id}-20261119T000900Z.backup"),
        &format!("mwanga-{site_id}-20261120T001000Z.backup.x.part"),
        &under_way,
    ]) {
        fs::write(place.join(name), "").unwrap();
    }
    for name in names(&place).into_iter().filter(|name| *name != under_way) {
        let file = fs::File::options().write(true).open(place.join(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    }
    night(&app).await;
    let made = format!("mwanga-{site_id}-20261121T090000Z.backup");
    let kept = format!("mwanga-{site_id}-20261119T001000Z.backup");
    assert_eq!(names(&place), others.into_iter().chain([made.clone(), kept, under_way]).collect());
    let file = place.join(&made);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let (_, manifest) = verify(fs::File::open(&file).unwrap(), None).unwrap();
    assert!(tables(&manifest.parts).contains(&"post.jsonl"));
    assert!(manifest.parts.iter().all(|part| part.path != "secret.key"));

    let row = queries::backups::newest(app.core().store.reader(), BackupKind::Scheduled, BackupStatus::Done).await;
    let row = row.unwrap().unwrap();
    assert_eq!(row.file_name, Some(made));
    assert_eq!(row.size_bytes, Some(fs::metadata(&file).unwrap().len() as i64));
    assert_eq!(row.done_bytes, row.total_bytes);
    let state = state(&app).await;
    assert_eq!((state.last_good_at, state.is_overdue, state.error), (Some(app.clock.now()), false, None));
    let status = app.staff(Role::Editor).await.get("/api/admin/status").await.ok();
    assert_eq!(status["backup"]["last_good_at"], "2026-11-21T09:00:00Z");
    assert_eq!(status["backup"]["overdue"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_night_that_fails_deletes_nothing_and_two_days_without_a_backup_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let app = site(&place).await;
    night(&app).await;
    let good = only_file(&place);
    assert_eq!(doctors_line(&app).await.0, CheckState::Warning, "they lie on the same disk");

    // The disk of the backups is gone, and something else has its name.
    let away = folder.path().join("away");
    fs::rename(&place, &away).unwrap();
    fs::write(&place, "").unwrap();
    night(&app).await;
    let failed = state(&app).await;
    assert!(failed.error.is_some() && !failed.is_overdue, "{failed:?}");
    let (state_of_line, finding) = doctors_line(&app).await;
    assert_eq!(state_of_line, CheckState::Warning);
    assert!(finding.contains("The newest try failed: cannot make the folder"), "{finding}");
    night(&app).await;
    assert!(state(&app).await.is_overdue);
    assert_eq!(doctors_line(&app).await.0, CheckState::Broken);
    let status = app.staff(Role::Editor).await.get("/api/admin/status").await.ok();
    assert_eq!(status["backup"]["overdue"], true);

    fs::remove_file(&place).unwrap();
    fs::rename(&away, &place).unwrap();
    assert_eq!(only_file(&place), good, "nothing old was deleted");
    // The same night is tried again.
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    let mended = state(&app).await;
    assert!(!mended.is_overdue && mended.error.is_none(), "{mended:?}");
    assert_eq!(names(&place).len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_are_warned_of_missed_backups_once_a_week_until_one_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let app = site(&place).await;
    let _ = (app.staff(Role::Admin).await, app.staff(Role::Editor).await);
    let staff = queries::accounts::staff(app.core().store.reader()).await.unwrap();
    let address_of = |role| staff.iter().find(|account| account.role == role).unwrap().email.clone();
    let (admin, editor) = (address_of(Role::Admin), address_of(Role::Editor));
    night(&app).await;
    let away = folder.path().join("away");
    fs::rename(&place, &away).unwrap();
    fs::write(&place, "").unwrap();
    night(&app).await;
    assert_eq!(app.mails_to(&admin).await.len(), 0, "one night is tried again");
    // The backup of the night is tried several times before it counts as failed, and the hours bring the warning.
    night(&app).await;
    app.clock.advance_ms(HOUR_MS);
    let mails = app.mails_to(&admin).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Mwanga: the last backup is 2 days old");
    assert!(mails[0].text.contains("What failed: cannot make the folder"), "{}", mails[0].text);
    assert!(mails[0].text.contains("https://mwanga.example/admin/backups"));

    for _ in 0..6 {
        night(&app).await;
    }
    assert_eq!(app.mails_to(&admin).await.len(), 1, "once a week");
    night(&app).await;
    assert_eq!(app.mails_to(&admin).await.len(), 2);

    fs::remove_file(&place).unwrap();
    fs::rename(&away, &place).unwrap();
    for _ in 0..8 {
        night(&app).await;
    }
    assert_eq!(app.mails_to(&admin).await.len(), 2, "it is mended");
    fs::rename(&place, &away).unwrap();
    fs::write(&place, "").unwrap();
    for _ in 0..3 {
        night(&app).await;
    }
    assert_eq!(app.mails_to(&admin).await.len(), 3, "what fails anew is told at once");
    assert_eq!(app.mails_to(&editor).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_backup_is_restored_as_a_test_each_week_and_an_altered_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let app = site(&place).await;
    night(&app).await;
    assert_eq!(state(&app).await.tested_at, None);
    // 20 November 2026 is a Friday.
    for _ in 0..3 {
        night(&app).await;
    }
    let tested = state(&app).await;
    assert!(tested.tested_at.is_some() && tested.test_error.is_none(), "{tested:?}");
    assert!(!app.data_dir().join("restore-test").exists());

    // Nobody but a sum sees it: the archive itself is whole.
    let newest = place.join(names(&place).last().unwrap());
    let mut bytes = fs::read(&newest).unwrap();
    bytes.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
    fs::write(&newest, &bytes).unwrap();
    app.clock.advance_ms(7 * DAY_MS);
    // The test alone: a backup of tonight would be the newest.
    mwanga_jobs::Job::run(mwanga_backup::TestRestore {}, app.core().clone()).await.unwrap_err();
    let altered = state(&app).await;
    assert!(altered.test_error.as_deref().is_some_and(|e| e.contains("is not as it was written")), "{altered:?}");
    assert_eq!(doctors_line(&app).await.0, CheckState::Broken);
    fs::write(&newest, &bytes[..bytes.len() / 2]).unwrap();
    mwanga_jobs::Job::run(mwanga_backup::TestRestore {}, app.core().clone()).await.unwrap_err();
    let cut = state(&app).await;
    assert!(cut.test_error.as_deref().is_some_and(|e| e.contains("the backup is cut")), "{cut:?}");
    assert!(!app.data_dir().join("restore-test").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encrypted_schedule_writes_what_the_identity_alone_opens_and_its_restore_is_tested_too() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let key = age::x25519::Identity::generate();
    let (location, recipient) = (BackupLocation::Folder(place.clone()), key.to_public().to_string());
    let app = TestApp::with(|config| {
        config.backup.location = Some(location);
        config.backup.encrypt_to = Some(recipient);
    })
    .await;
    app.run_jobs().await;
    night(&app).await;
    let file = only_file(&place);
    assert!(fs::read(&file).unwrap().starts_with(b"age-encryption.org/"));
    assert!(verify(fs::File::open(&file).unwrap(), None).is_err());
    let identity = folder.path().join("key.txt");
    fs::write(&identity, key.to_string().expose_secret()).unwrap();
    verify(fs::File::open(&file).unwrap(), Some(&Identity::read(&identity).unwrap())).unwrap();
    mwanga_jobs::Job::run(mwanga_backup::TestRestore {}, app.core().clone()).await.unwrap();
    assert!(state(&app).await.tested_at.is_some());

    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    mwanga_jobs::Job::run(mwanga_backup::TestRestore {}, app.core().clone()).await.unwrap_err();
    assert!(state(&app).await.test_error.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_go_into_a_bucket_and_one_that_is_away_is_told_and_loses_nothing() {
    let s3 = S3::new().await;
    let MediaLocation::Bucket(bucket) = s3.place() else { panic!("a bucket") };
    let app = TestApp::with(|config| config.backup.location = Some(BackupLocation::Bucket(bucket))).await;
    app.run_jobs().await;
    night(&app).await;
    let first = s3.keys().await;
    assert_eq!(first.iter().filter(|key| key.ends_with(".backup")).count(), 1, "{first:?}");
    mwanga_jobs::Job::run(mwanga_backup::TestRestore {}, app.core().clone()).await.unwrap();
    assert!(state(&app).await.tested_at.is_some());

    s3.cut();
    night(&app).await;
    assert!(state(&app).await.error.is_some());
    s3.mend();
    assert_eq!(s3.keys().await, first);
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert_eq!(state(&app).await.error, None);
    assert_eq!(s3.keys().await.iter().filter(|key| key.ends_with(".backup")).count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_held_copy_makes_no_backup_and_writes_under_an_id_of_its_own_after_a_release_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let app = site(&place).await;
    held_copy::hold_when_moved(app.core()).await.unwrap();
    let site_id = backups::site_id(app.core()).await.unwrap();
    held::hold(app.core(), HoldReason::Command).await.unwrap();
    night(&app).await;
    assert!(!place.exists());
    held_copy::release(app.core()).await.unwrap();
    app.run_jobs().await;
    assert_eq!(backups::site_id(app.core()).await.unwrap(), site_id, "it is the same site");
    assert_eq!(names(&place).len(), 1);

    held::hold(app.core(), HoldReason::Command).await.unwrap();
    let copy = TestApp::sharing_store_with(&app, |config| {
        config.http.base_url = Some(url::Url::parse("https://copy.example").unwrap());
    })
    .await;
    held_copy::release(copy.core()).await.unwrap();
    assert_ne!(backups::site_id(copy.core()).await.unwrap(), site_id);
}
