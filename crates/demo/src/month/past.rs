//! The clock of the past, and the steps that are done by it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use futures_util::future::BoxFuture;
use mwanga_core::clock::Clock;
use mwanga_core::idempotency::{Caller, Claim, KeyedRequest, RequestError, run_once};
use mwanga_core::posts::Writer;
use mwanga_core::{Core, jobs};
use mwanga_jobs::Worker;
use mwanga_store::types::Timestamp;
use mwanga_store::{StoreError, queries};

use crate::{DAY_MS, HOUR_MS};

/// How far back it goes: to the first order of the demo's reader.
pub const DAYS: i64 = 40;
/// Mails about posts wait for others, ten minutes.
const GATHER_MS: i64 = 11 * 60_000;

/// The site at another time. Its mails are logged, and sent to nobody.
pub struct Past {
    pub core: Core,
    clock: Clock,
    worker: Worker<Core>,
    /// When it ends.
    now: Timestamp,
    /// What steps created, by their names.
    created: Mutex<HashMap<&'static str, i64>>,
}

type Run = Box<dyn for<'a> FnOnce(&'a Past) -> BoxFuture<'a, anyhow::Result<()>> + Send>;

/// Something that happened at a time. It may run twice.
pub struct Step {
    at: Timestamp,
    run: Run,
}

pub fn step(
    at: Timestamp,
    run: impl for<'a> FnOnce(&'a Past) -> BoxFuture<'a, anyhow::Result<()>> + Send + 'static,
) -> Step {
    Step { at, run: Box::new(run) }
}

impl Past {
    /// The past of `now`.
    pub async fn new(core: &Core, now: Timestamp) -> anyhow::Result<Self> {
        let clock = Clock::fixed(now.plus_ms(-(DAYS + 1) * DAY_MS));
        let core = core.at_other_time(clock.clone()).await?;
        let worker = jobs::worker(&core, jobs::mail_registry());
        Ok(Self { core, clock, worker, now, created: Mutex::default() })
    }

    /// A time of day some days ago, in the publication's time zone.
    pub fn at(&self, days_ago: i64, hour: i64, minute: i64) -> Timestamp {
        let settings = self.core.settings();
        let day = self.now.plus_ms(-days_ago * DAY_MS).day_in(settings.time_zone());
        let at = Timestamp::parse_in(&format!("{day}T{hour:02}:{minute:02}"), settings.time_zone());
        at.unwrap_or(self.now).min(self.now)
    }

    /// A time of day some days ahead.
    pub fn ahead(&self, days: i64, hour: i64, minute: i64) -> String {
        let day = self.now.plus_ms(days * DAY_MS).day_in(self.core.settings().time_zone());
        format!("{day}T{hour:02}:{minute:02}")
    }

    pub fn minutes_ago(&self, minutes: i64) -> Timestamp {
        self.now.plus_ms(-minutes * HOUR_MS / 60)
    }

    /// Does the steps in the order of their times, and after each the mails that it led to.
    pub async fn run(&self, mut steps: Vec<Step>) -> anyhow::Result<()> {
        steps.sort_by_key(|step| step.at);
        let next = steps.iter().skip(1).map(|step| step.at).chain([self.now]).collect::<Vec<_>>();
        for (step, next) in steps.into_iter().zip(next) {
            self.move_clock(step.at);
            (step.run)(self).await?;
            self.worker.run_due().await?;
            if step.at.plus_ms(GATHER_MS) < next {
                self.move_clock(step.at.plus_ms(GATHER_MS));
                self.worker.run_due().await?;
            }
        }
        Ok(())
    }

    fn move_clock(&self, to: Timestamp) {
        self.clock.advance_ms(to.0 - self.clock.now().0);
    }

    /// Creates something once in however many runs, and keeps its id by this name.
    pub async fn once<E, F>(&self, name: &'static str, create: impl FnOnce(Claim) -> F) -> anyhow::Result<i64>
    where
        E: From<StoreError>,
        F: Future<Output = Result<i64, E>>,
        RequestError<E>: std::error::Error + Send + Sync + 'static,
    {
        let request = KeyedRequest::new(&self.core, Caller::Network("demo"), "the demo's month", name, &())?;
        let find = |id| async move { Ok(Some(id)) };
        let created = run_once(&self.core, Some(request), find, create).await.with_context(|| name)?;
        let id = created.into_inner();
        self.created.lock().unwrap_or_else(PoisonError::into_inner).insert(name, id);
        Ok(id)
    }

    /// The id of what an earlier step created.
    pub fn id(&self, name: &str) -> anyhow::Result<i64> {
        let created = self.created.lock().unwrap_or_else(PoisonError::into_inner);
        created.get(name).copied().with_context(|| format!("no step created {name}"))
    }

    /// The demo account of an address.
    pub async fn writer(&self, email: &str) -> anyhow::Result<Writer> {
        let account = queries::accounts::by_email_key(self.core.store.reader(), email).await?;
        let account = account.with_context(|| format!("there is no account {email}"))?;
        Ok(Writer { account_id: account.id, role: account.role })
    }
}
