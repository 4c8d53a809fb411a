use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use mwanga_core::Core;
use mwanga_imports::{subscribers, wordpress};

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
    let (file, media) = match command {
        ImportCommand::Wordpress { file, media } => (file, media),
        ImportCommand::Subscribers { file, dry_run } => return import_subscribers(&core, &file, dry_run).await,
    };
    match wordpress::run(&core, &file, media.as_deref()).await {
        Ok(report) => {
            print!("{report}");
            Ok(())
        }
        Err(failure) if failure.report.is_empty() => Err(failure.error.into()),
        Err(failure) => {
            print!("{}", failure.report);
            Err(failure.error).context(
                "the import ended early; what it did until then stands above, and running it again goes on from there",
            )
        }
    }
}

async fn import_subscribers(core: &Core, file: &Path, dry_run: bool) -> anyhow::Result<()> {
    match subscribers::run(core, file, dry_run).await {
        Ok(report) => {
            print!("{report}");
            Ok(())
        }
        Err(failure) if failure.report.is_empty() => Err(failure.error.into()),
        Err(failure) => {
            print!("{}", failure.report);
            Err(failure.error).context(
                "the import ended early; what it did until then stands above, and running it again goes on from there",
            )
        }
    }
}
