mod categories;
mod generate_presigned_url;
pub mod media;
pub mod posts;
pub mod staff;
mod upload_config;

pub use categories::*;
pub use generate_presigned_url::*;
pub use upload_config::*;
