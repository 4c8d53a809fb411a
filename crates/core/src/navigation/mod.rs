//! The menus as links, for readers; and what an entry may lead to, for their editors.

mod resolve;

pub use resolve::{Link, LinkGroup, Navigation, Target, resolve, targets};
