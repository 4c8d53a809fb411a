//! Backup, restore and the backups of the night, while a disk fails at each of their calls and while they are killed:
//! a whole file or none, a whole store or none, and nothing old deleted.
//!
//! `make test` runs a sample, `make faults` (`MWANGA_FAULTS=whole`) every call and, with those of `backup.rs`, 200
//! kills.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use mwanga_jobs::Job;
use mwanga_store::types::{BackupKind, BackupStatus, Timestamp};
use mwanga_store::{Store, queries};

use super::interpose::{Fault, Switch, calls};
use super::sampling::{SeededRng, runs_every_case};
use crate::backup::{Place, files_below, publication, text};
use crate::support::*;

const CALLS: u32 = calls::WRITE | calls::SYNC | calls::CREATE | calls::RENAME | calls::TRUNCATE | calls::ALLOCATE;

/// The numbers of the calls that fail: all, or about so many from the first to the last.
fn chosen(calls: u32, sample: u32) -> Vec<u32> {
    let step = if runs_every_case() { 1 } else { (calls / sample).max(1) };
    (1..=calls).step_by(step as usize).chain([calls]).collect()
}

fn fault(nth: u32, times: u32) -> Fault {
    Fault { calls: CALLS, error: libc::ENOSPC, nth, times, short_first: true }
}

async fn run_under(place: &Place, switch: &Switch, arguments: &[&str]) -> Output {
    let mut command = place.command(arguments);
    switch.configure()(&mut command);
    command.output().await.unwrap()
}

