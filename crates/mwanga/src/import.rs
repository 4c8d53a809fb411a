use std::path::{Path, PathBuf};

use clap::Subcommand;

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

pub async fn run(_config: Option<&Path>, _command: ImportCommand) -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
