//! The link checker: asks the links of posts whether they still lead somewhere, and remembers what came of it.
//!
//! - `ask`: one address, by HEAD and GET, each redirect checked.
//! - `check`: the jobs, for a post that was saved and for all deals once a week.
//! - `urls`: the addresses that a post leads to.
//! - `deals`: the deals that an editor should look at.

mod ask;
mod check;
mod deals;
mod urls;

pub(crate) use check::enqueue_after_save;
pub use check::{CheckDeals, CheckLinks, WEEK_MS};
pub use deals::{DealPage, DealRow, OLD_PRICE_MS, attention};
pub use urls::LinkPlace;
pub(crate) use urls::{links, urls};
