//! Held copies: a restored store, or one that runs in another place than before, mails nobody, charges nobody and
//! deletes nothing outside, until an administrator releases it.
//!
//! - `hold.rs`: the state, in the store; `flag.rs`: what this process knows of it, for jobs and page headers
//! - `place.rs`: notices at start that a store runs in another place; `restored.rs`: holds a restored one
//! - `waiting.rs`: what waits, by kind and age; `release.rs`: what becomes of it

mod flag;
mod hold;
mod place;
mod release;
mod restored;
mod waiting;

pub use flag::HeldFlag;
pub use hold::{HeldError, Hold, HoldReason, find, hold, hold_store, refuse_while_held};
pub use place::hold_when_moved;
pub use release::{DroppedMail, Released, release};
pub use restored::hold_restored;
pub use waiting::{OnRelease, Waiting, waiting};
