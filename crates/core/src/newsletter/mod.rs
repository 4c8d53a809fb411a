//! Newsletters: subscribers, issues and their delivery.
//!
//! - `subscribe`, `preferences` with `subscriber_links` and `topics`: double opt-in, unsubscribing, topics; `mails`:
//!   their mails; `welcome`: what a new subscriber is sent; `subscribers`: the list of them; `import`: lists from
//!   elsewhere;
//! - `issues` with `issue_text`, `new_issue`, `compose`, `daily`, `digest`, `notices` with `notice_audience`: what is
//!   sent, and when;
//!   `audience`: how many get it; `saved_drafts`: what is still written;
//! - `story_details`: what their mails show of posts; `issue_links`: counted links, and the report;
//! - `sample`: subscribers of the demo publication;
//! - `sending`: delivery of issues; `startup`: resuming it after a restart; `release`: what becomes of it after a hold;
//! - `error`: what callers can act on.

mod audience;
mod compose;
mod daily;
mod digest;
mod error;
mod import;
mod issue_links;
mod issue_text;
mod issues;
mod mails;
mod new_issue;
mod notice_audience;
mod notices;
mod preferences;
mod release;
mod sample;
mod saved_drafts;
mod sending;
mod startup;
mod story_details;
mod subscribe;
mod subscriber_links;
pub mod subscribers;
mod topics;
mod welcome;

pub(crate) use audience::AudienceCache;
pub use audience::{count_audience, count_by_topic};
pub use compose::{DraftStory, IssueDraft, draft};
pub use daily::commit_settings;
pub use daily::{DailyNewsletter, Schedule, next_daily, set_schedule};
pub(crate) use digest::FIRST_DIGEST_MS;
pub use digest::{Digest, digest};
pub use error::NewsletterError;
pub use import::{ImportSubscriber, SubscriberOutcome, import_subscribers, would_import};
pub use issue_links::{FollowedLink, IssueReport, LinkClicks, count_click, follow, report};
pub use issue_text::{DraftVersion, IssueRequest, IssueText};
pub use issues::{
    DeliveryPage, Issue, IssuePage, Preview, archive, deliveries, find_issue, get_archived, issue, issue_samples,
    issues, newest_archived, pause, preview, resend_uncertain, resume, send, send_test, undo,
};
pub(crate) use mails::SendNewsletterMail;
pub use mails::samples;
pub use new_issue::StartIssue;
pub use notice_audience::{NoticeAudience, last_choice, remember_choice};
pub use notices::{
    NoticeState, NoticeStatus, NotifyOutcome, is_limit_reached, notice_state, notify, notify_newest, withdraw,
};
pub use preferences::{Preferences, preferences, resubscribe, set_topics, unsubscribe};
pub(crate) use release::{make_uncertain, open_issues, skip_missed_daily};
pub use sample::{SampleFailure, click_sample, confirm_sample, start_sample, unsubscribe_sample};
pub use saved_drafts::{
    ListedDraft, MAX_DRAFTS, SavedDraft, create as create_draft, delete as delete_draft, get as get_draft,
    list as list_drafts, update as update_draft,
};
pub use sending::SendDeliveries;
pub(crate) use sending::{SendState, SendTest};
pub use startup::resume_sending;
pub(crate) use subscribe::subscribe_to_all;
pub use subscribe::{confirm, find_by_code, find_subscription_status, initial_status, subscribe};
pub use subscriber_links::{migrate_legacy_links, preferences_path};
pub use topics::{TOPIC_GROUPS, Topic, TopicGroup, find as find_topic, is_topic};
pub(crate) use welcome::SendWelcome;
pub use welcome::welcome_sample;
