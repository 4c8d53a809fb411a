use mwanga_core::{changes, newsletter};

use crate::public_response::{Provenance, PublicResponse};
use crate::views::{NewsletterTopicsView, TopicGroupView};

/// The catalogue of newsletter topics.
#[utoipa::path(get, path = "/newsletter/topics", tag = "newsletter", responses((status = 200, body = NewsletterTopicsView)))]
pub async fn topics() -> PublicResponse<NewsletterTopicsView> {
    let body = NewsletterTopicsView { groups: newsletter::TOPIC_GROUPS.iter().map(TopicGroupView::from).collect() };
    PublicResponse { body, provenance: Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() } }
}
