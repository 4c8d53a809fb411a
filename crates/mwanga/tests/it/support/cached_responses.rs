//! API responses with their cache tags, to see which of them a change purges.

use mwanga_server::{CachedPage, Document};

use super::TestApp;

/// API responses as the page cache would keep them: tells which of them a change purged.
pub struct CachedResponses(Vec<(String, CachedPage)>);

impl CachedResponses {
    pub async fn of(app: &TestApp, paths: &[&str]) -> Self {
        let mut responses = Vec::new();
        for path in paths {
            let began = app.state.cache.epoch();
            let (reply, provenance) = app.answer(path).await;
            let ready = app.state.encode(Document::plain(reply.status, String::new()));
            responses.push(((*path).to_owned(), CachedPage::new(ready, provenance.tags, provenance.expires_at, began)));
        }
        Self(responses)
    }

    /// The paths whose responses were purged or have expired.
    pub fn purged(&self, app: &TestApp) -> Vec<&str> {
        self.0
            .iter()
            .filter(|(_, page)| !app.state.cache.is_fresh(page, app.core().now()))
            .map(|(path, _)| &**path)
            .collect()
    }
}
