use std::path::Path;

use anyhow::bail;
use mwanga_core::clock::Clock;
use mwanga_core::config::{Config, ConfigError};
use mwanga_core::earlier_addresses::{self, Rewritten};
use mwanga_core::library::BrokenMediaError;
use mwanga_core::search::IndexKind;
use mwanga_core::{
    Core, accounts, analytics, backups, earlier_files, folded_words, forwarded, held, held_copy, library, mail, media,
    newsletter, posts, search, subscriptions,
};
use mwanga_demo::{self as demo, Progress};
use mwanga_server::{AppState, bind, job_worker};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::phase_times::PhaseTimes;
use crate::start;

pub async fn run(file: Option<&Path>, demo: bool) -> anyhow::Result<()> {
    let mut config = Config::load(file)?;
    if demo && config.production {
        bail!("the demo publication and its known passwords are refused in production: leave out --demo");
    }
    mwanga_backup::recipient(&config)?;
    let mut times = PhaseTimes::start();
    start::raise_open_file_limit();
    let listening = bind(&config.http.listen).await?;
    config.check_environment(Some(listening.address))?;
    config.set_listen_address(listening.address);
    let store = start::open(&config).await?;
    let core = Core::new(config, store, Clock::system()).await?;
    require_contact(&core)?;
    hold_when_moved(&core).await?;
    let filled = prepare(&core, demo, &mut times).await?;
    let app = AppState::new(core.clone())?;
    if filled {
        finish_demo(&app, times).await?;
    }
    let feed = tokio::spawn(app.clone().follow_changes());
    // Search answers from the database until the index is there.
    let indexers = tokio::spawn(run_indexers(core.clone()));
    tokio::spawn(app.clone().run_consistency_checks());
    spawn_backfills(&core);
    watch_clock(&app).await?;
    mail::mark_interrupted(&core).await?;
    newsletter::resume_sending(&core).await?;
    let (stop_jobs, jobs_stopped) = oneshot::channel::<()>();
    let worker = tokio::spawn(job_worker(&core).run(async {
        let _ = jobs_stopped.await;
    }));
    let (stop_counting, counting_stopped) = oneshot::channel::<()>();
    let counting = tokio::spawn(analytics::run_flusher(core.clone(), async {
        let _ = counting_stopped.await;
    }));
    backups::log_age(&core).await?;
    announce(&core, demo).await?;
    // Before anybody is told that we listen: a stop may come in the next moment.
    let mut signals = Signals::new()?;
    println!("listening on http://{}", listening.address);

    let stopping = core.stopping.clone();
    let stop = async {
        signals.next().await;
        tracing::info!("stopping: running requests are finished first; a second signal ends at once");
        stopping.cancel();
        drop(stop_jobs);
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(130);
        });
    };
    mwanga_server::serve(listening, app, stop).await;
    feed.abort();
    worker.await?;
    indexers.await?;
    // After the last request: what it told is written down too.
    drop(stop_counting);
    counting.await?;
    core.store.close().await?;
    Ok(())
}

/// Readers of a site in production must be able to reach it.
fn require_contact(core: &Core) -> Result<(), ConfigError> {
    if core.config.production && !core.settings().has_contact() {
        return Err(ConfigError::Missing("MWANGA_CONTACT_EMAIL and MWANGA_CONTACT_PHONE"));
    }
    Ok(())
}

/// Before any job runs: what a clock that was wrong has written would keep them waiting.
async fn watch_clock(app: &AppState) -> anyhow::Result<()> {
    app.set_moments_right().await?;
    tokio::spawn(app.clone().watch_clock());
    Ok(())
}

/// Keeps the search indexes of readers and of the newsroom.
async fn run_indexers(core: Core) {
    let run = |kind: IndexKind| search::run_indexer(core.clone(), kind, core.config.data_dir.join(kind.folder()));
    // Readers first: made beside each other, both would take twice as long.
    let newsroom = async {
        core.search().settled().await;
        run(IndexKind::Newsroom).await;
    };
    tokio::join!(run(IndexKind::Public), newsroom);
}

