//! SQLite's own way of testing (https://sqlite.org/testing.html, "I/O error testing"): the n-th write, sync or truncate
//! of database, WAL and wal-index fails, for every n, once and for a while, in one serving process that is never
//! restarted.
//!
//! `make test` runs every n of a save and a sample of the others, `make faults` (`MWANGA_FAULTS=whole`) runs all.
//! `MWANGA_FAULTS_KINDS=save,edit` leaves the other operations out, `MWANGA_FAULTS_LOG=warn` shows what the server
//! logs.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait;

use super::interpose::{Fault, Switch, calls};
use super::operations::{
    Effect, Kind, Mails, Operation, Outcome, Person, TrialSite, connect, inconsistencies, verdict,
};
use super::sampling::{is_chosen, runs_every_case};
use crate::support::*;

/// Says that there is nothing to do here, past what cargo keeps of a test that passes.
pub fn is_skipped(test: &str) -> bool {
    let skipped = std::env::var("MWANGA_TEST_DATABASE").as_deref() == Ok("postgres");
    if skipped {
        let _ = writeln!(std::io::stderr(), "skipped, as PostgreSQL keeps its own files: {test}");
    }
    skipped
}

pub const ERRORS: [(&str, i32); 2] = [("ENOSPC", libc::ENOSPC), ("EIO", libc::EIO)];

/// What the rounds of one operation showed.
#[derive(Debug, Default)]
pub struct Tally {
    pub rounds: u32,
    pub faults: u32,
    pub acknowledged: u32,
    pub refused: u32,
    pub unknown: u32,
    /// Acknowledged, and not there.
    pub lost: u32,
    /// Until a write was acknowledged again, after the last fault.
    pub longest: Duration,
    pub wrong: Vec<String>,
}

impl Tally {
    pub fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Acknowledged => self.acknowledged += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    /// Holds what was told against what is there.
    pub fn check_outcome(&mut self, name: &str, outcome: Outcome, there: &Effect) {
        if let Err(why) = verdict(outcome, there) {
            self.lost += u32::from(outcome == Outcome::Acknowledged);
            self.wrong.push(format!("{name}: {why}"));
        }
    }
}

/// The tallies of a loop, printed when it is over: as a table for people, and a line each for programs.
#[derive(Default)]
pub struct Report {
    tallies: BTreeMap<String, Tally>,
    is_printed: bool,
}

impl Report {
    pub fn of(&mut self, name: &str) -> &mut Tally {
        self.tallies.entry(name.to_owned()).or_default()
    }

    pub fn print(&mut self, title: &str) {
        self.is_printed = true;
        let mut lines = format!("\n{title}\n");
        let heads = ["rounds", "faults", "acknowledged", "lost", "refused", "unknown", "wrong", "writes again after"];
        lines += &format!("{:<28}{}\n", "operation", heads.map(|head| format!("{head:>13}")).concat());
        for (name, tally) in &self.tallies {
            let wrong = tally.wrong.len();
            let Tally { rounds, faults, acknowledged, refused, unknown, lost, longest, .. } = tally;
            let numbers = [*rounds, *faults, *acknowledged, *lost, *refused, *unknown, wrong as u32]
                .map(|n| format!("{n:>13}"))
                .concat();
            lines += &format!("{name:<28}{numbers}{:>12.2}s\n", longest.as_secs_f64());
        }
        for (name, tally) in &self.tallies {
            let Tally { rounds, faults, acknowledged, refused, unknown, lost, longest, wrong } = tally;
            let (operation, seconds, wrong) = (name.replace(' ', "_"), longest.as_secs_f64(), wrong.len());
            lines += &format!(
                "faults operation={operation} rounds={rounds} faults={faults} acknowledged={acknowledged} lost={lost} refused={refused} unknown={unknown} wrong={wrong} longest_s={seconds:.2}\n"
            );
        }
        if runs_every_case() && !std::thread::panicking() {
            // Past what cargo keeps of a test that passes.
            let _ = std::io::stderr().write_all(lines.as_bytes());
        } else {
            println!("{lines}");
        }
    }

    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(self.tallies.values().all(|tally| tally.wrong.is_empty()), "{}", self.failures());
    }

    /// How many things went wrong, and the first of them.
    fn failures(&self) -> String {
        let wrong: Vec<&String> = self.tallies.values().flat_map(|tally| &tally.wrong).collect();
        let first: String = wrong.iter().take(20).map(|why| format!("\n  {why}")).collect();
        format!("{} things went wrong:{first}", wrong.len())
    }

    /// A server that is broken for good is not waited for thousands of times.
    fn has_too_many_failures(&self) -> bool {
        self.tallies.values().map(|tally| tally.wrong.len()).sum::<usize>() > 1_000
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.is_printed {
            self.print("Until it panicked");
            println!("{}", self.failures());
        }
    }
}

