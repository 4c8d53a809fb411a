use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use mwanga_imports::{EndedEarly, subscribers, wordpress};

use crate::start;

#[derive(Subcommand)]
pub enum ImportCommand {
    /// A WordPress export (WXR).
    Wordpress {
        file: PathBuf,
        /// The site's uploads folder; without it pictures are downloaded from their public addresses.
        #[arg(long, value_name = "DIR")]
        media: Option<PathBuf>,
    },
    /// A CSV file with the columns email,name,confirmed_at,topics.
    Subscribers {
        file: PathBuf,
        /// Says what would be done, and changes nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

pub async fn run(config: Option<&Path>, command: ImportCommand) -> anyhow::Result<()> {
    let core = start::core(config).await?;
    match command {
        ImportCommand::Wordpress { file, media } => finish(wordpress::run(&core, &file, media.as_deref()).await),
        ImportCommand::Subscribers { file, dry_run } => finish(subscribers::run(&core, &file, dry_run).await),
    }
}

fn finish<Report: Display, Error: std::error::Error + Send + Sync + 'static>(
    outcome: Result<Report, Box<EndedEarly<Report, Error>>>,
) -> anyhow::Result<()> {
    let (report, end) = match outcome {
        Ok(report) => (Some(report), Ok(())),
        Err(early) => (early.report, Err(early.error)),
    };
    let Some(report) = report else { return Ok(end?) };
    print!("{report}");
    end.context("the import ended early; what it did until then stands above, and running it again goes on from there")
}
