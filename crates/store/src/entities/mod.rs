//! One file per table.

pub mod account;
pub mod account_identity;
pub mod analytics_day;
pub mod analytics_post_day;
pub mod analytics_referrer_day;
pub mod attempt;
pub mod category;
pub mod change;
pub mod deal_link;
pub mod import_record;
pub mod job;
pub mod job_schedule;
pub mod mail_log;
pub mod mailed_code;
pub mod media_item;
pub mod old_category;
pub mod old_slug;
pub mod post;
pub mod post_media;
pub mod post_revision;
pub mod post_search;
pub mod post_tag;
pub mod session;
pub mod setting;
pub mod staff_invite;
pub mod subscriber;