/// Which n of an operation are tried.
#[derive(Clone, Copy)]
struct Sample {
    first: u32,
    step: u32,
    /// No n beyond this one.
    most: u32,
}

const EVERY: Sample = Sample { first: 1, step: 1, most: 2_000 };

struct Loop {
    trial: TrialSite,
    switch: Switch,
    person: Person,
    server: Binary,
    report: Report,
    /// Names operations.
    count: u32,
    /// What was acknowledged in the end, to be looked at once more when the loop is over.
    done: Vec<Operation>,
    /// Another site of this process, whose mail goes into the outbox.
    copies: tempfile::TempDir,
}

/// How one round is disturbed.
#[derive(Clone, Copy)]
struct Disturbance {
    nth: u32,
    error: (&'static str, i32),
    /// Until it is disarmed, over more writes; else one call.
    lasting: bool,
    /// The commit of this operation copies the whole WAL into the database.
    checkpoint: bool,
}

impl Loop {
    async fn new() -> Self {
        let switch = Switch::new(&["/mwanga.sqlite"]);
        let trial = TrialSite::new(Mails::Server, switch.configure()).await;
        // The server does the checkpoints, where faults meet them.
        trial.database.execute_unprepared("PRAGMA wal_autocheckpoint = 0").await.expect("a pragma");
        trial.database.execute_unprepared("PRAGMA busy_timeout = 1000").await.expect("a pragma");
        let server = trial.serve().await;
        let person = Person::sign_in(&server).await;
        let copies = tempfile::tempdir().expect("a temporary folder");
        Self { trial, switch, person, server, report: Report::default(), count: 0, done: Vec::new(), copies }
    }

    fn key(&mut self) -> String {
        self.count += 1;
        format!("n{}", self.count)
    }

    /// Every n of the sample until the operation makes no n-th call any more.
    async fn over(&mut self, kind: Kind, checkpoint: bool, sample: Sample) {
        let name = if checkpoint { format!("{} with a checkpoint", kind.name()) } else { kind.name().to_owned() };
        let mut nth = sample.first;
        while nth <= sample.most && !self.report.has_too_many_failures() {
            let mut met = false;
            for error in ERRORS {
                for lasting in [false, true] {
                    // A job takes its second until it begins.
                    if kind.is_job() && !runs_every_case() && lasting != (error.0 == "EIO") {
                        continue;
                    }
                    met |= self.round(&name, kind, Disturbance { nth, error, lasting, checkpoint }).await;
                }
            }
            if !met {
                break;
            }
            nth += sample.step;
        }
        let inconsistencies = self.trial.inconsistencies().await;
        self.report.of(&name).wrong.extend(inconsistencies.into_iter().map(|flaw| format!("{name}: {flaw}")));
    }

