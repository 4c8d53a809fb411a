mod categories;
mod clean_broken_media;
mod email_logs;
mod embed;
mod generate_presigned_url;
pub mod media;
pub mod posts;
pub mod staff;
mod todays_picks;
mod upload_config;

pub use categories::*;
pub use clean_broken_media::*;
pub use email_logs::*;
pub use embed::*;
pub use generate_presigned_url::*;
pub use todays_picks::*;
pub use upload_config::*;
