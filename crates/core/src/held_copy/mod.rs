//! Held copies: a restored store, or one that runs in another place than before.
//!
//! - `place.rs`: notices at start that a store runs in another place; `restored.rs`: holds a restored one
//! - `waiting.rs`: what waits, by kind and age; `release.rs`: what becomes of it

mod place;
mod release;
mod restored;
mod waiting;

pub use place::hold_when_moved;
pub use release::{DroppedMail, Released, release};
pub use restored::hold_restored;
pub use waiting::{OnRelease, Waiting, waiting};
