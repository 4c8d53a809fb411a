//! Mail: what it looks like, how it leaves, and what became of it. Who sends one enqueues a job in the transaction of its cause; the job writes the letter
//! and hands it over.

pub mod codes;
mod letter;
mod log;
mod mailer;

pub use letter::Letter;
pub use log::{Counted, MailPage, list, total};
pub use mailer::{MailError, Mailer, server};