/// Before anything is sent.
async fn hold_when_moved(core: &Core) -> anyhow::Result<()> {
    held_copy::hold_when_moved(core).await?;
    if let Some(hold) = held::find(core.store.reader()).await? {
        tracing::warn!(
            "this copy of the site is held: it mails nobody and charges nobody until `mwanga doctor --release`. {}",
            hold.reason.describe(&core.settings())
        );
    }
    Ok(())
}

/// Makes the store ready to be served; true when the demo publication was put into it.
async fn prepare(core: &Core, demo: bool, times: &mut PhaseTimes) -> anyhow::Result<bool> {
    forwarded::forget(core).await?;
    mark_media(core).await?;
    let Rewritten { rows, left } = earlier_addresses::rewrite(core).await?;
    if rows > 0 {
        tracing::info!("{rows} e-mail addresses of an earlier version are written as mail servers take them");
    }
    if left > 0 {
        tracing::warn!("{left} accounts stay as they were: an earlier account has the same address");
    }
    subscriptions::extend_to_end_of_day(core).await?;
    let found = posts::backfill(core).await?;
    if found > 0 {
        tracing::info!("{found} posts of an earlier version can be found by tag, author and search now");
    }
    times.end("database");
    let filled = demo && fill(core, times).await?;
    if core.config.production {
        refuse_known_passwords(core).await?;
    }
    Ok(filled)
}

/// SIGTERM and Ctrl-C.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! { _ = self.terminate.recv() => {}, _ = self.interrupt.recv() => {} }
    }
}

/// A store that was once filled with the demo has accounts that everybody knows.
async fn refuse_known_passwords(core: &Core) -> anyhow::Result<()> {
    for (email, password, _) in demo::ACCOUNTS {
        if accounts::verify_password(core, email, password.into()).await? {
            bail!(
                "this store has the demo account {email} with the password that everybody knows: start production on a store of its own"
            );
        }
    }
    Ok(())
}

/// A bucket that is down at the first start is marked when it is back: nothing else waits for it.
async fn mark_media(core: &Core) -> anyhow::Result<()> {
    match library::mark_store(core).await {
        Err(e @ BrokenMediaError::OtherSite) => Err(e.into()),
        Err(e) if core.media().bucket().is_some() => {
            tracing::warn!("the bucket of media cannot be marked yet: {e}");
            let core = core.clone();
            tokio::spawn(async move {
                while let Err(e) = library::mark_store(&core).await {
                    if matches!(e, BrokenMediaError::OtherSite) {
                        tracing::error!("{e}");
                        std::process::exit(1);
                    }
                    tokio::time::sleep(std::time::Duration::from_secs(30)).await;
                }
            });
            Ok(())
        }
        outcome => Ok(outcome?),
    }
}

/// What versions before this one left to do.
fn spawn_backfills(core: &Core) {
    tokio::spawn(fill_thumbhashes(core.clone()));
    tokio::spawn(clean_stored_media(core.clone()));
    tokio::spawn(migrate_legacy_links(core.clone()));
    tokio::spawn(record_earlier_files(core.clone()));
    tokio::spawn(fold_words(core.clone()));
}

/// Nobody waits for it.
async fn fill_thumbhashes(core: Core) {
    match media::backfill_thumbhashes(&core).await {
        Ok(0) => {}
        Ok(filled) => tracing::info!("{filled} pictures of an earlier version have a thumbhash now"),
        Err(e) => tracing::warn!("thumbhashes are made at the next start: {e}"),
    }
}

/// Nobody waits for it. A bucket or a disk that is away is tried again.
async fn clean_stored_media(core: Core) {
    const PAUSE: std::time::Duration = std::time::Duration::from_secs(600);
    loop {
        let is_incomplete = match media::clean_stored_metadata(&core).await {
            Ok(media::MetadataCleaning { cleaned, failed }) => {
                if cleaned > 0 {
                    tracing::info!("metadata was taken out of {cleaned} videos and GIFs of an earlier version");
                }
                failed > 0
            }
            Err(e) => {
                tracing::warn!("videos and GIFs of an earlier version are cleaned later: {e}");
                true
            }
        };
        if !is_incomplete {
            return;
        }
        tokio::select! { () = tokio::time::sleep(PAUSE) => {}, () = core.stopping.cancelled() => return }
    }
}

