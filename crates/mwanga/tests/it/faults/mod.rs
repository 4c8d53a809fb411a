//! Faults under a running site: whatever fails, what was acknowledged is there, what was refused is not, and the next
//! write works without a restart.

mod allocations;
mod chance;
mod connection;
mod disk;
mod files;
mod hanging_up;
mod interpose;
mod kills;
pub mod operations;
mod postgres_proxy;

use operations::{Kind, Mails, Person, There, Told, TrialSite, verdict};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_takes_effect_once_even_when_it_is_repeated() {
    let trial = TrialSite::new(Mails::Server, |_| {}).await;
    let server = trial.serve().await;
    let person = Person::sign_in(&server).await;
    let mut done = Vec::new();
    for kind in Kind::ALL {
        let operation = trial.prepare(&person, kind, "without-faults").await;
        assert_eq!(trial.look(&operation).await, There::Not, "{kind:?} before it is done");
        let told = trial.run(&person, &operation).await;
        assert_eq!(told, if kind.is_job() { Told::Unknown } else { Told::Acknowledged }, "{kind:?}");
        let there = trial.settled(&operation).await;
        assert_eq!((there.clone(), verdict(told, &there)), (There::Fully, Ok(())), "{kind:?}");
        if let Some(shown) = trial.shown(&person, &operation).await {
            assert_eq!(shown, There::Fully, "{kind:?} as the site shows it");
        }
        assert_ne!(trial.repeat(&person, &operation).await, Told::Refused, "{kind:?} repeated");
        assert_eq!(trial.settled(&operation).await, There::Fully, "{kind:?} once");
        trial.calm().await;
        done.push(operation);
    }
    assert_eq!(trial.flaws().await, Vec::<String>::new());
    server.terminate().await;
    let server = trial.serve().await;
    let person = person.at(&server);
    for operation in &done {
        assert_eq!(trial.look(operation).await, There::Fully, "{:?} after a restart", operation.kind);
        if let Some(shown) = trial.shown(&person, operation).await {
            assert_eq!(shown, There::Fully, "{:?} as the site shows it after a restart", operation.kind);
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
    assert_eq!(trial.settled(&operation).await, There::Fully);
    assert_eq!(trial.mails().len(), operations::READERS);
}
