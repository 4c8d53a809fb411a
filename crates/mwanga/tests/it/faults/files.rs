//! The same loop over what lies beside the database: media, the outbox, and the index of search.

use std::time::{Duration, Instant};

use super::disk::{ERRORS, Report, is_skipped};
use super::interpose::{Fault, Switch, calls};
use super::operations::{Effect, Kind, Mails, Operation, Outcome, Person, TrialSite};
use super::sampling::runs_every_case;
use crate::support::*;

/// A serving process whose files of one kind fail.
struct Files {
    trial: TrialSite,
    switch: Switch,
    person: Person,
    server: Binary,
    report: Report,
    count: u32,
}

impl Files {
    async fn below(path: &str) -> Self {
        let switch = Switch::new(&[path]);
        let trial = TrialSite::new(Mails::Outbox, switch.configure()).await;
        let server = trial.serve().await;
        let person = Person::sign_in(&server).await;
        Self { trial, switch, person, server, report: Report::default(), count: 0 }
    }

    async fn prepare(&mut self, kind: Kind) -> Operation {
        self.count += 1;
        self.trial.prepare(&self.person, kind, &format!("n{}", self.count)).await
    }

    fn arm(&self, nth: u32, error: i32, lasting: bool) {
        self.switch.arm(Fault {
            calls: calls::ALL,
            error,
            nth,
            times: u32::from(!lasting),
            short_first: nth.is_multiple_of(2),
        });
    }

    fn record_failure(&mut self, name: &str, what: String) {
        self.report.of(name).wrong.push(what);
    }

    fn count_round(&mut self, name: &str, outcome: Outcome, faults: u32) {
        let tally = self.report.of(name);
        tally.rounds += 1;
        tally.faults += faults;
        tally.count(outcome);
    }

