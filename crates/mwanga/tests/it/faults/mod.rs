//! Faults under a running site: whatever fails, what was acknowledged is there, what was refused is not, and the next
//! write works without a restart.

mod allocations;
mod backups;
mod client_disconnects;
mod clock;
mod connection;
mod disk;
mod files;
mod interpose;
mod kills;
pub mod operations;
mod postgres_proxy;
pub mod sampling;
mod shared_memory;

use operations::{Effect, Kind, Mails, Outcome, Person, TrialSite, verdict};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_takes_effect_once_even_when_it_is_repeated() {
    let trial = TrialSite::new(Mails::Server, |_| {}).await;
    let server = trial.serve().await;
    let person = Person::sign_in(&server).await;
    let mut done = Vec::new();
    for kind in Kind::ALL {
        let operation = trial.prepare(&person, kind, "without-faults").await;
        assert_eq!(trial.inspect(&operation).await, Effect::Missing, "{kind:?} before it is done");
        let outcome = trial.run(&person, &operation).await;
        assert_eq!(outcome, if kind.is_job() { Outcome::Unknown } else { Outcome::Acknowledged }, "{kind:?}");
        let there = trial.settled(&operation).await;
        assert_eq!((there.clone(), verdict(outcome, &there)), (Effect::Complete, Ok(())), "{kind:?}");
        if let Some(shown) = trial.shown(&person, &operation).await {
            assert_eq!(shown, Effect::Complete, "{kind:?} as the site shows it");
        }
        assert_ne!(trial.repeat(&person, &operation).await, Outcome::Refused, "{kind:?} repeated");
        assert_eq!(trial.settled(&operation).await, Effect::Complete, "{kind:?} once");
        trial.cancel_background_work().await;
        done.push(operation);
    }
    assert_eq!(trial.inconsistencies().await, Vec::<String>::new());
    server.terminate().await;
    let server = trial.serve().await;
    let person = person.at(&server);
    for operation in &done {
        assert_eq!(trial.inspect(operation).await, Effect::Complete, "{:?} after a restart", operation.kind);
        if let Some(shown) = trial.shown(&person, operation).await {
            assert_eq!(shown, Effect::Complete, "{:?} as the site shows it after a restart", operation.kind);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_into_the_outbox_are_observed_like_those_to_a_server() {
    let trial = TrialSite::new(Mails::Outbox, |_| {}).await;
    let server = trial.serve().await;
    let person = Person::sign_in(&server).await;
    let operation = trial.prepare(&person, Kind::Delivery, "outbox").await;
    trial.run(&person, &operation).await;
    assert_eq!(trial.settled(&operation).await, Effect::Complete);
    assert_eq!(trial.mails().len(), operations::READERS);
}
