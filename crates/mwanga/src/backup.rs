//! `mwanga backup` and `mwanga restore`.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use mwanga_backup::{BackupError, Header, Identity, Manifest, MediaPart, Options, Recipient, Report, Source};
use mwanga_core::clock::Clock;
use mwanga_core::config::Config;
use mwanga_core::media::MediaStore;

use crate::start;

#[derive(Args)]
pub struct BackupCommand {
    /// The file to write, or to verify; `-` is the standard output, or input.
    file: PathBuf,
    /// Reads a backup whole and compares each sum, and changes nothing.
    #[arg(long, conflicts_with_all = ["with_secrets", "with_bucket_media", "encrypt_to"])]
    verify: bool,
    /// The identity file (age) that opens an encrypted backup.
    #[arg(long, value_name = "AGE_FILE", requires = "verify")]
    identity: Option<PathBuf>,
    /// Puts secret.key into the backup: who has the file can then sign as the site does.
    #[arg(long)]
    with_secrets: bool,
    /// Fetches the files of the media bucket, which stay there otherwise.
    #[arg(long)]
    with_bucket_media: bool,
    /// Encrypts the backup to an age recipient.
    #[arg(long, value_name = "AGE_RECIPIENT")]
    encrypt_to: Option<Recipient>,
}

#[derive(Args)]
pub struct RestoreCommand {
    /// The backup; `-` is the standard input.
    file: PathBuf,
    /// The identity file (age) that opens an encrypted backup.
    #[arg(long, value_name = "AGE_FILE")]
    identity: Option<PathBuf>,
}

pub async fn back_up(config: Option<&Path>, command: BackupCommand) -> anyhow::Result<()> {
    if command.verify {
        let (input, identity) = (open(&command.file)?, identity(command.identity.as_deref())?);
        let verified = tokio::task::spawn_blocking(move || mwanga_backup::verify(input, identity.as_ref())).await?;
        let (header, manifest) = verified?;
        println!("{}\nevery part is as it was written", describe(&header, &manifest));
        return Ok(());
    }
    let source = source(&Config::load(config)?).await?;
    let store = source.store.clone();
    let options = Options {
        with_secrets: command.with_secrets,
        with_bucket_media: command.with_bucket_media,
        encrypt_to: command.encrypt_to,
        ..Options::default()
    };
    let (report, _) = if is_standard(&command.file) {
        if io::stdout().is_terminal() {
            bail!("a backup is no text for a terminal: send it into a file or a program");
        }
        let (report, sum, _) = mwanga_backup::write(source, options, io::stdout()).await?;
        (report, sum)
    } else {
        mwanga_backup::write_file(source, options, &command.file).await?
    };
    store.close().await?;
    tell(&report);
    Ok(())
}

/// The store as it is: it is opened beside a server, and its schema is that server's.
async fn source(config: &Config) -> anyhow::Result<Source> {
    let store = start::open_current_store(config).await?;
    let media = Arc::new(MediaStore::open(config).await.context("media")?);
    Ok(Source { store, config: config.clone(), media, now: Clock::system().now() })
}

pub async fn restore(config: Option<&Path>, command: RestoreCommand) -> anyhow::Result<()> {
    let (input, identity) = (open(&command.file)?, identity(command.identity.as_deref())?);
    let config = Config::load_read_only(config)?;
    let report = mwanga_backup::restore(&config, input, identity).await?;
    tell(&report);
    if let MediaPart::Bucket(name) = &report.header.media {
        eprintln!("its files lie in the bucket {name}: MWANGA_MEDIA_URL has to name it");
    }
    Ok(())
}

fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

fn open(file: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    if is_standard(file) {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(file).with_context(|| format!("cannot open {}", file.display()))?))
}

fn identity(file: Option<&Path>) -> Result<Option<Identity>, BackupError> {
    file.map(Identity::read).transpose()
}

/// To standard error: the backup itself may go to standard output.
fn tell(Report { header, manifest }: &Report) {
    eprintln!("{}", describe(header, manifest));
    for key in &manifest.missing_media {
        eprintln!("missing: the file {key} has a row, and is not there");
    }
}

fn describe(header: &Header, manifest: &Manifest) -> String {
    let tables = manifest.parts.iter().filter_map(|part| part.rows);
    let files: Vec<u64> =
        manifest.parts.iter().filter(|part| part.path.starts_with("media/")).map(|part| part.size_bytes).collect();
    format!(
        "backup of {} at {}: {} rows in {} tables, {} files of {:.1} MB",
        header.base_url.as_deref().unwrap_or("a site without a base URL"),
        header.created_at,
        tables.clone().sum::<u64>(),
        tables.count(),
        files.len(),
        files.iter().sum::<u64>() as f64 / 1e6,
    )
}
