//! Who gets newsletters.

mod error;
mod mails;
mod service;

pub use error::NewsletterError;
pub use mails::SendNewsletterMail;
pub use service::{confirm, subscribe, wished};
