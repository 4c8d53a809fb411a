use mwanga_server::{CachedPage, Document};

use super::TestApp;

/// Answers of the API as the page cache would hold them: which of them a change ends.
pub struct Seen(Vec<(String, CachedPage)>);

impl Seen {
    pub async fn of(app: &TestApp, paths: &[&str]) -> Self {
        let mut seen = Vec::new();
        for path in paths {
            let began = app.state.cache.epoch();
            let (reply, provenance) = app.answer(path).await;
            let encoded = app.state.encode(Document::plain(reply.status, String::new()));
            seen.push(((*path).to_owned(), CachedPage::new(encoded, provenance.tags, provenance.expires_at, began)));
        }
        Self(seen)
    }

    /// Those that are no longer true.
    pub fn ended(&self, app: &TestApp) -> Vec<&str> {
        self.0
            .iter()
            .filter(|(_, page)| !app.state.cache.is_fresh(page, app.core().now()))
            .map(|(path, _)| &**path)
            .collect()
    }
}
