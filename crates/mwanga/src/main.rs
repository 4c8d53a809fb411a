//! The one binary: its commands.

mod admin;
mod backup;
mod doctor;
mod import;
mod phase_times;
mod serve;
mod start;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

/// A publishing system in one binary: the site, its API and its jobs.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    /// Configuration file; `mwanga.toml` in the working folder is read when there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Brings the database up to date and serves site, API and jobs on one port.
    Serve {
        /// Fills an empty store with the demo publication first.
        #[arg(long)]
        demo: bool,
    },
    /// Brings the database up to date, and nothing else.
    Migrate,
    /// Staff accounts.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Brings in what another system exported; safe to run twice.
    #[command(subcommand)]
    Import(import::ImportCommand),
    /// Writes all rows and files into one file, beside a running server.
    Backup(backup::BackupCommand),
    /// Fills an empty store of either database with a backup.
    Restore(backup::RestoreCommand),
    /// Checks the site, and what a held copy waits with; holds and releases.
    Doctor(doctor::DoctorCommand),
    /// Prints the OpenAPI 3.1 document.
    Openapi,
}

fn main() -> ExitCode {
    start::set_malloc_mmap_threshold();
    start::set_private_umask();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(e) => {
            eprintln!("mwanga: {e}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(run());
    // Work on other threads that nobody waits for any more holds nothing back.
    runtime.shutdown_timeout(LAST_WORK);
    code
}

/// How long the end waits for work on other threads.
const LAST_WORK: Duration = Duration::from_secs(2);

async fn run() -> ExitCode {
    // One TLS library, chosen before anything can ask for one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    start::init_logging();
    let cli = Cli::parse();
    let config = cli.config.as_deref();
    let done = |()| ExitCode::SUCCESS;
    let outcome = match cli.command {
        Command::Serve { demo } => serve::run(config, demo).await.map(done),
        Command::Migrate => start::store(config).await.map(|_| println!("the database is up to date")).map(done),
        Command::Admin(command) => admin::run(config, command).await.map(done),
        Command::Import(command) => import::run(config, command).await.map(done),
        Command::Backup(command) => backup::back_up(config, command).await.map(done),
        Command::Restore(command) => backup::restore(config, command).await.map(done),
        Command::Doctor(command) => doctor::run(config, command).await,
        Command::Openapi => openapi().map(done),
    };
    match outcome {
        Ok(code) => code,
        Err(e) => {
            eprintln!("mwanga: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn openapi() -> anyhow::Result<()> {
    println!("{}", mwanga_server::openapi_document().to_pretty_json()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Each command that does something, with its options.
    fn commands(command: &clap::Command, above: &str) -> Vec<(String, Vec<String>)> {
        let path = format!("{above}{}", command.get_name());
        if command.has_subcommands() {
            return command.get_subcommands().flat_map(|below| commands(below, &format!("{path} "))).collect();
        }
        let options =
            command.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(clap::Arg::get_long);
        vec![(path, options.map(|option| format!("--{option}")).collect())]
    }

    #[test]
    fn the_readme_names_every_command_and_option() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
        let all = commands(&Cli::command(), "");
        assert!(all.iter().any(|(path, _)| path == "mwanga import wordpress"), "{all:?}");
        for (path, options) in all {
            let rows: Vec<&str> = readme.lines().filter(|line| line.contains(&format!("| `{path}"))).collect();
            assert!(!rows.is_empty(), "no row of the README begins with {path}");
            for option in options {
                assert!(
                    rows.iter().any(|row| row.contains(&option)),
                    "the README does not say what {path} {option} does"
                );
            }
        }
    }
}
