//! Whether this copy of the site is held: it then mails nobody, charges nobody and deletes nothing outside, until an
//! administrator releases it (`held_copy`).
//!
//! `hold.rs`: the state, in the store; `flag.rs`: what this process knows of it, for jobs and page headers.

mod flag;
mod hold;

pub use flag::HeldFlag;
pub(crate) use hold::commit;
pub use hold::{HeldError, Hold, HoldReason, find, hold, hold_store, refuse_while_held};
