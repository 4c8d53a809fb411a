//! What menus hold, as settings (`navigation.…`).
//!
//! - `menu`: what a menu may hold, and the words that refuse another
//! - `defaults`: the menus of an installation

mod defaults;
mod menu;

pub use defaults::{bar, footer, menu, services};
pub use menu::{EntryKind, MenuEntry, MenuGroup, MenuShape, Refusal};