    /// Answers whether the operation made so many calls.
    async fn round(&mut self, name: &str, kind: Kind, how: Disturbance) -> bool {
        let Disturbance { nth, error: (error, number), lasting, checkpoint } = how;
        let round = format!("{name}, call {nth} {error}{}", if lasting { " for a while" } else { "" });
        let key = self.key();
        self.person.renew(&self.server).await;
        let operation = self.trial.prepare(&self.person, kind, &key).await;
        if checkpoint {
            // More than the 1,000 pages after which a commit copies them into the database; SQLite leaves out those
            // that stay as they are.
            let sql = "INSERT INTO setting (key, value, updated_at) VALUES ('faults', hex(randomblob(2200000)), 0)
                       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = updated_at + 1";
            if let Err(e) = self.trial.database.execute_unprepared(sql).await {
                self.report.of("the write lock is free").wrong.push(format!("{round}: {e}"));
                return false;
            }
        }
        self.switch.arm(Fault {
            calls: calls::OF_DATABASES,
            error: number,
            nth,
            times: u32::from(!lasting),
            short_first: nth % 2 == 0,
        });
        let mut tried = vec![(self.trial.run(&self.person, &operation).await, operation)];
        if kind.is_job() {
            self.wait_for_fault(&tried[0].1, lasting).await;
        }
        if lasting && self.switch.injected() > 0 {
            for _ in 0..if runs_every_case() { 2 } else { 1 } {
                let key = self.key();
                let more = self.trial.prepare(&self.person, Kind::Save, &key).await;
                tried.push((self.trial.run(&self.person, &more).await, more));
            }
        }
        // As if the machine stopped now, with the disk as it is.
        if kind != Kind::Migration {
            self.inspect_crash(&round, &tried).await;
        }
        let faults = self.switch.disarm();
        let again = self.write_again(&round).await;
        let tally = self.report.of(name);
        tally.rounds += 1;
        tally.faults += faults;
        tally.longest = tally.longest.max(again);
        for (more, (outcome, operation)) in tried.into_iter().enumerate() {
            let to_its_end = runs_every_case() || more == 0 && (kind != Kind::Save || nth % 4 == 0);
            self.end(name, &round, outcome, operation, to_its_end).await;
        }
        self.trial.cancel_background_work().await;
        faults > 0
    }

