//! Menus: category bar, side menu, services panel and footer, as settings (`navigation.…`).
//!
//! - `menu`: what a menu may hold, and the words that refuse another
//! - `defaults`: the menus of an installation
//! - `resolve`: the menus as links, for readers; and what an entry may lead to, for their editors

mod defaults;
mod menu;
mod resolve;

pub use defaults::{bar, footer, menu, services};
pub use menu::{EntryKind, MenuEntry, MenuGroup, MenuShape, Refusal};
pub use resolve::{Link, LinkGroup, Navigation, Target, resolve, targets};
