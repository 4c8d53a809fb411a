use std::path::Path;

use anyhow::bail;
use mwanga_core::clock::Clock;
use mwanga_core::config::Config;
use mwanga_core::{Core, accounts, demo, jobs};
use mwanga_server::{AppState, bind};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::start;

pub async fn run(file: Option<&Path>, demo: bool) -> anyhow::Result<()> {
    let mut config = Config::load(file)?;
    if demo && config.production {
        bail!("the demo publication and its known passwords are refused in production: leave out --demo");
    }
    let listening = bind(&config.listen).await?;
    config.bound_to(listening.address);
    let store = start::open(&config).await?;
    let core = Core::new(config, store, Clock::system()).await?;
    if demo {
        fill(&core).await?;
    }
    let app = AppState::new(core.clone())?;
    let feed = tokio::spawn(app.clone().follow_changes());
    let (stop_jobs, jobs_stopped) = oneshot::channel::<()>();
    let worker = tokio::spawn(jobs::worker(&core).run(async {
        let _ = jobs_stopped.await;
    }));
    announce(&core, demo).await?;
    println!("listening on http://{}", listening.address);

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let stop = async {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        tracing::info!("stopping: running requests are finished first");
        drop(stop_jobs);
    };
    mwanga_server::serve(listening, app, stop).await;
    feed.abort();
    worker.await?;
    core.store.close().await?;
    Ok(())
}

async fn fill(core: &Core) -> anyhow::Result<()> {
    let told = std::sync::Once::new();
    let filled = demo::fill(core, |done, of| {
        told.call_once(|| println!("filling the empty store with the demo publication"));
        if done % 15 == 0 || done == of {
            println!("  {done} of {of} posts");
        }
    })
    .await?;
    if filled.is_none() {
        tracing::info!("the store holds posts already: the demo publication was left out");
    }
    Ok(())
}

/// Says how to sign in, where that is no secret: in development.
async fn announce(core: &Core, demo: bool) -> anyhow::Result<()> {
    let code = accounts::open_set_up(core).await?;
    if core.config.production {
        if code.is_some() {
            tracing::warn!("there is no administrator yet: make one with `mwanga admin create`");
        }
        return Ok(());
    }
    if let Some(code) = code {
        println!("set-up code: {code}");
    }
    if demo {
        for (email, password, role) in demo::ACCOUNTS {
            println!("demo {}: {email} / {password}", role.as_str());
        }
    }
    Ok(())
}
