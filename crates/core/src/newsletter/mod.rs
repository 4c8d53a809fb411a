//! Who gets newsletters, and what about.

mod digest;
mod error;
mod issues;
mod links;
mod mails;
mod preferences;
mod sending;
mod service;
mod topics;

pub use digest::{Digest, digest};
pub use error::NewsletterError;
pub use issues::{
    DeliveryPage, Issue, IssuePage, Preview, SEND_AFTER_MS, archive, archived, deliveries, issue, issues, pause, preview, resend_uncertain, resume, send, test,
    undo,
};
pub use links::{preferences_path, unsubscribe_path};
pub use mails::SendNewsletterMail;
pub use preferences::{Preferences, preferences, resubscribe, set_topics, unsubscribe};
pub use sending::{Lane, SendDeliveries, SendTest, StartIssue, go_on};
pub use service::{confirm, subscribe, wished};
pub use topics::{TOPIC_GROUPS, Topic, TopicGroup, is_topic};
