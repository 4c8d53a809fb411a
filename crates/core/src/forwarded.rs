//! Development behind a reverse proxy: what a public site that forgot `MWANGA_ENV` is told by.

use mwanga_store::{StoreResult, queries};

use crate::Core;

const KEY: &str = "site.forwarded";

/// Writes down that a proxy sent a request, known by this header; `mwanga doctor` is another process.
pub async fn note(core: &Core, header: &str) -> StoreResult<()> {
    queries::settings::set(core.store.writer(), KEY, header, core.now()).await
}

/// The header that a request of a proxy had since the server's start; none where none came.
pub async fn find(core: &Core) -> StoreResult<Option<String>> {
    queries::settings::get(core.store.reader(), KEY).await
}

/// Forgets it. Call at start: the proxy, or its absence, may be new.
pub async fn forget(core: &Core) -> StoreResult<()> {
    queries::settings::delete(core.store.writer(), KEY).await?;
    Ok(())
}
