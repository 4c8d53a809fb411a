//! The clock of a running or a starting process is set ahead or back, and right again: what was acknowledged is there,
//! nothing was deleted for its age, and what recurs goes on.

use std::time::{Duration, Instant};

use mwanga_core::clock::Clock;
use mwanga_store::entities::{job_schedule, subscriber};
use sea_orm::{EntityTrait, PaginatorTrait};

use super::interpose::Switch;
use super::operations::{Effect, Kind, Mails, Outcome, Person, TrialSite};
use super::sampling::{SeededRng, runs_every_case};

const HOUR_S: i32 = 3_600;
const DAY_S: i32 = 24 * HOUR_S;
const STEPS: [i32; 4] = [2 * HOUR_S, -2 * HOUR_S, 400 * DAY_S, -400 * DAY_S];

fn now_ms() -> i64 {
    Clock::system().now().0
}

async fn eventually(what: &str, is_true: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !is_true().await {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}: not within 30 s");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_wrong_for_seconds_leaves_nothing_behind() {
    let jumps = if runs_every_case() { 40 } else { 8 };
    let switch = Switch::new(&[]);
    let mut dice = SeededRng::new("clock");
    let trial = TrialSite::new(Mails::Server, switch.configure()).await;
    let mut server = trial.serve().await;
    let database = &trial.database;
    for jump in 0..jumps {
        let seconds = STEPS[jump % STEPS.len()] + dice.below(1_800) as i32;
        let restarts = jump >= STEPS.len() && (jump / STEPS.len()) % 2 == 1;
        let subscribers = subscriber::Entity::find().count(database).await.unwrap();
        switch.set_clock_ahead(seconds);
        if restarts {
            server.terminate().await;
            server = trial.serve().await;
        }
        // The clock is looked at each second, and so is the queue.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        let person = Person::sign_in(&server).await;
        let operation = trial.prepare(&person, Kind::Save, &format!("clock-{jump}")).await;
        let outcome = trial.run(&person, &operation).await;
        switch.set_clock_ahead(0);
        if restarts {
            server.terminate().await;
            server = trial.serve().await;
        }
        let person = Person::sign_in(&server).await;
        let is_right = async || {
            let schedules = job_schedule::Entity::find().all(database).await.unwrap();
            let sweep = schedules.iter().find(|schedule| schedule.kind == "retention.sweep").map(|row| row.next_at.0);
            let latest = schedules.iter().map(|schedule| schedule.next_at.0).max().unwrap_or_default();
            sweep.is_some_and(|at| at <= now_ms() + 3_660_000) && latest <= now_ms() + 8 * 24 * 3_600_000
        };
        eventually("the schedules are right", is_right).await;
        assert_eq!(outcome, Outcome::Acknowledged, "jump {jump} by {seconds} s");
        assert_eq!(trial.settled(&operation).await, Effect::Complete, "jump {jump} by {seconds} s");
        if seconds > 0 {
            // Behind, it is saved with a date before all others, and is further down in the list.
            eventually("it is shown", async || trial.shown(&person, &operation).await == Some(Effect::Complete)).await;
        }
        assert!(subscriber::Entity::find().count(database).await.unwrap() >= subscribers, "jump {jump}");
        trial.cancel_background_work().await;
    }
    let wrong = trial.inconsistencies().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
