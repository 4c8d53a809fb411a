mod by_category;
mod public;
mod slug;
mod todays_picks;

pub use by_category::*;
pub use public::*;
pub use slug::*;
pub use todays_picks::*;