async fn verify(place: &Place, file: &Path) {
    let output = place.run(&["backup", "--verify", file.to_str().unwrap()]).await;
    assert!(output.status.success(), "{}: {}", file.display(), text(&output));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_at_any_call_of_a_backup_leaves_no_file() {
    let (place, _server) = publication().await;
    let folder = place.folder().join("night");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("site.backup");
    let switch = Switch::new(&["/night/"]);
    let back_up = async |nth, times| {
        switch.arm(fault(nth, times));
        run_under(&place, &switch, &["backup", file.to_str().unwrap()]).await
    };
    assert!(back_up(u32::MAX, 0).await.status.success());
    let calls = switch.matching();
    assert!(calls > 5, "{calls} calls");
    std::fs::remove_file(&file).unwrap();
    for (nth, times) in chosen(calls, 6).into_iter().flat_map(|nth| [(nth, 1), (nth, 0)]) {
        let output = back_up(nth, times).await;
        if switch.disarm() == 0 {
            verify(&place, &file).await;
            std::fs::remove_file(&file).unwrap();
            continue;
        }
        // A sync of the folder may fail after the file has its name: then it is whole.
        if file.exists() {
            verify(&place, &file).await;
            std::fs::remove_file(&file).unwrap();
        }
        assert!(!output.status.success(), "call {nth} of {calls}, {times} times");
        assert!(text(&output).contains("cannot write"), "call {nth}: {}", text(&output));
        assert_eq!(files_below(&folder), Default::default(), "call {nth} of {calls}, {times} times");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_at_any_call_of_a_restore_leaves_an_empty_store() {
    let (place, server) = publication().await;
    let whole = place.back_up(&[]).await;
    let rows = place.rows().await;
    drop(server);
    let count = Place::new().await;
    let switch = Switch::new(&["restore-under-way", ".restoring", "/media/", "moved.sqlite"]);
    let restore = async |target: &Place, nth, times| {
        switch.arm(fault(nth, times));
        run_under(target, &switch, &["restore", whole.to_str().unwrap()]).await
    };
    assert!(restore(&count, u32::MAX, 0).await.status.success());
    let calls = switch.matching();
    assert!(calls > 20, "{calls} calls");
    let mut target = Place::new().await;
    let empty = target.contents().await;
    for (nth, times) in chosen(calls, 6).into_iter().flat_map(|nth| [(nth, 1), (nth, 0)]) {
        let output = restore(&target, nth, times).await;
        let injected = switch.disarm();
        if output.status.success() {
            // Some calls are repeated, or not needed.
            assert_eq!(target.rows().await["post"], rows["post"], "call {nth} of {calls}, {injected} failed");
            assert_eq!(target.media(), place.media(), "call {nth} of {calls}, {injected} failed");
            target = Place::new().await;
            continue;
        }
        assert!(injected > 0, "call {nth}: {}", text(&output));
        let mut left = target.contents().await;
        left.retain(|path| !empty.contains(path) && !target.folder().join(path).is_dir());
        // What could not be removed on a disk that takes nothing keeps the marker, and the next restore begins anew.
        assert!(left.is_empty() || target.folder().join("restore-under-way").exists(), "call {nth}: {left:?}");
        let again = target.restore(&whole).await;
        assert!(again.status.success(), "call {nth} of {calls}: {}", text(&again));
        assert_eq!(target.rows().await["post"], rows["post"], "call {nth} of {calls}");
        target = Place::new().await;
    }
}

/// A site with a server that makes backups at any time.
struct Night {
    place: Place,
    folder: PathBuf,
    switch: Switch,
}

impl Night {
    async fn new() -> Self {
        let (place, server) = publication().await;
        server.terminate().await;
        drop(server);
        // Only a release lets a restored copy write backups.
        assert!(place.run(&["doctor", "--release"]).await.status.success());
        let folder = place.folder().join("night");
        Self { place, folder, switch: Switch::new(&["/night/"]) }
    }

    async fn serve(&self) -> Binary {
        let mut command = self.place.command(&["serve"]);
        self.switch.configure()(&mut command);
        command.env("MWANGA_BACKUP_URL", format!("file://{}", self.folder.display())).env("MWANGA_LEASE_S", "1");
        Binary::start(command).await
    }

    /// Has the night come now.
    async fn fall(&self) {
        let store = self.place.store().await;
        let tx = store.begin().await.unwrap();
        let now = mwanga_core::clock::Clock::system().now();
        mwanga_backup::CreateScheduledBackup {}.enqueue(&tx, now).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await.unwrap();
    }

    /// Waits until a backup is done that began after this moment.
    async fn done_after(&self, store: &Store, moment: Timestamp) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
        while !self.is_done_after(store, moment).await {
            assert!(tokio::time::Instant::now() < deadline, "no backup was made within a minute");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn is_done_after(&self, store: &Store, moment: Timestamp) -> bool {
        let newest = queries::backups::newest(store.reader(), BackupKind::Scheduled, BackupStatus::Done).await;
        newest.unwrap().is_some_and(|row| row.finished_at.is_some_and(|at| at > moment))
    }

    /// Waits until a fault is injected; `false` where a backup was made without.
    async fn is_injected_before_done(&self, store: &Store, moment: Timestamp) -> bool {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
        loop {
            match (self.switch.injected(), self.is_done_after(store, moment).await) {
                (0, true) => return false,
                (0, false) => assert!(tokio::time::Instant::now() < deadline, "no backup was made within a minute"),
                _ => return true,
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until one file is left: of one day the newest is kept.
    async fn pruned(&self) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(30);
        while self.whole_files().len() != 1 {
            assert!(tokio::time::Instant::now() < deadline, "{:?} are left", self.whole_files());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn whole_files(&self) -> Vec<PathBuf> {
        let names = files_below(&self.folder).into_iter().filter(|name| name.ends_with(".backup"));
        names.map(|name| self.folder.join(name)).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_runs_of_the_night_leave_whole_files_and_the_next_one_is_made() {
    let (night, mut random) = (Night::new().await, SeededRng::new("kills of nightly backups"));
    let rounds = if runs_every_case() { 60 } else { 6 };
    for _ in 0..rounds {
        let mut server = night.serve().await;
        night.fall().await;
        tokio::time::sleep(Duration::from_millis(random.below(1_500))).await;
        server.child.kill().await.unwrap();
        for file in night.whole_files() {
            verify(&night.place, &file).await;
        }
    }
    let (server, store) = (night.serve().await, night.place.store().await);
    let now = mwanga_core::clock::Clock::system().now();
    night.fall().await;
    night.done_after(&store, now).await;
    server.terminate().await;
    drop(server);
    for file in night.whole_files() {
        verify(&night.place, &file).await;
    }
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_of_backups_that_fails_at_any_call_deletes_nothing_old() {
    let night = Night::new().await;
    let (server, store) = (night.serve().await, night.place.store().await);
    let clock = mwanga_core::clock::Clock::system();
    let make = async || {
        let now = clock.now();
        night.fall().await;
        night.done_after(&store, now).await;
        night.pruned().await;
    };
    make().await;
    let old = night.whole_files();
    assert_eq!(old.len(), 1);
    night.switch.arm(fault(u32::MAX, 0));
    // Names have seconds.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    make().await;
    let calls = night.switch.matching();
    let kept = night.whole_files();
    assert_eq!(kept.len(), 1, "of one day the newest is kept");
    for nth in chosen(calls, 2) {
        let before = night.whole_files();
        let bytes: Vec<Vec<u8>> = before.iter().map(|file| std::fs::read(file).unwrap()).collect();
        let began = clock.now();
        night.switch.arm(fault(nth, 0));
        night.fall().await;
        // A run may make a call less than the one that was counted.
        if !night.is_injected_before_done(&store, began).await {
            night.switch.disarm();
            night.pruned().await;
            continue;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        for (file, bytes) in before.iter().zip(&bytes) {
            assert_eq!(&std::fs::read(file).unwrap(), bytes, "call {nth} of {calls}");
        }
        night.switch.disarm();
        // The job itself comes again, without anybody, and prunes once it is done.
        night.done_after(&store, clock.now()).await;
        night.pruned().await;
    }
    for file in night.whole_files() {
        verify(&night.place, &file).await;
    }
    server.terminate().await;
    store.close().await.unwrap();
}
