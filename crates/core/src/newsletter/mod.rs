//! Who gets newsletters, and what about.

mod audience;
mod daily;
mod digest;
mod error;
mod issues;
mod links;
mod mails;
mod new_issue;
mod notices;
mod preferences;
mod sending;
mod service;
mod startup;
mod topics;

pub use audience::{Audience, audience};
pub use daily::{DailyNewsletter, Schedule, schedule, set_schedule};
pub use digest::{Digest, digest};
pub use error::NewsletterError;
pub use issues::{
    DeliveryPage, Issue, IssuePage, Preview, SEND_AFTER_MS, Wish, archive, archived, deliveries, find_issue, issue,
    issue_samples, issues, pause, preview, resend_uncertain, resume, send, test, undo,
};
pub use links::{keep_earlier_links, link_key, preferences_path, unsubscribe_path};
pub use mails::SendNewsletterMail;
pub use mails::samples;
pub use new_issue::StartIssue;
pub(crate) use notices::enqueue_if_asked;
pub use notices::{Notice, NotifySubscribers, notify, notify_newest};
pub use preferences::{Preferences, preferences, resubscribe, set_topics, unsubscribe};
pub use sending::{Lane, SendDeliveries, SendTest};
pub(crate) use service::want_all;
pub use service::{confirm, find_wish, subscribe, wish, wished};
pub use startup::go_on;
pub use topics::{TOPIC_GROUPS, Topic, TopicGroup, find as find_topic, is_topic};