    /// Jobs begin when they like.
    async fn wait_for_fault(&self, operation: &Operation, lasting: bool) {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(4) {
            if self.switch.injected() > 0 {
                // Long enough to fail at the next step too.
                return tokio::time::sleep(Duration::from_millis(if lasting { 300 } else { 20 })).await;
            }
            if self.trial.inspect(operation).await == Effect::Complete {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The database and its WAL as another process would find them after a power cut: the wal-index is gone.
    async fn inspect_crash(&mut self, round: &str, tried: &[(Outcome, Operation)]) {
        let database = self.trial.site.folder.path().join("mwanga.sqlite");
        let copy = self.copies.path().join(format!("{}.sqlite", self.count));
        // No other writer meanwhile, and so no checkpoint.
        if let Err(e) = self.trial.database.execute_unprepared("BEGIN IMMEDIATE").await {
            let tally = self.report.of("the write lock is free");
            tally.rounds += 1;
            tally.wrong.push(format!("{round}: {e}"));
            return;
        }
        let wal = |path: &Path| path.with_extension("sqlite-wal");
        for (from, to) in [(database.clone(), copy.clone()), (wal(&database), wal(&copy))] {
            std::fs::copy(from, to).expect("the database is copied");
        }
        self.trial.database.execute_unprepared("ROLLBACK").await.expect("nothing was done");
        let recovered = connect(&format!("sqlite://{}", copy.display())).await;
        let served = std::mem::replace(&mut self.trial.database, recovered);
        for (outcome, operation) in tried {
            let there = self.trial.inspect(operation).await;
            let tally = self.report.of("after a crash");
            tally.rounds += 1;
            tally.count(*outcome);
            tally.check_outcome(&format!("{round}, after a crash"), *outcome, &there);
        }
        let inconsistencies = inconsistencies(&self.trial.database).await;
        self.report
            .of("after a crash")
            .wrong
            .extend(inconsistencies.into_iter().map(|flaw| format!("{round}, after a crash: {flaw}")));
        let recovered = std::mem::replace(&mut self.trial.database, served);
        recovered.close().await.expect("the copy closes");
        for path in [&copy, &wal(&copy), &copy.with_extension("sqlite-shm")] {
            let _ = std::fs::remove_file(path);
        }
    }

    /// The disk is well again: a save is acknowledged, and is there. Answers how long that took.
    async fn write_again(&mut self, round: &str) -> Duration {
        let began = Instant::now();
        let mut lost = 0;
        while began.elapsed() < Duration::from_secs(30) && lost < 3 {
            let key = self.key();
            let operation = self.trial.prepare(&self.person, Kind::Save, &key).await;
            let outcome = self.trial.run(&self.person, &operation).await;
            let took = began.elapsed();
            let there = self.trial.inspect(&operation).await;
            let tally = self.report.of("the save after");
            tally.rounds += 1;
            tally.count(outcome);
            tally.check_outcome(&format!("the save after {round}"), outcome, &there);
            tally.longest = tally.longest.max(took);
            if outcome == Outcome::Acknowledged && there == Effect::Complete {
                self.done.push(operation);
                return took;
            }
            lost += u32::from(outcome == Outcome::Acknowledged);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.report.of("the save after").wrong.push(format!("no save worked after {round}"));
        let took = began.elapsed();
        // What follows is to be seen too.
        self.report.of("restarts").rounds += 1;
        self.server.child.kill().await.expect("it still ran");
        self.server = self.trial.serve().await;
        self.person = self.person.at(&self.server);
        took
    }

    /// What was told holds. To its end: the site shows what is there, and what was not done can be done now.
    async fn end(&mut self, name: &str, round: &str, outcome: Outcome, operation: Operation, to_its_end: bool) {
        let there = self.trial.inspect(&operation).await;
        let tally = self.report.of(name);
        tally.count(outcome);
        tally.check_outcome(round, outcome, &there);
        if !to_its_end {
            if there == Effect::Complete {
                self.done.push(operation);
            }
            return;
        }
        if let Some(shown) = self.trial.shown(&self.person, &operation).await {
            // What goes on by itself may have gone on between the two.
            let again = self.trial.inspect(&operation).await;
            if shown != again && shown != there {
                self.report.of(name).wrong.push(format!("{round}: the site shows {shown:?}, and there is {again:?}"));
            }
        }
        if outcome != Outcome::Acknowledged {
            let again = self.trial.repeat(&self.person, &operation).await;
            let there = self.trial.settled(&operation).await;
            let done = operation.kind.is_job() || again != Outcome::Refused;
            if !done || there != Effect::Complete {
                self.report
                    .of(name)
                    .wrong
                    .push(format!("{round}: done again, it was {again:?}, and there is {there:?}"));
                return;
            }
        }
        if operation.kind != Kind::Migration {
            self.done.push(operation);
        }
    }

    /// Nothing that was acknowledged went away later.
    async fn finish(mut self, title: &str) {
        for operation in std::mem::take(&mut self.done) {
            // The day of a daily newsletter is given to the next round.
            let there =
                if operation.kind == Kind::Daily { Effect::Complete } else { self.trial.inspect(&operation).await };
            if there != Effect::Complete {
                self.report.of("in the end").wrong.push(format!(
                    "{} {} is {there:?} in the end",
                    operation.kind.name(),
                    operation.key
                ));
            }
        }
        let mut report = std::mem::take(&mut self.report);
        report.print(title);
        report.assert_clean();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_the_failure_of_any_database_system_call() {
    if is_skipped("acknowledged_writes_survive_the_failure_of_any_database_system_call") {
        return;
    }
    let mut faults = Loop::new().await;
    let others = [
        (Kind::Edit, 7),
        (Kind::Delete, 5),
        (Kind::Restore, 5),
        (Kind::DeleteForever, 5),
        (Kind::Submit, 7),
        (Kind::Approve, 7),
        (Kind::Correct, 7),
        (Kind::Duplicate, 9),
        (Kind::Bulk, 11),
        (Kind::Page, 7),
        (Kind::Settings, 5),
        (Kind::Schedule, 6),
        (Kind::Category, 5),
        (Kind::Order, 5),
        (Kind::Capture, 9),
        (Kind::Refund, 9),
        (Kind::SignUp, 7),
        (Kind::Subscribe, 6),
        (Kind::Issue, 6),
        (Kind::Upload, 5),
        (Kind::Daily, 13),
        (Kind::Delivery, 13),
        (Kind::Links, 7),
        (Kind::Import, 31),
        (Kind::Migration, 97),
    ];
    if is_chosen(Kind::Save) {
        faults.over(Kind::Save, false, EVERY).await;
        let most = if runs_every_case() { 1_400 } else { 200 };
        faults.over(Kind::Save, true, Sample { first: 20, step: if runs_every_case() { 41 } else { 170 }, most }).await;
    }
    for (kind, step) in others {
        if is_chosen(kind) {
            let sample = if !runs_every_case() {
                Sample { first: step, step, most: step }
            } else if kind == Kind::Migration {
                Sample { step: 5, ..EVERY }
            } else {
                EVERY
            };
            faults.over(kind, false, sample).await;
        }
    }
    faults.finish("Faults of the disk under the database").await;
}
