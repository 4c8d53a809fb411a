//! kill -9 at any moment of anything: what was acknowledged is there, nothing is there twice, nothing by halves.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use sea_orm::ConnectionTrait;
use tokio::time::Instant;

use super::operations::{
    Effect, Kind, Mails, Operation, Outcome, Person, TrialSite, command_outcome, connect, verdict,
};
use super::sampling::{SeededRng, repeat_until_known, runs_every_case};
/// What came of the kills in the midst of one kind of operation.
#[derive(Default)]
struct Row {
    kills: u32,
    acknowledged: u32,
    refused: u32,
    unknown: u32,
    /// Found before the restart, of what nobody was told of.
    there: u32,
    lost: u32,
    /// There twice, or in part.
    half: u32,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_operations_survive_kill_9_once_and_complete() {
    let kills = if runs_every_case() { 504 } else { 14 };
    let mut dice = SeededRng::new("kills");
    let trial = TrialSite::new(Mails::Server, |_| {}).await;
    let mut server = trial.serve().await;
    let mut person = Person::sign_in(&server).await;
    let mut rows: BTreeMap<Kind, Row> = BTreeMap::new();
    let (mut wrong, mut slowest) = (Vec::new(), Duration::ZERO);
    // How long each takes undisturbed: the kills come at any moment of that.
    let mut usual = BTreeMap::new();
    for kind in Kind::ALL {
        let operation = trial.prepare(&person, kind, "whole").await;
        let began = Instant::now();
        trial.run(&person, &operation).await;
        assert_eq!(trial.settled(&operation).await, Effect::Complete, "{kind:?}");
        usual.insert(kind, began.elapsed());
        trial.cancel_background_work().await;
    }
    // The daily newsletter holds what is new since the last issue: of one beside it, it would rightly find nothing.
    let about_what_is_new = [Kind::Daily, Kind::Issue, Kind::Delivery];
    for kill in 0..kills {
        let kind = Kind::ALL[kill % Kind::ALL.len()];
        if kind.is_command() {
            kill_command(
                &trial,
                &person,
                kind,
                kill,
                random(&mut dice, usual[&kind]),
                rows.entry(kind).or_default(),
                &mut wrong,
            )
            .await;
            continue;
        }
        // The one that the kill is counted for, and two beside it that hold locks and connections at the same time.
        let mut kinds = vec![kind];
        while kinds.len() < 3 {
            let other = Kind::ALL[dice.below(Kind::ALL.len() as u64) as usize];
            let is_daily_beside_issue =
                kinds.iter().chain([&other]).filter(|kind| about_what_is_new.contains(kind)).count() > 1;
            // The daily newsletter does nothing at a time that is no longer in the schedule.
            let is_daily_beside_schedule = [Kind::Daily, Kind::Schedule]
                .iter()
                .all(|kind| kinds.iter().chain([&other]).any(|chosen| chosen == kind));
            if !other.is_command() && !kinds.contains(&other) && !is_daily_beside_issue && !is_daily_beside_schedule {
                kinds.push(other);
            }
        }
        let mut operations = Vec::new();
        for kind in &kinds {
            operations.push(trial.prepare(&person, *kind, &format!("kill-{kill}")).await);
        }
        let moment = random(&mut dice, usual[&kind]);
        let run = futures_util::future::join_all(operations.iter().map(|operation| trial.run(&person, operation)));
        let (outcome, ()) = tokio::join!(run, async {
            tokio::time::sleep(moment).await;
            server.child.kill().await.expect("it still runs");
        });
        // Nobody has mended anything yet.
        let found = inspect_all(&trial, &operations).await;
        let began = Instant::now();
        server = trial.serve().await;
        slowest = slowest.max(began.elapsed());
        person = person.at(&server);
        person.renew(&server).await;
        for ((operation, outcome), before) in operations.iter().zip(outcome).zip(found) {
            let row = rows.entry(operation.kind).or_default();
            row.kills += u32::from(operation.kind == kind);
            let context = format!("kill {kill} after {moment:?}");
            note(row, &mut wrong, &context, operation, outcome, &before);
            let began = Instant::now();
            settle(&trial, &person, row, &mut wrong, &context, operation, outcome, &before).await;
            if began.elapsed() > Duration::from_secs(3) {
                println!(
                    "{context}: {} was told {outcome:?}, was {before:?}, and settled after {:?}",
                    operation.kind.name(),
                    began.elapsed()
                );
            }
        }
        trial.cancel_background_work().await;
    }
    println!("{:<10} kills acknowledged refused unknown there lost half", "");
    for (kind, row) in &rows {
        let Row { kills, acknowledged, refused, unknown, there, lost, half } = row;
        println!("{:<10} {kills:5} {acknowledged:12} {refused:7} {unknown:7} {there:5} {lost:4} {half:4}", kind.name());
    }
    println!("{kills} kills; a restart took {slowest:?} at most");
    wrong.extend(trial.inconsistencies().await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn inspect_all(trial: &TrialSite, operations: &[Operation]) -> Vec<Effect> {
    let mut found = Vec::new();
    for operation in operations {
        found.push(trial.inspect(operation).await);
    }
    found
}

/// Counts what somebody was told and what was found before anything was mended.
fn note(
    row: &mut Row,
    wrong: &mut Vec<String>,
    context: &str,
    operation: &Operation,
    outcome: Outcome,
    found: &Effect,
) {
    *(match outcome {
        Outcome::Acknowledged => &mut row.acknowledged,
        Outcome::Refused => &mut row.refused,
        Outcome::Unknown => &mut row.unknown,
    }) += 1;
    row.there += u32::from(outcome == Outcome::Unknown && *found == Effect::Complete);
    blame(row, wrong, &format!("{context}, before the restart"), operation, outcome, found);
}

fn blame(
    row: &mut Row,
    wrong: &mut Vec<String>,
    context: &str,
    operation: &Operation,
    outcome: Outcome,
    found: &Effect,
) {
    let Err(why) = verdict(outcome, found) else { return };
    *(if matches!(found, Effect::Inconsistent(_)) { &mut row.half } else { &mut row.lost }) += 1;
    wrong.push(format!("{context}: {} was told {outcome:?}: {why}", operation.kind.name()));
}

/// After the restart: nothing of it went away, and a repeat makes one whole of what nobody was told of.
#[expect(clippy::too_many_arguments, reason = "what is known of one operation")]
async fn settle(
    trial: &TrialSite,
    person: &Person,
    row: &mut Row,
    wrong: &mut Vec<String>,
    context: &str,
    operation: &Operation,
    outcome: Outcome,
    before: &Effect,
) {
    let after = trial.inspect(operation).await;
    blame(row, wrong, &format!("{context}, after the restart"), operation, outcome, &after);
    if *before == Effect::Complete && after != Effect::Complete {
        wrong.push(format!("{context}: {} was there, and is {after:?} after the restart", operation.kind.name()));
    }
    let again =
        if outcome == Outcome::Acknowledged { outcome } else { repeat_until_known(trial, person, operation).await };
    let settled = trial.settled(operation).await;
    if settled != Effect::Complete || (again != Outcome::Acknowledged && !operation.kind.is_job()) {
        row.half += u32::from(matches!(settled, Effect::Inconsistent(_)));
        wrong.push(format!(
            "{context}: {} was told {outcome:?}, then {again:?}; found {before:?}, {after:?}, {settled:?}",
            operation.kind.name()
        ));
    }
}

/// The command that does it is killed, beside a server that goes on.
async fn kill_command(
    trial: &TrialSite,
    person: &Person,
    kind: Kind,
    kill: usize,
    moment: Duration,
    row: &mut Row,
    wrong: &mut Vec<String>,
) {
    let operation = trial.prepare(person, kind, &format!("kill-{kill}")).await;
    let mut child =
        trial.command_of(&operation).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let ended = tokio::time::timeout(moment, child.wait()).await;
    child.kill().await.expect("it ended, or is killed");
    let outcome = ended.map_or(Outcome::Unknown, |status| command_outcome(status.expect("a status")));
    let context = format!("kill {kill} after {moment:?}");
    row.kills += 1;
    let found = trial.inspect(&operation).await;
    note(row, wrong, &context, &operation, outcome, &found);
    if let (Some(url), Effect::Partial(_)) = (trial.database_of(&operation), &found) {
        // The lease of a migration that was killed ends after two minutes, for which the next one waits. That wait is
        // left out.
        let database = connect(url).await;
        let _ = database.execute_unprepared("UPDATE migration_lease SET expires_at = 0").await;
        database.close().await.expect("the database closes");
    }
    settle(trial, person, row, wrong, &context, &operation, outcome, &found).await;
}

fn random(dice: &mut SeededRng, within: Duration) -> Duration {
    Duration::from_micros(dice.below(within.as_micros() as u64))
}
