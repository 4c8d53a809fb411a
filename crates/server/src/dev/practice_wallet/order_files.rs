//! Orders of the practice wallet: a JSON file each, so that they survive a restart.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::AppState;

/// An order of the practice wallet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalletOrder {
    pub id: String,
    pub custom_id: String,
    pub description: String,
    pub currency_code: String,
    pub value: String,
    pub state: OrderState,
    /// Whether the capture is declined.
    pub declines: bool,
    /// `PayPal-Request-Id` of the capture.
    pub capture_request: Option<String>,
}

/// State of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderState {
    Created,
    Approved,
    Completed,
    Refunded,
}

impl WalletOrder {
    /// Id of its capture.
    pub fn capture_id(&self) -> String {
        format!("C{}", self.id)
    }
}

/// Serializes changes.
static WRITE_LOCK: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn path(app: &AppState, id: &str) -> Option<PathBuf> {
    // No path traversal: ids are alphanumeric.
    let is_id = !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_id.then(|| app.core.config.data_dir.join("practice-wallet").join(format!("{id}.json")))
}

pub async fn get(app: &AppState, id: &str) -> Option<WalletOrder> {
    let bytes = tokio::fs::read(path(app, id)?).await.ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Inserts an order; returns the existing one if there is one with its id.
pub async fn insert_if_absent(app: &AppState, new: WalletOrder) -> io::Result<WalletOrder> {
    let _lock = WRITE_LOCK.lock().await;
    if let Some(existing) = get(app, &new.id).await {
        return Ok(existing);
    }
    write(app, &new).await?;
    Ok(new)
}

/// Updates an order; `None` where there is none.
pub async fn update<T>(
    app: &AppState,
    id: &str,
    update: impl FnOnce(&mut WalletOrder) -> T,
) -> io::Result<Option<(WalletOrder, T)>> {
    let _lock = WRITE_LOCK.lock().await;
    let Some(mut order) = get(app, id).await else { return Ok(None) };
    let outcome = update(&mut order);
    write(app, &order).await?;
    Ok(Some((order, outcome)))
}

async fn write(app: &AppState, order: &WalletOrder) -> io::Result<()> {
    let path = path(app, &order.id).ok_or_else(|| io::Error::other("this is no name of an order"))?;
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    let temp_path = path.with_extension("part");
    tokio::fs::write(&temp_path, serde_json::to_vec(order)?).await?;
    tokio::fs::rename(temp_path, path).await
}
