//! `mwanga doctor`: what is well, what is not, and what a held copy waits with.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use mwanga_core::doctor::{self, Check, CheckState};
use mwanga_core::held::{self, HeldError, HoldReason, Waiting};
use mwanga_core::{Core, clock::Clock, config::Config};
use serde_json::json;

use crate::start;

#[derive(Args)]
pub struct DoctorCommand {
    /// Prints the findings as JSON.
    #[arg(long)]
    json: bool,
    /// Holds this copy of the site: it mails nobody and charges nobody until its release.
    #[arg(long, conflicts_with = "release")]
    hold: bool,
    /// Releases a held copy: what waits goes out as `mwanga doctor` says.
    #[arg(long)]
    release: bool,
}

/// Checks the site; exit code 0 where all is well, 1 with warnings, 2 where something is broken.
pub async fn run(file: Option<&Path>, command: DoctorCommand) -> anyhow::Result<ExitCode> {
    let config = Config::load(file)?;
    let store = match start::open_current_store(&config).await {
        Ok(store) => store,
        Err(e) => {
            let (finding, advice) = (format!("{e:#}"), Some("Compare DATABASE_URL and MWANGA_DATA_DIR.".to_owned()));
            let check = Check { subject: "Database", state: CheckState::Broken, finding, advice };
            if command.json {
                println!("{:#}", json!({ "checks": [check_json(&check)], "held": null, "waiting": [] }));
            } else {
                print_check(&check);
            }
            return Ok(ExitCode::from(CheckState::Broken as u8));
        }
    };
    let core = Core::new(config, store, Clock::system()).await.context("the store")?;
    let outcome = if command.release {
        release(&core).await
    } else {
        if command.hold {
            held::hold(&core, HoldReason::Command).await?;
        }
        check(&core, command.json).await
    };
    core.store.close().await?;
    outcome
}

async fn check(core: &Core, as_json: bool) -> anyhow::Result<ExitCode> {
    let checks = doctor::check_all(core).await;
    let is_held = held::find(core.store.reader()).await?.is_some();
    let waiting = if is_held { held::waiting(core).await? } else { Vec::new() };
    if as_json {
        let checks: Vec<_> = checks.iter().map(check_json).collect();
        let waiting: Vec<_> = waiting.iter().map(waiting_json).collect();
        println!("{:#}", json!({ "checks": checks, "held": is_held, "waiting": waiting }));
    } else {
        checks.iter().for_each(print_check);
        if is_held {
            print_waiting(&waiting);
        }
    }
    let worst = checks.iter().map(|check| check.state).max().unwrap_or(CheckState::Well);
    Ok(ExitCode::from(worst as u8))
}

async fn release(core: &Core) -> anyhow::Result<ExitCode> {
    let waiting = held::waiting(core).await?;
    match held::release(core).await {
        Ok(released) => {
            print_waiting(&waiting);
            for mail in &released.dropped {
                println!("dropped: {} of {} to {}", mail.label, mail.created_at.iso(), mail.recipient);
            }
            println!("released: this site mails and charges again");
            Ok(ExitCode::SUCCESS)
        }
        Err(HeldError::NotHeld) => {
            println!("nothing is held: this site mails and charges");
            Ok(ExitCode::SUCCESS)
        }
        Err(e) => Err(e.into()),
    }
}

fn print_check(check: &Check) {
    let Check { subject, state, finding, advice } = check;
    println!("{:<8} {subject}: {finding}", state.as_str());
    if let Some(advice) = advice {
        println!("{:<8}   {advice}", "");
    }
}

fn print_waiting(waiting: &[Waiting]) {
    if waiting.is_empty() {
        println!("nothing waits");
    }
    for waiting in waiting {
        let Waiting { label, count, oldest_at, on_release } = waiting;
        println!("waits    {label}: {count}, the oldest of {}: {}", oldest_at.iso(), on_release.describe());
    }
}

fn check_json(check: &Check) -> serde_json::Value {
    let Check { subject, state, finding, advice } = check;
    json!({ "subject": subject, "state": state.as_str(), "finding": finding, "advice": advice })
}

fn waiting_json(waiting: &Waiting) -> serde_json::Value {
    let Waiting { label, count, oldest_at, on_release } = waiting;
    json!({ "label": label, "count": count, "oldest_at": oldest_at.iso(), "outcome": on_release.describe() })
}
