use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::AppState;

/// An order of the practice wallet, a file each, so that a restart forgets nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub id: String,
    pub custom_id: String,
    pub description: String,
    pub currency_code: String,
    pub value: String,
    pub state: State,
    /// Whether the buyer's means are refused when the money is taken.
    pub declines: bool,
    /// By what the money was taken.
    pub capture_request: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    Created,
    Approved,
    Completed,
    Refunded,
}

impl Entry {
    /// Its capture is named after it.
    pub fn capture_id(&self) -> String {
        format!("C{}", self.id)
    }
}

/// One change at a time.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn path(app: &AppState, id: &str) -> Option<PathBuf> {
    // A name of ours, and no path.
    let is_name = !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| app.core.config.data_dir.join("practice-wallet").join(format!("{id}.json")))
}

pub async fn get(app: &AppState, id: &str) -> Option<Entry> {
    let bytes = tokio::fs::read(path(app, id)?).await.ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Makes an order, unless it is there.
pub async fn make(app: &AppState, new: Entry) -> io::Result<Entry> {
    let _turn = TURN.lock().await;
    if let Some(known) = get(app, &new.id).await {
        return Ok(known);
    }
    write(app, &new).await?;
    Ok(new)
}

/// Changes an order; `None` where there is none.
pub async fn change<T>(
    app: &AppState,
    id: &str,
    change: impl FnOnce(&mut Entry) -> T,
) -> io::Result<Option<(Entry, T)>> {
    let _turn = TURN.lock().await;
    let Some(mut entry) = get(app, id).await else { return Ok(None) };
    let outcome = change(&mut entry);
    write(app, &entry).await?;
    Ok(Some((entry, outcome)))
}

async fn write(app: &AppState, entry: &Entry) -> io::Result<()> {
    let path = path(app, &entry.id).ok_or_else(|| io::Error::other("this is no name of an order"))?;
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    let unfinished = path.with_extension("part");
    tokio::fs::write(&unfinished, serde_json::to_vec(entry)?).await?;
    tokio::fs::rename(unfinished, path).await
}
