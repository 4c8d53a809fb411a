use mwanga_store::types::SubscriberStatus;
use serde::Serialize;

/// What became of a wish for newsletters. It is the same for known and unknown addresses.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterView {
    pub message: &'static str,
    /// `pending`, or `confirmed` where the site asks for no confirmation.
    pub status: SubscriberStatus,
}
