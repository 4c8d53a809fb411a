//! Calls of the admin area: `/admin/…`.

pub mod backups;
mod categories;
mod clean_broken_media;
mod doctor;
mod email_logs;
mod embed;
mod generate_presigned_url;
mod hold;
pub mod media;
mod navigation;
mod notify_subscribers;
pub mod pages;
pub mod posts;
pub mod set_up;
pub mod settings;
pub mod staff;
mod status;
mod subscribers;
mod subscriptions;
mod todays_picks;
mod upload_config;

pub use categories::*;
pub use clean_broken_media::*;
pub use doctor::*;
pub use email_logs::*;
pub use embed::*;
pub use generate_presigned_url::*;
pub use hold::*;
pub use navigation::*;
pub use notify_subscribers::*;
pub use status::*;
pub use subscribers::*;
pub use subscriptions::*;
pub use todays_picks::*;
pub use upload_config::*;
