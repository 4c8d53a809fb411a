use mwanga_core::email;
use mwanga_core::newsletter::{Preferences, TopicGroup};
use mwanga_store::types::SubscriberStatus;
use serde::Serialize;

/// Answer to a request to subscribe to newsletters: the same for known and unknown addresses.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterView {
    pub message: &'static str,
    /// `pending`, or `confirmed` where the site asks for no confirmation.
    pub status: SubscriberStatus,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterConfirmedView {
    pub message: &'static str,
    /// The page on which this subscriber chooses topics or leaves, with its code.
    #[schema(examples("/newsletter/preferences?code=1-2f9a"))]
    pub preferences_path: String,
}

/// The subscription that a mailed code confirms.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PendingSubscriptionView {
    pub email: String,
    pub status: SubscriberStatus,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UnsubscribedView {
    pub message: &'static str,
}

/// The catalogue of topics.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterTopicsView {
    pub groups: Vec<TopicGroupView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopicGroupView {
    #[schema(examples("tech-ai"))]
    pub id: &'static str,
    pub name: &'static str,
    pub topics: Vec<TopicView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopicView {
    #[schema(examples("ai-at-work"))]
    pub id: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

impl From<&TopicGroup> for TopicGroupView {
    fn from(group: &TopicGroup) -> Self {
        let topics =
            group.topics.iter().map(|topic| TopicView { id: topic.id, name: topic.name, text: topic.text }).collect();
        Self { id: group.id, name: group.name, topics }
    }
}

/// Preferences of a subscriber.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterPreferencesView {
    pub email: String,
    pub subscribed: bool,
    /// Ids of the catalogue.
    pub topics: Vec<String>,
}

impl From<Preferences> for NewsletterPreferencesView {
    fn from(Preferences { email, subscribed, topics }: Preferences) -> Self {
        Self { email: email::shown(&email), subscribed, topics }
    }
}
