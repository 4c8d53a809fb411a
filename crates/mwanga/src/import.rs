use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use mwanga_core::imports::wordpress;

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
}

pub async fn run(config: Option<&Path>, command: ImportCommand) -> anyhow::Result<()> {
    let ImportCommand::Wordpress { file, media } = command;
    let core = start::core(config).await?;
    match wordpress::run(&core, &file, media.as_deref()).await {
        Ok(report) => {
            print!("{report}");
            Ok(())
        }
        Err(failure) if failure.report.added() == 0 => Err(failure.error.into()),
        Err(failure) => {
            print!("{}", failure.report);
            Err(failure.error).context("the import ended early; what was imported until then stands above, and running it again goes on from there")
        }
    }
}
