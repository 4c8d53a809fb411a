//! Fallback where server-side rendering failed: an empty shell that the browser renders, with a head for crawlers.

use axum::http::StatusCode;
use bytes::Bytes;

use super::shells;
use crate::AppState;
use crate::documents::{CachedPage, Document, escape, inline_json};

impl AppState {
    /// The empty shell of a page, which the browser renders.
    pub(super) fn shell(&self, began: u64, status: StatusCode, first: Option<&Bytes>) -> CachedPage {
        let html = shells::empty_shell(&self.assets, &self.core.settings(), &self.fallback_head(first));
        CachedPage::new(self.encode(Document::plain(status, html).uncacheable()), Vec::new(), None, began)
    }

    /// Head for crawlers: title, description, canonical link and JSON-LD from the first call's answer.
    fn fallback_head(&self, first: Option<&Bytes>) -> String {
        let (config, settings) = (&self.core.config, self.core.settings());
        let body: serde_json::Value = first.and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
        let text = |pointer: &str| body.pointer(pointer).and_then(serde_json::Value::as_str).map(escape);
        let brand = escape(&settings.site.brand);
        let own_title = text("/title").or_else(|| text("/category/name"));
        let og_title = own_title.as_deref().unwrap_or(&brand);
        let title = own_title.as_ref().map_or_else(|| brand.clone(), |title| format!("{title} | {brand}"));
        let description = text("/excerpt").unwrap_or_else(|| escape(&settings.site.tagline));
        let mut head = format!(
            "<title>{title}</title><meta name=\"description\" content=\"{description}\"><meta property=\"og:title\" content=\"{og_title}\"><meta property=\"og:description\" content=\"{description}\">"
        );
        if let Some(path) = text("/canonical_path") {
            let base = escape(config.base());
            head.push_str(&format!(
                "<link rel=\"canonical\" href=\"{base}{path}\"><meta property=\"og:url\" content=\"{base}{path}\">"
            ));
        }
        if let (Some(headline), Some(path)) =
            (body.get("title"), body.get("canonical_path").and_then(serde_json::Value::as_str))
            && body.get("published_at").is_some()
        {
            let article = serde_json::json!({
                "@context": "https://schema.org", "@type": "NewsArticle", "headline": headline, "description": body["excerpt"],
                "url": format!("{}{path}", config.base()), "datePublished": body["published_at"], "dateModified": body["modified_at"],
            });
            head.push_str(&format!(
                "<script type=\"application/ld+json\">{}</script>",
                inline_json(&article.to_string())
            ));
        }
        head
    }
}