    /// Waits until something is as it should be, and notes how long that took.
    async fn soon(&mut self, name: &str, round: &str, what: &str, is_so: impl AsyncFn(&TrialSite, &Person) -> bool) {
        let began = Instant::now();
        while !is_so(&self.trial, &self.person).await {
            if began.elapsed() > Duration::from_secs(30) {
                return self.record_failure(name, format!("{round}: {what} not within {:?}", began.elapsed()));
            }
            self.trial.make_all_due().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let tally = self.report.of(name);
        tally.longest = tally.longest.max(began.elapsed());
    }

    async fn finish(mut self, title: &str) {
        let inconsistencies = self.trial.inconsistencies().await;
        self.report.of("in the end").wrong.extend(inconsistencies);
        self.report.print(title);
        self.report.assert_clean();
    }
}

/// Every n until nothing fails any more; of a short run every `step`-th.
fn numbers(step: usize) -> impl Iterator<Item = u32> {
    (1..400).step_by(if runs_every_case() { 1 } else { step })
}

fn named(name: &str, nth: u32, error: &str, lasting: bool) -> String {
    format!("{name}, call {nth} {error}{}", if lasting { " for a while" } else { "" })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_that_cannot_be_written_is_refused_and_can_be_repeated() {
    if is_skipped("an_upload_that_cannot_be_written_is_refused_and_can_be_repeated") {
        return;
    }
    let mut files = Files::below("/media/").await;
    for nth in numbers(2) {
        let mut met = 0;
        for (error, number) in ERRORS {
            for lasting in [false, true] {
                let round = named("upload", nth, error, lasting);
                let operation = files.prepare(Kind::Upload).await;
                files.arm(nth, number, lasting);
                let outcome = files.trial.run(&files.person, &operation).await;
                let faults = files.switch.disarm();
                met += faults;
                files.count_round("media", outcome, faults);
                let there = files.trial.inspect(&operation).await;
                files.report.of("media").check_outcome(&round, outcome, &there);
                let shown = files.trial.shown(&files.person, &operation).await;
                if shown.as_ref() != Some(&there) {
                    files.record_failure("media", format!("{round}: the site shows {shown:?}, and there is {there:?}"));
                }
                let again = files.trial.repeat(&files.person, &operation).await;
                let there = files.trial.inspect(&operation).await;
                if (again, &there) != (Outcome::Acknowledged, &Effect::Complete) {
                    files.record_failure(
                        "media",
                        format!("{round}: done again, it was {again:?}, and there is {there:?}"),
                    );
                }
            }
        }
        if met == 0 {
            break;
        }
    }
    files.finish("Faults of the disk under media").await;
}

/// Below `files/` only folders are synced: files get their names there when they are whole.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_whose_folder_cannot_be_synced_is_not_acknowledged() {
    if is_skipped("an_upload_whose_folder_cannot_be_synced_is_not_acknowledged") {
        return;
    }
    let mut files = Files::below("/media/files").await;
    let synced = |nth, times| Fault { calls: calls::SYNC, error: libc::EIO, nth, times, short_first: false };
    for nth in 1..=3 {
        let operation = files.prepare(Kind::Upload).await;
        files.switch.arm(synced(nth, 1));
        assert_eq!(files.trial.run(&files.person, &operation).await, Outcome::Refused, "folder {nth}");
        files.switch.arm(synced(1, 0));
        assert_eq!(files.trial.repeat(&files.person, &operation).await, Outcome::Refused, "folder {nth}, once more");
        files.switch.disarm();
        assert_eq!(files.trial.repeat(&files.person, &operation).await, Outcome::Acknowledged);
        assert_eq!(files.trial.inspect(&operation).await, Effect::Complete);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resized_copy_that_cannot_be_written_still_answers_the_picture() {
    if is_skipped("a_resized_copy_that_cannot_be_written_still_answers_the_picture") {
        return;
    }
    let mut files = Files::below("/media/variants").await;
    for nth in numbers(3) {
        let mut met = 0;
        for (error, number) in ERRORS {
            for lasting in [false, true] {
                let round = named("copy", nth, error, lasting);
                let operation = files.prepare(Kind::Upload).await;
                files.trial.run(&files.person, &operation).await;
                let path = files.trial.media_path(&operation, Some(240)).expect("it was uploaded");
                files.arm(nth, number, lasting);
                let is_picture = |(status, bytes): &(StatusCode, Vec<u8>)| {
                    *status == StatusCode::OK && image::load_from_memory(bytes).is_ok()
                };
                let seen = files.person.sees(&path).await;
                let faults = files.switch.disarm();
                met += faults;
                files.count_round(
                    "copies of pictures",
                    if is_picture(&seen) { Outcome::Acknowledged } else { Outcome::Refused },
                    faults,
                );
                if !is_picture(&seen) {
                    files.record_failure(
                        "copies of pictures",
                        format!("{round}: {} with {} bytes", seen.0, seen.1.len()),
                    );
                }
                files
                    .soon("copies of pictures", &round, "the copy", async |_, person| {
                        is_picture(&person.sees(&path).await)
                    })
                    .await;
            }
        }
        if met == 0 {
            break;
        }
    }
    files.finish("Faults of the disk under copies of pictures").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_cannot_be_written_is_written_once_the_disk_recovers() {
    if is_skipped("a_mail_that_cannot_be_written_is_written_once_the_disk_recovers") {
        return;
    }
    let mut files = Files::below("/outbox").await;
    for (kind, name) in [(Kind::Subscribe, "letters"), (Kind::Delivery, "newsletters")] {
        for nth in numbers(2) {
            let mut met = 0;
            for (error, number) in ERRORS {
                for lasting in [false, true] {
                    // A job takes its second until it begins.
                    if !runs_every_case() && lasting != (error == "EIO") {
                        continue;
                    }
                    let round = named(name, nth, error, lasting);
                    let operation = files.prepare(kind).await;
                    files.arm(nth, number, lasting);
                    let outcome = files.trial.run(&files.person, &operation).await;
                    files.wait_for_fault(&operation, lasting).await;
                    let faults = files.switch.disarm();
                    met += faults;
                    files.count_round(name, outcome, faults);
                    let there = files.trial.inspect(&operation).await;
                    files.report.of(name).check_outcome(&round, outcome, &there);
                    let is_there = async |trial: &TrialSite, _: &Person| match kind {
                        Kind::Delivery => trial.inspect(&operation).await == Effect::Complete,
                        _ => trial.mails().iter().filter(|mail| mail.to == operation.email()).count() == 1,
                    };
                    files.soon(name, &round, "the mail", is_there).await;
                    // Of mails that failed for good there is none.
                    files.trial.cancel_background_work().await;
                }
            }
            if met == 0 || !runs_every_case() && nth > 4 {
                break;
            }
        }
    }
    files.finish("Faults of the disk under the outbox").await;
}

impl Files {
    /// Waits for the job to meet the fault, or to be done.
    async fn wait_for_fault(&self, operation: &Operation, lasting: bool) {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(3) {
            if self.switch.injected() > 0 {
                return tokio::time::sleep(Duration::from_millis(if lasting { 100 } else { 10 })).await;
            }
            let is_done = match operation.kind {
                Kind::Delivery => self.trial.inspect(operation).await == Effect::Complete,
                _ => self.trial.mails().iter().any(|mail| mail.to == operation.email()),
            };
            if is_done {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until the index is written to by a save, as it was before it failed.
    async fn index_is_back(&mut self, name: &str) {
        // A whole loop lasts longer than a token.
        self.person.renew(&self.server).await;
        let (began, mut in_a_row) = (Instant::now(), 0);
        while began.elapsed() < Duration::from_secs(90) {
            self.switch.arm(Fault { calls: calls::ALL, error: libc::EIO, nth: u32::MAX, times: 1, short_first: false });
            let save = self.prepare(Kind::Save).await;
            assert_eq!(self.trial.run(&self.person, &save).await, Outcome::Acknowledged);
            tokio::time::sleep(Duration::from_millis(50)).await;
            self.switch.disarm();
            in_a_row = if self.switch.matching() > 0 { in_a_row + 1 } else { 0 };
            if in_a_row == 2 {
                let tally = self.report.of(name);
                tally.longest = tally.longest.max(began.elapsed());
                return;
            }
            // What was written may have been the index that is brought up to the store, before it is opened.
            tokio::time::sleep(Duration::from_secs(in_a_row)).await;
        }
        self.record_failure(name, format!("no index after {:?}", began.elapsed()));
    }

    /// How many posts search finds by a title.
    async fn finds(person: &Person, title: &str) -> u64 {
        let (status, bytes) = person.sees(&format!("/api/search/search?q=%22{}%22", title.replace(' ', "+"))).await;
        if status != StatusCode::OK {
            return u64::MAX;
        }
        let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
        answer["total"].as_u64().expect("a number")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_finds_every_save_after_a_failure_of_its_index_files() {
    if is_skipped("search_finds_every_save_after_a_failure_of_its_index_files") {
        return;
    }
    let mut files = Files::below("/search/").await;
    for nth in numbers(11) {
        let mut met = 0;
        for (error, number) in ERRORS {
            for lasting in [false, true] {
                // Each takes the pause after which the index is tried again.
                if !runs_every_case() && lasting != (error == "EIO") {
                    continue;
                }
                let round = named("search", nth, error, lasting);
                files.index_is_back("the index is back").await;
                let edit = files.prepare(Kind::Edit).await;
                files.arm(nth, number, lasting);
                let outcome = files.trial.run(&files.person, &edit).await;
                let (save, also) = (files.prepare(Kind::Save).await, Outcome::Acknowledged);
                if files.trial.run(&files.person, &save).await != also || outcome != also {
                    files.record_failure("search", format!("{round}: a save was refused for the sake of the index"));
                }
                let slug = save.title().replace(' ', "-");
                for path in ["/".to_owned(), format!("/post/slug/{slug}"), "/search?q=lamp".to_owned()] {
                    let (status, _) = files.person.sees(&path).await;
                    if status != StatusCode::OK {
                        files.record_failure("search", format!("{round}: {path} answers {status}"));
                    }
                }
                if lasting {
                    // Until the index is tried again.
                    tokio::time::sleep(Duration::from_millis(if runs_every_case() { 4_500 } else { 2_200 })).await;
                }
                let faults = files.switch.disarm();
                met += faults;
                files.count_round("search", outcome, faults);
                let (saved, edited) = (save.title(), format!("{} edited", edit.title()));
                let all = async |_: &TrialSite, person: &Person| {
                    Files::finds(person, &saved).await == 1 && Files::finds(person, &edited).await == 1
                };
                files.soon("search", &round, "what was saved is found", all).await;
            }
        }
        if met == 0 || !runs_every_case() && nth > 10 {
            break;
        }
    }
    files.finish("Faults of the disk under the index of search").await;
}
