//! The n-th allocation of SQLite fails, by the allocator that it is given (https://sqlite.org/c3ref/mem_methods.html).
//! It can be set only before anything else of SQLite runs, so the loop has a process of its own: this test binary,
//! started again for one test.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use libsqlite3_sys as sqlite;
use mwanga_core::idempotency::Claim;
use mwanga_core::posts::{self, PostError, PostForm, Saved};
use mwanga_store::StoreError;

use super::disk::{Report, is_skipped};
use super::operations::{Effect, Outcome, connect, inconsistencies};
use super::sampling::runs_every_case;
use crate::support::*;

/// Set in the process whose allocations fail.
const CHILD: &str = "MWANGA_FAULTS_ALLOCATOR";

/// The allocations that fail: from the n-th on, so many; 0: none.
static NTH: AtomicU32 = AtomicU32::new(0);
static TIMES: AtomicU32 = AtomicU32::new(0);
/// Since they were set.
static ASKED: AtomicU32 = AtomicU32::new(0);
static FAILED: AtomicU32 = AtomicU32::new(0);

type Allocate = unsafe extern "C" fn(c_int) -> *mut c_void;
type Reallocate = unsafe extern "C" fn(*mut c_void, c_int) -> *mut c_void;

/// SQLite's own.
static SYSTEM: OnceLock<(Allocate, Reallocate)> = OnceLock::new();

fn fails() -> bool {
    let nth = NTH.load(Ordering::Relaxed);
    if nth == 0 {
        return false;
    }
    let n = ASKED.fetch_add(1, Ordering::Relaxed) + 1;
    let fails = n >= nth && n - nth < TIMES.load(Ordering::Relaxed);
    if fails {
        FAILED.fetch_add(1, Ordering::Relaxed);
    }
    fails
}

fn system() -> (Allocate, Reallocate) {
    *SYSTEM.get().expect("set before SQLite runs")
}

unsafe extern "C" fn allocate(size: c_int) -> *mut c_void {
    // SAFETY: SQLite's own method, called as SQLite calls this one.
    if fails() { std::ptr::null_mut() } else { unsafe { system().0(size) } }
}

unsafe extern "C" fn reallocate(old: *mut c_void, size: c_int) -> *mut c_void {
    // SAFETY: likewise.
    if fails() { std::ptr::null_mut() } else { unsafe { system().1(old, size) } }
}

/// Gives SQLite an allocator that fails when it is told to.
fn install() {
    let mut methods = MaybeUninit::<sqlite::sqlite3_mem_methods>::uninit();
    // SAFETY: SQLite is not initialised yet, which `SQLITE_OK` of the second call proves; it fills the methods in.
    unsafe {
        assert_eq!(sqlite::sqlite3_config(sqlite::SQLITE_CONFIG_GETMALLOC, methods.as_mut_ptr()), sqlite::SQLITE_OK);
        let system = methods.assume_init();
        let ours = sqlite::sqlite3_mem_methods { xMalloc: Some(allocate), xRealloc: Some(reallocate), ..system };
        let own = (system.xMalloc.expect("a method"), system.xRealloc.expect("a method"));
        assert!(SYSTEM.set(own).is_ok(), "installed once");
        // It copies them.
        assert_eq!(sqlite::sqlite3_config(sqlite::SQLITE_CONFIG_MALLOC, &raw const ours), sqlite::SQLITE_OK);
    }
}

fn outcome_of(outcome: &Result<Saved, PostError>) -> Outcome {
    match outcome {
        Ok(_) => Outcome::Acknowledged,
        Err(PostError::Store(StoreError::OutcomeUnknown(_))) => Outcome::Unknown,
        Err(_) => Outcome::Refused,
    }
}

fn form(title: &str) -> PostForm {
    PostForm {
        title: Some(title.to_owned()),
        content: Some(format!("<p>{}</p>", "A text. ".repeat(300))),
        category_name: Some("tech".to_owned()),
        tags: Some("Solar".to_owned()),
        ..PostForm::default()
    }
}

#[tokio::test]
async fn acknowledged_writes_survive_the_failure_of_any_sqlite_allocation() {
    let name = "acknowledged_writes_survive_the_failure_of_any_sqlite_allocation";
    if is_skipped(name) {
        return;
    }
    if std::env::var_os(CHILD).is_some() {
        install();
        return fail_one_after_another().await;
    }
    let mut child = tokio::process::Command::new(std::env::current_exe().expect("this binary"));
    child.args(["--exact", &format!("faults::allocations::{name}"), "--nocapture"]).env(CHILD, "1").kill_on_drop(true);
    let output = child.output().await.expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let lines: String =
        said.lines().filter(|line| line.starts_with("faults operation=")).map(|line| format!("{line}\n")).collect();
    assert!(output.status.success() && !lines.is_empty(), "{said}");
    if runs_every_case() {
        use std::io::Write;
        let _ = std::io::stderr().write_all(lines.as_bytes());
    }
}

async fn fail_one_after_another() {
    let app = TestApp::new().await;
    let database = connect(&format!("sqlite://{}", app.data_dir().join("mwanga.sqlite").display())).await;
    let mut report = Report::default();
    let titled = async |title: &str| {
        use mwanga_store::entities::post;
        use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
        match post::Entity::find().filter(post::Column::Title.eq(title)).count(&database).await.expect("a number") {
            0 => Effect::Missing,
            1 => Effect::Complete,
            more => Effect::Inconsistent(format!("{more} posts of one save")),
        }
    };
    // The first use of each statement and connection asks for memory that later ones find.
    posts::create(app.core(), None, form("Before"), &Claim::none()).await.expect("a save");
    let step = if runs_every_case() { 1 } else { 4 };
    for nth in (1..).step_by(step) {
        let mut met = 0;
        for times in [1, 10, u32::MAX] {
            let title = format!("Allocation {nth} of {times}");
            ASKED.store(0, Ordering::Relaxed);
            FAILED.store(0, Ordering::Relaxed);
            TIMES.store(times, Ordering::Relaxed);
            NTH.store(nth, Ordering::Relaxed);
            let saved = tokio::time::timeout(
                Duration::from_secs(20),
                posts::create(app.core(), None, form(&title), &Claim::none()),
            )
            .await;
            NTH.store(0, Ordering::Relaxed);
            let failed = FAILED.load(Ordering::Relaxed);
            met += failed;
            let outcome = saved.as_ref().map_or(Outcome::Unknown, outcome_of);
            let tally = report.of("save, allocations");
            tally.rounds += 1;
            tally.faults += failed;
            tally.count(outcome);
            let there = titled(&title).await;
            tally.check_outcome(&title, outcome, &there);
            let began = std::time::Instant::now();
            let after = format!("After {title}");
            let mut saved = posts::create(app.core(), None, form(&after), &Claim::none()).await;
            while saved.is_err() && began.elapsed() < Duration::from_secs(20) {
                tokio::time::sleep(Duration::from_millis(10)).await;
                saved = posts::create(app.core(), None, form(&after), &Claim::none()).await;
            }
            let tally = report.of("the save after");
            tally.rounds += 1;
            tally.longest = tally.longest.max(began.elapsed());
            tally.count(self::outcome_of(&saved));
            let there = titled(&after).await;
            tally.check_outcome(&after, self::outcome_of(&saved), &there);
            if saved.is_err() {
                tally.wrong.push(format!("{after}: {saved:?}"));
            }
        }
        if met == 0 {
            break;
        }
    }
    let inconsistencies = inconsistencies(&database).await;
    report.of("in the end").wrong.extend(inconsistencies);
    report.print("Allocations of SQLite that fail");
    report.assert_clean();
}
