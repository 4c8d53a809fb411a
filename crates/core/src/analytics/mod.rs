//! What is read and clicked: counts by day, and nothing about who did it.
//!
//! Browsers tell, [`record`] counts in memory, [`keep_writing`] adds it to the store beside the requests. There are no
//! rows of single events: what is kept is rolled up by day as it is written, so that a million events take no more room
//! than a thousand.

mod range;
mod recorder;
mod referrers;
mod report;
mod robots;
mod roll_up;
mod write;

pub use range::{DayRange, RangeError};
pub use recorder::{Recorder, Tracked, record};
pub use report::{Day, DealLine, PostLine, Step, Summary, by_post, by_type, days, most_read, summary};
pub use robots::is_robot;
pub use roll_up::{RollUp, after_midnight};
pub use write::{keep_writing, write_down};

use mwanga_store::types::PlanCode;

/// The codes of the plans that are sold: the only ones that are counted.
pub const PLANS: [&str; 2] = [PlanCode::EightMonths.as_str(), PlanCode::TwelveMonths.as_str()];

/// The ways in which a post is shared, as browsers name them: the only ones that are told apart.
const SHARE_METHODS: [&str; 9] =
    ["facebook", "x", "linkedin", "reddit", "pinterest", "whatsapp", "telegram", "email", "copy_link"];

/// Names a deal of a post by its address.
fn deal_key(url: &str) -> i64 {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(url);
    // Never 0, which stands for no deal.
    i64::from_be_bytes(std::array::from_fn(|n| hash[n])) | 1
}
