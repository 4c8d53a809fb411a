//! `mwanga doctor`: what is well, what is not, and what a held copy waits with.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use mwanga_core::doctor::{self, Check, CheckState};
use mwanga_core::held::{self, HeldError, HoldReason};
use mwanga_core::held_copy::{self, Waiting};
use mwanga_core::retention::{self, HeldBack};
use mwanga_core::{Core, clock::Clock, config::Config, library};
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
    /// Lets the next sweep delete what is too old although it is much at once; asks before.
    #[arg(long, conflicts_with_all = ["hold", "release"])]
    prune: bool,
    /// Takes the bucket of MWANGA_MEDIA_URL over that another site has used; asks before.
    #[arg(long, conflicts_with_all = ["hold", "release", "prune"])]
    adopt_bucket: bool,
}

/// Checks the site; exit code 0 where all is well, 1 with warnings, 2 where something is broken.
pub async fn run(file: Option<&Path>, command: DoctorCommand) -> anyhow::Result<ExitCode> {
    let core = match open(file).await {
        Ok(core) => core,
        Err(check) => return Ok(report(&[check], None, &[], command.json)),
    };
    let outcome = if command.release {
        release(&core).await
    } else if command.prune {
        prune(&core).await
    } else if command.adopt_bucket {
        adopt_bucket(&core).await
    } else {
        if command.hold {
            held::hold(&core, HoldReason::Command).await?;
        }
        check(&core, command.json).await
    };
    core.store.close().await?;
    outcome
}

/// What all checks need; without it there is one line, which says why.
async fn open(file: Option<&Path>) -> Result<Core, Check> {
    let broken = |subject, error: anyhow::Error, advice: &str| Check {
        subject,
        state: CheckState::Broken,
        finding: format!("{error:#}"),
        advice: Some(advice.to_owned()),
    };
    let settings = "Set what this line names; the README lists every variable.";
    let config = Config::load(file).map_err(|e| broken("Configuration", e.into(), settings))?;
    let store = start::open_current_store(&config)
        .await
        .map_err(|e| broken("Database", e, "Compare DATABASE_URL and MWANGA_DATA_DIR."))?;
    Core::new(config, store, Clock::system()).await.map_err(|e| broken("Configuration", e, settings))
}

async fn check(core: &Core, as_json: bool) -> anyhow::Result<ExitCode> {
    let checks = doctor::check_all(core).await;
    let is_held = held::find(core.store.reader()).await?.is_some();
    let waiting = if is_held { held_copy::waiting(core).await? } else { Vec::new() };
    Ok(report(&checks, Some(is_held), &waiting, as_json))
}

/// `is_held`: none where it is not known.
fn report(checks: &[Check], is_held: Option<bool>, waiting: &[Waiting], as_json: bool) -> ExitCode {
    if as_json {
        let lines: Vec<_> = checks.iter().map(check_json).collect();
        let waiting: Vec<_> = waiting.iter().map(waiting_json).collect();
        println!("{:#}", json!({ "checks": lines, "held": is_held, "waiting": waiting }));
    } else {
        checks.iter().for_each(print_check);
        if is_held == Some(true) {
            print_waiting(waiting);
        }
    }
    let worst = checks.iter().map(|check| check.state).max().unwrap_or(CheckState::Well);
    ExitCode::from(worst as u8)
}

async fn release(core: &Core) -> anyhow::Result<ExitCode> {
    let waiting = held_copy::waiting(core).await?;
    match held_copy::release(core).await {
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

/// Asks before: what is deleted is gone.
async fn prune(core: &Core) -> anyhow::Result<ExitCode> {
    let held = retention::held_back(core).await?;
    if held.is_empty() {
        println!("nothing was held back: what is too old is deleted each hour");
        return Ok(ExitCode::SUCCESS);
    }
    println!("it is {}; these rows are older than they are kept:", core.now().iso());
    for HeldBack { table, due, all } in &held {
        println!("  {table}: {due} of {all}");
    }
    confirm("delete")?;
    retention::allow(core).await?;
    println!("the next sweep deletes them, within an hour");
    Ok(ExitCode::SUCCESS)
}

/// Asks before: the other site no longer starts on it.
async fn adopt_bucket(core: &Core) -> anyhow::Result<ExitCode> {
    if core.media().bucket().is_none() {
        bail!("MWANGA_MEDIA_URL names no bucket");
    }
    println!("the site that has used this bucket will not start on it any more; its files stay and are nobody's");
    confirm("adopt")?;
    library::adopt_bucket(core).await?;
    println!("the bucket is this site's");
    Ok(ExitCode::SUCCESS)
}

/// Asks for a word on standard input.
///
/// # Errors
///
/// Where another one is typed.
fn confirm(word: &str) -> anyhow::Result<()> {
    println!("type `{word}` to go on:");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    if line.trim() != word {
        bail!("nothing was changed: `{word}` was not typed");
    }
    Ok(())
}

fn print_check(check: &Check) {
    let Check { subject, state, finding, advice } = check;
    println!("{:<8} {subject}: {finding}", state.as_str());
    for line in advice.iter().flat_map(|advice| advice.lines()) {
        println!("{:<8}   {line}", "");
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
