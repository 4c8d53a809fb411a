//! `/posts` and `/post`: public posts.

mod address;
mod by_category;
mod full;
mod public;
mod related;
mod slug;
mod todays_picks;

pub use address::*;
pub use by_category::*;
pub use full::*;
pub use public::*;
pub use related::*;
pub use slug::*;
pub use todays_picks::*;
