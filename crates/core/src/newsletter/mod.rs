//! Who gets newsletters, and what about.

mod error;
mod links;
mod mails;
mod preferences;
mod service;
mod topics;

pub use error::NewsletterError;
pub use links::{preferences_path, unsubscribe_path};
pub use mails::SendNewsletterMail;
pub use preferences::{Preferences, preferences, resubscribe, set_topics, unsubscribe};
pub use service::{confirm, subscribe, wished};
pub use topics::{TOPIC_GROUPS, Topic, TopicGroup, is_topic};
