//! Callers hang up in the midst of their call: it is done whole or not at all, and the next write works.

use std::time::{Duration, Instant};

use super::operations::{Effect, Kind, Mails, Outcome, Person, TrialSite};
use super::sampling::{SeededRng, repeat_until_known, runs_every_case};
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_client_disconnects_is_atomic_and_can_be_repeated() {
    let trial = TrialSite::new(Mails::Server, |_| {}).await;
    let server = trial.serve().await;
    let person = Person::sign_in(&server).await;
    let mut dice = SeededRng::new("callers who hang up");
    let (mut wrong, mut slowest) = (Vec::new(), Duration::ZERO);
    let rounds = if runs_every_case() { 60 } else { 4 };
    for kind in
        [Kind::Save, Kind::Edit, Kind::Delete, Kind::Upload, Kind::Order, Kind::SignUp, Kind::Subscribe, Kind::Issue]
    {
        // How long it takes undisturbed.
        let operation = trial.prepare(&person, kind, "whole").await;
        let began = Instant::now();
        assert_eq!(trial.run(&person, &operation).await, Outcome::Acknowledged, "{kind:?}");
        let usual = began.elapsed().min(Duration::from_millis(300));
        let (mut done, mut not) = (0, 0);
        for round in 0..rounds {
            let operation = trial.prepare(&person, kind, &format!("hung-up-{round}")).await;
            let moment = Duration::from_micros(dice.below(usual.as_micros() as u64));
            // Dropping the call closes its connection.
            let outcome = tokio::time::timeout(moment, trial.run(&person, &operation)).await;
            // A commit that has begun goes on without its caller. Who repeats a call without a key in that very moment
            // does it twice.
            if outcome.is_err() && matches!(kind, Kind::Save | Kind::SignUp) && !trial.honours_keys(&person).await {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            // At this very moment part of it may be committed: what is read is of several moments.
            let mut found = trial.inspect(&operation).await;
            for _ in 0..20 {
                if !matches!(found, Effect::Inconsistent(_)) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
                found = trial.inspect(&operation).await;
            }
            if let Effect::Inconsistent(why) = &found {
                wrong.push(format!("{kind:?}, hung up after {moment:?}: {why}"));
            }
            *(if found == Effect::Complete { &mut done } else { &mut not }) += 1;
            let began = Instant::now();
            let again = if outcome.is_ok() {
                Outcome::Acknowledged
            } else {
                repeat_until_known(&trial, &person, &operation).await
            };
            slowest = slowest.max(began.elapsed());
            let settled = trial.settled(&operation).await;
            if again != Outcome::Acknowledged || settled != Effect::Complete {
                wrong.push(format!("{kind:?}, hung up after {moment:?}, found {found:?}: the repeat was told {again:?}, and {settled:?}"));
            }
        }
        println!(
            "{}: of {rounds} calls that were hung up on within {usual:?} {done} were done and {not} not",
            kind.name()
        );
        trial.cancel_background_work().await;
    }
    println!("the next write took {slowest:?} at most");
    wrong.extend(trial.inconsistencies().await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
