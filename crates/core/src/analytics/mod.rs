//! Analytics: aggregated counts by day, without personal data.
//!
//! Browsers send events, [`record`] counts them in memory, [`run_flusher`] adds them to the store in the background.
//! Single events are not stored: counts are aggregated by day as they are flushed, so storage does not grow with
//! traffic.
//!
//! - `recorder`: counters in memory; `flush`: from memory to the store; `roll_up` with `referrers`: bounded referrers;
//! - `report` with `range`: what the analytics screens show; `bots`: user agents that are not counted;
//! - `missing`: addresses at which there is nothing;
//! - `sample`: counts of the demo publication.

mod bots;
mod flush;
mod missing;
mod range;
mod recorder;
mod referrers;
mod report;
mod roll_up;
mod sample;

pub use bots::is_bot;
pub(crate) use flush::flush_for_report;
pub use flush::{flush, run_flusher};
pub use missing::{MISSING_KEPT_MS, MissingAddresses, flush_missing, record_missing};
pub use range::{DayRange, RangeError};
pub(crate) use recorder::record_link_click;
pub use recorder::{AnalyticsEvent, Recorder, record, today};
pub(crate) use report::most_read;
pub use report::{DayCounts, DealCounts, FunnelStep, PostCounts, Summary, by_post, by_type, days, summary};
pub(crate) use roll_up::{ROLL_UP_TIME, RollUp};
pub use sample::{SampleDay, add_sample};

use mwanga_store::types::PlanCode;

/// Plan codes that are counted.
pub const PLANS: [&str; 2] = [PlanCode::EightMonths.as_str(), PlanCode::TwelveMonths.as_str()];

/// Share methods that are counted, as browsers send them.
const SHARE_METHODS: [&str; 9] =
    ["facebook", "x", "linkedin", "reddit", "pinterest", "whatsapp", "telegram", "email", "copy_link"];

/// Key of a deal: a hash of its URL.
fn deal_key(url: &str) -> i64 {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(url);
    // Never 0, which stands for no deal.
    i64::from_be_bytes(std::array::from_fn(|n| hash[n])) | 1
}