/// Nobody waits for it: until it is done the same is computed.
async fn migrate_legacy_links(core: Core) {
    match newsletter::migrate_legacy_links(&core).await {
        Ok(0) => {}
        Ok(kept) => tracing::info!(
            "the links that {kept} subscribers have in their mails are good whatever becomes of the secret key"
        ),
        Err(e) => tracing::warn!("links of earlier newsletters are noted at the next start: {e}"),
    }
}

/// Nobody waits for it: until it is done, the index alone finds what an earlier version folded in another way.
async fn fold_words(core: Core) {
    const PAUSE: std::time::Duration = std::time::Duration::from_secs(60);
    loop {
        match folded_words::backfill(&core).await {
            Ok(0) => return,
            Ok(changed) => {
                tracing::info!("the search words of {changed} posts and files of an earlier version are made anew");
                return;
            }
            // A save may hold a row for longer than a write waits.
            Err(e) => tracing::warn!("search words of an earlier version are made anew later: {e}"),
        }
        tokio::select! { () = tokio::time::sleep(PAUSE) => {}, () = core.stopping.cancelled() => return }
    }
}

/// Nobody waits for it.
async fn record_earlier_files(core: Core) {
    if let Err(e) = earlier_files::backfill(&core).await {
        tracing::warn!("the files of earlier versions of posts and pages are read at the next start: {e}");
    }
}

/// Whether there was nothing before.
async fn fill(core: &Core, times: &mut PhaseTimes) -> anyhow::Result<bool> {
    let filled = demo::seed(core, |progress| match progress {
        Progress::Begun => println!("filling the empty store with the demo publication"),
        Progress::Posts { done, of } if done % 15 == 0 || done == of => println!("  {done} of {of} posts"),
        Progress::Posts { .. } => {}
        Progress::Ended(phase) => times.end(phase),
    })
    .await?;
    if filled.is_none() {
        tracing::info!("the store holds posts already: the demo publication was left out");
    }
    Ok(filled.is_some())
}

/// What the demo needs the server for.
async fn finish_demo(app: &AppState, mut times: PhaseTimes) -> anyhow::Result<()> {
    mwanga_server::create_demo_orders(app).await?;
    demo::finish(&app.core).await?;
    times.end("orders");
    println!("demo: {}", times.describe());
    Ok(())
}

/// Says how to sign in, where that is no secret: in development.
async fn announce(core: &Core, demo: bool) -> anyhow::Result<()> {
    let code = accounts::open_set_up(core).await?;
    if core.config.production {
        if !core.mailer().is_smtp() {
            tracing::warn!("SMTP_URL is not set: no mail leaves, each one is a file in outbox/ of the data folder");
        }
        if code.is_some() {
            tracing::warn!("there is no administrator yet: make one with `mwanga admin create`");
        }
        return Ok(());
    }
    let is_public = !core.config.is_environment_set && !core.config.is_base_local();
    if is_public {
        tracing::warn!(
            "MWANGA_BASE_URL is not this machine, and MWANGA_ENV is not set: this is a development set-up. Set \
             MWANGA_ENV=production for readers"
        );
    }
    match code {
        Some(_) if is_public => {
            tracing::warn!("there is no administrator yet: make one with `mwanga admin create`");
        }
        Some(code) => {
            println!("set-up code: {code}");
            println!("Make your account and set the site up at this address:");
            println!("{}/admin-auth?setup_code={code}", core.config.base());
        }
        None => {}
    }
    if demo {
        for (email, password, role) in demo::ACCOUNTS {
            println!("demo {}: {email} / {password}", role.as_str());
        }
    }
    Ok(())
}
