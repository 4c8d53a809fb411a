//! Mail: what it looks like, and how it leaves. Who sends one enqueues a job in the transaction of its cause; the job writes the letter and hands it over.

mod letter;
mod mailer;

pub use letter::Letter;
pub use mailer::{MailError, Mailer, server};
