//! Who gets newsletters.

mod error;
mod service;

pub use error::NewsletterError;
pub use service::{subscribe, wished};
